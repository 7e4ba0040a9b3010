/** Each layer of isolation works alone, with the other layers switched off. tests/api/isolation tests the checks of the service alone. */
import type { Client } from 'pg';
import { applicationRole } from '../../src/kernel/postgres/session';
import { asOwner } from '../support/database';
import { goodRequest, pathTo } from '../support/good-requests';
import { openWorld, type GoodWorld } from '../support/good-world';
import { startLedger, type TestLedger } from '../support/ledger';
import { contractOf } from '../support/answers';

let ledger: TestLedger;
let own: GoodWorld;
let other: GoodWorld;

beforeAll(async () => {
  ledger = await startLedger([], { alone: true });
  [own, other] = [await openWorld(ledger), await openWorld(ledger)];
  for (const world of [own, other]) await fill(world);
  await ledger.app.poster.stop();
});

afterAll(async () => {
  await ledger.close();
});

/** Calls each endpoint successfully once, so that every table has rows. */
const fill = async (world: GoodWorld): Promise<void> => {
  for (const route of contractOf().routes) {
    const request = await goodRequest(route, world);
    await world.api.send(
      route.method.toUpperCase(),
      pathTo(route, request),
      request.body && JSON.stringify(request.body),
      {
        'Content-Type': 'application/json',
      },
    );
  }
  await ledger.app.background.idle('poster');
};

interface ForeignKey {
  readonly name: string;
  readonly source: string;
  readonly target: string;
  readonly columns: readonly string[];
  readonly targets: readonly string[];
}

const foreignKeys = async (owner: Client): Promise<readonly ForeignKey[]> =>
  (
    await owner.query<ForeignKey>(
      `select conname as name, conrelid::regclass::text as source, confrelid::regclass::text as target,
              (select array_agg(attname::text order by place) from unnest(conkey) with ordinality as k (number, place)
                 join pg_attribute on attrelid = conrelid and attnum = number) as columns,
              (select array_agg(attname::text order by place) from unnest(confkey) with ordinality as k (number, place)
                 join pg_attribute on attrelid = confrelid and attnum = number) as targets
         from pg_constraint
        where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`,
    )
  ).rows;

/** Statements that drop a table's check constraints, which are not under test here. */
const checksOf = async (owner: Client, table: string): Promise<readonly { readonly check: string }[]> =>
  (
    await owner.query<{ check: string }>(
      `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as check
         from pg_constraint where contype = 'c' and conrelid = $1::regclass`,
      [table],
    )
  ).rows;

/** The tables of the ledger plane: those with forced row-level security. */
const planeTables = async (owner: Client): Promise<readonly string[]> =>
  (
    await owner.query<{ name: string }>(
      `select relname as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relforcerowsecurity order by 1`,
    )
  ).rows.map(({ name }) => name);

describe('composite keys alone, for a role that bypasses row-level security', () => {
  test('begin every foreign key within the ledger plane with the ledger', async () => {
    await asOwner(ledger.databaseUrl, async (owner) => {
      const plane = await planeTables(owner);
      const between = (await foreignKeys(owner)).filter(
        ({ source, target }) => plane.includes(source) && plane.includes(target),
      );
      expect(between.length).toBeGreaterThan(7);
      for (const { name, columns, targets } of between)
        expect([name, columns[0], targets[0]]).toEqual([name, 'ledger_id', 'ledger_id']);
    });
  });

  test('let no row refer to a row of another ledger', async () => {
    await asOwner(ledger.databaseUrl, async (owner) => {
      const plane = await planeTables(owner);
      let tried = 0;
      for (const { name, source, target, columns, targets } of await foreignKeys(owner)) {
        if (!plane.includes(source) || !plane.includes(target) || columns.length !== 2) continue;
        const [column, key] = [columns[1], targets[1]];
        await owner.query('begin');
        await owner.query('set constraints all immediate');
        // Triggers are not under test here, and some would refuse every change to a row, so they are switched off.
        await owner.query(`alter table ${source} disable trigger user`);
        for (const { check } of await checksOf(owner, source)) await owner.query(check);
        const foreign = await owner.query<{ id: string }>(
          `select ${key} as id from ${target} where ledger_id = $1
              and ${key} not in (select ${key} from ${target} where ledger_id = $2) limit 1`,
          [other.source.id, own.source.id],
        );
        const rows = await owner.query(`select from ${source} where ledger_id = $1 and ${column} is not null limit 1`, [
          own.source.id,
        ]);
        if (foreign.rowCount === 1 && rows.rowCount === 1) {
          tried += 1;
          const change = owner.query(
            `update ${source} set ${column} = $2 where ctid = (select ctid from ${source} where ledger_id = $1 and ${column} is not null limit 1)`,
            [own.source.id, foreign.rows[0]?.id],
          );
          await expect(change).rejects.toMatchObject({ code: '23503', constraint: name });
        }
        await owner.query('rollback');
      }
      expect(tried).toBeGreaterThan(3);
    });
  });
});

