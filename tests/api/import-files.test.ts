/** Small files of every kind, each with the expected books or refusal (tests/support/import-files). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importText, type Imported } from '../support/importing';
import { amounts } from '../support/import-files/amounts';
import { columns } from '../support/import-files/columns';
import { dates } from '../support/import-files/dates';
import { datev } from '../support/import-files/datev';
import { encodings } from '../support/import-files/encodings';
import { formats } from '../support/import-files/formats';
import { gnucash } from '../support/import-files/gnucash';
import { groups } from '../support/import-files/groups';
import { journals } from '../support/import-files/journals';
import { own } from '../support/import-files/own';
import { camt } from '../support/import-files/camt';
import { mt940 } from '../support/import-files/mt940';
import { ofx } from '../support/import-files/ofx';
import { qif } from '../support/import-files/qif';
import { quickbooks } from '../support/import-files/quickbooks';
import { bankMap, bankRows, type FileCase } from '../support/import-files/case';
import { twice } from '../support/import-files/twice';
import { gnucashTables, xero } from '../support/import-files/xero';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { dataOf } from '../support/requests';
import { rowsOfToday } from '../support/rows-of-today';

const ledger = ledgerOfFile();

/** The settled balance of each account that has one, debits positive. */
const booksOf = async ({ api }: TestBooks): Promise<Readonly<Record<string, string>>> => {
  const accounts = dataOf(await api.get('/accounts?limit=100'), 200) as readonly Record<
    'code' | 'balance' | 'normal_balance',
    string
  >[];
  return Object.fromEntries(
    accounts
      .filter(({ balance }) => Number(balance) !== 0)
      .map(({ code, balance, normal_balance: normal }) => [code, normal === 'debit' ? balance : negative(balance)]),
  );
};
const negative = (amount: string): string => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`);

const told = async ({ api }: TestBooks, field: 'description' | 'effective_date'): Promise<readonly string[]> =>
  (dataOf(await api.get('/transactions'), 200) as readonly Record<typeof field, string>[]).map((each) =>
    each[field].slice(0, field === 'effective_date' ? 10 : undefined),
  );

const messagesOf = ({ summary, stopped }: Imported): readonly string[] => [
  ...(stopped === undefined ? [] : [stopped]),
  ...(summary?.rejections ?? []).map(({ message }) => message),
  ...(summary?.remarks ?? []).map(({ message }) => message),
];

const cases = (
  [
    ['the same rows again', twice],
    ['columns', columns],
    ['amounts', amounts],
    ['dates', dates],
    ['groups and rules', groups],
    ['encodings', encodings],
    ['journals', journals],
    ['our own CSV', own],
    ['other formats', formats],
    ['CAMT.053', camt],
    ['MT940', mt940],
    ['OFX', ofx],
    ['QIF', qif],
    ['GnuCash', gnucash],
    ['tables of GnuCash', gnucashTables],
    ['QuickBooks', quickbooks],
    ['Xero', xero],
    ['DATEV', datev],
  ] as const
).flatMap(([group, each]) => each.map((one): readonly [string, FileCase] => [`${group}: ${one.name}`, one]));

test.each(rowsOfToday(cases))('%s', async (_, each) => {
  const books = await ledger.newLedger({ currency: each.currency ?? 'EUR' });
  let last: Imported | undefined;
  for (const { text, map, newRows } of each.files)
    last = await importText(ledger, books, each.format ?? 'csv', text, {
      ...(map === undefined ? {} : { map }),
      hasNewRows: newRows === true,
      isDryRun: each.dryRun === true,
    });
  const { summary, stopped } = last as Imported;
  expect(stopped?.split(':')[0]).toBe(each.stopped);
  expect(await booksOf(books)).toEqual(each.books);
  if (summary) {
    const { posted, replayed: before, leftOut, rejected, read, rejections } = summary;
    expect(posted + before + leftOut + rejected).toBe(read);
    expect({ posted, before, leftOut, rejected: rejections.map(({ line, code }) => `${line} ${code}`) }).toEqual({
      posted: each.posted ?? 0,
      before: each.before ?? 0,
      leftOut: each.leftOut ?? 0,
      rejected: each.rejected ?? [],
    });
  }
  if (each.asserted) expect([summary?.assertionsChecked, summary?.assertionsFailed]).toEqual(each.asserted);
  if (each.described) expect(await told(books, 'description')).toEqual(each.described);
  if (each.dated) expect([...(await told(books, 'effective_date'))].sort()).toEqual(each.dated);
  if (each.opened !== undefined) expect(summary?.accountsOpened).toBe(each.opened);
  if (each.says !== undefined) expect(messagesOf(last as Imported).join('\n')).toMatch(each.says);
  if (each.saysNot !== undefined) expect(messagesOf(last as Imported).join('\n')).not.toMatch(each.saysNot);
});

describe('the shapes of banks that docs/use/import.md shows', () => {
  const page = readFileSync(join(__dirname, '..', '..', 'docs', 'use', 'import.md'), 'utf8');
  const section = page.slice(page.indexOf('## The shapes of banks'), page.indexOf('## From another ledger'));
  const shown = [...section.matchAll(/^### (.+)\n\n```csv\n([^]*?)```\n\n```json\n([^]*?)```$/gm)];

  const balances = {
    'One signed amount': '1250.00',
    'Day, month, year; decimal comma; a balance': '1245.50',
    'Rows that are not booked yet': '-62.30',
    'Month, day, year; a running balance': '1995.50',
    'A column for each side': '1300.00',
    'A credit card: what is bought is positive': '3.10',
    'Paid out and paid in, with names of months': '1987.50',
    'A word for the direction': '2495.50',
    'DR, CR, and a total at the end': '49750.00',
    'A payment service: times, states, two currencies': '19.40',
  };

  test('are ten', () => {
    expect(shown).toHaveLength(10);
  });

  test.each(shown.map(([, name, text, map]) => [name, text, map]))('%s', async (name, text = '', map = '') => {
    const currency = /\u00a3/.test(text) ? 'GBP' : 'EUR';
    const books = await ledger.newLedger({ currency });
    const accounts = { BANK: { type: 'asset' }, OPEN: { type: 'asset' } };
    const told = await importText(ledger, books, 'csv', text, { map: { ...JSON.parse(map), accounts } });
    expect([told.stopped, told.summary?.rejections]).toEqual([undefined, []]);
    expect(told.summary?.posted).toBeGreaterThan(0);
    expect((await booksOf(books))['BANK']).toBe(balances[name as keyof typeof balances]);
  });
});

describe('other examples of docs/use/import.md', () => {
  const page = readFileSync(join(__dirname, '..', '..', 'docs', 'use', 'import.md'), 'utf8');

  test('rows that are grouped', async () => {
    const [, text = '', map = ''] = /^```csv\n(Trans #[^]*?)```\n\n```json\n([^]*?)```$/m.exec(page) ?? [];
    const books = await ledger.newLedger({ currency: 'EUR' });
    const { summary } = await importText(ledger, books, 'csv', text, {
      map: { ...JSON.parse(map), accounts: { '*': { type: 'asset' } } },
    });
    expect([summary?.posted, await booksOf(books)]).toEqual([
      1,
      { Furniture: '400.00', VAT: '76.00', Bank: '-476.00' },
    ]);
  });

  test('a journal of QuickBooks', async () => {
    const [, text = '', map = ''] = /journal\.csv <<'END'\n([^]*?)END\n[^]*?<<'END'\n([^]*?)END\n/.exec(page) ?? [];
    const books = await ledger.newLedger({ currency: 'USD' });
    const { summary } = await importText(ledger, books, undefined, text, { map: JSON.parse(map) });
    expect([summary?.posted, await booksOf(books)]).toEqual([
      1,
      { '1200': '1190.00', Sales: '-1000.00', 'Sales-Tax-Payable-d16a75f7': '-190.00' },
    ]);
  });

  test('a statement', async () => {
    const [, text = '', map = ''] = /statement\.mt940 <<'END'\n([^]*?)END\n[^]*?<<'END'\n([^]*?)END\n/.exec(page) ?? [];
    const books = await ledger.newLedger({ currency: 'EUR' });
    const { summary } = await importText(ledger, books, undefined, text, { map: JSON.parse(map) });
    expect([summary?.posted, await booksOf(books)]).toEqual([1, { 'BANK-7': '-62.30', ENERGY: '62.30' }]);
  });
});

