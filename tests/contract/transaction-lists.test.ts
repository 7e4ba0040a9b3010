/**
 * The list of transactions with any combination of filters equals a filter over all transactions, from every position and in both
 * directions. A list for whose filters no index can be used is limited as a heavy read.
 */
import { firstSlice, type Slice } from '../../src/kernel/page';
import type { Weight } from '../../src/kernel/running/fair-shares/connection-shares';
import { openPool } from '../../src/kernel/postgres/pool';
import { PostgresUnitOfWork } from '../../src/kernel/postgres/unit-of-work';
import type { Day } from '../../src/kernel/time';
import type { Scope, Tx } from '../../src/kernel/unit-of-work';
import {
  transactionSorts,
  type TransactionFilter,
  type TransactionSort,
} from '../../src/modules/ledgering/application/reader';
import { PostgresTransactionReader } from '../../src/modules/ledgering/postgres/transactions/transaction-reader';
import {
  defaultJournalId,
  hotAccount,
  openBigLedger,
  rareAccount,
  rareJournalId,
  someBatchId,
  tidy,
  voidedId,
  type BigLedger,
} from '../support/big-ledger';
import { fillLedger } from '../../src/modules/ledgering/application/search-filling';
import { answers, type Searched } from '../../src/modules/ledgering/domain/search-terms';
import { PostgresSearchStore } from '../../src/modules/ledgering/postgres/lists/search-store';
import { HandClock } from '../support/hand-clock';
import { holdStates } from '../../src/modules/ledgering/domain/transaction';
import { asOwner, freshDatabase, type TestDatabase } from '../support/database';
import { randomFrom, rounds, type Random } from '../support/random';
import { nowhere } from '../support/requests';

/** The number of transactions, so large that neither those with a common value nor the waiting ones can all be read at once. */
const transactions = 13_000;
const samples = rounds(120, 8);

interface Listed {
  readonly id: string;
  readonly layer: string;
  readonly status: string;
  readonly day: string;
  readonly journalId: string;
  readonly batchId: string | null;
  readonly reference: string | null;
  readonly holdState: string | null;
  readonly expiresAt: string | null;
  readonly correlationId: string | null;
  readonly searched: Searched;
  readonly attributes: Readonly<Record<string, string>>;
  readonly accountIds: readonly string[];
  /** The entries of the transaction, or of its draft: account, side, and amount in minor units. */
  readonly entries: readonly (readonly [accountId: string, type: string, amount: string])[];
}

class NotingUnitOfWork extends PostgresUnitOfWork {
  readonly weights: Weight[] = [];

  override read<A>(scope: Scope, work: (tx: Tx) => Promise<A>, weight: Weight = 'light'): Promise<A> {
    this.weights.push(weight);
    return super.read(scope, work, weight);
  }
}

let database: TestDatabase;
let ledger: BigLedger;
/** All transactions, newest first. */
let all: readonly Listed[];
let head: string;
let unitOfWork: NotingUnitOfWork;
let close: () => Promise<void>;

beforeAll(async () => {
  database = await freshDatabase();
  await asOwner(database.url, async (owner) => {
    ledger = await openBigLedger(owner, transactions);
    await tidy(owner, 'without statistics');
    all = (
      await owner.query<Listed>(
        `select t.id, t.layer, t.status, t.effective_date::text as day, t.journal_id as "journalId", t.batch_id as "batchId",
                t.reference, t.hold_state as "holdState", t.expires_at as "expiresAt", t.correlation_id as "correlationId", t.attributes,
                json_build_object('description', t.description, 'reference', t.reference, 'totalAmount', t.total_amount::text,
                                  'metadata', t.metadata, 'transactionCode', t.transaction_code,
                                  'origin', case when t.undoes_transaction_id is null then 'post' else t.correlation_type end) as searched,
                coalesce(e.entries, (select json_agg(json_build_array(d ->> 'accountId', d ->> 'type', d ->> 'amount'))
                                       from json_array_elements(coalesce(t.failed_draft, q.draft) -> 'entries') d)) as entries,
                array(select unnest(e.account_ids)
                      union
                      select d ->> 'accountId'
                        from json_array_elements(coalesce(t.failed_draft, q.draft) -> 'entries') d) as "accountIds"
           from transactions t
           -- Grouped once: no index finds the entries of a transaction by its id.
           left join (select transaction_id, array_agg(account_id::text) as account_ids,
                             json_agg(json_build_array(account_id, type, amount::text)) as entries
                        from entries where ledger_id = $1 group by transaction_id) e on e.transaction_id = t.id
           left join posting_queue q on q.ledger_id = $1 and q.transaction_id = t.id
          where t.ledger_id = $1 order by t.id desc`,
        [ledger.ledgerId],
      )
    ).rows.map((row) => ({ ...row, searched: { ...row.searched, totalAmount: BigInt(row.searched.totalAmount) } }));
    head =
      (
        await owner.query<{ head: string }>('select max(sequence) as head from ledger_log where ledger_id = $1', [
          ledger.ledgerId,
        ])
      ).rows[0]?.head ?? '';
  });
  const pool = openPool({ url: database.url, maxConnections: 1 });
  unitOfWork = new NotingUnitOfWork(pool);
  close = () => pool.close();
  // The last events are not in the search index yet.
  const store = new PostgresSearchStore(unitOfWork);
  const through = await fillLedger({ unitOfWork, store, clock: new HandClock() }, ledger.ledgerId, BigInt(head) - 300n);
  expect(BigInt(head) - through).toBeLessThan(500n);
}, 300_000);
afterAll(async () => {
  await close();
  await database.drop();
});

