/** `ledger roles` prints SQL that a DBA runs on a new server. Afterwards the owner of the database needs no right to create roles. */
import { migrate } from '../../src/kernel/postgres/migrate';
import { roleStatements, usualRoles } from '../../src/app/operating/roles';
import { runHere } from '../support/command-line';
import { connected } from '../support/database';
import type { Describing } from '../support/describing';
import { describeWithPrograms, startInstalledServer, type InstalledServer } from '../support/installed-postgres';
import { ask, startOwnServer, urlAs } from '../support/own-server';

interface Servers {
  readonly superuserUrl: string;
  newDatabase(): Promise<string>;
  stop(): Promise<void>;
}

/** Starts the newest version of PostgreSQL that is tested: the embedded server that npm installs. */
const startEmbedded = async (): Promise<Servers> => {
  const server = await startOwnServer();
  return {
    superuserUrl: server.superuserUrl,
    stop: server.stop,
    newDatabase: async () => {
      await server.asSuperuser('create database fresh');
      return server.superuserUrl.replace(/\/[^/?]*(\?|$)/, '/fresh$1');
    },
  };
};

const suite = (describing: Describing, start: () => Promise<Servers>, name: string): void =>
  describing(`ledger roles on ${name}`, () => {
    let server: Servers;
    let superuserUrl: string;
    const printed = async (...args: readonly string[]): Promise<string> =>
      (await runHere(['roles', ...args], {})).stdout;
    const run = (text: string) => connected(superuserUrl, (superuser) => superuser.query(text));
    const logsIn = async (role: string): Promise<string> => {
      await run(`alter role "${role}" password 'of-${role}'`);
      return urlAs(superuserUrl, encodeURIComponent(role), encodeURIComponent(`of-${role}`));
    };

    beforeAll(async () => {
      server = await start();
      superuserUrl = await server.newDatabase();
      // The printed SQL must create the role ledger_app, so this drops the role if the server already has it.
      await connected(server.superuserUrl, (superuser) => superuser.query('drop role if exists ledger_app'));
    });
    afterAll(() => server.stop());

    test('creates the roles and can run again; then the owner migrates without the right to create roles', async () => {
      const sql = await printed('--reader', 'Ledger Reader');
      await run(sql);
      await run(sql);
      const ownerUrl = await logsIn('ledger_owner');
      expect((await migrate(ownerUrl)).applied[0]).toBe('0001-roles.sql');
      await run(sql);
      const roles = await ask(
        superuserUrl,
        `select rolname, rolsuper, rolcreaterole, rolbypassrls, rolcanlogin from pg_roles
          where rolname ~ '^ledger_(owner|app|backup)$' or rolname = 'Ledger Reader' order by 1`,
      );
      const plain = { rolsuper: false, rolcreaterole: false, rolbypassrls: false, rolcanlogin: true };
      expect(roles).toEqual([
        { ...plain, rolname: 'Ledger Reader' },
        { ...plain, rolname: 'ledger_app' },
        { ...plain, rolname: 'ledger_backup', rolbypassrls: true },
        { ...plain, rolname: 'ledger_owner' },
      ]);
    });

    test('creates a backup role that reads everything and writes nothing, and a reader without access to secrets', async () => {
      const [backupUrl, readerUrl] = [await logsIn('ledger_backup'), await logsIn('Ledger Reader')];
      expect(await ask(backupUrl, 'select count(*) > 0 as is_there from installation')).toEqual([{ is_there: true }]);
      await expect(ask(backupUrl, `delete from tenants`)).rejects.toThrow(/read-only transaction|permission denied/);
      expect(await ask(readerUrl, 'select count(*)::int as count from entries')).toEqual([{ count: 0 }]);
      for (const secret of ['installation', 'api_keys', 'operators', 'webhook_endpoints'])
        await expect(ask(readerUrl, `select from ${secret}`)).rejects.toThrow('permission denied');
    });

    test('can create a login role that takes the role of the service', async () => {
      const sql = await printed('--app', 'ledger_login');
      await run(sql);
      const url = await logsIn('ledger_login');
      const options = `${url}${url.includes('?') ? '&' : '?'}options=-c%20role%3Dledger_app`;
      expect(await ask(options, 'select current_user::text as role')).toEqual([{ role: 'ledger_app' }]);
      await expect(ask(url, 'select from tenants')).rejects.toThrow('permission denied');
    });

    test('prints SQL that is refused outside the database of the ledger', async () => {
      const sql = await printed();
      await connected(server.superuserUrl.replace(/\/[^/?]*(\?|$)/, '/postgres$1'), (superuser) =>
        expect(superuser.query(sql)).rejects.toThrow('run this in the database of the ledger, not in postgres'),
      );
    });
  });

suite(describe, startEmbedded, 'the embedded PostgreSQL');
suite(describeWithPrograms, () => startInstalledServer() as Promise<InstalledServer>, 'the installed PostgreSQL');

describe('names of roles', () => {
  test.each([
    [{ owner: 'ledger_app' }, /^--owner cannot be ledger_app/],
    [{ owner: 'one', backup: 'one' }, /^--owner and --backup are both one|^--backup and --owner are both one/],
    [{ backup: 'pg_backup' }, /^--backup must not begin with pg_/],
    [{ reader: '' }, /^--reader must be a name of 1 to 63 bytes/],
    [{ owner: 'é'.repeat(32) }, /^--owner must be a name/],
  ])('%j are refused', (names, said) => {
    expect(roleStatements({ ...usualRoles, ...names })).toEqual({ _tag: 'Left', left: expect.stringMatching(said) });
  });

  test('with special characters are quoted', () => {
    const statements = roleStatements({ ...usualRoles, owner: `o"'; drop table x; --` });
    expect(statements).toMatchObject({ right: expect.stringContaining(`create role "o""'; drop table x; --" login;`) });
  });
});
