/**
 * A ledger with as many transactions as a test wants, over ten years, written by a few statements as the owner, with every
 * trigger and key in force: work is accepted, then posted or failed, then voided or reversed, and totals agree with entries.
 * Ids are the same in all ledgers, so that a query which forgets its ledger meets the rows of the others.
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
import { PostgresSearchStore } from '../../src/modules/ledgering/postgres/search-store';
import { statementsOf, transactionsAnAccount } from './big-ledger-statements';
import { asOwner, copyOfFilled, type TestDatabase } from './database';
import { HandClock } from './hand-clock';

export interface BigLedger {
  readonly ledgerId: LedgerId;
  readonly transactions: number;
  /** The number of accounts. There are as many journals, account sets, period locks and transaction codes. */
  readonly accounts: number;
  /** Half of the way down the lists, each by its own key. */
  readonly middle: {
    readonly transaction: Position;
    readonly event: Position;
    readonly account: Position;
    readonly accountId: Position;
    readonly chartId: Position;
    readonly code: Position;
    readonly entry: Position;
  };
}

/** Ids are made of what they are of and a number. */
const kinds = { transaction: 0, account: 1, chart: 2, batch: 3, entry: 4 } as const;
const idOf = (kind: keyof typeof kinds, number: number): string =>
  `${kinds[kind].toString(16).padStart(8, '0')}-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;

/** In every transaction of its ledger. */
export const hotAccount = { id: idOf('account', 1) as AccountId, code: 'HOT' };
/** In `rareOnes` transactions, and the parent of every other account. */
export const rareAccount = { id: idOf('account', 2) as AccountId, code: 'RARE' };
/** An account that is in a few hundredths of all transactions at most. */
export const quietAccount = { id: idOf('account', 3) as AccountId, code: 'A00000003' };
export const defaultJournalId = idOf('chart', 1) as JournalId;
export const rareJournalId = idOf('chart', 2) as JournalId;
/** Holds every account. */
export const wideSetId = idOf('chart', 1) as AccountSetId;
/** Was sent every event. */
export const wideEndpointId = idOf('chart', 1) as EndpointId;
/** Holds twenty accounts, and no more in a big ledger. */
export const narrowSetId = idOf('chart', 2) as AccountSetId;
export const voidedId = idOf('transaction', 22) as TransactionId;
export const someBatchId = idOf('batch', 3);

/** A ledger with its default journal, and nothing else; the connection is in its scope from here on. */
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

/** Fills a ledger with this many transactions (whole thousands), and a chart that grows with them. */
export const openBigLedger = async (owner: Client, transactions: number): Promise<BigLedger> => {
  const ledgerId = await openLedger(owner);
  const accounts = transactions / transactionsAnAccount;
  for (const [text, values] of statementsOf(ledgerId, transactions, accounts)) {
    // Foreign keys are checked by plans which were made when the tables were small.
    await owner.query('discard plans');
    await owner.query(text, [...values]);
  }
  return bigLedgerOf(owner, ledgerId, transactions);
};

const bigLedgerOf = async (owner: Client, ledgerId: LedgerId, transactions: number): Promise<BigLedger> => ({
  ...{ ledgerId, transactions, accounts: transactions / transactionsAnAccount },
  middle: await middleOf(owner, ledgerId, transactions),
});

/** The size of a second ledger in the same tables. */
const neighbour = 3_000;

/**
 * A database of such a ledger, in which a reader looks for little in much: with a neighbour in the same tables, without statistics,
 * and searchable. The tests of a run share the work of filling it, and each has a copy.
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

/** Makes what is kept for searching, of all ledgers of a database. */
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
 * Does the work of autovacuum, which a database that lives longer than a test would have; autovacuum itself is off, so that it
 * cannot come at a time of its own.
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
  };
};

const codeOf = (letter: string, number: number): string => letter + String(number).padStart(8, '0');
