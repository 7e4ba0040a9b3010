/** A proposed map works unchanged: it gives the same books as a map written by hand. LEDGER_TEST_SEED repeats a run. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Explanation } from '../../packages/import/src';
import { randomRows, written } from '../support/bank-notations';
import { explainText, importText } from '../support/importing';
import { runHere } from '../support/command-line';
import { ledgerOfFile } from '../support/ledger-of-file';
import { randomFrom, seedOf } from '../support/random';
import type { Fields } from '../support/requests';
import { settledOf } from '../support/strings';

const ledger = ledgerOfFile();
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ledger-explain-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the shapes of banks that docs/use/import.md shows', () => {
  const page = readFileSync(join(__dirname, '..', '..', 'docs', 'use', 'import.md'), 'utf8');
  const section = page.slice(page.indexOf('## The shapes of banks'), page.indexOf('## Statements'));
  const shown = [...section.matchAll(/^### (.+)\n\n```csv\n([^]*?)```\n\n```json\n([^]*?)```$/gm)];

  test.each(shown.map(([, name, text, map]) => [name, text, map]))('%s', async (_, text = '', map = '') => {
    const { proposal, counts, rejected, stopped, currency } = await explainText(text);
    expect([rejected, stopped]).toEqual([[], undefined]);
    const books = [await ledger.newLedger({ currency }), await ledger.newLedger({ currency })] as const;
    const byHand = { ...JSON.parse(map), accounts: { '*': { type: 'asset' } } };
    const hand = await importText(ledger, books[0], 'csv', text, { map: byHand });
    const proposed = await importText(ledger, books[1], 'csv', text, { map: proposal?.map as Fields });
    expect([proposed.stopped, proposed.summary?.rejections]).toEqual([undefined, []]);
    expect(proposed.summary?.posted).toBe(hand.summary?.posted);
    expect(counts.transactions).toBe(hand.summary?.posted);
    expect(await settledOf(books[1], 'BANK')).toBe(await settledOf(books[0], 'BANK'));
  });
});

const seed = seedOf('LEDGER_TEST_SEED', 2 ** 31);
const files = process.env['LEDGER_TEST_IMPORTS'] === 'full' ? 2_000 : 60;

test('amounts that a balance proves are correct in any notation', async () => {
  process.stdout.write(`import-explain: LEDGER_TEST_SEED=${seed}\n`);
  const random = randomFrom(seed);
  let proven = 0;
  for (let file = 0; file < files; file++) {
    const rows = randomRows(random);
    const { file: text } = written(rows, random);
    const { proposal, counts, currency } = await explainText(text, { format: 'csv' });
    const amount = proposal?.findings.find(({ subject }) => subject === 'amount');
    if (amount?.confidence !== 'certain') continue;
    proven += 1;
    const moving = rows.filter(({ cents }) => cents !== 0);
    const sum = (moving.reduce((total, { cents }) => total + cents, 0) / 100).toFixed(2);
    const books = await ledger.newLedger({ currency });
    const { summary, stopped } = await importText(ledger, books, 'csv', text, { map: proposal?.map as Fields });
    const said = { text: text.toString('latin1'), map: proposal?.map };
    expect({ stopped, rejections: summary?.rejections, posted: summary?.posted, ...said }).toEqual({
      ...{ stopped: undefined, rejections: [], posted: moving.length, ...said },
    });
    expect(counts.transactions).toBe(moving.length);
    expect({ sum: (await settledOf(books, 'BANK')) ?? '0.00', ...said }).toEqual({ sum, ...said });
  }
  expect(proven).toBeGreaterThan(0);
});

const ofSubject = ({ proposal }: Explanation, subject: string) =>
  proposal?.findings
    .filter((each) => each.subject === subject)
    .map(({ confidence, message }) => `${confidence}: ${message}`);
const csvOf = ({ proposal }: Explanation): Fields => (proposal?.map as { csv: Fields }).csv;
const table = (...rows: readonly string[]): string => `Date,Text,Amount\n${rows.join('\n')}\n`;

test.each<readonly [name: string, text: string | Buffer, subject: string, says: RegExp, csv: Fields]>([
  [
    'a day that only one format matches',
    table('13/01/2026,a,1.00', '02/02/2026,b,1.00'),
    'date',
    /^certain: Only DD\/MM\/YYYY matches/,
    { date: { column: 'Date', format: 'DD/MM/YYYY' } },
  ],
  [
    'days that no format puts in order',
    table('01/02/2026,a,1.00', '02/01/2026,b,1.00', '01/03/2026,b,1.00'),
    'date',
    /^guessed/,
    {},
  ],
  [
    'days that only one format puts in order',
    table('01/02/2026,a,1.00', '01/03/2026,b,1.00', '02/01/2026,b,1.00'),
    'date',
    /^likely: MM\/DD\/YYYY/,
    { date: { column: 'Date', format: 'MM/DD/YYYY' } },
  ],
  [
    'days that only one format puts into the past',
    table('01/09/2026,a,1.00', '01/10/2026,b,1.00'),
    'date',
    /^likely: MM\/DD\/YYYY/,
    { date: { column: 'Date', format: 'MM/DD/YYYY' } },
  ],
  ['days whose format is unclear', table('01/02/2026,a,1.00'), 'date', /^guessed: Both .+ and DD\/MM\/YYYY match/, {}],
  [
    'an amount that may be a thousand',
    table('2026-01-05,a,"1,000"').replaceAll(',', ';').replace('"1;000"', '1.000'),
    'decimal',
    /^guessed/,
    { decimal: ',' },
  ],
  ['only one sign', table('2026-01-05,a,1.00'), 'amount', /^guessed: No amount .+ is negative/, { amount: 'Amount' }],
  [
    'a file in windows-1252',
    Buffer.from(table('2026-01-05,M\u00fcller,-1.00'), 'latin1'),
    'encoding',
    /^likely: .+windows-1252/,
    { encoding: 'windows-1252' },
  ],
  [
    'a file in Cyrillic',
    Buffer.from([
      ...Buffer.from('Date,Text,Amount\n2026-01-05,'),
      0xc0,
      0xf0,
      0xe5,
      0xed,
      0xe4,
      0xe0,
      ...Buffer.from(',-1.00\n'),
    ]),
    'encoding',
    /^guessed: .+Cyrillic/,
    { encoding: 'windows-1251' },
  ],
  [
    'a balance that does not match the amounts',
    'Date,Text,Amount,Balance\n2026-01-05,a,1.00,5.00\n2026-01-06,b,1.00,9.00\n2026-01-07,c,1.00,1.00\n',
    'balance',
    /^guessed: The column "Balance" does not match/,
    { amount: 'Amount' },
  ],
  [
    'columns without names',
    '2026-01-05,Tea,-1.00\n',
    'header',
    /^certain: No line has the names/,
    { header: false, amount: 3, description: [2] },
  ],
  [
    'lines before and after the table',
    `Statement\n\n${table('2026-01-05,Tea,-1.00')}Total\n`,
    'header',
    /Lines before it: 2\. Lines at the end without a day, which are left out as a footer: 1/,
    { skip_lines: 2, skip_footer: 1 },
  ],
  [
    'columns with the same name',
    'Date,Text,Text,Amount\n2026-01-05,Tea,Green,-1.00\n',
    'description',
    /^likely/,
    { description: [2, 3] },
  ],
])('the proposal states its confidence: %s', async (_, text, subject, says, csv) => {
  const told = await explainText(text, { format: 'csv' });
  expect(ofSubject(told, subject)?.join('\n')).toMatch(says);
  expect(csvOf(told)).toMatchObject(csv);
  expect([told.rejected, told.stopped, told.proposal?.confidence]).toEqual([
    [],
    undefined,
    expect.stringMatching(/guessed|likely/),
  ]);
});

test.each([
  ['2026-01-05,Tea,-1.00\n2026-01-32,Cake,-2.00', '2026-01-32'],
  ['05.01.2026,Tea,-1.00\n31.11.2026,Cake,-2.00', '31.11.2026'],
])('a last row with a day that the calendar does not have is rejected, and is no footer', async (rows, day) => {
  const told = await explainText(table(rows), { format: 'csv' });
  expect(csvOf(told)).not.toHaveProperty('skip_footer');
  expect(told.rejected.map(({ message }) => message)).toEqual([expect.stringContaining(day)]);
});

test('a first row with a day that the calendar does not have is rejected, and is no header', async () => {
  const told = await explainText('2026-02-30,Cake,-2.00\n2026-03-05,Tea,-1.00\n', { format: 'csv' });
  expect(csvOf(told)).toMatchObject({ header: false });
  expect(told.rejected.map(({ message }) => message)).toEqual([expect.stringContaining('2026-02-30')]);
});

describe('statements', () => {
  const swift =
    ':20:1\n:25:DE89370400440532013000\n:28C:1\n:60F:C260101CHF100,\n:61:2601050105D60,NTRFX//B1\n:86:Rent\n:62F:C260131CHF40,\n';
  const quicken = '!Type:Bank\nD13/01/2026\nT-1.250,00\nPLandlord\n^\nD14/01/2026\nT5,00\nPShop\n^\n';
  test.each<readonly [name: string, text: string, account: string, balance: string]>([
    ['MT940', swift, 'DE89370400440532013000', '-60.00'],
    ['QIF', quicken, 'BANK', '-1245.00'],
  ])('the proposed map for %s works', async (_, text, account, balance) => {
    const { proposal, rejected, currency } = await explainText(text);
    expect(rejected).toEqual([]);
    const books = await ledger.newLedger({ currency });
    const { stopped, summary } = await importText(ledger, books, undefined, text, { map: proposal?.map as Fields });
    expect([stopped, summary?.rejections]).toEqual([undefined, []]);
    expect(await settledOf(books, account)).toBe(balance);
  });

  test('the map names references that identify rows', async () => {
    expect((await explainText(swift)).proposal?.map).toMatchObject({ statement: { reference: 'reference' } });
    expect((await explainText(quicken)).proposal?.map).not.toHaveProperty('statement.reference');
  });
});

describe('ledger import explain', () => {
  const explain = (text: string, ...args: readonly string[]) => {
    const path = join(folder, 'given');
    writeFileSync(path, text);
    return runHere(['import', 'explain', path, ...args], {});
  };
  const text = table('2026-01-05,Tea,-1.00', '2026-01-06,Cake,x');

  test('prints rows with the cells that they come from', async () => {
    const { code, stdout } = await explain(text.replace(',x', ',2.50'), '--rows', '1');
    expect(code).toBe(0);
    expect(stdout).toContain('The file is read as csv, for a ledger in EUR.\n\nA map for this file (likely):\n\n{\n');
    expect(stdout).toContain(
      'Line 2: 2026-01-05 "Tea"\n  BANK -1.00\n  UNSORTED 1.00\n    date: "2026-01-05" in column Date\n    amount: "-1.00" in column Amount\n',
    );
    expect(stdout).toContain('Transactions: 2. Left out: 0. Rejected: 0. ');
    expect(stdout).not.toContain('Line 3');
  });

  test('tries a map, and reports the rejected rows', async () => {
    const map = join(folder, 'map.json');
    const csv = { date: { column: 'Date' }, description: 'Text', amount: 'Amount', account: 'A', contra_account: 'B' };
    writeFileSync(map, JSON.stringify({ csv }));
    const { code, stdout } = await explain(text, '--map', map, '--format', 'csv', '--currency', 'JPY', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      ...{ format: 'csv', currency: 'JPY', proposal: null, counts: { transactions: 1, left_out: 0, rejected: 1 } },
      rows: [
        {
          line: 2,
          entries: [
            { account: 'A', amount: '-1' },
            { account: 'B', amount: '1' },
          ],
        },
      ],
      rejected: [{ line: 3, code: 'AMOUNT_INVALID' }],
    });
  });

  test('ends with 1 for a file that would not be imported', async () => {
    const { code, stdout } = await explain(
      '<?xml version="1.0"?><Document><BkToCstmrStmt><Stmt>',
      '--format',
      'camt053',
    );
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining('Nothing of the file would be imported. Line 1: XML_INVALID: '),
    ]);
  });

  test.each([
    ['prose', 'Dear Sir,\nthe account is closed.\n', [], /is not a table in which each row has a day and an amount/],
    ['a workbook', 'PK\u0003\u0004', [], /This is an Excel workbook/],
    ['zero rows', text, ['--rows', '0'], /whole number from 1 to 1000/],
  ] as const)('refuses %s', async (_, of, args, says) => {
    const { code, stdout, stderr } = await explain(of, ...args);
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringMatching(says)]);
  });
});
