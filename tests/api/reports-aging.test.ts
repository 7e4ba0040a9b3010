/**
 * The ageing report, compared with an independent computation from the entries, unit by unit, over random books and requests.
 * LEDGER_TEST_AGING_SEED repeats a run.
 */
import { replace } from '../../src/kernel/token';
import { AGING_LIMITS } from '../../src/modules/reports/application/aging';
import type { Answer } from '../support/client';
import { startLedger, type TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { randomFrom, rounds, seedOf } from '../support/random';
import { credit, dataOf, debit, decide, expectRefusal, openAccount, transaction } from '../support/requests';

const seed = seedOf('LEDGER_TEST_AGING_SEED');
const { next, pick } = randomFrom(seed);
const ledger = ledgerOfFile();
let books: TestBooks;

type Row = Answer['body'];

const chart = { 'AR-1': 'asset', 'AR-2': 'asset', 'AP-1': 'liability', SALES: 'revenue', BANK: 'asset' } as const;
type Code = keyof typeof chart;
const aged: readonly Code[] = ['AP-1', 'AR-1', 'AR-2'];
const invoices = ['INV-1', 'INV-2', 'INV-3', null] as const;
const buckets = ['not_due', 'days_1_to_30', 'days_31_to_60', 'days_61_to_90', 'days_over_90'] as const;

interface Entry {
  readonly code: Code;
  readonly invoice: string | null;
  readonly day: string;
  /** The amount in minor units: positive if it raises the account's balance, negative if it lowers it. */
  readonly units: number;
}
const entries: Entry[] = [];

const dayMs = 86_400_000;
const day = (from: number, days: number): string =>
  new Date(Date.UTC(2025, 0, 1) + (from + Math.floor(next() * days)) * dayMs).toISOString().slice(0, 10);
const amountOf = (units: number): string => (units / 100).toFixed(2);
const minor = (amount: string): number => Math.round(Number(amount) * 100);

beforeAll(async () => {
  books = await ledger.newLedger();
  for (const [code, type] of Object.entries(chart)) await openAccount(books.api, { code, type });
  const transactions = Array.from({ length: 90 }, () => {
    const code = pick(aged);
    const invoice = pick(invoices);
    const raises = next() < 0.6;
    // The amounts are small, so that the test can match each minor unit by itself.
    const units = 1 + Math.floor(next() * 40);
    const effective_date = day(0, 300);
    entries.push({ code, invoice, day: effective_date, units: raises ? units : 0 - units });
    const isDebit = (chart[code] === 'asset') === raises;
    const other = raises ? 'SALES' : 'BANK';
    return transaction({
      effective_date,
      ...(invoice === null ? {} : { attributes: { invoice } }),
      entries: isDebit
        ? [debit(code, amountOf(units)), credit(other, amountOf(units))]
        : [debit(other, amountOf(units)), credit(code, amountOf(units))],
    });
  });
  const { results } = dataOf(await books.api.post('/transactions/batch', { transactions }, { Prefer: 'wait=20' }), 202);
  expect(results.map(({ status }: Row) => status)).toEqual(results.map(() => 'posted'));
});

const read = async (query: string, api = books.api): Promise<Row> =>
  dataOf(await api.get(`/reports/aging?${query}`), 200);

const bucketOf = (of: string, terms: number, asOf: string): number => {
  const late = (Date.parse(asOf) - Date.parse(of)) / dayMs - terms;
  if (late <= 0) return 0;
  return late <= 30 ? 1 : late <= 60 ? 2 : late <= 90 ? 3 : 4;
};

/** Matches minor units one by one: a unit that lowers the balance takes the oldest open unit that raised it, and vice versa. */
const computed = (mine: readonly Entry[], terms: number, asOf: string): readonly number[] => {
  const open: { readonly day: string; readonly sign: number }[] = [];
  const days = [...new Set(mine.map((entry) => entry.day))].filter((of) => of <= asOf).toSorted();
  for (const of of days) {
    const units = mine.filter((entry) => entry.day === of).reduce((sum, entry) => sum + entry.units, 0);
    for (let unit = 0; unit < Math.abs(units); unit++)
      if (open[0] && open[0].sign !== Math.sign(units)) open.shift();
      else open.push({ day: of, sign: Math.sign(units) });
  }
  return buckets.map((_, bucket) =>
    open.reduce((sum, unit) => (bucketOf(unit.day, terms, asOf) === bucket ? sum + unit.sign : sum), 0),
  );
};

const amountsIn = (row: Row): readonly number[] => buckets.map((bucket) => minor(row[bucket]));

describe('the ageing report', () => {
  test.each(Array.from({ length: rounds(24, 8) }, (_, round) => round))(
    `shows the amounts that entries leave open, matched oldest first: %i (LEDGER_TEST_AGING_SEED=${seed})`,
    async () => {
      const asOf = day(60, 400);
      const terms = pick([0, 14, 30]);
      const by = pick(['', '&aging_by=invoice']);
      const asked = `as_of_date=${asOf}&code_prefix=A&terms=${terms}${by}`;
      const { rows, totals } = await read(asked);
      const expected = aged.flatMap((code) => {
        const mine = entries.filter((entry) => entry.code === code);
        const items =
          by === ''
            ? [[null, mine] as const]
            : [null, 'INV-1', 'INV-2', 'INV-3'].map(
                (value) => [value, mine.filter(({ invoice }) => invoice === value)] as const,
              );
        return items.flatMap(([value, of]) => {
          const amounts = computed(of, terms, asOf);
          return amounts.some((units) => units !== 0) ? [{ code, value, amounts }] : [];
        });
      });
      const told = rows.map((row: Row) => ({ code: row.code, value: row.value, amounts: amountsIn(row) }));
      expect({ asked, rows: told }).toEqual({ asked, rows: expected });
      // The open amounts add up to the balances in the trial balance of that day.
      const trial = dataOf(await books.api.get(`/reports/trial-balance?as_of_date=${asOf}`), 200);
      for (const code of aged) {
        const open = rows
          .filter((row: Row) => row.code === code)
          .reduce((sum: number, row: Row) => sum + minor(row.open), 0);
        expect([code, open]).toEqual([code, minor(trial.rows.find((row: Row) => row.code === code).balance)]);
      }
      for (const total of totals) {
        const own = rows.filter((row: Row) => row.type === total.type);
        for (const name of ['open', ...buckets])
          expect(minor(total[name])).toBe(own.reduce((sum: number, row: Row) => sum + minor(row[name]), 0));
      }
    },
  );

  test('covers assets and liabilities if no accounts are named', async () => {
    const { totals, rows } = await read('as_of_date=2025-12-31');
    expect(totals.map(({ type }: Row) => type)).toEqual(['asset', 'liability']);
    expect(rows.map(({ code }: Row) => code)).toContain('BANK');
    const revenue = await read('as_of_date=2025-12-31&account_type=revenue');
    expect(revenue.rows.map(({ code }: Row) => code)).toEqual(['SALES']);
  });

  test('has the same figures as CSV', async () => {
    const query = 'as_of_date=2025-12-31&account_type=asset&code_prefix=A&aging_by=invoice';
    const { rows, totals } = await read(query);
    const { body } = await books.api.get(`/reports/aging?${query}`, { Accept: 'text/csv' });
    const lines = body
      .trimEnd()
      .split('\r\n')
      .map((line: string) => line.split(','));
    const names = ['open', ...buckets];
    expect(lines[0]).toEqual(['row', 'type', 'code', 'name', 'value', ...names]);
    expect(lines.slice(1, -1)).toEqual([
      ...rows.map((row: Row) => [
        'account',
        row.type,
        row.code,
        row.name,
        row.value ?? '',
        ...names.map((of) => row[of]),
      ]),
      ...totals.map((total: Row) => ['total', total.type, '', '', '', ...names.map((of) => total[of])]),
    ]);
    expect(lines.at(-1)[0]).toBe('known_at');
    expect(lines.at(-1)[3]).toMatch(
      /^as_of_date 2025-12-31; account_type asset; code_prefix A; aging_by invoice; terms 0; layer settled; /,
    );
  });

  test('as of a sequence ignores later postings', async () => {
    const query = 'as_of_date=2025-12-31&code_prefix=AR';
    const before = await read(query);
    await decide(books.api, {
      effective_date: '2025-01-01',
      entries: [debit('AR-1', '5.00'), credit('SALES', '5.00')],
    });
    const known = await read(`${query}&known_at_sequence=${before.head.sequence}`);
    expect({ ...known, known_at_sequence: null }).toEqual(before);
    expect((await read(query)).rows).not.toEqual(before.rows);
  });

  test('ages the open part of each hold by the day of that hold', async () => {
    const { api } = await ledger.newLedger();
    for (const [code, type] of Object.entries(chart)) await openAccount(api, { code, type });
    const hold = async (effective_date: string, amount: string): Promise<string> => {
      const entries_ = [debit('AR-1', amount), credit('SALES', amount)];
      return (await decide(api, { effective_date, layer: 'encumbrance', entries: entries_ })).id;
    };
    const early = await hold('2026-01-01', '14.00');
    const own = { amount: '4.00', date: '2026-01-20', attributes: { invoice: 'INV-9' } };
    dataOf(await api.post(`/transactions/${early}/release`, own), 201);
    const later = await hold('2026-02-15', '20.00');
    const settled = await api.post(
      `/transactions/${later}/settle`,
      { amount: '15.00', final: false, date: '2026-02-20' },
      { 'Idempotency-Key': 'settle-later', Prefer: 'wait=20' },
    );
    expect([200, 201, 202]).toContain(settled.status);
    const { rows } = await read('as_of_date=2026-03-01&layer=encumbrance&account_type=asset', api);
    // The settlement reduces the amount of its own hold. By age alone, it would have reduced the older hold.
    expect(rows.map((row: Row) => [row.code, row.open, row.days_1_to_30, row.days_31_to_60])).toEqual([
      ['AR-1', '15.00', '5.00', '10.00'],
    ]);
    // A release with an attribute of its own reduces its hold too, and is no item itself.
    const byInvoice = await read('as_of_date=2026-03-01&layer=encumbrance&account_type=asset&aging_by=invoice', api);
    expect(byInvoice.rows.map((row: Row) => [row.value, row.open])).toEqual([[null, '15.00']]);
  });
});

test.each<[string, string]>([
  ['as_of_date=2026-02-30', 'as_of_date'],
  ['layer=pending&terms=-1', 'terms'],
  ['layer=pending&terms=3651', 'terms'],
  ['layer=pending&aging_by=Invoice', 'aging_by'],
  ['layer=cash', 'layer'],
])('%s is refused', async (query, field) => {
  expectRefusal(await books.api.get(`/reports/aging?${query}`), 422, 'VALIDATION_ERROR', [field]);
});

test('an unknown account set and a sequence that is not reached are refused', async () => {
  expectRefusal(await books.api.get('/reports/aging?account_set_code=NONE'), 404, 'ACCOUNT_SET_NOT_FOUND');
  const beyond = await books.api.get('/reports/aging?layer=pending&known_at_sequence=99999');
  expectRefusal(beyond, 422, 'SEQUENCE_NOT_REACHED');
});

test('more items than a report reads are refused', async () => {
  const small = await startLedger([replace(AGING_LIMITS, [], () => ({ items: 1 }))]);
  try {
    const { api } = await small.newLedger();
    for (const [code, type] of Object.entries(chart)) await openAccount(api, { code, type });
    for (const effective_date of ['2026-01-01', '2026-01-02'])
      await decide(api, { effective_date, entries: [debit('AR-1', '1.00'), credit('SALES', '1.00')] });
    const answer = await api.get('/reports/aging?code_prefix=AR');
    expectRefusal(answer, 422, 'AGING_TOO_LARGE');
    expect(answer.body.message).toContain('code_prefix');
  } finally {
    await small.close();
  }
});
