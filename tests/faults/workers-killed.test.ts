/**
 * Six worker processes start at once on a backlog. Two of them are killed with SIGKILL at a random statement. No transaction may fail or be
 * posted twice. `make proof` runs twenty rounds of 10,000 transactions.
 */
import { leanClient } from '../model/lean-client';
import { randomFrom } from '../support/traffic';
import { openStagedBooks, type StagedLedger } from './books';
import { openPlay, seed } from './play';
import type { StagedService } from './stage';

const isFull = process.env['LEDGER_TEST_WORKERS'] === 'full';
const { rounds, transactions } = isFull ? { rounds: 20, transactions: 10_000 } : { rounds: 1, transactions: 1_000 };
const [workers, kills, batch, maxStatements] = [6, 2, 100, 200];
/** A full round takes half a minute on an idle machine. */
const timeoutMs = 600_000;

const random = randomFrom(seed);
const play = openPlay(['api', ...Array<'worker'>(workers).fill('worker')]);

const sale = (key: string): object => ({
  ...{ effective_date: '2026-01-15', description: 'a sale', idempotency_key: key },
  entries: [
    { account_code: 'CASH', type: 'debit', amount: '10.00' },
    { account_code: 'SALES', type: 'credit', amount: '10.00' },
  ],
});

const fill = async (url: string, ledgers: readonly StagedLedger[], round: number): Promise<void> => {
  const clients = ledgers.map(({ key }) => leanClient(url, key));
  for (let sent = 0; sent < transactions; sent += batch) {
    const items = Array.from({ length: batch }, (_, index) => sale(`${round}-${sent + index}`));
    const api = clients[(sent / batch) % clients.length];
    const answer = await api?.post('/transactions/batch', { transactions: items });
    expect(answer?.status).toBe(202);
  }
  for (const api of clients) api.close();
};

/** Kills the process when it has sent this many more statements. Resolves when it is dead. */
const diesAt = (worker: StagedService, statements: number): Promise<void> =>
  new Promise((resolve) => {
    let left = statements;
    const die = async (): Promise<void> => {
      await worker.kill();
      resolve();
    };
    worker.database.watch(() => {
      left -= 1;
      if (left > 0) return undefined;
      worker.database.watch(undefined);
      return { before: die, cut: 'before' };
    });
  });

test.each(Array.from({ length: rounds }, (_, round) => round + 1))(
  'round %i: worker processes that start together, two of which are killed, fail and repeat no transaction',
  async (round) => {
    const { stage, services } = play;
    const [front, ...six] = services as readonly [StagedService, ...StagedService[]];
    for (const worker of six) await worker.kill();
    const { ledgers } = await openStagedBooks(stage, front.url);
    await fill(front.url, ledgers, round);
    const statements = Array.from({ length: kills }, () => 1 + random(maxStatements));
    process.stdout.write(`workers: LEDGER_TEST_SEED=${seed}, round ${round}, killed at ${statements.join(' and ')}\n`);
    const deaths = statements.map((count, index) => diesAt(six[index] as StagedService, count));
    await Promise.all([...deaths, ...six.map((worker) => worker.restart())]);
    await stage.quiet();
    let cash = 0;
    for (const { id, key } of ledgers) {
      const api = leanClient(front.url, key);
      expect((await api.get('/transactions?status=failed')).body.data).toEqual([]);
      const { ok, findings, waiting } = await stage.verify(id);
      expect({ ok, findings, waiting: waiting.transactions }).toEqual({ ok: true, findings: [], waiting: 0 });
      cash += Number((await api.get('/accounts/code/CASH/balance')).body.data.balances.settled);
      api.close();
    }
    expect(cash).toBe(10 * transactions);
    expect(six.filter((worker) => worker.isUp())).toHaveLength(workers - kills);
  },
  timeoutMs,
);
