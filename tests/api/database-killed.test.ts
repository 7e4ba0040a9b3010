/** kill -9 of the embedded PostgreSQL under a service that runs: it goes on without being started again. */
import { client, everyPage, type Answer, type Client } from '../support/client';
import { runHere } from '../support/command-line';
import { install, kill, toldOf, until, type Installed, type Service } from '../support/service-process';

/** Five seconds are promised, and one or two are usual; the rest is for a busy disk. */
const writesAgainWithinMs = 15_000;
const rounds = 3;
const salesARound = 20;

let home: Installed;
let service: Service;
let api: Client;
let ledgerId: string;

beforeAll(async () => {
  home = install();
  service = await home.serve();
  // The ledgers of the demo have transactions of their own.
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

/** Those that are no other PostgreSQL process's child. */
const postmasters = (): readonly number[] => {
  const all = home.postgres();
  return all.filter((pid) => {
    const parent = /^PPid:\s+(\d+)$/m.exec(toldOf(pid, 'status') ?? '')?.[1];
    return parent !== undefined && !all.includes(Number(parent));
  });
};

describe('killing the embedded PostgreSQL under a running service', () => {
  const acknowledged = new Map<string, string>();
  const outagesMs: number[] = [];

  /** False when the service is unavailable; then the same sale is asked for again by the next call. */
  const sell = async (): Promise<boolean> => {
    const key = `sale-${acknowledged.size + 1}`;
    const { status, body } = await post(key);
    if (status === 503) return false;
    expect([200, 202]).toContain(status);
    acknowledged.set(key, body.data.id as string);
    return true;
  };

  test('stops writes for a moment, and loses nothing that was acknowledged', async () => {
    const socketFolders = home.socketFolders();
    for (let round = 1; round <= rounds; round++) {
      for (let sales = 0; sales < salesARound; sales++) expect(await sell()).toBe(true);
      const died = home.postmaster();
      kill(died);
      const since = Date.now();
      // Connections of before may still serve when the server is dead already.
      const isBack = (): boolean => ![0, died].includes(home.postmaster());
      await until('it writes again', async () => (await sell()) && isBack(), writesAgainWithinMs);
      outagesMs.push(Date.now() - since);
    }
    process.stdout.write(`database-killed: it wrote again after ${outagesMs.join(', ')} ms\n`);
    expect(home.socketFolders()).toEqual(socketFolders);
    expect(socketFolders).toHaveLength(1);
    const listed = await everyPage(api, '/transactions');
    const stored = listed.map(({ idempotency_key: key, id }) => [key as string, id as string] as const);
    expect(new Map(stored)).toEqual(acknowledged);
    expect(listed).toHaveLength(acknowledged.size);
  });

  test('is no matter for a command that comes at that moment', async () => {
    const socketFolders = home.socketFolders();
    kill(home.postmaster());
    const { code, stderr } = await home.ledger('keys', 'list', '--ledger', ledgerId);
    expect([code, stderr]).toEqual([0, '']);
    expect(home.socketFolders()).toEqual(socketFolders);
    await until('the service is ready', async () => (await fetch(`${service.url}/readyz`)).status === 200);
    expect((await post('sale-after-command')).status).toBe(202);
  });

  test('leaves one server, and nothing of it when the service ends', async () => {
    expect(postmasters()).toEqual([home.postmaster()]);
    const { code, signal, stderr } = await service.stop('SIGTERM');
    expect([code, signal]).toEqual([0, null]);
    expect(stderr.match(/PostgreSQL died: it is started again/g)).toHaveLength(rounds + 1);
    expect([home.postgres(), home.socketFolders()]).toEqual([[], []]);
  });
});
