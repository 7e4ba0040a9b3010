/** The writes of a form whose outcome may be unknown, and the note about an earlier try in a form that was opened again. */
import { useState } from 'preact/hooks';
import type { Answer } from '../api/answer';
import { usePlace } from '../api/place';
import { sessionState } from '../api/session';
import { unansweredWrites, type Unanswered } from '../api/unanswered';

export interface Act<Input, Body> {
  /** Returns the earlier try of this act while its outcome is unknown. */
  readonly earlier: () => Unanswered<Input, Body> | undefined;
  /** Sends the act under its idempotency key. */
  readonly send: <Data>(
    input: Input,
    write: (body: Body, key: string) => Promise<Answer<Data>>,
    how?: { readonly replaces: boolean },
  ) => Promise<Answer<Data>>;
  readonly decide: () => void;
}

/**
 * `name` identifies the act in the ledger, for example by the id of its transaction: `settle 0198…`. The values of an unanswered act are
 * shown only to the person who sent them.
 */
export const useAct = <Input, Body>(name: string, bodyOf: (input: Input) => Body): Act<Input, Body> => {
  const { ledger } = usePlace();
  const state = sessionState.get();
  const act = `${state.kind === 'signed-in' ? state.session.operator.id : ''} ${ledger.id} ${name}`;
  return {
    earlier: () => unansweredWrites.of(act) as Unanswered<Input, Body> | undefined,
    send: (input, write, how) => unansweredWrites.send(act, input, { bodyOf, write, ...how }),
    decide: () => unansweredWrites.decide(act),
  };
};

/** Shown in a form that was opened again after a try without an answer. The form has the values of this try. */
export const EarlierTry = ({ of: act }: { readonly of: { readonly earlier: () => unknown } }) => {
  const [isReopened] = useState(() => act.earlier() !== undefined);
  return isReopened && act.earlier() !== undefined ? (
    <p class="note is-warn">
      Your last try has no answer, so it may have happened. The form has its values: sending them again repeats the same
      request, which takes effect only once. To send other values, reload the page first, and look whether it happened.
    </p>
  ) : null;
};
