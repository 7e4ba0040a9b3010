/**
 * A backup is taken while clients post, and restored on another server. There every log ends as the manifest says, verification finds
 * nothing, and every transaction that was acknowledged before the backup began exists. `make backups` repeats this twenty times.
 */
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { readConfig } from '../../src/app/config';
import { startService, type Service } from '../../src/app/serve';
import { refused } from '../../src/kernel/refusal';
import { client, type Client } from '../support/client';
import { connected } from '../support/database';
import { installLedger, openLedger, runLedger, type InstalledLedger } from '../support/installed-ledger';
import { describeWithPrograms, startInstalledServer, type InstalledServer } from '../support/installed-postgres';
import { ask } from '../support/own-server';
import { seedOf } from '../support/random';
import { freePort } from '../support/service-process';
import { createTally } from '../support/happenings';
import { randomFrom } from '../support/tampering';

const isFull = process.env['LEDGER_TEST_BACKUPS'] === 'full';
const rounds = isFull ? 20 : 2;
const seed = seedOf('LEDGER_TEST_SEED', 1_000_000_000);
/** The number of acknowledged writes before a backup begins. */
const least = 100;
const clients = 6;

jest.setTimeout(isFull ? 1_200_000 : 120_000);

describeWithPrograms('a backup', () => {
  const random = randomFrom(seed);
  let folder: string;
  let here: InstalledServer;
  let elsewhere: InstalledServer;
  let service: Service;
  let source: InstalledLedger;
  const books: { readonly code: string; readonly api: Client }[] = [];

  beforeAll(async () => {
    process.stdout.write(`backups: ${rounds} rounds, LEDGER_TEST_SEED=${seed}\n`);
    folder = fs.mkdtempSync(path.join(tmpdir(), 'ledger-backups-'));
    [here, elsewhere] = await Promise.all([startInstalledServer(), startInstalledServer()]);
    source = await installLedger(here);
    const port = await freePort();
    const config = readConfig({
      DATABASE_URL: source.as('ledger_owner'),
      PORT: String(port),
      LOG_LEVEL: 'error',
      LEDGER_DATA_DIR: folder,
    });
    if (refused(config)) throw new Error(config.left);
    service = await startService(config.right, { migrate: false });
    for (const code of ['ONE', 'TWO', 'THREE']) {
      await openLedger(source, code);
      const { said } = await source.run('keys', 'create', '--ledger', code, '--rate-limit', '10000');
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
    await service?.stop('the end of the test');
    await Promise.all([here?.stop(), elsewhere?.stop()]);
    fs.rmSync(folder, { recursive: true, force: true });
  });

  /** The ids that were acknowledged in all rounds so far. Each backup must contain all of them. */
  const acknowledged: string[] = [];
  const writes = createTally();
  let posted = 0;
  /** Sends one random write, and returns the acknowledged ids. */
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
    'taken under load, round %i, is restored on another server with every write acknowledged before it',
    async (round) => {
      let isOver = false;
      const load = Array.from({ length: clients }, async () => {
        while (!isOver) {
          acknowledged.push(...(await write(random(10) < 3 ? 'pending' : 'settled')));
          writes.add();
        }
      });
      const finished = Promise.all(load);
      await Promise.race([finished, writes.more(least)]);
      const before = [...acknowledged];
      const isFolder = round % 2 === 0;
      const dump = path.join(folder, `round-${round}`);
      const took = await source.run(
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
      const restored = await runLedger({ DATABASE_URL: targetUrl }, 'restore', '--from', dump, '--verify');
      expect(restored).toMatchObject({
        code: 0,
        stderr: '',
        said: { ok: true, differences: [], verified: { findings: [] } },
      });
      const idsIn = async (url: string): Promise<ReadonlySet<string>> =>
        new Set((await ask<{ id: string }>(url, 'select id from transactions')).map(({ id }) => id));
      const there = await idsIn(targetUrl);
      expect(before.filter((id) => !there.has(id))).toEqual([]);
      // The restored database has no transaction that the original does not have.
      const original = await idsIn(source.as('ledger_backup'));
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
});
