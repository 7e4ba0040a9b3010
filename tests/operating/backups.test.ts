/**
 * A backup that is taken while everybody posts, restored on another server: every log ends as in the manifest, everything verifies, and every
 * transaction that was acknowledged before the backup began is there. `make backups` does it twenty times.
 */
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { migrate } from '../../src/kernel/postgres/migrate';
import { readConfig } from '../../src/app/config';
import { manifestOf, type Manifest } from '../../src/app/operating/manifest';
import { startService, type Service } from '../../src/app/serve';
import { refused } from '../../src/kernel/refusal';
import { client, type Client } from '../support/client';
import { runHere } from '../support/command-line';
import { connected, freshDatabase } from '../support/database';
import { describeWithPrograms, startInstalledServer, type InstalledServer } from '../support/installed-postgres';
import { ask, urlAs } from '../support/own-server';
import { freePort, until } from '../support/service-process';
import { randomFrom } from '../support/tampering';

const isFull = process.env['LEDGER_TEST_BACKUPS'] === 'full';
const rounds = isFull ? 20 : 2;
const seed = Number(process.env['LEDGER_TEST_SEED'] ?? Date.now() % 1_000_000_000);
/** So many were acknowledged before a backup begins. */
const least = 100;
const clients = 6;

jest.setTimeout(isFull ? 1_200_000 : 120_000);

