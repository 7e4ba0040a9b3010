/** Backups that are damaged, do not fit the server, or would be incomplete. Each is refused with one line, and nothing is left behind. */
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { manifestOf, type Manifest } from '../../src/app/operating/manifest';
import { runHere } from '../support/command-line';
import { connected, freshDatabase } from '../support/database';
import { installLedger, openLedger, passwordOf, runLedger, type InstalledLedger } from '../support/installed-ledger';
import { describeWithPrograms, startInstalledServer, type InstalledServer } from '../support/installed-postgres';
import { ask, urlAs } from '../support/own-server';

describeWithPrograms('a backup', () => {
  let folder: string;
  let server: InstalledServer;
  let source: InstalledLedger;
  let environment: Readonly<Record<string, string>>;
  let copies = 0;

  beforeAll(async () => {
    folder = fs.mkdtempSync(path.join(tmpdir(), 'ledger-backups-'));
    server = await startInstalledServer();
    source = await installLedger(server);
    environment = { LEDGER_BACKUP_URL: source.as('ledger_backup') };
    for (const code of ['ONE', 'TWO', 'THREE']) await openLedger(source, code);
  });
  afterAll(async () => {
    await server?.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  describe('that is kept', () => {
    let dump: string;
    let begun: Date;
    let ended: Date;
    const serverTime = async (): Promise<Date> => {
      const question = `select date_trunc('milliseconds', clock_timestamp()) as at`;
      const [row] = await ask(source.superuserUrl, question);
      return (row as { at: Date }).at;
    };
    const manifest = (): Manifest => JSON.parse(fs.readFileSync(manifestOf(dump), 'utf8')) as Manifest;
    const keepManifest = (changed: object): void =>
      fs.writeFileSync(manifestOf(dump), JSON.stringify({ ...manifest(), ...changed }));
    const refusalOf = async (url: string, ...args: readonly string[]): Promise<string> => {
      const { code, stderr } = await runLedger({ ...environment, DATABASE_URL: url }, ...args);
      expect([code, stderr]).toEqual([1, expect.stringMatching(/^[^\n]+\n$/)]);
      return stderr;
    };

    beforeAll(async () => {
      begun = await serverTime();
      expect((await source.run('backup', '--to', path.join(folder, 'kept'))).code).toBe(0);
      ended = await serverTime();
    });
    beforeEach(() => {
      dump = path.join(folder, `copy-${(copies += 1)}`);
      for (const end of ['', '.manifest.json', '.roles.sql'])
        fs.copyFileSync(path.join(folder, `kept${end}`), dump + end);
    });

    test('lists its ledgers in a manifest, and only its owner may read it', async () => {
      const { taken_at, ledgers, dump: of, roles, migrations } = manifest();
      const isWithin = begun <= new Date(taken_at) && new Date(taken_at) <= ended;
      expect([taken_at, isWithin]).toEqual([taken_at, true]);
      expect([of.format, of.files.length, roles.owner, migrations.length > 5]).toEqual([
        'custom',
        1,
        'ledger_owner',
        true,
      ]);
      const codes = ledgers.map(({ code, last_hash }) => [code, /^[0-9a-f]{66}$/.test(last_hash)]);
      expect(codes).toEqual([
        ['ONE', true],
        ['TWO', true],
        ['THREE', true],
      ]);
      for (const file of [dump, manifestOf(dump), `${dump}.roles.sql`])
        expect(fs.statSync(file).mode & 0o777).toBe(0o600);
      expect(await refusalOf(source.as('ledger_owner'), 'backup', '--to', dump)).toMatch('already exists');
    });

    test.each([
      ['a file', '', '600'],
      ['a folder', '/', '700'],
    ])('is readable by its owner alone before pg_dump writes to it: %s', async (_, end, mode) => {
      const tools = path.join(folder, `tools of ${mode}`);
      fs.mkdirSync(tools);
      const seen = path.join(tools, 'seen');
      // This substitute for pg_dump records the permissions of its target, and then fails like a backup that is interrupted.
      const program = `#!/bin/sh
[ "$1" = --version ] && { echo 'pg_dump (PostgreSQL) 99.0'; exit 0; }
for word; do case "$word" in --file=*) stat -c %a "\${word#--file=}" > '${seen}';; esac; done
exit 1
`;
      fs.writeFileSync(path.join(tools, 'pg_dump'), program, { mode: 0o755 });
      const PATH = `${tools}${path.delimiter}${process.env['PATH'] ?? ''}`;
      const url = { DATABASE_URL: source.as('ledger_owner') };
      const to = `${path.join(folder, `cut off ${mode}`)}${end}`;
      expect((await runLedger({ ...environment, ...url, PATH }, 'backup', '--to', to)).code).toBe(1);
      expect(fs.readFileSync(seen, 'utf8').trim()).toBe(mode);
    });

    test('is not restored into a database that is not empty, which stays unchanged', async () => {
      const target = await server.newDatabase();
      await connected(target, (superuser) => superuser.query('create table mine (id int)'));
      expect(await refusalOf(target, 'restore', '--from', dump)).toMatch(
        /^the database ledger_\w+ is not empty: .*new database/,
      );
      expect(
        await ask(target, `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace`),
      ).toEqual([{ name: 'mine' }]);
    });

    test.each<[string, () => void, RegExp]>([
      [
        'a byte of it was changed',
        () => fs.writeSync(fs.openSync(dump, 'r+'), 'x', 3_000),
        /has changed since the backup was created: nothing was restored/,
      ],
      ['it was cut off', () => fs.truncateSync(dump, 1_000), /has 1000 bytes instead of \d+: nothing/],
      ['it is gone', () => fs.rmSync(dump), /ENOENT/],
      [
        'its manifest is gone',
        () => fs.rmSync(manifestOf(dump)),
        /a backup consists of the dump and its manifest, in the same folder/,
      ],
      [
        'its manifest is an empty object',
        () => fs.writeFileSync(manifestOf(dump), '{}'),
        /is not the manifest of a backup/,
      ],
      ['its manifest is of a later format', () => keepManifest({ manifest: 2 }), /by a newer version of the ledger/],
      [
        'it has migrations of a later version',
        () => keepManifest({ migrations: [{ name: '9999-later.sql', checksum: '' }] }),
        /migrations that this version lacks \(9999-later\.sql\)/,
      ],
      [
        'its server was newer',
        () => keepManifest({ server_version: '99.1' }),
        /the backup is of PostgreSQL 99\.1, and this server is PostgreSQL \d+/,
      ],
    ])('is not restored if %s', async (_, damage, said) => {
      damage();
      const target = await server.newDatabase();
      expect(await refusalOf(target, 'restore', '--from', dump)).toMatch(said);
      expect(await ask(target, `select from pg_class where relnamespace = 'public'::regnamespace`)).toEqual([]);
    });

    test('exits with 1 and lists its differences from a manifest of another moment', async () => {
      const [first, ...rest] = manifest().ledgers;
      keepManifest({ ledgers: [{ ...first, last_hash: `01${'0'.repeat(64)}` }, ...rest.slice(1)] });
      const { code, said } = await runLedger({ DATABASE_URL: await server.newDatabase() }, 'restore', '--from', dump);
      expect([code, said.ok, said.differences]).toEqual([
        1,
        false,
        [
          expect.stringMatching(/^ledger ONE .* ends at event \d+ with a different hash$/),
          expect.stringMatching(/^ledger TWO .* is not in the manifest$/),
        ],
      ]);
    });

    test('is not restored by the owner without a reader, whose SQL the error contains', async () => {
      const { roles } = manifest();
      keepManifest({ roles: { ...roles, others: [...roles.others, 'auditor'] } });
      const target = urlAs(await server.newDatabase(), 'ledger_owner', passwordOf('ledger_owner'));
      expect(await refusalOf(target, 'restore', '--from', dump)).toMatch(
        /^this server has no role auditor: .*\.roles\.sql\) in this database, then run create role "auditor"; or restore/,
      );
    });

    test('is restored by the owner if the roles exist, and not by a stranger', async () => {
      const target = await server.newDatabase();
      const name = target.split('/').at(-1);
      await connected(target, async (superuser) => {
        await superuser.query(fs.readFileSync(`${dump}.roles.sql`, 'utf8'));
        await superuser.query(`drop role if exists stranger; create role stranger login password 'here'`);
        await superuser.query(`alter database ${name} owner to ledger_owner`);
      });
      expect(await refusalOf(urlAs(target, 'stranger', 'here'), 'restore', '--from', dump)).toMatch(
        /stranger does not have its rights: log in as ledger_owner, or as a superuser/,
      );
      const { code, said } = await runLedger(
        { ...environment, DATABASE_URL: urlAs(target, 'ledger_owner', passwordOf('ledger_owner')) },
        'restore',
        '--from',
        dump,
        '--verify',
      );
      expect([code, said.made_roles, said.verified.findings]).toEqual([0, [], []]);
    });
  });

  describe('is not taken', () => {
    const refusalOf = async (url: string, environment: Readonly<Record<string, string>> = {}): Promise<string> => {
      const to = path.join(folder, `never-${(copies += 1)}`);
      const { code, stderr } = await runHere(['backup', '--to', to], {
        DATABASE_URL: url,
        LOG_LEVEL: 'error',
        ...environment,
      });
      expect([code, fs.readdirSync(folder).filter((name) => name.startsWith(path.basename(to)))]).toEqual([1, []]);
      return stderr;
    };

    test('by a role that row-level security restricts', async () => {
      expect(await refusalOf(source.as('ledger_owner'))).toMatch(
        /^ledger_owner is restricted by row-level security.*LEDGER_BACKUP_URL.*npx ledger roles/,
      );
    });

    test('by a role that may not read everything', async () => {
      await connected(server.superuserUrl, (superuser) =>
        superuser.query(`create role half login bypassrls password 'here'`),
      );
      expect(await refusalOf(urlAs(source.as('ledger_owner'), 'half', 'here'))).toMatch(
        /^half may not read .*accounts.*grant pg_read_all_data to "half";/,
      );
    });

    test('from a database without a ledger', async () => {
      expect(await refusalOf(await server.newDatabase())).toMatch(/contains no ledger: check the URL/m);
    });

    test('with several jobs into a single file', async () => {
      const { stderr } = await source.run('backup', '--to', path.join(folder, 'one'), '--jobs', '4');
      expect(stderr).toMatch(/--jobs needs a folder.*--to .*\/one\/\n$/);
    });

    test('by programs older than the server, and the error names what to install', async () => {
      const newer = await freshDatabase();
      try {
        const said = await refusalOf(newer.superuserUrl);
        expect(said).toMatch(/is of PostgreSQL \d+, which is older than the server \(18\): install/);
      } finally {
        await newer.drop();
      }
    });
  });
});
