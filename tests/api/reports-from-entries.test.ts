/**
 * Reports equal sums over the entries, over random books, days, columns, comparisons, levels, fiscal years and sequences of the log. The sums
 * are computed here from GET /transactions and GET /accounts alone. LEDGER_TEST_REPORTS_SEED repeats a run.
 */
import { appoint } from '../support/administration';
import { everyPage, type Answer, type Client } from '../support/client';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { randomFrom, rounds, seedOf } from '../support/random';
import { credit, dataOf, debit, decide, openAccount } from '../support/requests';

const seed = seedOf('LEDGER_TEST_REPORTS_SEED');
const { next, pick } = randomFrom(seed);
const ledger = ledgerOfFile();
let books: TestBooks;
let admin: Client;

type Row = Answer['body'];
type Sums = readonly [debits: bigint, credits: bigint];

const types = ['asset', 'liability', 'equity', 'revenue', 'expense'] as const;
const minor = (amount: string): bigint => BigInt(amount.replace('.', ''));
const dayAt = (place: number): string => new Date(Date.UTC(2023, 10, 1 + place)).toISOString().slice(0, 10);
const span = 900;
const anyDay = (): string => pick([dayAt(Math.floor(next() * span)), '2024-02-29', '2025-02-28', '2024-12-31']);
const dayBefore = (day: string): string => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
const dayAfter = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

interface Known {
  readonly accounts: readonly Row[];
  readonly entries: readonly {
    readonly id: string;
    readonly layer: string;
    readonly day: string;
    readonly sums: Sums;
  }[];
}

const readEntries = async (): Promise<Known> => {
  const transactions = await everyPage(books.api, '/transactions');
  return {
    accounts: (await everyPage(books.api, '/accounts')).toSorted((one, other) => (one.code < other.code ? -1 : 1)),
    entries: transactions
      .filter(({ status }) => status === 'posted' || status === 'reversed')
      .flatMap(({ effective_date: day, entries }) =>
        entries.map(({ account_id: id, layer, type, amount }: Row) => ({
          ...{ id, layer, day: day.slice(0, 10) },
          sums: type === 'debit' ? [minor(amount), 0n] : [0n, minor(amount)],
        })),
      ),
  };
};

const plus = ([debits, credits]: Sums, [more, others]: Sums): Sums => [debits + more, credits + others];
const sumIn = ({ entries }: Known, ids: readonly string[], layer: string, from: string | null, to: string): Sums =>
  entries
    .filter((one) => one.layer === layer && ids.includes(one.id) && (from === null || one.day >= from) && one.day <= to)
    .reduce<Sums>((sum, one) => plus(sum, one.sums), [0n, 0n]);
const balanceOf = (type: string, [debits, credits]: Sums): bigint =>
  type === 'asset' || type === 'expense' ? debits - credits : credits - debits;

interface Wanted {
  readonly code: string;
  readonly is_subtotal: boolean;
  readonly is_folded: boolean;
  readonly balances: readonly bigint[];
}

/** The rows of one type, as trees: each balance is that of the report, then those of its columns. */
const rowsOf = (
  accounts: readonly Row[],
  depth: number,
  balancesOf: (ids: readonly string[]) => readonly bigint[],
): readonly Wanted[] => {
  const ids = new Set(accounts.map(({ id }) => id));
  const below = (parent: string | null): readonly Row[] =>
    accounts.filter(({ parent_id: id }) => (ids.has(id) ? id : null) === parent);
  const branch = (id: string): readonly string[] => [id, ...below(id).flatMap((child) => branch(child.id))];
  const rowsBelow = (parent: string | null, level: number): readonly Wanted[] =>
    level === depth
      ? []
      : below(parent).flatMap(({ id, code }) => {
          const [own, whole] = [balancesOf([id]), balancesOf(branch(id))];
          const row = { code, is_subtotal: false, is_folded: false, balances: own };
          if (below(id).length === 0) return [row];
          if (level === depth - 1) return [{ ...row, is_folded: true, balances: whole }];
          return [row, ...rowsBelow(id, level + 1), { ...row, is_subtotal: true, balances: whole }];
        });
  return rowsBelow(null, 0);
};

const firstOfYear = (start: string, day: string): string =>
  [2020, 2021, 2022, 2023, 2024, 2025, 2026, 2027].map((year) => `${year}-${start}`).findLast((one) => one <= day) ??
  '';

