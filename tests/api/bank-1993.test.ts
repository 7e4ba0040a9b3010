/**
 * Fifteen months of a real bank through the API. Every number that the ledger shows is compared with sums that the test computes from the
 * bank's file.
 */
import { atOnce } from '../support/at-once';
import {
  bankData,
  descriptionOf,
  expectedAccounts,
  expectedBalance,
  formatCents,
  hasBankData,
  readBankRows,
  signedCents,
  spread,
  systemAccounts,
  tenDatesOf,
  totalCents,
  transactionOf,
  type BankRow,
  type ExpectedAccount,
} from '../support/bank';
import { everyPage, quiet, type Answer, type Client } from '../support/client';
import { asOwner } from '../support/database';
import { debitsOf, exportPrograms } from '../support/exported-bank';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';

const batchSize = 100;
const batchesInFlight = 6;
const readsInFlight = 8;
/** Loading takes a minute on two idle cores; the rest of this limit allows for a busy machine. */
const loadTimeoutMs = 900_000;

/** True for `make bank`: compares all customers instead of every fourth, and exports the books to accounting programs. */
const isFull = process.env['LEDGER_TEST_BANK'] === 'full';
const test_ = hasBankData() ? test : test.skip;
const skipped = hasBankData()
  ? ''
  : `, skipped because ${bankData} is not there (LEDGER_BANK_DATA names another place)`;
// Prints why tests are skipped, because jest prints no names of skipped tests by default.
if (skipped !== '') process.stdout.write(`bank-1993${skipped}\n`);

let ledger: TestLedger;
let books: TestBooks;
let api: Client;
let accounts: ReadonlyMap<string, ExpectedAccount>;
let customers: readonly ExpectedAccount[];

beforeAll(async () => {
  if (!hasBankData()) return;
  // This file verifies all ledgers, so it needs its own installation.
  ledger = await startLedger([], { alone: true });
  books = await ledger.newLedger({ currency: 'CZK' });
  api = books.api;
});

afterAll(() => ledger?.close());

const dataOf = ({ status, body }: Answer, expected = 200): Answer['body'] => {
  if (status !== expected) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body.data;
};

/** The result of each row of the bank's file, by the row's trans_id. */
type Results = ReadonlyMap<string, { readonly id: string; readonly status: string; readonly replayed: boolean }>;

const load = async (rows: readonly BankRow[]): Promise<Results> => {
  const batches = Array.from({ length: Math.ceil(rows.length / batchSize) }, (_, index) =>
    rows.slice(index * batchSize, (index + 1) * batchSize),
  );
  const answers = await atOnce(batchesInFlight, batches, async (batch) => {
    const { accepted, rejected, results } = dataOf(
      await api.post('/transactions/batch', { transactions: batch.map(transactionOf) }),
      202,
    );
    if (accepted !== batch.length || rejected !== 0) throw new Error(JSON.stringify(results));
    return results as { idempotency_key: string; id: string; status: string; replayed: boolean }[];
  });
  return new Map(
    answers.flat().map(({ idempotency_key: key, id, status, replayed }) => [key, { id, status, replayed }]),
  );
};

const countByReplay = (results: Results): object => {
  const replayed = [...results.values()].filter((result) => result.replayed).length;
  return { replayed, fresh: results.size - replayed };
};

const openAccounts = async (): Promise<void> => {
  const requests = [
    ...systemAccounts.map(({ code, type }) => ({ code, name: code, type, category: 'system' })),
    ...customers.map(({ code }) => ({ code, name: `Customer ${code}`, type: 'liability', category: 'customer' })),
  ];
  await atOnce(readsInFlight, requests, async (request) => dataOf(await api.post('/accounts', request), 201));
};

/** Counts the rows of each table that a replay must leave unchanged. */
const footprint = (): Promise<unknown> =>
  asOwner(ledger.databaseUrl, async (owner) => {
    const count = (table: string): string => `(select count(*) from ${table} where ledger_id = $1)::int as ${table}`;
    const counted = [
      'transactions',
      'entries',
      'ledger_log',
      'idempotency_keys',
      'account_day_balances',
      'posting_queue',
    ];
    const { rows } = await owner.query(
      `select last_sequence, last_transaction_sequence, encode(last_hash, 'hex') as last_hash,
              (select max(sequence) from ledger_log where ledger_id = $1) as last_logged,
              ${counted.map(count).join(', ')}
         from ledger_heads where ledger_id = $1`,
      [books.ledger.id],
    );
    return rows[0];
  });

