/** What the tests of a run noted, each in its own process, for the end of the run: answers, contradictions, leaks. */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Outcome } from './answers';

/** What a test file produced. */
export interface Production extends Outcome {
  readonly test: string;
}

export interface Contradiction {
  readonly test: string;
  readonly contradiction: string;
}

export interface Leak {
  readonly test: string;
  readonly leak: string;
}

export interface Notes {
  readonly leaks: readonly Leak[];
  readonly productions: readonly Production[];
  readonly contradictions: readonly Contradiction[];
}

/** Leaves a line for the end of the run. */
export const noteOf = (line: Production | Contradiction | Leak): void => {
  const run = process.env['LEDGER_TEST_DATABASE_URL'];
  if (run === undefined) return;
  mkdirSync(folderOf(run), { recursive: true });
  appendFileSync(join(folderOf(run), `${process.pid}.jsonl`), `${JSON.stringify(line)}\n`);
};

/** One folder a run: its database server has a socket of its own, with a random name. */
const folderOf = (databaseUrl: string): string =>
  join(tmpdir(), `ledger-answers-${createHash('sha256').update(databaseUrl).digest('hex').slice(0, 16)}`);

/** Everything the tests of a run produced and met; afterwards it is forgotten. */
export const takeNotes = (databaseUrl: string): Notes => {
  const folder = folderOf(databaseUrl);
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const lines = files
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').trimEnd().split('\n'))
    .map((line) => JSON.parse(line) as Production | Contradiction | Leak);
  rmSync(folder, { recursive: true, force: true });
  return {
    productions: lines.filter((line) => 'endpoint' in line),
    leaks: lines.filter((line) => 'leak' in line),
    contradictions: lines.filter((line) => 'contradiction' in line),
  };
};