const shownIn = (rows: readonly Row[]): readonly Wanted[] =>
  rows.map(({ code, is_subtotal, is_folded, balance, columns }) => ({
    ...{ code, is_subtotal, is_folded },
    balances: [balance, ...columns.map((column: Row) => column.balance)].map(minor),
  }));

beforeAll(async () => {
  process.stderr.write(`the seed of the books that are added up: LEDGER_TEST_REPORTS_SEED=${seed}\n`);
  books = await ledger.newLedger();
  admin = (await appoint(ledger)).api;
  const codes: string[] = [];
  for (let place = 0; place < 18; place++) {
    const [code, type] = [`${pick(['A', 'B', 'C'])}${place}`, pick(types)];
    const normal = type === 'asset' || type === 'expense' ? 'credit' : 'debit';
    await openAccount(books.api, {
      ...{ code, type },
      ...(codes.length > 0 && next() < 0.6 ? { parent_code: pick(codes) } : {}),
      // A contra account has the other side than its type.
      ...(next() < 0.2 ? { normal_balance: normal } : {}),
      ...(next() < 0.5 ? { cash_flow: type === 'asset' ? 'cash' : pick(['investing', 'financing']) } : {}),
    });
    codes.push(code);
  }
  for (let count = 0; count < 80; count++) {
    const amount = (1 + Math.floor(next() * 90_000)).toString().padStart(3, '0');
    const money = `${amount.slice(0, -2)}.${amount.slice(-2)}`;
    const { id } = await decide(books.api, {
      effective_date: anyDay(),
      layer: pick(['settled', 'settled', 'settled', 'pending', 'encumbrance']),
      entries: [debit(pick(codes), money), credit(pick(codes), money)],
    });
    if (next() < 0.1) await books.api.post(`/transactions/${id}/void`, { reason: 'Wrong' });
    else if (next() < 0.1) await books.api.post(`/transactions/${id}/reverse`, { reason: 'Back', date: '2026-05-01' });
  }
});

/** The class of each account in the cash flow statement: its own, or that of the nearest account above it of the same type. */
const classOf = ({ accounts }: Known, { type, parent_id: parent, cash_flow: own }: Row): string => {
  const above = accounts.find(({ id }) => id === parent);
  if (own !== null) return own;
  if (above?.type === type) return classOf({ accounts, entries: [] }, above);
  return type === 'equity' ? 'financing' : 'operating';
};

const reports = ['trial-balance', 'balance-sheet', 'income-statement', 'cash-flow'] as const;