describe('row-level security alone, for statements that name no ledger', () => {
  const asApplication = <A>(scope: string | undefined, work: (client: Client) => Promise<A>): Promise<A> =>
    asOwner(ledger.databaseUrl, async (client) => {
      await client.query('begin');
      for (const { name, source } of await foreignKeys(client))
        await client.query(`alter table ${source} drop constraint ${name}`);
      await client.query(`set local role ${applicationRole}`);
      if (scope !== undefined) await client.query(`set local ledger.scope = '{${scope}}'`);
      const answer = await work(client);
      await client.query('rollback');
      return answer;
    });

  test('shows the rows of the ledger in scope, and no others', async () => {
    const plane = await asOwner(ledger.databaseUrl, planeTables);
    const seen = await asApplication(own.source.id, async (client) => {
      const ledgers = new Set<string>();
      for (const table of plane) {
        const { rows } = await client.query<{ ledger_id: string }>(`select distinct ledger_id from ${table}`);
        for (const { ledger_id } of rows) ledgers.add(ledger_id);
      }
      return ledgers;
    });
    expect([...seen]).toEqual([own.source.id]);
  });

  test.each([undefined, ''])('shows nothing at all without a scope (%j)', async (scope) => {
    const plane = await asOwner(ledger.databaseUrl, planeTables);
    await asApplication(scope, async (client) => {
      for (const table of plane) expect((await client.query(`select from ${table}`)).rowCount).toBe(0);
    });
  });

  test('changes and deletes nothing of another ledger', async () => {
    await asApplication(own.source.id, async (client) => {
      const { rowCount: all } = await client.query('select from accounts');
      const changed = await client.query(`update accounts set name = 'taken over'`);
      expect(changed.rowCount).toBe(all);
      const foreign = await client.query(`update accounts set name = 'taken over' where ledger_id = $1`, [
        other.source.id,
      ]);
      expect(foreign.rowCount).toBe(0);
      expect(
        (await client.query('delete from account_set_members where ledger_id = $1', [other.source.id])).rowCount,
      ).toBe(0);
    });
  });

  test('refuses to write into another ledger, or to move a row there', async () => {
    const refused = { code: '42501' };
    await asApplication(own.source.id, async (client) => {
      await client.query('savepoint before');
      const copy = client.query(
        `insert into journals select (jsonb_populate_record(j, jsonb_build_object('ledger_id', $1::text, 'code', 'SMUGGLED'))).* from journals j limit 1`,
        [other.source.id],
      );
      await expect(copy).rejects.toMatchObject(refused);
      await client.query('rollback to before');
      const move = client.query('update account_sets set ledger_id = $1', [other.source.id]);
      await expect(move).rejects.toMatchObject(refused);
    });
  });

  test('is forced on every table of the ledger plane, and the application role cannot bypass it', async () => {
    await asOwner(ledger.databaseUrl, async (owner) => {
      const plane = await planeTables(owner);
      const { rows } = await owner.query<{ name: string }>(
        `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'ledger_id'`,
      );
      // Outside the ledger plane, only two tables refer to ledgers: API keys and members of strings.
      const unguarded = rows.map(({ name }) => name).filter((name) => !plane.includes(name));
      expect(unguarded.sort()).toEqual(['api_keys', 'string_members']);
      const { rows: roles } = await owner.query(
        `select rolsuper, rolbypassrls, exists (select from pg_class where relowner = pg_roles.oid) as owns
           from pg_roles where rolname = $1`,
        [applicationRole],
      );
      expect(roles).toEqual([{ rolsuper: false, rolbypassrls: false, owns: false }]);
    });
  });
});