describe('a file that is changed during the import', () => {
  const rows = bankRows('2026-01-05,Coffee,-4.50', '2026-01-05,Coffee,-4.50');
  const once = { BANK: '-9.00', OPEN: '9.00' };

  test.each([
    ['before anything is posted', 1, {}, /Nothing was posted: run the import again/, {}, once],
    ['in a dry run', 2, { isDryRun: true }, /Nothing was posted: run the import again/, {}, once],
    ['while it is posted', 2, {}, /Run the import again: rows that were posted are recognised/, once, once],
    ['while its new rows are posted', 2, { hasNewRows: true }, /Remove them from the file/, once, once],
  ])('%s, is reported with the next step', async (_, changedAt, options, said, left, then) => {
    const books = await ledger.newLedger({ currency: 'EUR' });
    const { stopped } = await importText(ledger, books, 'csv', rows, { map: bankMap(), changedAt, ...options });
    expect(stopped).toMatch(/^FILE_CHANGED: /);
    expect(stopped).toMatch(said);
    expect(await booksOf(books)).toEqual(left);
    // Follows the advice of the message: takes posted rows out of a file of new rows, and imports any other file unchanged.
    const rest = stopped?.includes('Remove them') ? bankRows() : rows;
    await importText(ledger, books, 'csv', rest, { map: bankMap(), hasNewRows: 'hasNewRows' in options });
    expect(await booksOf(books)).toEqual(then);
  });
});

