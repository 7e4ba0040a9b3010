/** A question that belongs to what is on the screen: asked when its key changes, and drawn when its answer comes. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Answer, Pagination, Problem } from './answer';
import { requestContext } from './client';

export interface Asking<Data> {
  /** The last answer; while another is under way, the one before it, unless the books were changed. */
  readonly data: Data | undefined;
  readonly pagination: Pagination | undefined;
  readonly meta: object | undefined;
  readonly problem: Problem | undefined;
  readonly isLoading: boolean;
  /** Asks again: after a write, or for another try. */
  readonly reload: () => void;
}

interface Held<Data> {
  readonly key?: string;
  readonly answer?: Answer<Data>;
}

const mostKept = 60;
/** Going back is instant: the last answer is drawn at once, and asked for anew behind it. */
const lastAnswers = new Map<string, Answer<unknown>>();

const keep = (key: string, answer: Answer<unknown>): void => {
  lastAnswers.delete(key);
  lastAnswers.set(key, answer);
  const oldest = lastAnswers.keys().next();
  if (lastAnswers.size > mostKept && !oldest.done) lastAnswers.delete(oldest.value);
};

/** Someone else signs in: nothing that was answered before is theirs. */
export const forgetAnswers = (): void => lastAnswers.clear();

/**
 * `key` says what is asked, to the last parameter; undefined: nothing is, yet. The question is asked anew when the key
 * changes. An answer that comes after the key has changed is dropped.
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
