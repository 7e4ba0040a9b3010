/**
 * Keeps what a person types into the form of a new transaction while the form is not rendered: during a new sign-in, and while the other way of
 * entering it is open. It is kept in memory only, and only for the person who typed it.
 */
import { useEffect, useState } from 'preact/hooks';
import { usePlace } from '../../api/place';
import { sessionState } from '../../api/session';

const kept = new Map<string, unknown>();

/** Like `useState`, for a part of the draft. `name` identifies the part; undefined: it is not kept. */
export const useKept = <Value>(name: string | undefined, first: () => Value): [Value, (value: Value) => void] => {
  const { ledger } = usePlace();
  const state = sessionState.get();
  const owner = state.kind === 'signed-in' ? state.session.operator.id : '';
  const key = name === undefined ? undefined : `${owner} ${ledger.id} ${name}`;
  const [value, setValue] = useState<Value>(
    () => (key === undefined ? undefined : (kept.get(key) as Value)) ?? first(),
  );
  const change = (next: Value): void => {
    if (key !== undefined) kept.set(key, next);
    setValue(next);
  };
  return [value, change];
};

/** Forgets the drafts when the person leaves the page, unless the page closes because the session has ended. */
export const useForgottenDrafts = (): void =>
  useEffect(
    () => () => {
      if (sessionState.get().kind === 'signed-in') kept.clear();
    },
    [],
  );
