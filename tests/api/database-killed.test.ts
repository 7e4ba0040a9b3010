/** kill -9 of the embedded PostgreSQL under a service that runs: it goes on without being started again. */
import { client, everyPage, type Answer, type Client } from '../support/client';
import { install, kill, until, type Installed, type Service } from '../support/service-process';
import * as fs from 'node:fs';

jest.setTimeout(240_000);

const writesAgainWithinMs = 5_000;
const rounds = 3;

let home: Installed;
let service: Service;
let api: Client;
let ledgerId: string;

beforeAll(async () => {
  home = install();
  service = await home.serve();
  const [, key] = /Bearer ([^\s']+)/.exec(service.stdout()) ?? [];
  api = client(service.url, key ?? '');
  for (const [code, type] of [
    ['CASH', 'asset'],
    ['SALES', 'revenue'],
  ])
    expect((await api.post('/accounts', { code, name: code, type, category: 'system' })).status).toBe(201);
  ledgerId = (await api.get('/ledger')).body.data.id as string;
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
    const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
    return !all.includes(Number(/^PPid:\s+(\d+)$/m.exec(status)?.[1]));
  });
};

describe('killing the embedded PostgreSQL under a running service', () => {
  const acknowledged = new Map<string, string>();

  test('stops writes for five seconds at most, and loses nothing that was acknowledged', async () => {
    const socketFolders = home.socketFolders();
    let made = 0;
    for (let round = 1; round <= rounds; round++) {
      for (let before = 0; before < 20; before++) {
        const key = `sale-${++made}`;
        const { status, body } = await post(key);
        expect(status).toBe(202);
        acknowledged.set(key, body.data.id as string);
      }
      const died = home.postmaster();
      kill(died);
      const key = `sale-${++made}`;
      let answer = await post(key);
      await until(
        'it writes again',
        async () => {
          if (answer.status === 503) answer = await post(key);
          return answer.status !== 503;
        },
        writesAgainWithinMs,
      );
      expect([200, 202]).toContain(answer.status);
      acknowledged.set(key, answer.body.data.id as string);
      expect(home.postmaster()).not.toBe(died);
    }
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
