/**
 * A ledger with any number of transactions over ten years. A few statements write it as the database owner, with every trigger and foreign
 * key active: each transaction is accepted, then posted or failed, then voided or reversed, and totals agree with entries. All such ledgers
 * have the same ids, so a query that omits the ledger id would find rows of other ledgers.
 */
import { keptHash } from '../../src/kernel/formats';
import type { Client } from 'pg';
import { newId, type LedgerId } from '../../src/kernel/ids';
import type { Position } from '../../src/kernel/page';
import type { EndpointId } from '../../src/modules/events/domain/endpoint';
import type { AccountId } from '../../src/modules/ledgering/domain/account';
import type { AccountSetId } from '../../src/modules/ledgering/domain/account-set';
import type { JournalId, TransactionId } from '../../src/modules/ledgering/domain/transaction';
import { openPool } from '../../src/kernel/postgres/pool';
import { PostgresUnitOfWork } from '../../src/kernel/postgres/unit-of-work';
import { fillLedger } from '../../src/modules/ledgering/application/search-filling';
import { PostgresSearchStore } from '../../src/modules/ledgering/postgres/lists/search-store';
import { statementsOf, transactionsAnAccount } from './big-ledger-statements';
import { asOwner, copyOfFilled, type TestDatabase } from './database';
import { HandClock } from './hand-clock';

export interface BigLedger {
  readonly ledgerId: LedgerId;
  readonly transactions: number;
  /** The number of accounts. There are as many journals, account sets, period locks and transaction codes. */
  readonly accounts: number;
  /** Cursor values in the middle of the lists, one for each sort key. */
  readonly middle: {
    readonly transaction: Position;
    readonly event: Position;
    readonly account: Position;
    readonly accountId: Position;
    readonly chartId: Position;
    readonly code: Position;
    readonly entry: Position;
    readonly dated: Position;
  };
}

