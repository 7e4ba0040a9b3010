/**
 * Collects lookups while the store answers earlier ones, and runs the collected lookups in one statement. So only a limited number of
 * statements run at a time, whether callers present valid or invented keys. If several requests look up the same key, the lookup runs once.
 */
import { Unavailable } from '../../../kernel/refusal';

/**
 * Loads the answer for one key; undefined if there is none. Throws the errors of `answerAll`, and `Unavailable` if too many lookups wait.
 */
export type BatchLoader<Q extends string, A> = (question: Q) => Promise<A | undefined>;

export interface BatchLimits {
  readonly maxRunning: number;
  readonly maxTogether: number;
  readonly maxWaiting: number;
}

export const createBatchLoader = <Q extends string, A>(
  answerAll: (questions: readonly Q[]) => Promise<ReadonlyMap<Q, A>>,
  { maxRunning, maxTogether, maxWaiting }: BatchLimits,
): BatchLoader<Q, A> => {
  const open = new Map<Q, Question<A>>();
  const waiting: Q[] = [];
  let running = 0;

  const askWaiting = (): void => {
    while (running < maxRunning && waiting.length > 0) void askTogether(waiting.splice(0, maxTogether));
  };
  const askTogether = async (questions: readonly Q[]): Promise<void> => {
    running++;
    try {
      const answers = await answerAll(questions);
      for (const question of questions) open.get(question)?.resolve(answers.get(question));
    } catch (error) {
      for (const question of questions) open.get(question)?.reject(error);
    } finally {
      for (const question of questions) open.delete(question);
      running--;
      askWaiting();
    }
  };

  return (question) => {
    const asked = open.get(question);
    if (asked) return asked.answer;
    if (waiting.length >= maxWaiting) return Promise.reject(new Unavailable('Too many reads wait for the database.'));
    const added = openQuestion<A>();
    open.set(question, added);
    waiting.push(question);
    askWaiting();
    return added.answer;
  };
};

interface Question<A> {
  readonly answer: Promise<A | undefined>;
  readonly resolve: (answer: A | undefined) => void;
  readonly reject: (error: unknown) => void;
}

const openQuestion = <A>(): Question<A> => {
  let resolve: Question<A>['resolve'] = () => undefined;
  let reject: Question<A>['reject'] = () => undefined;
  const answer = new Promise<A | undefined>((resolveAnswer, rejectAnswer) => {
    resolve = resolveAnswer;
    reject = rejectAnswer;
  });
  return { answer, resolve, reject };
};
