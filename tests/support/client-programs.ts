/** Example programs from the READMEs of the clients, and a child process that runs one. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

/** The fenced blocks of this language in a page, in order. Indented blocks, which are in lists, are left out. */
export const blocksOf = (file: string, language: string): readonly string[] =>
  [...readFileSync(file, 'utf8').matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(
    ([, block = '']) => block,
  );

export interface ProgramEnded {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const longestMs = 110_000;

/** Runs a program to its end. Its environment has only PATH, HOME and the given variables. */
export const runProgram = async (
  program: string,
  args: readonly string[],
  cwd: string,
  environment: Readonly<Record<string, string>>,
): Promise<ProgramEnded> => {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(program, args, {
    cwd,
    env: { PATH, HOME, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: longestMs,
    killSignal: 'SIGKILL',
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
};