const isOfCorrelation = ({ id, correlationId }: Listed, asked: string): boolean =>
  correlationId === asked || correlationId === asked.toLowerCase() || id === asked.toLowerCase();

const expiresBefore = ({ holdState, expiresAt }: Listed, then: Date): boolean =>
  holdState !== null && expiresAt !== null && new Date(expiresAt) < then;

const passes = (row: Listed, filter: TransactionFilter): boolean =>
  (filter.layer === undefined || row.layer === filter.layer) &&
  (filter.status === undefined || row.status === filter.status) &&
  (filter.fromDate === undefined || row.day >= filter.fromDate) &&
  (filter.toDate === undefined || row.day <= filter.toDate) &&
  (filter.journalId === undefined || row.journalId === filter.journalId) &&
  (filter.batchId === undefined || row.batchId === filter.batchId) &&
  (filter.reference === undefined || row.reference === filter.reference) &&
  (filter.holdState === undefined || row.holdState === filter.holdState) &&
  (filter.expiresBefore === undefined || expiresBefore(row, new Date(filter.expiresBefore))) &&
  (filter.correlationId === undefined || isOfCorrelation(row, filter.correlationId)) &&
  (filter.accountId === undefined || row.accountIds.includes(filter.accountId)) &&
  answers(filter, row.searched) &&
  Object.entries(filter.attributes ?? {}).every(([key, value]) => row.attributes[key] === value);

/** The position of a row in the list, counted from the latest. */
const placeIn = (sort: TransactionSort, { id, day }: Listed): readonly string[] =>
  sort.endsWith('effective_date') ? [day, id] : [id];

/** The ids of the page, and whether there are more on either side. */
const pageOfAll = (filter: TransactionFilter, { limit, direction, from }: Slice, sort: TransactionSort) => {
  const upwards = all
    .filter((row) => passes(row, filter))
    .map((row) => ({ id: row.id, place: placeIn(sort, row).join(' ') }))
    .sort((one, other) => (one.place < other.place ? -1 : 1));
  const isUpwards = !sort.startsWith('-');
  const list = isUpwards ? upwards : upwards.reverse();
  const start = from?.join(' ');
  const isForward = direction === 'forward';
  const beyond = list.filter(
    ({ place }) => start === undefined || (isForward === isUpwards ? place > start : place < start),
  );
  const ids = (isForward ? beyond.slice(0, limit) : beyond.slice(-limit)).map((row) => row.id);
  const hasMore = beyond.length > limit;
  const isThere = ids.length > 0;
  return {
    ids,
    hasNext: isThere && (isForward ? hasMore : true),
    hasPrevious: isThere && (isForward ? start !== undefined : hasMore),
  };
};

const read = async (filter: TransactionFilter, slice: Slice, sort: TransactionSort = '-sequence') => {
  unitOfWork.weights.length = 0;
  const reader = new PostgresTransactionReader(unitOfWork);
  const { items, next, previous } = await reader.transactions(ledger, filter, slice, sort);
  return {
    ids: items.map(({ id }) => id as string),
    hasNext: next !== undefined,
    hasPrevious: previous !== undefined,
  };
};

const readTotals = (filter: TransactionFilter) => {
  unitOfWork.weights.length = 0;
  return new PostgresTransactionReader(unitOfWork).transactionTotals(ledger, filter);
};

const totalsOfAll = (filter: TransactionFilter) => {
  const selected = all.filter((row) => passes(row, filter));
  const counted = selected
    .flatMap(({ entries }) => entries)
    .filter(([accountId]) => filter.accountId === undefined || accountId === filter.accountId);
  const sum = (side: string) =>
    counted.reduce((total, [, type, amount]) => (type === side ? total + BigInt(amount) : total), 0n);
  return { count: selected.length, debits: sum('debit'), credits: sum('credit') };
};

