/** The embedded PostgreSQL is killed with SIGKILL under a running service, which continues without a restart. */
import { maxPoolConnections } from '../../src/kernel/running/fair-shares/connection-shares';
import { client, everyPage, type Answer, type Client } from '../support/client';
import { runHere } from '../support/command-line';
import { kill, toldOf } from '../support/outside';
import { install, type Installed, type Service } from '../support/service-process';

const rounds = 3;
const salesARound = 20;

let home: Installed;
let service: Service;
let api: Client;
let ledgerId: string;

beforeAll(async () => {
  home = install();
  // At log level `info` the service logs which server it found.
  service = await home.serve({ LOG_LEVEL: 'info' });
  // The demo's ledgers already have transactions, so the test creates another ledger.
  const run = async (command: string): Promise<{ readonly id: string; readonly key: string }> =>
    JSON.parse((await runHere(command.split(' '), { LEDGER_DATA_DIR: home.dataDirectory })).stdout);
  ledgerId = (await run('ledgers create --tenant demo --code KILLED --name K --currency EUR --json')).id;
  api = client(service.url, (await run(`keys create --ledger ${ledgerId} --rate-limit 1000000 --json`)).key);
  for (const [code, type] of [
    ['CASH', 'asset'],
    ['SALES', 'revenue'],
  ])
    expect((await api.post('/accounts', { code, name: code, type, category: 'system' })).status).toBe(201);
});

afterAll(() => home.remove());

const post = (key: string): Promise<Answer> =>
  api.post('/transactions', {
    effective_date: '2026-01-15',
    description: 'a sale',
    idempotency_key: key,
    entries: [
      { account_code: 'CASH', type: 'debit', amount: '1.00' },
      { account_code: 'SALES', type: 'credit', amount: '1.00' },
    ],
  });

/** The main process of each PostgreSQL server: its parent is not a PostgreSQL process. */
const postmasters = (): readonly number[] => {
  const all = home.postgres();
  return all.filter((pid) => {
    const parent = /^PPid:\s+(\d+)$/m.exec(toldOf(pid, 'status') ?? '')?.[1];
    return parent !== undefined && !all.includes(Number(parent));
  });
};

describe('killing the embedded PostgreSQL under a running service', () => {
  const acknowledged = new Map<string, string>();

  /** Sends a sale until the service accepts it. Returns the number of attempts that were answered with 503. */
  const sell = async (): Promise<number> => {
    const key = `sale-${acknowledged.size + 1}`;
    for (let refusals = 0; ; refusals++) {
      const { status, body } = await post(key);
      if (status === 503) continue;
      expect([200, 202]).toContain(status);
      acknowledged.set(key, body.data.id as string);
      return refusals;
    }
  };

  /** Waits until the service has found the new server, and then sells. Each connection to the old server may fail once. */
  const sellAgain = async (died: number): Promise<void> => {
    const pid = await home.postmasterFollows(died);
    await service.says(new RegExp(`PostgreSQL (runs|is shared).* pid ${pid}\\b`), 'stderr');
    expect(await sell()).toBeLessThanOrEqual(maxPoolConnections);
  };

  test('stops writes for a moment, and loses no acknowledged transaction', async () => {
    const socketFolders = home.socketFolders();
    for (let round = 1; round <= rounds; round++) {
      for (let sales = 0; sales < salesARound; sales++) expect(await sell()).toBe(0);
      const died = home.postmaster();
      kill(died);
      await sellAgain(died);
    }
    expect(home.socketFolders()).toEqual(socketFolders);
    expect(socketFolders).toHaveLength(1);
    const listed = await everyPage(api, '/transactions');
    const stored = listed.map(({ idempotency_key: key, id }) => [key as string, id as string] as const);
    expect(new Map(stored)).toEqual(acknowledged);
    expect(listed).toHaveLength(acknowledged.size);
  });

  test('does not affect a command that runs at that moment', async () => {
    const socketFolders = home.socketFolders();
    const died = home.postmaster();
    kill(died);
    const { code, stderr } = await runHere(['keys', 'list', '--ledger', ledgerId], {
      LEDGER_DATA_DIR: home.dataDirectory,
    });
    expect([code, stderr]).toEqual([0, '']);
    expect(home.socketFolders()).toEqual(socketFolders);
    await sellAgain(died);
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
  });

  test('leaves one server, and none after the service ends', async () => {
    expect(postmasters()).toEqual([home.postmaster()]);
    const { code, signal, stderr } = await service.stop('SIGTERM');
    expect([code, signal]).toEqual([0, null]);
    expect(stderr.match(/PostgreSQL died: it is started again/g)).toHaveLength(rounds + 1);
    expect([home.postgres(), home.socketFolders()]).toEqual([[], []]);
  });
});
