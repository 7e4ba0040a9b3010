/** A small book with every kind of content in each format, compared literally, and accepted by the programs that read the format. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replace } from '../../src/kernel/token';
import { CLOCK } from '../../src/kernel/tokens';
import { fillHardBook, hardDescription, openHardBook } from '../support/exported-book';
import {
  describeWithBeancount,
  describeWithHledger,
  exported,
  inFiles,
  printedBy,
  rowsOf,
  withNumbers,
} from '../support/exporting';
import { headOf } from '../support/feed';
import { HandClock } from '../support/hand-clock';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { expectRefusal, openAccount, openBooks } from '../support/requests';

const clock = new HandClock('2026-01-20T10:00:00.000Z');
const expected = (format: string): string =>
  readFileSync(join(__dirname, '..', 'support', 'exported', `book.${format}`), 'utf8');

let ledger: TestLedger;
let books: TestBooks;

beforeAll(async () => {
  ledger = await startLedger([replace(CLOCK, [], () => clock)], { alone: true });
  books = await openHardBook(ledger);
  await fillHardBook(ledger, books, clock);
});

afterAll(async () => {
  await ledger.close();
  expect(ledger.complaints).toEqual([]);
});

describe('a journal', () => {
  test.each(['hledger', 'beancount', 'csv', 'jsonl'] as const)('is exported as %s to the letter', async (format) => {
    expect(withNumbers(await exported(ledger, books, format))).toBe(expected(format));
  });

  test.each([
    ['hledger', 'text/plain'],
    ['beancount', 'text/plain'],
    ['csv', 'text/csv'],
    ['jsonl', 'application/x-ndjson'],
  ])('is a %s file with its media type, a name and the sequence of the log', async (format, mediaType) => {
    const { headers } = await books.api.get(`/exports/journal?format=${format}`);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': `${mediaType}; charset=utf-8`,
      'content-disposition': `attachment; filename="${books.ledger.code}-journal.${format}"`,
      'x-ledger-sequence': String(await headOf(books.api)),
    });
  });

  test('can be limited to some days, including the first and the last', async () => {
    const datesOf = async (query: string): Promise<readonly string[]> =>
      (await exported(ledger, books, 'jsonl', query))
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => (JSON.parse(line) as { effective_date: string }).effective_date);
    const all = await datesOf('');
    const within = (from: string, to: string) => all.filter((date) => date >= from && date <= to);
    expect(all).toHaveLength(14);
    expect(await datesOf('&from=2026-01-06&to=2026-01-08')).toEqual(within('2026-01-06', '2026-01-08'));
    expect(await datesOf('&from=2026-01-09')).toEqual(within('2026-01-09', '9999-12-31'));
    expect(await datesOf('&to=2026-01-01')).toEqual(['2026-01-01', '0001-01-01']);
    expect(await datesOf('&from=2027-02-01&to=2027-02-28')).toEqual([]);
  });

  test('names its ledger even if it has no accounts', async () => {
    const {
      api,
      ledger: empty,
      key,
    } = await ledger.newLedger({ currency: 'T1', currencyType: 'crypto', storageDecimals: 0 });
    const { body } = await api.get('/exports/journal?format=hledger');
    expect(body).toContain(`; ${empty.code} "${empty.name}" in T1, at sequence 0 of its log, hash `);
    expect(body).toContain('\ncommodity 1000. "T1"\n');
    expect(body).toMatch(/\n; end of the journal: 0 transactions\n$/);
    expect(await exported(ledger, { key }, 'jsonl')).toBe('');
    expect((await exported(ledger, { key }, 'csv')).split('\r\n')).toHaveLength(2);
  });

  test('has hledger paths of one account type, which change between cash and other assets at most once', async () => {
    const own = await ledger.newLedger();
    for (const [code, type, parent_code, cash_flow] of [
      ['OWNED', 'asset', null, null],
      ['BANK', 'asset', 'OWNED', 'cash'],
      ['BANK-EUR', 'asset', 'BANK', null],
      ['BANK-TERM', 'asset', 'BANK-EUR', 'investing'],
      ['OVERDRAFT', 'liability', 'BANK', null],
      ['OVERDRAFT-B', 'liability', 'OVERDRAFT', null],
      ['SAFE', 'asset', 'OVERDRAFT-B', 'cash'],
      ['SAFE-TERM', 'asset', 'SAFE', 'investing'],
      ['SAFE-COINS', 'asset', 'SAFE-TERM', 'cash'],
    ])
      await openAccount(own.api, { code, type, cash_flow, ...(parent_code === null ? {} : { parent_code }) });
    const accounts = [...(await exported(ledger, own, 'hledger')).matchAll(/^account (.+)\n((?: {4};.*\n)+)/gm)];
    const tagOf = (tags = '', name: string): string => new RegExp(`; ${name}: (.*)`).exec(tags)?.[1] ?? '';
    expect(accounts.map(([, path, tags]) => [path, tagOf(tags, 'type'), tagOf(tags, 'parent')])).toEqual([
      ['OWNED:BANK', 'C', ''],
      ['OWNED:BANK:BANK-EUR', 'C', ''],
      ['BANK-TERM', 'A', 'OWNED:BANK:BANK-EUR'],
      ['OVERDRAFT', 'L', 'OWNED:BANK'],
      ['OVERDRAFT:OVERDRAFT-B', 'L', ''],
      ['OWNED', 'A', ''],
      ['SAFE', 'C', 'OVERDRAFT:OVERDRAFT-B'],
      ['SAFE-COINS', 'C', 'SAFE:SAFE-TERM'],
      ['SAFE:SAFE-TERM', 'A', ''],
    ]);
  });

  test('is refused without a known format, or with an invalid day', async () => {
    const { api } = await openBooks(ledger);
    expectRefusal(await api.get('/exports/journal'), 422, 'VALIDATION_ERROR', ['format']);
    expectRefusal(await api.get('/exports/journal?format=qif'), 422, 'VALIDATION_ERROR', ['format']);
    expectRefusal(await api.get('/exports/journal?format=csv&from=2026-02-30'), 422, 'VALIDATION_ERROR', ['from']);
  });
});

describeWithHledger('hledger', () => {
  test('accepts the export, and reads the same balances', async () => {
    const text = await exported(ledger, books, 'hledger');
    inFiles({ 'book.hledger': text }, (pathOf) => {
      const of = (...asked: readonly string[]) => printedBy('hledger', '-f', pathOf('book.hledger'), ...asked);
      expect(of('check', '--strict')).toBe('');
      expect(rowsOf(of('balance', '--cleared', '--flat', '--no-total', '-O', 'csv')).slice(1)).toEqual([
        ['-SALES', '-12345678901234567891.00 USD'],
        ['ASSETS:DEPREC', '-5.00 USD'],
        ['ASSETS:bank.main', '995.01 USD'],
        ['CAPITAL', '-1000.00 USD'],
        ['RENT', '12345678901234567900.99 USD'],
        ['c-1', '-20.00 USD'],
        ['c%3A1', '20.00 USD'],
      ]);
      expect(of('accounts', '--types', 'RENT')).toMatch(/RENT +; type: X/);
      expect(of('tags', '--values', 'text_')).toBe('y\n');
    });
  });
});

describeWithBeancount('beancount', () => {
  test('accepts the export, and reads back the same balances and texts', async () => {
    const text = await exported(ledger, books, 'beancount');
    inFiles({ 'book.beancount': text }, (pathOf) => {
      const of = (question: string) => rowsOf(printedBy('bean-query', '-f', 'csv', pathOf('book.beancount'), question));
      expect(printedBy('bean-check', pathOf('book.beancount'))).toBe('');
      const settled =
        "select account, sum(number) where flag = '*' and not any_meta('layer') group by account order by account";
      expect(of(settled).slice(1)).toEqual([
        ['Assets:ASSETS:Bank-main', '995.01'],
        ['Assets:ASSETS:DEPREC', '-5.00'],
        ['Equity:CAPITAL', '-1000.00'],
        ['Expenses:RENT', '12345678901234567900.99'],
        ['Income:X-SALES', '-12345678901234567891.00'],
        ['Liabilities:C-1', '-20.00'],
        ['Liabilities:C-1-2', '20.00'],
      ]);
      const narration = "select distinct narration where any_meta('journal') = 'J-2'";
      expect(printedBy('bean-query', '-f', 'csv', pathOf('book.beancount'), narration)).toContain(
        `"${hardDescription.replaceAll('"', '""')}"`,
      );
    });
  });
});
