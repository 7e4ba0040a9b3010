/**
 * Tampers with the database as a superuser with every trigger and foreign key switched off, in a transaction that is rolled back. `verify`
 * reads inside that transaction, with the rights of the service.
 */
import { Client } from 'pg';
import { applicationRole } from '../../src/kernel/postgres/session';
import type { LedgerId } from '../../src/kernel/ids';
import { DatabaseNodes } from '../../src/kernel/postgres/nodes';
import { Pipeline } from '../../src/kernel/postgres/pipeline';
import type { PostgresTx } from '../../src/kernel/postgres/sql';
import type { PostgresUnitOfWork } from '../../src/kernel/postgres/unit-of-work';
import type { Principal } from '../../src/kernel/principal';
import type { CheckResult } from '../../src/modules/ledgering/application/books-reader';
import { createVerify } from '../../src/modules/ledgering/application/verify';
import { PostgresBooksReader } from '../../src/modules/ledgering/postgres/books-reader';
import type { Bookkeeping } from './bookkeeping';
import { openFilledBooks } from './filled-books';
import { HandClock } from './hand-clock';
import { loggedCodes } from './logged-codes';
import { randomFrom as fractionsFrom } from './random';

export interface TamperedBooks {
  readonly books: Bookkeeping;
  /** Principals of the two ledgers. */
  readonly callers: readonly [Principal, Principal];
  readonly owner: Client;
  /** A manual clock at the moment when the books were filled, so that pending work never looks old. */
  readonly clock: HandClock;
  /** Runs the verification as the service does, on committed data. */
  readonly verify: ReturnType<typeof createVerify>;
  /** Does the work, returns the findings of the verification, and rolls everything back. */
  verifyAfter<A>(work: () => Promise<A>, ...verified: Parameters<ReturnType<typeof createVerify>>): Promise<Found<A>>;
  /** Does the work, verifies only the rows of the changed ledgers and not the guards of the database, and rolls everything back. */
  verifyRowsAfter(work: () => Promise<Tampering | undefined>): Promise<Found<Tampering | undefined>>;
  close(): Promise<void>;
}

export interface Found<A> {
  readonly done: A;
  readonly report: Awaited<ReturnType<ReturnType<typeof createVerify>>>;
}

export const openTamperedBooks = async (): Promise<TamperedBooks> => {
  const { database, books, callers, now } = await openFilledBooks();
  const clock = new HandClock(now);
  const owner = new Client({ connectionString: database.superuserUrl });
  await owner.connect();
  const verifyOn = (
    unitOfWork: Pick<PostgresUnitOfWork, 'read' | 'nodes'>,
    books = new PostgresBooksReader(unitOfWork, loggedCodes),
  ): ReturnType<typeof createVerify> => createVerify({ books, clock });
  /** Does the work, runs the verification, and rolls everything back. */
  const after = async <A, B>(work: () => Promise<A>, verify: (done: A) => Promise<B>) => {
    await owner.query(`begin; set local session_replication_role = replica; set local time zone 'UTC'`);
    try {
      const done = await work();
      return { done, report: await verify(done) };
    } finally {
      await owner.query('rollback');
    }
  };
  return {
    books,
    callers,
    owner,
    clock,
    verify: verifyOn(books.unitOfWork),
    verifyAfter: (work, ...verified) => after(work, () => verifyOn(readInside(owner))(...verified)),
    verifyRowsAfter: (work) =>
      after(work, (done) => {
        const inside = readInside(owner);
        return verifyOn(inside, new RowsReader(inside, ledgersOf(done)))();
      }),
    close: async () => {
      await owner.end();
      await books.close();
      await database.drop();
    },
  };
};

/** The ledgers that the changed rows belong or refer to. */
const ledgersOf = (done: Tampering | undefined): readonly LedgerId[] => {
  const members = (done?.rows ?? []).flatMap((row) => Object.entries(row));
  return [...new Set(members.filter(([name]) => name.endsWith('ledger_id')).map(([, id]) => id as LedgerId))];
};

class RowsReader extends PostgresBooksReader {
  constructor(
    inside: Pick<PostgresUnitOfWork, 'read' | 'nodes'>,
    private readonly touched: readonly LedgerId[],
  ) {
    super(inside, loggedCodes);
  }

  override async ledgerIds(): Promise<readonly LedgerId[]> {
    return this.touched;
  }

  override async acrossLedgers(): Promise<readonly CheckResult[]> {
    return super.acrossLedgers(await super.ledgerIds());
  }

  override async guards(): Promise<readonly CheckResult[]> {
    return [];
  }
}

