/**
 * A textbook ledger, with which the service is compared: one database transaction for each posting, in its own database on the same server.
 * It is written to be fast: it has only the necessary primary keys, index and foreign keys, it uses prepared statements, and it locks both
 * accounts in order with one statement. It has no idempotency, no history of balances, no hash chain and no HTTP.
 */
import { Client } from 'pg';
import { startDriver, type Driver } from '../load/driver';
import { accountsPerLedger, type Spreading } from '../targets';

export interface TextbookSetup {
  readonly url: string;
  readonly spreading: Spreading;
  readonly seed: number;
  readonly day: string;
}

const schema = `
  create table accounts (
    id       integer primary key,
    code     text not null unique,
    balance  bigint not null default 0
  );
  create table transactions (
    id              bigint generated always as identity primary key,
    effective_date  date not null,
    description     text not null,
    created_at      timestamptz not null default now()
  );
  create table entries (
    id              bigint generated always as identity primary key,
    transaction_id  bigint not null references transactions,
    account_id      integer not null references accounts,
    amount          bigint not null check (amount <> 0)
  );
  create index entries_of_account on entries (account_id);
`;

/** Creates the database with its accounts, and returns its URL. */
export const createTextbook = async (ledgerUrl: string, database: string): Promise<string> => {
  const url = ledgerUrl.replace(/\/ledger(?=\?|$)/, `/${database}`);
  await asClient(ledgerUrl, (client) => client.query(`create database ${database}`));
  await asClient(url, async (client) => {
    await client.query(schema);
    await client.query(`insert into accounts (id, code) select n, 'A' || n from generate_series(0, $1 - 1) n`, [
      accountsPerLedger,
    ]);
    await client.query('vacuum analyze accounts');
  });
  return url;
};

export const startTextbook = (setup: TextbookSetup): Promise<Driver> =>
  startDriver(require.resolve('./textbook-driver'), setup);

/**
 * Throws unless the database has one transaction for each acknowledged posting, two entries for each transaction, and balances that match
 * the entries.
 */
export const checkTextbook = async (url: string, acknowledged: number): Promise<void> => {
  const [found] = await asClient(url, async (client) => {
    const { rows } = await client.query<{ transactions: string; entries: string; wrong: string }>(
      `select (select count(*) from transactions) as transactions, (select count(*) from entries) as entries,
              (select count(*) from accounts a
                where balance <> (select coalesce(sum(amount), 0) from entries where account_id = a.id)) as wrong`,
    );
    return rows;
  });
  if (
    Number(found?.transactions) !== acknowledged ||
    Number(found?.entries) !== 2 * acknowledged ||
    found?.wrong !== '0'
  )
    throw new Error(`the textbook acknowledged ${acknowledged} postings and holds ${JSON.stringify(found)}`);
};

const asClient = async <A>(url: string, work: (client: Client) => Promise<A>): Promise<A> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};