describeWithPrograms('a backup', () => {
  const random = randomFrom(seed);
  let folder: string;
  let here: InstalledServer;
  let elsewhere: InstalledServer;
  let service: Service;
  let ownerUrl: string;
  let backupUrl: string;
  const books: { readonly code: string; readonly api: Client }[] = [];

  const ledger = async (url: string, ...args: readonly string[]) => {
    const { code, stdout, stderr } = await runHere([...args, '--json'], {
      DATABASE_URL: url,
      LEDGER_BACKUP_URL: backupUrl,
      LOG_LEVEL: 'error',
    });
    // eslint-disable-next-line @typescript-eslint/no-explicit-any
    return { code, stderr, said: (stdout === '' ? {} : JSON.parse(stdout)) as any };
  };

  beforeAll(async () => {
    process.stdout.write(`backups: ${rounds} rounds, LEDGER_TEST_SEED=${seed}\n`);
    folder = fs.mkdtempSync(path.join(tmpdir(), 'ledger-backups-'));
    [here, elsewhere] = await Promise.all([startInstalledServer(), startInstalledServer()]);
    const superuserUrl = await here.newDatabase();
    const { stdout: sql } = await runHere(['roles'], {});
    await connected(superuserUrl, async (superuser) => {
      await superuser.query(sql);
      for (const role of ['ledger_owner', 'ledger_backup'])
        await superuser.query(`alter role ${role} password 'of-${role}'`);
    });
    ownerUrl = urlAs(superuserUrl, 'ledger_owner', 'of-ledger_owner');
    backupUrl = urlAs(superuserUrl, 'ledger_backup', 'of-ledger_backup');
    await migrate(ownerUrl);
    const port = await freePort();
    const config = readConfig({
      DATABASE_URL: ownerUrl,
      PORT: String(port),
      LOG_LEVEL: 'error',
      LEDGER_DATA_DIR: folder,
    });
    if (refused(config)) throw new Error(config.left);
    service = await startService(config.right, { migrate: false });
    for (const code of ['ONE', 'TWO', 'THREE']) {
      const { said: tenant } = await ledger(ownerUrl, 'tenants', 'create', '--name', code);
      await ledger(
        ownerUrl,
        'ledgers',
        'create',
        '--tenant',
        tenant.id,
        '--code',
        code,
        '--name',
        code,
        '--currency',
        'EUR',
      );
      const { said } = await ledger(ownerUrl, 'keys', 'create', '--ledger', code, '--rate-limit', '10000');
      const api = client(service.url, said.key);
      for (const [account, type] of [
        ['CASH', 'asset'],
        ['SALES', 'revenue'],
      ])
        expect((await api.post('/accounts', { code: account, name: account, type, category: 'system' })).status).toBe(
          201,
        );
      books.push({ code, api });
    }
  });
  afterAll(async () => {
    await service?.stop();
    await Promise.all([here?.stop(), elsewhere?.stop()]);
    fs.rmSync(folder, { recursive: true, force: true });
  });

  let posted = 0;
  /** One write of some kind, and the ids of what it was acknowledged for. */
  const write = async (layer: 'settled' | 'pending'): Promise<readonly string[]> => {
    const { api } = books[random(books.length)] as (typeof books)[number];
    const amount = `${1 + random(500)}.00`;
    const one = () => ({
      effective_date: '2026-01-15',
      description: 'Sale',
      idempotency_key: `sale-${(posted += 1)}`,
      layer,
      entries: [
        { account_code: 'CASH', type: 'debit', amount },
        { account_code: 'SALES', type: 'credit', amount },
      ],
    });
    if (random(10) < 2) {
      const { status, body } = await api.post('/transactions/batch', { transactions: [one(), one(), one()] });
      expect(status).toBe(202);
      return body.data.results.map(({ id }: { id: string }) => id);
    }
    const { status, body } = await api.post('/transactions', one(), random(10) < 3 ? { Prefer: 'wait=10' } : {});
    expect(status).toBe(202);
    const { id } = body.data;
    if (random(10) > 0 || body.data.status !== 'posted') return [id];
    const reason = { reason: 'Returned', date: '2026-01-16' };
    const undone =
      layer === 'pending'
        ? await api.post(`/transactions/${id}/settle`, { idempotency_key: `settle-${id}` })
        : await api.post(`/transactions/${id}/reverse`, reason);
    expect(undone.status).toBe(201);
    return [id, undone.body.data.id];
  };

  test.each(Array.from({ length: rounds }, (_, index) => index + 1))(
    'taken under load, round %i, is restored on another server with everything that was acknowledged before',
    async (round) => {
      const acknowledged: string[] = [];
      let isOver = false;
      const load = Array.from({ length: clients }, async () => {
        while (!isOver) acknowledged.push(...(await write(random(10) < 3 ? 'pending' : 'settled')));
      });
      const finished = Promise.all(load);
      await Promise.race([finished, until('everybody posts', () => acknowledged.length >= least)]);
      const before = [...acknowledged];
      const isFolder = round % 2 === 0;
      const dump = path.join(folder, `round-${round}`);
      const took = await ledger(
        ownerUrl,
        'backup',
        '--to',
        isFolder ? `${dump}/` : dump,
        ...(isFolder ? ['--jobs', '2'] : []),
      );
      const during = acknowledged.length - before.length;
      isOver = true;
      await finished;
      expect(took).toMatchObject({ code: 0, stderr: '', said: { dump, ledgers: 3 } });

      const targetUrl = await elsewhere.newDatabase();
      const restored = await ledger(targetUrl, 'restore', '--from', dump, '--verify');
      expect(restored).toMatchObject({
        code: 0,
        stderr: '',
        said: { ok: true, differences: [], verified: { findings: [] } },
      });
      const idsIn = async (url: string): Promise<ReadonlySet<string>> =>
        new Set((await ask<{ id: string }>(url, 'select id from transactions')).map(({ id }) => id));
      const there = await idsIn(targetUrl);
      expect(before.filter((id) => !there.has(id))).toEqual([]);
      // And nothing that was not: a copy is a moment of the original.
      const original = await idsIn(backupUrl);
      expect([...there].filter((id) => !original.has(id))).toEqual([]);
      process.stdout.write(
        `round ${round}: ${before.length} acknowledged before, ${during} during the backup, ${there.size} restored, ${restored.said.verified.waiting.transactions} waiting\n`,
      );
      fs.rmSync(dump, { recursive: true });
      await connected(elsewhere.superuserUrl, (superuser) =>
        superuser.query(`drop database ${targetUrl.split('/').at(-1)} with (force)`),
      );
    },
  );

  describe('that is kept', () => {
    let dump: string;
    const manifest = (): Manifest => JSON.parse(fs.readFileSync(manifestOf(dump), 'utf8')) as Manifest;
    const keepManifest = (changed: object): void =>
      fs.writeFileSync(manifestOf(dump), JSON.stringify({ ...manifest(), ...changed }));
    const refusalOf = async (url: string, ...args: readonly string[]): Promise<string> => {
      const { code, stderr } = await ledger(url, ...args);
      expect([code, stderr]).toEqual([1, expect.stringMatching(/^[^\n]+\n$/)]);
      return stderr;
    };

    beforeAll(async () => {
      expect((await ledger(ownerUrl, 'backup', '--to', path.join(folder, 'kept'))).code).toBe(0);
    });
    beforeEach(() => {
      dump = path.join(folder, `copy-${(posted += 1)}`);
      for (const end of ['', '.manifest.json', '.roles.sql'])
        fs.copyFileSync(path.join(folder, `kept${end}`), dump + end);
    });

    test('says what it is of, and only its owner reads it', async () => {
      const { taken_at, ledgers, dump: of, roles, migrations } = manifest();
      expect(Math.abs(Date.parse(taken_at) - Date.now())).toBeLessThan(60_000);
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
      expect(await refusalOf(ownerUrl, 'backup', '--to', dump)).toMatch('is there already');
    });

    test('is not restored into a database that is not empty, and leaves it alone', async () => {
      const target = await elsewhere.newDatabase();
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
        /another content than when it was made: nothing was restored/,
      ],
      ['it was cut off', () => fs.truncateSync(dump, 1_000), /has 1000 bytes instead of \d+: nothing/],
      ['it is gone', () => fs.rmSync(dump), /ENOENT/],
      ['its manifest is gone', () => fs.rmSync(manifestOf(dump)), /a backup is the dump and the manifest beside it/],
      [
        'its manifest is something else',
        () => fs.writeFileSync(manifestOf(dump), '{}'),
        /is not the manifest of a backup/,
      ],
      ['its manifest is of a later format', () => keepManifest({ manifest: 2 }), /of a newer version of the ledger/],
      [
        'it has migrations of a later version',
        () => keepManifest({ migrations: [{ name: '9999-later.sql', checksum: '' }] }),
        /migrations that this one has not \(9999-later\.sql\)/,
      ],
      [
        'its server was newer',
        () => keepManifest({ server_version: '99.1' }),
        /the backup is of PostgreSQL 99\.1, and this server is \d+/,
      ],
    ])('is not restored where %s', async (_, damage, said) => {
      damage();
      const target = await elsewhere.newDatabase();
      expect(await refusalOf(target, 'restore', '--from', dump)).toMatch(said);
      expect(await ask(target, `select from pg_class where relnamespace = 'public'::regnamespace`)).toEqual([]);
    });

    test('differs from a manifest of another moment, and ends with 1', async () => {
      const [first, ...rest] = manifest().ledgers;
      keepManifest({ ledgers: [{ ...first, last_hash: `01${'0'.repeat(64)}` }, ...rest.slice(1)] });
      const { code, said } = await ledger(await elsewhere.newDatabase(), 'restore', '--from', dump);
      expect([code, said.ok, said.differences]).toEqual([
        1,
        false,
        [
          expect.stringMatching(/^ledger ONE .* or with another hash$/),
          expect.stringMatching(/^ledger TWO .* is not in the manifest$/),
        ],
      ]);
    });

    test('is restored by the owner alone where the roles are there, and by nobody else', async () => {
      const target = await elsewhere.newDatabase();
      const name = target.split('/').at(-1);
      await connected(target, async (superuser) => {
        await superuser.query(fs.readFileSync(`${dump}.roles.sql`, 'utf8'));
        await superuser.query(
          `alter role ledger_owner password 'here'; drop role if exists stranger; create role stranger login password 'here'`,
        );
        await superuser.query(`alter database ${name} owner to ledger_owner`);
      });
      expect(await refusalOf(urlAs(target, 'stranger', 'here'), 'restore', '--from', dump)).toMatch(
        /stranger cannot act for it: log in as ledger_owner, or as a superuser/,
      );
      const { code, said } = await ledger(urlAs(target, 'ledger_owner', 'here'), 'restore', '--from', dump, '--verify');
      expect([code, said.made_roles, said.verified.findings]).toEqual([0, [], []]);
    });
  });

  describe('is not taken', () => {
    const refusalOf = async (url: string, environment: Readonly<Record<string, string>> = {}): Promise<string> => {
      const to = path.join(folder, `never-${(posted += 1)}`);
      const { code, stderr } = await runHere(['backup', '--to', to], {
        DATABASE_URL: url,
        LOG_LEVEL: 'error',
        ...environment,
      });
      expect([code, fs.readdirSync(folder).filter((name) => name.startsWith(path.basename(to)))]).toEqual([1, []]);
      return stderr;
    };

    test('by a role that row-level security holds', async () => {
      expect(await refusalOf(ownerUrl)).toMatch(
        /^ledger_owner is bound by row-level security.*LEDGER_BACKUP_URL.*npx ledger roles/,
      );
    });

    test('by a role that may not read everything', async () => {
      await connected(here.superuserUrl, (superuser) =>
        superuser.query(`create role half login bypassrls password 'here'`),
      );
      expect(await refusalOf(urlAs(ownerUrl, 'half', 'here'))).toMatch(
        /^half may not read .*accounts.*grant pg_read_all_data to "half";/,
      );
    });

    test('where nothing is kept', async () => {
      expect(await refusalOf(await elsewhere.newDatabase())).toMatch(/holds no ledger$/m);
    });

    test('into several files at once without a folder', async () => {
      const { stderr } = await ledger(ownerUrl, 'backup', '--to', path.join(folder, 'one'), '--jobs', '4');
      expect(stderr).toMatch(/--jobs needs a folder.*--to .*\/one\/\n$/);
    });

    test('by programs that are older than the server, which is said with what to install', async () => {
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