/** Reads inside the open transaction of `owner`, with the role and the row-level security scope of the service. */
export const readInside = (owner: Client): Pick<PostgresUnitOfWork, 'read' | 'nodes'> => {
  const read: PostgresUnitOfWork['read'] = async ({ ledgerIds }, work) => {
    await owner.query(`set local role ${applicationRole}; set local ledger.scope = '{${ledgerIds.join(',')}}'`);
    const answer = await work({ pipeline: new Pipeline(owner, []) } as unknown as PostgresTx);
    await owner.query('reset role');
    return answer;
  };
  return { read, nodes: new DatabaseNodes({ read }, 'one node') };
};

export const randomFrom = (seed: number): ((limit: number) => number) => {
  const { next } = fractionsFrom(seed);
  return (limit) => Math.floor(next() * limit);
};

export type Row = Readonly<Record<string, unknown>>;

/** A description of the change, and the affected rows before and after it. */
export interface Tampering {
  readonly what: string;
  readonly rows: readonly Row[];
}

export interface Tamperer {
  /** Changes the column in a random row. Returns undefined if the table's constraints refuse every attempt. */
  change(table: string, column: string): Promise<Tampering | undefined>;
  remove(table: string): Promise<Tampering>;
  /** Adds a copy of a random row that differs in these columns. */
  copy(table: string, differing: Readonly<Record<string, string>>): Promise<Tampering>;
  /** Exchanges the column's values of two random rows in which they differ. Returns undefined if the constraints refuse every attempt. */
  swap(table: string, column: string): Promise<Tampering | undefined>;
}

const maxTries = 12;

export const tamperer = (owner: Client, random: (limit: number) => number): Tamperer => {
  const rowsOf = async (table: string): Promise<readonly (Row & { readonly ctid: string })[]> =>
    (
      await owner.query<{ row: Row; ctid: string }>(
        `select to_json(t) as row, ctid::text from ${table} t order by ctid`,
      )
    ).rows.map(({ row, ctid }) => ({ ...row, ctid }));
  const pick = <A>(from: readonly A[]): A => {
    const picked = from[random(from.length)];
    if (picked === undefined) throw new Error('there is nothing to pick from');
    return picked;
  };
  /** The rows that the statement returns; none if a constraint refuses it. */
  const attempt = async (statement: string): Promise<readonly Row[]> => {
    await owner.query('savepoint before');
    try {
      return (await owner.query<{ row: Row }>(statement)).rows.map(({ row }) => row);
    } catch (error) {
      if (!/^23/.test((error as { code?: string }).code ?? '')) throw error;
      await owner.query('rollback to before');
      return [];
    }
  };

  return {
    change: async (table, column) => {
      const rows = await rowsOf(table);
      const values = await otherValues(owner, table, column);
      for (let tries = 0; tries < maxTries; tries++) {
        const before = pick(rows);
        const value = values[tries % values.length] as string;
        const after = await attempt(
          `update ${table} t set ${column} = ${value}
            where ctid = '${before.ctid}' and (${column})::text is distinct from (${value})::text
           returning to_json(t) as row`,
        );
        if (after.length > 0) return { what: `${table}.${column} became ${value}`, rows: [before, ...after] };
      }
      return undefined;
    },
    remove: async (table) => {
      const row = pick(await rowsOf(table));
      await owner.query(`delete from ${table} where ctid = '${row.ctid}'`);
      return { what: `a row of ${table} was deleted`, rows: [row] };
    },
    copy: async (table, differing) => {
      const row = pick(await rowsOf(table));
      const changes = Object.entries(differing).map(([column, value]) => `'${column}', ${value}`);
      const columns = await columnsOf(owner, table);
      const { rows } = await owner.query<{ row: Row }>(
        `insert into ${table} (${columns.join(', ')})
         select ${columns.map((column) => `c.${column}`).join(', ')} from ${table} t
          cross join lateral jsonb_populate_record(null::${table}, to_jsonb(t) || jsonb_build_object(${changes.join(', ')})) c
          where t.ctid = '${row.ctid}'
         returning to_json(${table}) as row`,
      );
      return { what: `a row was added to ${table}`, rows: rows.map((added) => added.row) };
    },
    swap: async (table, column) => {
      const rows = (await rowsOf(table)).filter((row) => row[column] !== null);
      for (let tries = 0; tries < maxTries; tries++) {
        const one = pick(rows);
        const other = pick(rows.filter((row) => JSON.stringify(row[column]) !== JSON.stringify(one[column])));
        const swapped = await attempt(
          `update ${table} t set ${column} = o.${column} from ${table} o
            where (t.ctid, o.ctid) in (('${one.ctid}', '${other.ctid}'), ('${other.ctid}', '${one.ctid}'))
           returning to_json(t) as row`,
        );
        if (swapped.length === 2) return { what: `two rows of ${table} swapped ${column}`, rows: [one, other] };
      }
      return undefined;
    },
  };
};