test.each(
  Array.from({ length: rounds(80) }, (_, round) => [round, reports[round % reports.length] as string] as const),
)('round %i: a %s has the sums of the entries, in each row, column and total', async (_, name) => {
  const known = await readEntries();
  const start = pick(['01-01', '04-06', '07-01', '02-28', '12-31', '10-31']);
  dataOf(await admin.patch(`/ledgers/${books.ledger.id}`, { fiscal_year_start: start }), 200);
  const isRange = name === 'income-statement' || name === 'cash-flow';
  const [one, other] = [anyDay(), anyDay()];
  const [from, to] = [isRange ? (one < other ? one : other) : null, one < other ? other : one];
  const layer = name === 'trial-balance' ? pick(['settled', 'pending', 'encumbrance']) : 'settled';
  const columns = pick(['', 'month', 'quarter', 'year']);
  const compare = pick(['', 'prior_period', 'prior_year', 'prior_period,prior_year']);
  const [depth, zero] = [pick([1, 2, 3, 64]), pick(['show', 'hide'])];
  const path =
    `/reports/${name}?depth=${depth}&zero=${zero}${columns && `&columns=${columns}`}${compare && `&compare=${compare}`}` +
    `${from === null ? `&as_of_date=${to}` : `&from=${from}&to=${to}`}${layer === 'settled' ? '' : `&layer=${layer}`}`;
  const report = dataOf(await books.api.get(path), 200);
  const days: readonly { readonly from: string | null; readonly to: string }[] = [{ from, to }, ...report.columns];

  // The periods follow each other without a gap, from the first day to the last.
  const periods: readonly Row[] = report.columns.filter(({ label }: Row) => !label.startsWith('prior_'));
  if (columns !== '') expect(periods.at(-1).to).toBe(to);
  if (from !== null && columns !== '')
    expect([from, ...periods.map((period) => dayAfter(period.to))].slice(0, -1)).toEqual(periods.map((of) => of.from));

  const turnedOf = (ids: readonly string[]): readonly Sums[] =>
    days.map((of) => sumIn(known, ids, layer, of.from, of.to));
  const idsOf = (isOf: (account: Row) => boolean): readonly string[] => known.accounts.filter(isOf).map(({ id }) => id);
  const totalsOf = (isOf: (account: Row) => boolean, type: string): readonly bigint[] =>
    turnedOf(idsOf(isOf)).map((sums) => balanceOf(type, sums));
  const ofType = (type: string): readonly bigint[] => totalsOf((account) => account.type === type, type);
  const earned = totalsOf(({ type }) => type === 'revenue' || type === 'expense', 'revenue');
  const isShown = ({ balances }: Wanted): boolean => zero === 'show' || balances.some((balance) => balance !== 0n);
  const totals = [report, ...report.columns].map((part) => part.totals);
  const total = (of: string): readonly bigint[] => totals.map((part) => minor(part[of]));

  const sections =
    name === 'cash-flow'
      ? ['operating', 'investing', 'financing', 'cash'].flatMap((flow) =>
          types
            .filter((type) => flow !== 'operating' || (type !== 'revenue' && type !== 'expense'))
            .map((type) => ({ type, side: flow === 'cash' ? 'asset' : 'liability', flow })),
        )
      : types
          .filter((type) => name === 'trial-balance' || isRange === (type === 'revenue' || type === 'expense'))
          .map((type) => ({ type, side: type as string, flow: undefined }));
  const wanted = sections.flatMap(({ type, side, flow }) =>
    rowsOf(
      known.accounts.filter((one) => one.type === type && (flow === undefined || classOf(known, one) === flow)),
      depth,
      (ids) => turnedOf(ids).map((sums) => balanceOf(side, sums)),
    ),
  );
  const rows: readonly Row[] = report.rows.filter((row: Row) => row.code !== null);
  expect({ path, rows: shownIn(rows) }).toEqual({ path, rows: wanted.filter(isShown) });

  if (name === 'cash-flow') {
    const flowOf = (flow: string) => totalsOf((account) => classOf(known, account) === flow, 'liability');
    for (const flow of ['operating', 'investing', 'financing']) expect(total(flow)).toEqual(flowOf(flow));
    const cash = idsOf((account) => classOf(known, account) === 'cash');
    const opening = days.map((of) => balanceOf('asset', sumIn(known, cash, layer, null, dayBefore(of.from as string))));
    expect(total('change')).toEqual(flowOf('cash').map((flow) => -flow));
    expect(total('opening_cash')).toEqual(opening);
    expect(total('closing_cash')).toEqual(opening.map((of, index) => of + (total('change')[index] as bigint)));
    expect(total('net_income')).toEqual(earned);
  } else if (name === 'income-statement') {
    expect([total('revenue'), total('expense')]).toEqual([ofType('revenue'), ofType('expense')]);
    expect(total('net_income')).toEqual(earned);
  } else {
    for (const [of, type] of [
      ['assets', 'asset'],
      ['liabilities', 'liability'],
      ['equity', 'equity'],
    ] as const)
      expect([of, total(of)]).toEqual([of, ofType(type)]);
  }
  if (name === 'balance-sheet') {
    const earnings = idsOf(({ type }) => type === 'revenue' || type === 'expense');
    const prior = days.map((of) =>
      balanceOf('revenue', sumIn(known, earnings, layer, null, dayBefore(firstOfYear(start, of.to)))),
    );
    expect(total('retained_earnings')).toEqual(prior);
    expect(total('net_income')).toEqual(earned.map((all, index) => all - (prior[index] as bigint)));
    expect(total('liabilities_and_equity')).toEqual(total('assets'));
  }

  // The books change; the report of the sequence stays.
  const said = { ...report, known_at_sequence: report.head.sequence };
  await books.api.put(`/accounts/${pick(known.accounts).id}`, { parent_id: pick([null, pick(known.accounts).id]) });
  const [debited, credited] = [pick(known.accounts).code, pick(known.accounts).code];
  await decide(books.api, { effective_date: anyDay(), entries: [debit(debited, '3.00'), credit(credited, '3.00')] });
  expect(dataOf(await books.api.get(`${path}&known_at_sequence=${report.head.sequence}`), 200)).toEqual(said);
});