/** An id consists of the number of its kind and the number of the row. */
const kinds = { transaction: 0, account: 1, chart: 2, batch: 3, entry: 4 } as const;
const idOf = (kind: keyof typeof kinds, number: number): string =>
  `${kinds[kind].toString(16).padStart(8, '0')}-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;

/** An account with an entry in every transaction of its ledger. */
export const hotAccount = { id: idOf('account', 1) as AccountId, code: 'HOT' };
/** An account in `rareOnes` transactions, and the parent of every other account. */
export const rareAccount = { id: idOf('account', 2) as AccountId, code: 'RARE' };
/** An account in at most a few percent of all transactions. */
export const quietAccount = { id: idOf('account', 3) as AccountId, code: 'A00000003' };
export const defaultJournalId = idOf('chart', 1) as JournalId;
export const rareJournalId = idOf('chart', 2) as JournalId;
/** A set that contains every account. */
export const wideSetId = idOf('chart', 1) as AccountSetId;
/** An endpoint that was sent every event. */
export const wideEndpointId = idOf('chart', 1) as EndpointId;
/** A set of twenty accounts, whatever the size of the ledger. */
export const narrowSetId = idOf('chart', 2) as AccountSetId;
export const voidedId = idOf('transaction', 22) as TransactionId;
export const someBatchId = idOf('batch', 3);

/** Creates a ledger with its default journal and nothing else. The connection's row-level security scope is this ledger afterwards. */
export const openLedger = async (owner: Client): Promise<LedgerId> => {
  const [tenantId, ledgerId] = [newId<'tenant'>(), newId<'ledger'>()];
  await owner.query(`insert into tenants values ($1, 'tenant', now())`, [tenantId]);
  await owner.query(
    `insert into ledgers (id, tenant_id, code, name, currency, currency_type, storage_decimals, display_decimals,
                          created_at, updated_at)
     values ($1, $2, 'MAIN', 'Main', 'EUR', 'fiat', 2, 2, now(), now())`,
    [ledgerId, tenantId],
  );
  await owner.query(`set ledger.scope = '{${ledgerId}}'`);
  await owner.query('insert into ledger_heads (ledger_id, last_hash) values ($1, $2)', [
    ledgerId,
    keptHash(1, 'empty'),
  ]);
  await owner.query(
    `insert into journals (ledger_id, id, code, name, created_at, updated_at) values ($1, $2, 'DEFAULT', 'Default', now(), now())`,
    [ledgerId, defaultJournalId],
  );
  return ledgerId;
};

/** Fills a new ledger with this many transactions (a multiple of 1,000) and with a chart in proportion. */
export const openBigLedger = async (owner: Client, transactions: number): Promise<BigLedger> => {
  const ledgerId = await openLedger(owner);
  const accounts = transactions / transactionsAnAccount;
  for (const [text, values] of statementsOf(ledgerId, transactions, accounts)) {
    // Discards the plans for checks of foreign keys that PostgreSQL made when the tables were small.
    await owner.query('discard plans');
    await owner.query(text, [...values]);
  }
  return bigLedgerOf(owner, ledgerId, transactions);
};

const bigLedgerOf = async (owner: Client, ledgerId: LedgerId, transactions: number): Promise<BigLedger> => ({
  ...{ ledgerId, transactions, accounts: transactions / transactionsAnAccount },
  middle: await middleOf(owner, ledgerId, transactions),
});

/** The number of transactions of a second ledger in the same tables. */
const neighbour = 3_000;

/**
 * A database with a big ledger and a smaller one in the same tables, without statistics and with a filled search index. The first test of a
 * run fills the database, and every test gets a copy of it.
 */
export const openBigDatabase = async (
  transactions: number,
): Promise<{ readonly database: TestDatabase; readonly ledger: BigLedger }> => {
  const database = await copyOfFilled(`big_${transactions}`, async (filled) => {
    await asOwner(filled.url, async (owner) => {
      for (const size of [transactions, neighbour]) await openBigLedger(owner, size);
      await tidy(owner, 'without statistics');
    });
    await fillSearch(filled);
  });
  const ledger = await asOwner(database.url, async (owner) => {
    const { rows } = await owner.query<{ id: LedgerId }>(
      'select ledger_id as id from transactions group by ledger_id having count(*) = $1',
      [transactions],
    );
    const [{ id }] = rows as [{ id: LedgerId }];
    await owner.query(`set ledger.scope = '{${id}}'`);
    return bigLedgerOf(owner, id, transactions);
  });
  return { database, ledger };
};

/** Fills the search index for all ledgers of a database. */
export const fillSearch = async ({ url }: TestDatabase): Promise<void> => {
  const pool = openPool({ url, maxConnections: 1 });
  const unitOfWork = new PostgresUnitOfWork(pool);
  const filling = { unitOfWork, store: new PostgresSearchStore(unitOfWork), clock: new HandClock() };
  const heads = 'select ledger_id as id, max(sequence) as last from ledger_log group by ledger_id';
  const { rows } = await asOwner(url, (owner) => owner.query<{ id: LedgerId; last: string }>(heads));
  for (const { id, last } of rows) await fillLedger(filling, id, BigInt(last));
  await pool.close();
};

/**
 * Does the work of autovacuum, which would have run in a database older than a test. Autovacuum itself is off, because it would run at
 * unpredictable times.
 */
export const tidy = async (owner: Client, statistics: 'without statistics' | 'with statistics'): Promise<void> => {
  const { rows } = await owner.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'ledger_id'
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
  );
  for (const { name } of rows) {
    await owner.query(`alter table ${name} set (autovacuum_enabled = off)`);
    await owner.query(`${statistics === 'with statistics' ? 'vacuum analyze' : 'vacuum'} ${name}`);
  }
};

const middleOf = async (owner: Client, ledgerId: LedgerId, transactions: number): Promise<BigLedger['middle']> => {
  const half = transactions / 2;
  const chart = half / transactionsAnAccount;
  const { rows } = await owner.query<{ day: string; sequence: string; position: string; event: string }>(
    `select e.effective_date::text as day, e.sequence, e.position::text, t.log_sequence as event
       from transactions t join entries e on e.ledger_id = t.ledger_id and e.sequence = t.sequence
      where t.ledger_id = $1 and t.id = $2 and e.account_id = $3`,
    [ledgerId, idOf('transaction', half + 1), hotAccount.id],
  );
  const [entry] = rows;
  if (!entry) throw new Error(`transaction ${half + 1} was to be posted`);
  return {
    transaction: [idOf('transaction', half)],
    event: [entry.event],
    account: [codeOf('A', chart)],
    accountId: [idOf('account', chart)],
    chartId: [idOf('chart', chart)],
    code: [codeOf('C', chart)],
    entry: [entry.day, entry.sequence, entry.position],
    dated: [entry.day, idOf('transaction', half + 1)],
  };
};

const codeOf = (letter: string, number: number): string => letter + String(number).padStart(8, '0');
