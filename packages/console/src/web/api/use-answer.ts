/** A request for data on the screen. It is sent when its key changes; its answer renders the component again. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Answer, Pagination, Problem } from './answer';
import { requestContext } from './client';

export interface Asking<Data> {
  /** The last answer; during another request the previous one, unless it belongs to another ledger. */
  readonly data: Data | undefined;
  readonly pagination: Pagination | undefined;
  readonly meta: object | undefined;
  readonly problem: Problem | undefined;
  readonly isLoading: boolean;
  /** Sends the request again, after a write or a problem. */
  readonly reload: () => void;
}

interface Held<Data> {
  readonly key?: string;
  readonly answer?: Answer<Data>;
}

const mostKept = 60;
/** The last answers by key. Going back shows the last answer at once, while the request is sent again. */
const lastAnswers = new Map<string, Answer<unknown>>();

const keep = (key: string, answer: Answer<unknown>): void => {
  lastAnswers.delete(key);
  lastAnswers.set(key, answer);
  const oldest = lastAnswers.keys().next();
  if (lastAnswers.size > mostKept && !oldest.done) lastAnswers.delete(oldest.value);
};

/** Forgets all answers when another person signs in. */
export const forgetAnswers = (): void => lastAnswers.clear();

/**
 * `key` identifies the request with all its parameters; if it is undefined, nothing is sent. The request is sent again when the
 * key changes. An answer that arrives after the key has changed is dropped.
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
  // Another page of the same list may stay on the screen until the next one has loaded; data of another ledger may not.
  const before = fullKey !== undefined && held.key?.startsWith(`${ledgerId} `) === true ? held.answer : undefined;
  const answer = isCurrent ? held.answer : (kept ?? before);
  return {
    data: answer?.ok === true ? answer.data : undefined,
    pagination: answer?.ok === true ? answer.pagination : undefined,
    meta: answer?.ok === true ? answer.meta : undefined,
    problem: isCurrent && answer?.ok === false ? answer.problem : undefined,
    isLoading: fullKey !== undefined && !isCurrent,
    reload,
  };
};
