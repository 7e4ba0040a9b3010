/** `ledger` within the test's own process: what it prints and how it ends, without the second that a process needs to start. */
import { createProgram } from '../../src/app/cli/program';
import { giveUp } from '../../src/app/reason';
import type { Ended, Environment } from './service-process';

/** One at a time, because the environment and the outputs are those of this process. Ends all other mocks of the test. */
export const runHere = async (args: readonly string[], environment: Environment): Promise<Omit<Ended, 'signal'>> => {
  const written = { stdout: '', stderr: '' };
  const exited = new Error('the command ended the process');
  jest.replaceProperty(process, 'env', { ...process.env, ...environment });
  process.exitCode = undefined;
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((written.stdout += String(text))));
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((written.stderr += String(text))));
  jest.spyOn(process, 'exit').mockImplementation((code) => {
    process.exitCode = Number(code);
    throw exited;
  });
  const unlessExited = (fault: unknown): void => {
    if (fault !== exited) giveUp(fault);
  };
  try {
    await createProgram().parseAsync(args, { from: 'user' }).catch(unlessExited).catch(unlessExited);
    return { code: Number(process.exitCode ?? 0), ...written };
  } finally {
    process.exitCode = undefined;
    jest.restoreAllMocks();
  }
};
