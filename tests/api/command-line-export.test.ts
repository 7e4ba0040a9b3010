/** `ledger export`: the content of GET /exports/journal on the command line. */
import { execFileSync } from 'node:child_process';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { serviceEnvironment } from '../support/database';
import { runHere } from '../support/command-line';
import { exported, type Format } from '../support/exporting';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { dataOf, decide, openBooks, transaction } from '../support/requests';

let ledger: TestLedger;
let books: TestBooks;
let folder: string;

const environment = () => ({
  ...serviceEnvironment(ledger.databaseUrl),
  LOG_LEVEL: 'silent',
});
const unfinished = (): readonly string[] => readdirSync(folder).filter((name) => name.endsWith('.unfinished'));
const run = (command: string) => runHere(command.split(' '), environment());

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ledger-export-'));
  ledger = await startLedger([], { alone: true });
  books = await openBooks(ledger);
  for (const effective_date of ['2026-01-15', '2026-01-16']) await decide(books.api, { effective_date });
});
afterAll(async () => {
  await ledger.close();
  rmSync(folder, { recursive: true });
});

test.each<Format>(['hledger', 'beancount', 'csv', 'jsonl'])(
  'export prints the same as the API, as %s',
  async (format) => {
    const command = `export --ledger ${books.ledger.code} --format ${format}`;
    expect(await run(command)).toEqual({ code: 0, stdout: await exported(ledger, books, format), stderr: '' });
    const output = join(folder, `books.${format}`);
    const written = await run(`${command} --from 2026-01-16 --to 2026-01-16 --output ${output}`);
    expect(written).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(readFileSync(output, 'utf8')).toBe(await exported(ledger, books, format, '&from=2026-01-16&to=2026-01-16'));
    expect(statSync(output).mode & 0o777).toBe(0o600);
    expect(unfinished()).toEqual([]);
  },
);

test('concurrent exports to one file leave one complete file', async () => {
  const output = join(folder, 'shared.csv');
  const command = `export --ledger ${books.ledger.code} --format csv --output ${output}`;
  const all = await Promise.all([run(command), run(command), run(command)]);
  expect(all).toEqual(Array(all.length).fill({ code: 0, stdout: '', stderr: '' }));
  expect(readFileSync(output, 'utf8')).toBe(await exported(ledger, books, 'csv'));
  expect(unfinished()).toEqual([]);
});

test('export writes into a pipe, and into the target of a link', async () => {
  const [pipe, file, link] = ['pipe', 'file.csv', 'link.csv'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  execFileSync('mkfifo', [pipe]);
  writeFileSync(file, 'the books of yesterday');
  symlinkSync(file, link);
  const command = `export --ledger ${books.ledger.code} --format csv --output`;
  const text = await exported(ledger, books, 'csv');
  const [piped] = await Promise.all([readFile(pipe, 'utf8'), run(`${command} ${pipe}`)]);
  expect(piped).toBe(text);
  await run(`${command} ${link}`);
  expect([readFileSync(file, 'utf8'), readlinkSync(link)]).toEqual([text, file]);
});

test.each([
  ['export --format csv', /required option '--ledger /],
  ['export --ledger LEDGER-1', /required option '--format /],
  ['export --ledger LEDGER-1 --format qif', /hledger, beancount, csv, jsonl/],
  ['export --ledger NOWHERE --format csv', /There is no ledger NOWHERE/],
  ['export --ledger LEDGER-1 --format csv --from 2026-02-30', /It must be a day such as 2027-01-31/],
  ['export --ledger LEDGER-1 --format csv --output /nowhere/books.csv', /\/nowhere\/books.csv could not be written: /],
])('an error explains the fault in: %s', async (command, complaint) => {
  const { code, stdout, stderr } = await run(command);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(complaint);
});

test('export ends silently when its reader closes the pipe', async () => {
  const metadata = { text: 'x'.repeat(10_000) };
  for (let batch = 0; batch < 10; batch++) {
    const transactions = Array.from({ length: 50 }, () => transaction({ metadata }));
    dataOf(await books.api.post('/transactions/batch', { transactions }), 202);
  }
  const reader = new PassThrough();
  reader.once('data', () => reader.destroy(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })));
  const asked = ['export', '--ledger', books.ledger.code, '--format', 'jsonl'];
  expect(await runHere(asked, environment(), { stdout: reader })).toEqual({ code: 0, stdout: '', stderr: '' });
});

test('a full disk under standard output is reported, and so is that the command has run', async () => {
  const full = new Writable({
    write: (_chunk, _encoding, done) => done(new Error('ENOSPC: no space left on device, write')),
  });
  const { code, stderr } = await runHere(['tenants', 'create', '--name', 'Unseen'], environment(), { stdout: full });
  expect([code, stderr]).toEqual([
    1,
    'The command has run, but its output was lost: ENOSPC: no space left on device, write\n',
  ]);
  expect((await run('tenants list')).stdout).toContain('Unseen');
});