const balanceAt = async (code: string, asOf?: string): Promise<object> => {
  const query = asOf === undefined ? '' : `?as_of_date=${asOf}`;
  const { balances, layer_details: details } = dataOf(await api.get(`/accounts/code/${code}/balance${query}`));
  return { balances, settledDetail: details.settled };
};

describe('a bank of 1993', () => {
  test_(
    `is loaded, read and loaded again through the API${skipped}`,
    async () => {
      const rows = readBankRows().filter(({ account }) => isFull || Number(account.slice(1)) % 4 === 0);
      accounts = expectedAccounts(rows);
      customers = [...accounts.values()].filter(({ code }) => /^C\d+$/.test(code));
      expect([rows.length, customers.length]).toEqual(isFull ? [49_102, 1_229] : [11_582, 302]);
      await openAccounts();

      const loaded = await load(rows);
      await quiet(api);
      expect(countByReplay(loaded)).toEqual({ fresh: rows.length, replayed: 0 });

      // The verification and the comparisons run at the same time: the database is busy with the first, and this process with the second.
      await Promise.all([nothingIsFoundByVerify(rows.length), everythingIsShown(rows, loaded)]);
      await loadingAgainChangesNothing(rows, loaded);
      expect(ledger.complaints).toEqual([]);
      process.stdout.write(`bank-1993: ${rows.length} transactions loaded, compared and loaded again\n`);
    },
    loadTimeoutMs,
  );

  for (const { program, missing, add } of exportPrograms)
    (missing === '' && isFull ? test_ : test.skip)(
      `is exported to ${program}, which finds the same balances${missing || skipped || ', by make bank'}`,
      () => add(ledger, books).then((said) => expect(said).toEqual(debitsOf([...accounts.values()], 'CZK'))),
      loadTimeoutMs,
    );
});

const everythingIsShown = async (rows: readonly BankRow[], loaded: Results): Promise<void> => {
  if (isFull) await theFactsOfTheReadmeHold(rows);
  await everyBalanceIsTheSum(rows);
  await balancesOfThePastAreTheSumsUpToThen();
  await listingsRunAsTheSumsDo(loaded);
};

const theFactsOfTheReadmeHold = async (rows: readonly BankRow[]): Promise<void> => {
  const balances = (await everyPage(api, '/accounts?type=liability')).map(({ balance }) =>
    BigInt((balance as string).replace('.', '')),
  );
  const ascending = balances.toSorted((one, other) => (one < other ? -1 : 1));
  expect({
    customers: balances.length,
    sum: formatCents(balances.reduce((sum, balance) => sum + balance, 0n)),
    lowest: formatCents(ascending[0] ?? 0n),
    highest: formatCents(ascending.at(-1) ?? 0n),
  }).toEqual({ customers: 1_229, sum: '39246142.80', lowest: '-2719.70', highest: '109277.00' });
  expect(formatCents(rows.reduce((sum, { cents }) => sum + cents, 0n))).toBe('315486449.80');
};

/** Compares balances in the list of accounts, in each account, and in its balance view. */
const everyBalanceIsTheSum = async (rows: readonly BankRow[]): Promise<void> => {
  const expected = new Map([...accounts.values()].map((account) => [account.code, formatCents(totalCents(account))]));
  const listed = await everyPage(api, '/accounts');
  expect(new Map(listed.map(({ code, balance }) => [code, balance]))).toEqual(expected);

  const read = await atOnce(readsInFlight, listed, async ({ id, code }) => [
    code,
    dataOf(await api.get(`/accounts/${id}`)).balance,
  ]);
  expect(new Map(read as [string, string][])).toEqual(expected);

  const views = await atOnce(readsInFlight, [...accounts.values()], ({ code }) => balanceAt(code));
  expect(views).toEqual([...accounts.values()].map((account) => expectedBalance(account)));

  const sums = views.map((view) => (view as { settledDetail: { debits: string; credits: string } }).settledDetail);
  const total = (side: 'debits' | 'credits'): string =>
    formatCents(sums.reduce((sum, detail) => sum + BigInt(detail[side].replace('.', '')), 0n));
  const turnover = formatCents(rows.reduce((sum, { cents }) => sum + cents, 0n));
  expect([total('debits'), total('credits')]).toEqual([turnover, turnover]);
};

