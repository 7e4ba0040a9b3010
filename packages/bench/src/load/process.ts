/**
 * Runs work in a separate process. The process receives its setup once, and then answers one question after the other. This file contains
 * the parent's side and the process's side.
 */
import { fork } from 'node:child_process';

export interface Process<Question extends object, Result> {
  ask(question: Question): Promise<Result>;
  stop(): Promise<void>;
}

type Answer<Result> = { readonly result: Result } | { readonly error: string };

/** Starts the process and sends its setup. If the process ends, the promise of the current question rejects. */
export const startProcess = async <Question extends object, Result>(
  file: string,
  setup: object,
): Promise<Process<Question, Result>> => {
  const child = fork(file, { serialization: 'advanced' });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const ask = (question: object): Promise<Result> =>
    new Promise((resolve, reject) => {
      const ended = (code: number | null): void => reject(new Error(`${file} ended with ${code}`));
      child.once('exit', ended);
      child.once('message', (answer: Answer<Result>) => {
        child.off('exit', ended);
        if ('error' in answer) reject(new Error(answer.error));
        else resolve(answer.result);
      });
      child.send(question, (error) => error && reject(error));
    });
  await ask(setup);
  return {
    ask,
    stop: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
};

/**
 * The side of the separate process: prepares the work from the setup, and then answers questions. The process exits when its parent does.
 */
export const serveProcess = <Setup, Question, Result>(
  prepare: (setup: Setup) => Promise<(question: Question) => Promise<Result>>,
): void => {
  let work: ((question: Question) => Promise<Result>) | undefined;
  const answer = async (message: unknown): Promise<Answer<Result | undefined>> => {
    if (work) return { result: await work(message as Question) };
    work = await prepare(message as Setup);
    return { result: undefined };
  };
  process.on('message', (message: unknown) => {
    answer(message).then(
      (given) => process.send?.(given),
      (error: unknown) => process.send?.({ error: (error as Error).message }),
    );
  });
  // Ctrl-C reaches the parent and this process. Only the parent reacts: it ends this process.
  process.on('SIGINT', () => undefined);
  process.on('disconnect', () => process.exit());
};