describe('an import that a signal interrupts', () => {
  const rows = Array.from(
    { length: 2_000 },
    (_, row) => `2026-01-05,A purchase at the corner shop number ${row},-1.00`,
  );
  const whole = { BANK: '-2000.00', OPEN: '2000.00' };

  test.each([
    [
      'while the file is read',
      'reading',
      {},
      /^INTERRUPTED: Interrupted while the file was read\. Nothing was imported\.$/,
    ],
    ['in a dry run', 'posting', { isDryRun: true }, /Nothing was written\.$/],
    ['while it posts', 'posting', {}, /Run the import again to continue: posted rows are recognised\.$/],
    ['while it posts new rows', 'posting', { hasNewRows: true }, /Remove the posted rows from the file before/],
  ] as const)('%s, says how far it came and how to continue', async (_, interruptedIn, options, said) => {
    const books = await ledger.newLedger({ currency: 'EUR' });
    const asked = { map: bankMap(), ...options };
    const { stopped = '' } = await importText(ledger, books, 'csv', bankRows(...rows), { ...asked, interruptedIn });
    expect(stopped).toMatch(said);
    const posted = Number(/after (\d+) posted and 0 rejected/.exec(stopped)?.[1] ?? 0);
    expect(posted).toBeLessThan(rows.length);
    expect(posted > 0).toBe(interruptedIn === 'posting' && !('isDryRun' in options));
    expect((await booksOf(books))['BANK']).toBe(posted === 0 ? undefined : `-${posted}.00`);
    // Follows the advice of the message.
    const rest = stopped.includes('Remove') ? rows.slice(posted) : rows;
    await importText(ledger, books, 'csv', bankRows(...rest), { ...asked, isDryRun: false });
    expect(await booksOf(books)).toEqual(whole);
  });
});