/** The columns that statements write, except generated ones. */
export const columnsOf = async (owner: Client, table: string): Promise<readonly string[]> => {
  const { rows } = await owner.query<{ column: string }>(
    `select attname as column from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  );
  return rows.map(({ column }) => column);
};

/**
 * SQL expressions for different values of the column. A `ledger_id` becomes that of the other ledger, so that `verify` still reads the row.
 */
const otherValues = async (owner: Client, table: string, column: string): Promise<readonly string[]> => {
  if (column === 'ledger_id') return [`(select id from ledgers where id <> t.ledger_id order by id limit 1)`];
  const { rows } = await owner.query<{ type: string }>(
    `select format_type(atttypid, null) as type from pg_attribute where attrelid = $1::regclass and attname = $2`,
    [table, column],
  );
  const type = rows[0]?.type ?? '';
  const values = valuesByType[type];
  if (!values) throw new Error(`no other value is known for the type ${type} of ${table}.${column}`);
  return values.map((value) => value.replaceAll('it', `t.${column}`));
};

const number = ['coalesce(it, 0) + 1', 'it - 1', 'it + 500'];
const oneOf = (...labels: string[]): readonly string[] => labels.map((label) => `'${label}'`);

const valuesByType: Readonly<Record<string, readonly string[]>> = {
  uuid: ['gen_random_uuid()'],
  text: [`coalesce(it, '') || 'x'`, ...oneOf('post', 'transfer', 'transaction_posted')],
  numeric: number,
  bigint: number,
  integer: number,
  smallint: number,
  boolean: ['not it'],
  date: ['it + 1'],
  'timestamp with time zone': [`coalesce(it, now()) + interval '1 second'`],
  bytea: [`substring(it for 1) || sha256(it)`],
  json: [`'{"changed": true}'`],
  layer: oneOf('settled', 'pending', 'encumbrance'),
  entry_type: oneOf('debit', 'credit'),
  account_type: oneOf('asset', 'equity', 'liability'),
  account_category: oneOf('system', 'customer'),
  trancode_status: oneOf('active', 'deprecated'),
  transaction_status: oneOf('posted', 'void', 'reversed', 'pending', 'failed'),
};

/** The tables of which a row is copied, each with the columns in which the copy differs and the SQL expressions for their values. */
export const copies: readonly (readonly [table: string, differing: Readonly<Record<string, string>>])[] = [
  ['accounts', { id: 'gen_random_uuid()', code: `'COPY'` }],
  ['account_balances', { account_id: 'gen_random_uuid()' }],
  ['account_day_balances', { day: 't.day + 1000' }],
  ['account_period_balances', { first_day: 't.first_day + 1000' }],
  ['account_day_undone', { day: 't.day + 1000' }],
  ['journals', { id: 'gen_random_uuid()', code: `'COPY'` }],
  ['period_locks', { id: 'gen_random_uuid()' }],
  ['transactions', { id: 'gen_random_uuid()', undoes_transaction_id: 'null' }],
  ['posting_queue', { transaction_id: 'gen_random_uuid()' }],
  ['entries_undone', { position: 't.position + 50' }],
  ['entries', { sequence: 't.sequence + 1000', id: 'gen_random_uuid()' }],
  ['entries', { position: 't.position + 50', id: 'gen_random_uuid()' }],
  ['idempotency_keys', { key: `'copied-key'` }],
  [
    'idempotency_keys',
    {
      key: `'key-of-a-transfer'`,
      operation: `'transfer'`,
      ledger_id: '(select ledger_id from string_operations order by id limit 1)',
      made_id: '(select id from string_operations order by id limit 1)',
    },
  ],
  ['keys_of_events', { sequence: 't.sequence + 1000' }],
  ['ledger_log', { sequence: 't.sequence + 1000' }],
  ['ledger_log_subjects', { sequence: 't.sequence + 1000' }],
  ['string_operations', { id: 'gen_random_uuid()' }],
  ['trancodes', { id: 'gen_random_uuid()', code: `'COPY'` }],
  ['transaction_attributes', { value: `'copied'` }],
  ['attribute_usage', { key: `'copied'` }],
  ['transaction_correlations', { log_sequence: 't.log_sequence + 1000' }],
];
