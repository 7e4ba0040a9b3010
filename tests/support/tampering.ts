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
import { PostgresBooksReader } from '../../src/modules/ledgering/postgres/verify/books-reader';
import type { Bookkeeping } from './bookkeeping';
import { openFilledBooks } from './filled-books';
import { HandClock } from './hand-clock';
import { loggedCodes } from './logged-codes';
import { randomFrom as fractionsFrom } from './random';
import { columnsOf, isFreeWithin, otherValues, tellingColumnsOf, type Row } from './tampered-values';

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

/** A row and its place in the table. */
export type KeptRow = Row & { readonly ctid: string };

/** A description of the change, and the affected rows before and after it. */
export interface Tampering {
  readonly what: string;
  readonly rows: readonly Row[];
}

export interface Tamperer {
  /** Changes the column in a random row. Returns undefined if the table's constraints refuse every attempt. */
  change(table: string, column: string): Promise<Tampering | undefined>;
  /**
   * Returns every change of one column of one row: to each value that the type suggests, and to that of another row of the ledger. A change
   * resolves to undefined if a constraint refuses it, or if the column has the value already.
   */
  changes(table: string, column: string, row: KeptRow): Promise<readonly (() => Promise<Tampering | undefined>)[]>;
  rowsOf(table: string): Promise<readonly KeptRow[]>;
  /** One row of each kind: rows differ in kind if they differ in an enumeration, in a flag, or in which columns are null. */
  kindsOf(table: string): Promise<readonly KeptRow[]>;
  /** Deletes the row, or a random one. */
  remove(table: string, row?: KeptRow): Promise<Tampering>;
  /** Adds a copy of the row, or of a random one, that differs in these columns. */
  copy(table: string, differing: Readonly<Record<string, string>>, row?: KeptRow): Promise<Tampering>;
  /**
   * Exchanges the column's values of the row, or of a random one, and a random row with a different value. Returns undefined if the
   * constraints refuse every attempt.
   */
  swap(table: string, column: string, row?: KeptRow): Promise<Tampering | undefined>;
}

const maxTries = 12;

export const tamperer = (owner: Client, random: (limit: number) => number): Tamperer => {
  const rowsOf = async (table: string): Promise<readonly KeptRow[]> =>
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

  /** Sets the column of the row. Returns undefined if a constraint refuses the value, or if the column has it already. */
  const set = async (
    { table, column }: { readonly table: string; readonly column: string },
    before: KeptRow,
    value: string,
  ): Promise<Tampering | undefined> => {
    const after = await attempt(
      `update ${table} t set ${column} = ${value}
        where ctid = '${before.ctid}' and (${column})::text is distinct from (${value})::text
       returning to_json(t) as row`,
    );
    return after.length > 0 ? { what: `${table}.${column} became ${value}`, rows: [before, ...after] } : undefined;
  };

  return {
    change: async (table, column) => {
      const rows = await rowsOf(table);
      const values = await otherValues(owner, table, column);
      for (let tries = 0; tries < maxTries; tries++) {
        const done = await set({ table, column }, pick(rows), values[tries % values.length] as string);
        if (done) return done;
      }
      return undefined;
    },
    changes: async (table, column, row) => {
      const ofAnother = `(select o.${column} from ${table} o where o.ledger_id = t.ledger_id
                            and (o.${column})::text is distinct from (t.${column})::text order by o.ctid limit 1)`;
      const values = [
        ...(await otherValues(owner, table, column)),
        ...(isFreeWithin(table, column) ? [] : [ofAnother]),
      ];
      return values.map((value) => () => set({ table, column }, row, value));
    },
    rowsOf,
    kindsOf: async (table) => {
      const telling = await tellingColumnsOf(owner, table);
      const kindOf = (row: Row): string =>
        JSON.stringify(Object.entries(row).map(([name, value]) => (telling.includes(name) ? value : value === null)));
      return [...new Map((await rowsOf(table)).map(({ ctid, ...row }) => [kindOf(row), { ...row, ctid }])).values()];
    },
    remove: async (table, given) => {
      const row = given ?? pick(await rowsOf(table));
      await owner.query(`delete from ${table} where ctid = '${row.ctid}'`);
      return { what: `a row of ${table} was deleted`, rows: [row] };
    },
    copy: async (table, differing, given) => {
      const row = given ?? pick(await rowsOf(table));
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
    swap: async (table, column, given) => {
      const rows = (await rowsOf(table)).filter((row) => row[column] !== null);
      for (let tries = 0; tries < maxTries; tries++) {
        const one = given ?? pick(rows);
        const others = rows.filter((row) => JSON.stringify(row[column]) !== JSON.stringify(one[column]));
        if (others.length === 0) return undefined;
        const other = pick(others);
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
