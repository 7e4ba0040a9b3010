/**
 * Runs load in separate processes: each receives its setup once, and then answers questions one after the other. This file contains both
 * ends of the connection to them.
 */
import { fork } from 'node:child_process';

export interface Process<Question extends object, Result> {
  ask(question: Question): Promise<Result>;
  stop(): Promise<void>;
}

type Answer<Result> = { readonly result: Result } | { readonly error: string };

/** Starts the process and sends it its setup. If the process fails, the current question is rejected. */
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

/** The other end, which runs in such a process. The process ends with its parent. */
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
  // Ctrl-C reaches the whole process group; this process ends when its parent ends it.
  process.on('SIGINT', () => undefined);
  process.on('disconnect', () => process.exit());
};
