/** Exports of the journal, and the accounting programs that read them, if they are installed. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { record } from './answers';
import { describeWhere } from './describing';
import type { TestBooks, TestLedger } from './ledger';

export type Format = 'hledger' | 'beancount' | 'csv' | 'jsonl';

/** The text of an export. Fails unless the export succeeds. */
export const exported = async (
  { baseUrl }: Pick<TestLedger, 'baseUrl'>,
  { key }: Pick<TestBooks, 'key'>,
  format: Format,
  query = '',
): Promise<string> => {
  const url = `${baseUrl}/api/v1/exports/journal?format=${format}${query}`;
  const response = await fetch(url, { headers: { Authorization: `Bearer ${key}` } });
  const body = await response.text();
  if (response.status !== 200) throw new Error(`${response.status} ${body}`);
  record({ method: 'GET', url, status: response.status, body, headers: response.headers });
  return body;
};

/** Replaces each random id by a number, in order of appearance, so that the text can be compared literally. */
export const withNumbers = (text: string): string => {
  const numbers = new Map<string, number>();
  return text
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) => {
      const number = numbers.get(id) ?? numbers.size + 1;
      numbers.set(id, number);
      return `<${number}>`;
    })
    .replace(/\b01[0-9a-f]{64}\b/g, '<hash>')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.(?!000)\d{3}Z/g, '<instant>');
};

export const isInstalled = (program: string): boolean => spawnSync(program, ['--version']).status === 0;

export const describeWithHledger = describeWhere(() => isInstalled('hledger'));
export const describeWithBeancount = describeWhere(() => ['bean-check', 'bean-query'].every(isInstalled));

/** Writes the files into a temporary folder, does the work, and deletes the folder. */
export const inFiles = <A>(
  files: Readonly<Record<string, string>>,
  work: (pathOf: (name: string) => string) => A,
): A => {
  const folder = mkdtempSync(join(tmpdir(), 'ledger-export-'));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return work((name) => join(folder, name));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const maxOutputBytes = 268_435_456;

/** Returns the output of a program. Throws its error output if it fails. */
export const printedBy = (program: string, ...given: readonly string[]): string =>
  execFileSync(program, given, {
    encoding: 'utf8',
    maxBuffer: maxOutputBytes,
    env: { ...process.env, LC_ALL: 'C.UTF-8', PYTHONDONTWRITEBYTECODE: '1', BEANCOUNT_DISABLE_LOAD_CACHE: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** Parses CSV as hledger and bean-query print it: quoted fields contain no line breaks. */
export const rowsOf = (csv: string): readonly (readonly string[])[] =>
  csv
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
        (quoted?.replaceAll('""', '"') ?? plain ?? '').trim(),
      ),
    );
