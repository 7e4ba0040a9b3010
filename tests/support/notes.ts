/**
 * The notes of a run: the outcomes that its tests produced, and the leaks and contradictions that they met. Every worker writes a file in a
 * folder of the run, which is read when the run ends (stop-database.ts). This module imports nothing of the service: the start and the end
 * of a run would otherwise load all of it, while no test runs.
 */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Outcome } from './contract';

/** An outcome that a test file produced. */
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

/** Appends a line to the notes of the run, which are read when the run ends. */
export const noteOf = (line: Production | Contradiction | Leak): void => {
  const run = process.env['LEDGER_TEST_DATABASE_URL'];
  if (run === undefined) return;
  mkdirSync(folderOf(run), { recursive: true });
  appendFileSync(join(folderOf(run), `${process.pid}.jsonl`), `${JSON.stringify(line)}\n`);
};

/**
 * The folder of a run's notes, named after the URL of its database server. The URL is unique, because the server's socket has a random
 * name.
 */
const folderOf = (databaseUrl: string): string =>
  join(tmpdir(), `ledger-answers-${createHash('sha256').update(databaseUrl).digest('hex').slice(0, 16)}`);

/** Returns everything that the tests of the run noted, and deletes the notes. */
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
