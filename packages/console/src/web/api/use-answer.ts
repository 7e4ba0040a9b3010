/**
 * A hook that requests data for a component. It sends the request when its key changes, and renders the component again when the answer
 * arrives.
 */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Answer, Pagination, Problem } from './answer';
import { requestContext } from './client';

export interface Asking<Data> {
  /** The data of the last answer. While another request runs, the previous data stays, unless it belongs to another ledger. */
  readonly data: Data | undefined;
  readonly pagination: Pagination | undefined;
  readonly meta: object | undefined;
  readonly problem: Problem | undefined;
  readonly isLoading: boolean;
  /** Whether the data answers an earlier question, because the answer to this one has not arrived yet. */
  readonly isOld: boolean;
  /** Sends the request again, for example after a write or a problem. */
  readonly reload: () => void;
}

interface Held<Data> {
  readonly key?: string;
  readonly answer?: Answer<Data>;
}

const mostKept = 60;
/** The last answers by key. If a person goes back, the page shows the last answer at once and sends the request again. */
const lastAnswers = new Map<string, Answer<unknown>>();

const keep = (key: string, answer: Answer<unknown>): void => {
  lastAnswers.delete(key);
  lastAnswers.set(key, answer);
  const oldest = lastAnswers.keys().next();
  if (lastAnswers.size > mostKept && !oldest.done) lastAnswers.delete(oldest.value);
};

/** Forgets all answers. Called when another person signs in. */
export const forgetAnswers = (): void => lastAnswers.clear();

/**
 * `key` identifies the request with all its parameters. The request is sent when the key changes; no request is sent while it is undefined.
 * An answer that arrives after another change to the key is dropped.
 */
export const useAnswer = <Data>(key: string | undefined, question: () => Promise<Answer<Data>>): Asking<Data> => {
  const ledgerId = requestContext.get().ledgerId ?? '';
  const fullKey = key === undefined ? undefined : `${ledgerId} ${key}`;
  const [held, setHeld] = useState<Held<Data>>({});
  const [tries, setTries] = useState(0);
  const latest = useRef(question);
  latest.current = question;
  useEffect(() => {
    if (fullKey === undefined) return undefined;
    let isWanted = true;
    void latest.current().then((answer) => {
      if (!isWanted) return;
      if (answer.ok) keep(fullKey, answer);
      setHeld({ key: fullKey, answer });
    });
    return () => {
      isWanted = false;
    };
  }, [fullKey, tries]);
  const reload = useCallback(() => setTries((count) => count + 1), []);

  const isCurrent = held.key === fullKey;
  const kept = fullKey === undefined ? undefined : (lastAnswers.get(fullKey) as Answer<Data> | undefined);
  // The previous page of a list may stay visible until the next page has loaded. Data of another ledger must not.
  const before = fullKey !== undefined && held.key?.startsWith(`${ledgerId} `) === true ? held.answer : undefined;
  const answer = isCurrent ? held.answer : (kept ?? before);
  return {
    data: answer?.ok === true ? answer.data : undefined,
    pagination: answer?.ok === true ? answer.pagination : undefined,
    meta: answer?.ok === true ? answer.meta : undefined,
    problem: isCurrent && answer?.ok === false ? answer.problem : undefined,
    isLoading: fullKey !== undefined && !isCurrent,
    isOld: !isCurrent && kept === undefined && before !== undefined,
    reload,
  };
};