const balancesOfThePastAreTheSumsUpToThen = async (): Promise<void> => {
  const questions = [
    ...spread(customers, 100),
    ...systemAccounts.map(({ code }) => accounts.get(code) as ExpectedAccount),
  ].flatMap((account) => tenDatesOf(account).map((date) => ({ account, date })));
  const answered = await atOnce(readsInFlight, questions, async ({ account: { code }, date }) => ({
    code,
    date,
    ...(await balanceAt(code, date)),
  }));
  expect(questions).toHaveLength(1_050);
  expect(answered).toEqual(
    questions.map(({ account, date }) => ({ code: account.code, date, ...expectedBalance(account, date) })),
  );
};

/** The bank's file has no order within a day, so the test takes the posting order from the sequences in the ledger's database. */
const listingsRunAsTheSumsDo = async (loaded: Results): Promise<void> => {
  const byTotal = customers.toSorted((one, other) => (totalCents(one) < totalCents(other) ? -1 : 1));
  const byLength = customers.toSorted((one, other) => one.entries.length - other.entries.length);
  const chosen = [...spread(byTotal, 10), ...spread(byLength, 9), accounts.get('FEES') as ExpectedAccount];
  const listed = new Map((await everyPage(api, '/accounts')).map(({ code, id }) => [code as string, id as string]));
  const sequences = await sequencesOfTransactions();
  await atOnce(readsInFlight, chosen, async (account) => {
    const accountId = listed.get(account.code);
    const ordered = account.entries
      .map((entry) => ({ ...entry, transactionId: loaded.get(entry.row.transId)?.id ?? '' }))
      .toSorted(
        (one, other) =>
          compare(one.row.date, other.row.date) ||
          (sequences.get(one.transactionId) ?? 0) - (sequences.get(other.transactionId) ?? 0),
      );
    let balance = 0n;
    const expected = ordered.map((entry) => ({
      transaction_id: entry.transactionId,
      account_code: account.code,
      type: entry.type,
      amount: formatCents(entry.row.cents),
      layer: 'settled',
      effective_date: entry.row.date,
      balance_after: formatCents((balance += signedCents(account, entry))),
      transaction: { reference: null, description: descriptionOf(entry.row) },
    }));
    const shown = (await everyPage(api, `/accounts/${accountId}/entries`)).map(
      ({ id: _, account_id: of, ...entry }) => {
        expect(of).toBe(accountId);
        return entry;
      },
    );
    expect(shown).toEqual(expected);
  });
};

/** The sequence of each transaction, by id: the only thing that the check of the listings reads from the database. */
const sequencesOfTransactions = (): Promise<ReadonlyMap<string, number>> =>
  asOwner(ledger.databaseUrl, async (owner) => {
    const { rows } = await owner.query<{ id: string; sequence: string }>(
      'select id, sequence from transactions where ledger_id = $1',
      [books.ledger.id],
    );
    return new Map(rows.map(({ id, sequence }) => [id, Number(sequence)]));
  });

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

const nothingIsFoundByVerify = async (transactions: number): Promise<void> => {
  const report = await ledger.app.ledgering.verify();
  expect(report.findings).toEqual([]);
  expect(report.checks.filter(({ findings }) => findings > 0)).toEqual([]);
  expect(report).toMatchObject({ ok: true, ledgers: 1, transactions, entries: 2 * transactions });
};

/** Loads the rows again, in reverse order, so that no batch is the same as in the first load. */
const loadingAgainChangesNothing = async (rows: readonly BankRow[], loaded: Results): Promise<void> => {
  const before = await footprint();
  expect(before).toMatchObject({
    last_transaction_sequence: String(rows.length),
    transactions: rows.length,
    entries: 2 * rows.length,
    idempotency_keys: rows.length,
    posting_queue: 0,
  });
  const again = await load(rows.toReversed());
  expect(countByReplay(again)).toEqual({ fresh: 0, replayed: rows.length });
  const idsOf = (results: Results): object => Object.fromEntries([...results].map(([key, { id }]) => [key, id]));
  expect(idsOf(again)).toEqual(idsOf(loaded));
  expect(await footprint()).toEqual(before);
};
