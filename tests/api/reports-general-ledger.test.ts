/**
 * The general ledger equals the sums of the test's entries, for every filter and range, over random books, and its closing balances are
 * those of the trial balance. LEDGER_TEST_GENERAL_LEDGER_SEED repeats a run.
 */
import type { Answer } from '../support/client';
import { randomFrom, rounds, seedOf } from '../support/random';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { credit, dataOf, debit, decide, expectRefusal, openAccount, transaction } from '../support/requests';

const seed = seedOf('LEDGER_TEST_GENERAL_LEDGER_SEED');
const { next, pick } = randomFrom(seed);
const ledger = ledgerOfFile();
let books: TestBooks;
let head = 0;

const chart = [
  ['BANK', 'asset', 'debit'],
  ['BANK-WEAR', 'asset', 'credit'],
  ['IDLE', 'asset', 'debit'],
  ['LOAN', 'liability', 'credit'],
  ['RENT', 'expense', 'debit'],
  ['SALES', 'revenue', 'credit'],
] as const;
type Code = (typeof chart)[number][0];
const used: readonly Code[] = ['BANK', 'BANK-WEAR', 'LOAN', 'RENT', 'SALES'];
const inSet: readonly Code[] = ['BANK', 'SALES'];

interface Posted {
  readonly day: string;
  readonly layer: string;
  readonly legs: readonly { readonly code: Code; readonly type: 'debit' | 'credit'; readonly units: number }[];
}
const posted: Posted[] = [];
const amountOf = (units: number): string => {
  const digits = String(Math.abs(units)).padStart(3, '0');
  return `${units < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};
const days = Array.from({ length: 12 }, (_, month) => `2025-${String(month + 1).padStart(2, '0')}-15`);

beforeAll(async () => {
  books = await ledger.newLedger();
  const ids = new Map<string, string>();
  for (const [code, type, normal_balance] of chart)
    ids.set(code, (await openAccount(books.api, { code, name: `=${code}`, type, normal_balance })).id);
  const set = dataOf(await books.api.post('/account-sets', { code: 'SOME', name: 'Some' }), 201);
  for (const code of inSet)
    dataOf(
      await books.api.post(`/account-sets/${set.id}/members`, { member_type: 'account', member_id: ids.get(code) }),
      201,
    );
  for (let number = 0; number < 60; number++) {
    const [from, to, units] = [pick(used), pick(used), 1 + Math.floor(next() * 9_999)];
    const fee = 1 + Math.floor(next() * 99);
    posted.push({
      day: pick(days),
      layer: next() < 0.8 ? 'settled' : 'pending',
      legs: [
        { code: from, type: 'debit', units: units + fee },
        { code: to, type: 'credit', units },
        { code: pick(used), type: 'credit', units: fee },
      ],
    });
  }
  const transactions = posted.map(({ day, layer, legs }, number) =>
    transaction({
      ...{ effective_date: day, layer, description: `number ${number}`, reference: `R${number}` },
      entries: legs.map(({ code, type, units }) => (type === 'debit' ? debit : credit)(code, amountOf(units))),
    }),
  );
  const { results } = dataOf(await books.api.post('/transactions/batch', { transactions }, { Prefer: 'wait=20' }), 202);
  expect(results.map(({ status }: { status: string }) => status)).toEqual(posted.map(() => 'posted'));
  head = dataOf(await books.api.get('/reports/trial-balance'), 200).head.sequence;
  // This transaction is posted later, so it is in no report as of the earlier sequence.
  await decide(books.api, { effective_date: '2025-06-15', entries: [debit('IDLE', '7.00'), credit('RENT', '7.00')] });
});

interface Row {
  readonly row: string;
  readonly account_code: string | null;
  readonly date: string;
  readonly description: string | null;
  readonly debit: string | null;
  readonly credit: string | null;
  readonly balance: string | null;
}
interface Asked {
  readonly from: string;
  readonly to: string;
  readonly layer: string;
  readonly prefix: string;
  readonly type: string;
  readonly set: boolean;
  readonly hides: boolean;
}

/** The rows of the general ledger, computed from the entries that the test has posted. */
const expectedRows = ({ from, to, layer, prefix, type, set, hides }: Asked): readonly Row[] => {
  const rows: Row[] = [];
  let [debits, credits] = [0, 0];
  for (const [code, ofType] of chart) {
    if (!code.startsWith(prefix) || (type !== '' && type !== ofType) || (set && !inSet.includes(code))) continue;
    const sign = ofType === 'asset' || ofType === 'expense' ? 1 : -1;
    const legs = posted.flatMap((one, number) =>
      one.legs.flatMap((leg) => (leg.code === code && one.layer === layer ? [{ ...one, ...leg, number }] : [])),
    );
    const effect = (leg: { readonly type: string; readonly units: number }): number =>
      leg.type === 'debit' ? sign * leg.units : -sign * leg.units;
    const sum = (of: readonly number[]): number => of.reduce((so, one) => so + one, 0);
    let balance = sum(legs.filter(({ day }) => day < from).map(effect));
    const within = legs
      .filter(({ day }) => day >= from && day <= to)
      .sort((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : one.number - other.number));
    if (hides && balance === 0 && within.length === 0) continue;
    const row = { account_code: code, description: null, debit: null, credit: null };
    rows.push({ ...row, row: 'opening', date: from, balance: amountOf(balance) });
    const side = (of: string): number => sum(within.filter((leg) => leg.type === of).map(({ units }) => units));
    for (const leg of within) {
      balance += effect(leg);
      const entry = {
        [leg.type]: amountOf(leg.units),
        balance: amountOf(balance),
        description: `number ${leg.number}`,
      };
      rows.push({ ...row, row: 'entry', date: leg.day, ...entry });
    }
    const [debited, credited] = [side('debit'), side('credit')];
    const sides = { debit: amountOf(debited), credit: amountOf(credited) };
    rows.push({ ...row, row: 'closing', date: to, ...sides, balance: amountOf(balance) });
    [debits, credits] = [debits + debited, credits + credited];
  }
  const total = { description: null, debit: amountOf(debits), credit: amountOf(credits), balance: null };
  return [...rows, { row: 'total', account_code: null, date: to, ...total }];
};

const read = async (query: string): Promise<string> => {
  const { status, body } = await books.api.get(`/reports/general-ledger?${query}`);
  expect([status, typeof body]).toEqual([200, 'string']);
  return body as string;
};
const named = ({ row, account_code, date, description, debit: debited, credit: credited, balance }: Row): Row => ({
  ...{ row, account_code, date, description, debit: debited, credit: credited, balance },
});
const linesOf = (text: string): readonly Answer['body'][] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

/** Splits the CSV at its commas, because no cell of these books contains a quote. */
const cellsOf = (csv: string): readonly (readonly string[])[] =>
  csv
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));

describe('the general ledger', () => {
  test.each(Array.from({ length: rounds(40, 8) }, (_, round) => round))(
    `has the rows computed from its entries: %i (LEDGER_TEST_GENERAL_LEDGER_SEED=${seed})`,
    async () => {
      const [one, other] = [pick(days), pick(days)];
      const asked: Asked = {
        ...{ from: one < other ? one : other, to: one < other ? other : one },
        ...{ layer: pick(['settled', 'pending']), prefix: pick(['', 'BANK', 'IDLE', 'NONE']) },
        ...{ type: pick(['', 'asset', 'revenue']), set: next() < 0.3, hides: next() < 0.5 },
      };
      const { from, to, layer, prefix, type, set, hides } = asked;
      const query =
        `from=${from}&to=${to}&layer=${layer}${prefix && `&code_prefix=${prefix}`}${type && `&account_type=${type}`}` +
        `${set ? '&account_set_code=SOME' : ''}&zero=${hides ? 'hide' : 'show'}&known_at_sequence=${head}`;
      const lines = linesOf(await read(`format=jsonl&${query}`));
      expect({ query, rows: lines.slice(0, -1).map(named) }).toEqual({ query, rows: expectedRows(asked) });
      expect(lines.at(-1)).toMatchObject({
        row: 'known_at',
        from,
        to,
        layer,
        account_set_code: set ? 'SOME' : null,
        account_type: type || null,
        code_prefix: prefix || null,
        zero: hides ? 'hide' : 'show',
        currency: 'USD',
        head: { sequence: head },
      });
      const [headings = [], ...rows] = cellsOf(await read(`format=csv&${query}`));
      const cells = rows.map((row) =>
        Object.fromEntries(headings.map((heading, index) => [heading, row[index] || null])),
      );
      expect(cells.slice(0, -1).map((row) => named(row as unknown as Row))).toEqual(expectedRows(asked));
      expect(cells.at(-1)).toMatchObject({
        row: 'known_at',
        description: expect.stringContaining(
          `from ${from}; to ${to}; ${set ? 'account_set_code SOME; ' : ''}${type && `account_type ${type}; `}` +
            `${prefix && `code_prefix ${prefix}; `}${hides ? 'zero hide; ' : ''}layer ${layer}; currency USD; ` +
            `sequence ${head};`,
        ),
      });
    },
  );

  test('closes with the balances of the trial balance, now and as of a sequence', async () => {
    for (const known of ['', `&known_at_sequence=${head}`]) {
      const lines = linesOf(await read(`format=jsonl&from=2025-06-15&to=2025-09-15${known}`));
      const trial = dataOf(await books.api.get(`/reports/trial-balance?as_of_date=2025-09-15${known}`), 200);
      expect(
        lines.filter(({ row }) => row === 'closing').map(({ account_code, balance }) => [account_code, balance]),
      ).toEqual(trial.rows.map(({ code, balance }: Answer['body']) => [code, balance]).sort());
      expect(lines.at(-1).head).toEqual(trial.head);
    }
  });

  test('has all entries of an account, even more than it reads at a time', async () => {
    // Posts 594 entries to the account, more than the report reads at a time.
    const [each, times] = [99, 6];
    const legs = Array.from({ length: each }, () => debit('BANK', '0.01'));
    const transactions = Array.from({ length: times }, () =>
      transaction({ effective_date: '2030-01-01', entries: [...legs, credit('SALES', '0.99')] }),
    );
    dataOf(await books.api.post('/transactions/batch', { transactions }, { Prefer: 'wait=20' }), 202);
    const lines = linesOf(await read('format=jsonl&from=2030-01-01&to=2030-01-01&code_prefix=BANK&zero=hide'));
    const balances = lines.filter(({ row, account_code }) => row === 'entry' && account_code === 'BANK');
    const opening = Number(lines[0].balance);
    expect(balances.map(({ balance }) => Number(balance))).toEqual(
      Array.from({ length: each * times }, (_, index) => Number((opening + (index + 1) / 100).toFixed(2))),
    );
  });

  test('ends today if no last day is named', async () => {
    const lines = linesOf(await read('format=jsonl&from=2025-01-01'));
    expect(lines.at(-1)).toMatchObject({ to: dataOf(await books.api.get('/reports/trial-balance'), 200).as_of_date });
  });

  test.each([
    ['from=2026-02-01&to=2026-01-31', 'VALIDATION_ERROR'],
    ['from=2026-01-01&known_at_sequence=999999', 'SEQUENCE_NOT_REACHED'],
    ['from=2026-01-01&account_set_code=NONE', 'ACCOUNT_SET_NOT_FOUND'],
  ])('is refused for %s', async (query, code) => {
    const answer = await books.api.get(`/reports/general-ledger?format=csv&${query}`);
    expectRefusal(answer, answer.status, code);
    expect([404, 422]).toContain(answer.status);
  });
});