const days = '2015-12-31 2016-01-03 2016-02-10 2018-06-01 2022-12-31 2025-12-20 2026-02-01'.split(' ') as Day[];
const choices = {
  layer: ['settled', 'pending', 'encumbrance'],
  status: ['pending', 'posted', 'void', 'failed', 'reversed'],
  fromDate: days,
  toDate: days,
  correlationId: ['common', voidedId, voidedId.toUpperCase(), 'none'],
  journalId: [defaultJournalId, rareJournalId, nowhere],
  accountId: [hotAccount.id, rareAccount.id, nowhere],
  batchId: [someBatchId],
  reference: ['RARE', 'none'],
  holdState: holdStates,
  expiresBefore: ['2026-06-01T00:00:00.000Z', '2031-01-01T00:00:00.000Z', '2020-01-01T00:00:00.000Z'],
  words: [['rare'], ['none'], ['r10'], ['x'], ['x', 'r12345'], ['r']],
  minAmount: [1n, 100n, 100_000_000n],
  maxAmount: [0n, 150n, 10n ** 12n],
  metadata: [{ key: 'none' }],
  transactionCode: ['NONE'],
  origins: [['post'], ['release', 'reversal'], []],
  attributes: [{ common: 'c1' }, { rare: 'yes' }, { common: 'c0', rare: 'no' }, { rare: 'never' }],
} as const satisfies { readonly [Key in keyof TransactionFilter]-?: readonly TransactionFilter[Key][] };

/** A random combination of filters, most often two. */
const drawFilter = (random: Random): TransactionFilter =>
  Object.fromEntries(
    Object.entries(choices).flatMap(([key, values]) =>
      random.next() < 0.2 ? [[key, random.pick<unknown>(values)]] : [],
    ),
  );

const drawSlice = (random: Random, sort: TransactionSort = '-sequence'): Slice => {
  const limit = random.pick([1, 3, 25, 100]);
  if (random.next() < 0.4) return firstSlice(limit);
  return { limit, direction: random.pick(['forward', 'backward']), from: placeIn(sort, random.pick(all)) };
};

describe('the list of transactions with any filters', () => {
  test.each([1, 2, 3, 4])('equals a filter over all transactions, seed %i', async (seed) => {
    const random = randomFrom(seed);
    for (let sample = 0; sample < samples; sample++) {
      const [filter, slice] = [drawFilter(random), drawSlice(random)];
      expect({ filter, slice, ...(await read(filter, slice)) }).toEqual({
        ...{ filter, slice },
        ...pageOfAll(filter, slice, '-sequence'),
      });
    }
  });

  test.each([1, 2])('equals a filter over all transactions in every sort order, seed %i', async (seed) => {
    const random = randomFrom(seed);
    for (let sample = 0; sample < samples / 3; sample++) {
      const sort = random.pick(transactionSorts);
      const [filter, slice] = [drawFilter(random), drawSlice(random, sort)];
      expect({ filter, slice, sort, ...(await read(filter, slice, sort)) }).toEqual({
        ...{ filter, slice, sort },
        ...pageOfAll(filter, slice, sort),
      });
    }
  });

  test.each([1, 2])('has the totals of all transactions that pass the filters, seed %i', async (seed) => {
    const random = randomFrom(seed);
    for (let sample = 0; sample < samples / 3; sample++) {
      const filter = drawFilter(random);
      expect({ filter, ...(await readTotals(filter)) }).toEqual({ filter, ...totalsOfAll(filter) });
    }
  });

  test('adds up totals with a light read if few transactions pass, and else with a heavy one', async () => {
    expect(await readTotals({ reference: 'RARE' })).toEqual(totalsOfAll({ reference: 'RARE' }));
    expect(unitOfWork.weights).toEqual(['light']);
    expect(await readTotals({})).toEqual(totalsOfAll({}));
    expect(unitOfWork.weights).toEqual(['light', 'heavy']);
  });

  test.each<[string, TransactionFilter]>([
    ['an account', { accountId: nowhere }],
    ['a journal', { journalId: nowhere }],
    ['a reference', { reference: 'none' }],
    ['days before all others', { toDate: '2015-12-31' as Day }],
    ['days after all others', { fromDate: '2026-02-01' as Day }],
    ['a journal and a reference', { journalId: defaultJournalId, reference: 'none' }],
    ['years long ago', { fromDate: '2016-02-10' as Day, toDate: '2018-06-01' as Day }],
    ['years long ago and a journal', { toDate: '2018-06-01' as Day, journalId: defaultJournalId }],
    ['years long ago and an account', { toDate: '2018-06-01' as Day, accountId: hotAccount.id }],
    ['a rare word', { words: ['r12345'] }],
    ['a word that no transaction has', { words: ['never'] }],
    ['metadata that no transaction has', { metadata: { invoice: '2026-17' } }],
    ['an amount that no transaction has', { minAmount: 10n ** 12n }],
    ['a word and a rare account', { words: ['x'], accountId: rareAccount.id }],
    ['two filters that no transaction passes, one of them rare', { reference: 'RARE', attributes: { rare: 'yes' } }],
  ])('filtered by %s is a light read', async (_, filter) => {
    await read(filter, firstSlice(25));
    expect(unitOfWork.weights).toEqual(['light']);
  });

  test('is a heavy read if each filter passes many transactions and all together pass none', async () => {
    const page = await read({ correlationId: 'common', attributes: { common: 'c1' } }, firstSlice(25));
    expect(page.ids).toEqual([]);
    expect(unitOfWork.weights).toEqual(['light', 'heavy']);
  });
});
