/**
 * Runs every command of docs/operate literally on a real PostgreSQL, with only the programs and settings that the page requires of its
 * reader.
 */
import * as fs from 'node:fs';
import * as path from 'node:path';
import { client } from '../support/client';
import { installLedger } from '../support/installed-ledger';
import {
  describeWithPrograms,
  installedPrograms,
  startInstalledServer,
  type InstalledServer,
} from '../support/installed-postgres';
import { urlAs } from '../support/own-server';
import { blocksOf, runPage, type PageOptions } from '../support/page-runner';
import { freePort, install, ledgerProgram, type Installed, type Service } from '../support/service-process';

const folder = path.join(__dirname, '../../docs/operate');
const withinMs = 200_000;

const commandsOf = (file: string) =>
  blocksOf(fs.readFileSync(file, 'utf8')).filter(({ words: [language] }) => language === 'sh');

describeWithPrograms('the pages in docs/operate', () => {
  const servers: InstalledServer[] = [];
  let home: Installed;
  let service: Service | undefined;

  beforeAll(() => {
    home = install();
  });
  afterEach(async () => {
    await service?.stop('SIGTERM');
    service = undefined;
    await Promise.all(servers.splice(0).map((server) => server.stop()));
  });
  afterAll(() => home.remove());

  const newServer = async (): Promise<InstalledServer> => {
    const server = await startInstalledServer();
    servers.push(server);
    return server;
  };

  const pepper = 'n0Tv2w9XqfR4mJ8sLk1e';

  /** Creates the installation that install.md describes, in fewer steps. */
  const installed = async () => {
    const server = await newServer();
    const { as } = await installLedger(server, 'ledger');
    const urls = { DATABASE_URL: as('ledger_app'), LEDGER_MIGRATION_URL: as('ledger_owner') };
    return { server, urls: { ...urls, LEDGER_KEY_PEPPER: pepper }, backup: { LEDGER_BACKUP_URL: as('ledger_backup') } };
  };

  /** Adds a ledger with an API key, and starts the service. */
  const serving = async (urls: Readonly<Record<string, string>>) => {
    const environment = { ...urls, LEDGER_WEBHOOK_ALLOW: '127.0.0.0/8' };
    service = await home.serve(environment);
    const run = async (...args: readonly string[]) =>
      JSON.parse((await home.run([...ledgerProgram, ...args, '--json'], environment).ended).stdout);
    const { id } = await run('tenants', 'create', '--name', 'Acme');
    await run('ledgers', 'create', '--tenant', id, '--code', 'MAIN', '--name', 'Main', '--currency', 'EUR');
    const { key } = await run('keys', 'create', '--ledger', 'MAIN', '--capability', 'events:admin');
    return { key: key as string, port: new URL(service.url).port, run };
  };

  const follow = (page: string, options: PageOptions) =>
    runPage(`docs/operate/${page}.md`, { path: [installedPrograms ?? ''], withinMs, isNpxReal: true, ...options });

  /** Each page, with everything that its reader must have. All pages with commands must be here. */
  const pages: Readonly<Record<string, () => Promise<PageOptions>>> = {
    install: async () => {
      const { superuserUrl, port } = await newServer();
      const own = String(await freePort());
      return {
        yours: {
          ...{ ADMIN_URL: superuserUrl, SERVER: `127.0.0.1:${port}` },
          ...{ OWNER_PASSWORD: 'forOwner1', APP_PASSWORD: 'forApp1', BACKUP_PASSWORD: 'forBackup1' },
        },
        environment: { PORT: own },
        replaced: { 8080: own },
      };
    },
    roles: async () => {
      const url = await (await newServer()).newDatabase('ledger');
      return {
        yours: {
          ...{ LEDGER_ADMIN_URL: url, OWNER_PASSWORD: 'forOwner1', READER_PASSWORD: 'forReader1' },
          ...{ OWNER_URL: urlAs(url, 'ledger_owner', 'forOwner1'), READER_URL: urlAs(url, 'auditor', 'forReader1') },
        },
      };
    },
    backup: async () => {
      const [{ server, urls, backup }, other] = await Promise.all([installed(), newServer()]);
      const { key } = await serving(urls);
      await client(service?.url ?? '', key).post('/accounts', {
        code: 'A',
        name: 'A',
        type: 'asset',
        category: 'system',
      });
      return { yours: { ...urls, ...backup, ADMIN_URL: server.superuserUrl, OTHER_ADMIN_URL: other.superuserUrl } };
    },
    upgrade: async () => {
      const { urls, backup } = await installed();
      return { yours: { ...urls, ...backup, LEDGER_PUBLIC_URL: 'https://ledger.example' } };
    },
    rotation: async () => {
      const { server, urls } = await installed();
      const { key, port, run } = await serving(urls);
      const { key: adminKey } = await run('admin-keys', 'create', '--name', 'terraform-2026', '--all-tenants');
      const hook = { url: 'http://127.0.0.1:9/hook', types: ['transaction.posted'], description: 'A receiver' };
      const made = await client(service?.url ?? '', key).post('/webhook-endpoints', hook);
      expect([made.status, made.body.errors]).toEqual([201, undefined]);
      const { id } = made.body.data;
      return {
        yours: {
          ...{ ...urls, ADMIN_URL: server.superuserUrl, NEW_APP_PASSWORD: 'another1' },
          ...{ KEY: key, ENDPOINT: id, OLD_ADMIN_KEY: adminKey },
        },
        replaced: { 8080: port, 8081: String(await freePort()) },
      };
    },
    logs: async () => {
      const { urls } = await installed();
      const port = String(await freePort());
      return { yours: urls, environment: { PORT: port }, replaced: { 8080: port } };
    },
    incidents: async () => {
      const { urls, backup } = await installed();
      const { key, port } = await serving(urls);
      return { yours: { ...urls, ...backup, PREFIX: key.split('_')[1] ?? '' }, replaced: { 8080: port } };
    },
  };

  test('are all tested, except the one that tests/api/watching tests', () => {
    const written = fs
      .readdirSync(folder)
      .filter((name) => commandsOf(path.join(folder, name)).length > 0)
      .map((name) => path.basename(name, '.md'));
    // The page `watching` is not tested here but in tests/api/watching, together with the metrics that it describes.
    expect(written.sort()).toEqual([...Object.keys(pages), 'watching'].sort());
  });

  // The short run tests only `install`, the page that every reader begins with.
  const isFull = process.env['LEDGER_TEST_PAGES'] === 'full';
  if (!isFull) process.stdout.write('pages of operating: the first one is followed; all of them by `make operating`\n');
  test.each(Object.keys(pages).filter((page) => isFull || page === 'install'))(
    'the commands of %s run as written',
    async (page) => {
      await follow(page, (await pages[page]?.()) ?? {});
    },
  );
});
