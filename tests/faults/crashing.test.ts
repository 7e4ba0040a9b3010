/** A transaction ends every process that posts it. The service fails this transaction and loses no other. */
import { leanClient } from '../model/lean-client';
import { createTally } from '../support/happenings';
import { openStagedBooks } from './books';
import { openPlay } from './play';
import type { StagedService } from './stage';

/** An unusual amount in cents, by which the test recognises the transaction in the statements that post it. */
const deadlyAmount = '77031977';

interface Posted {
  readonly id: string;
  readonly status: string;
}

const play = openPlay(['api', 'worker']);

test('a transaction that ends its posting process fails as POSTING_CRASHED, and later ones are posted', async () => {
  const { stage, services } = play;
  const [front, worker] = services as readonly [StagedService, StagedService];
  const [ledger] = (await openStagedBooks(stage, front.url)).ledgers;
  await worker.kill();
  const [api, waiting] = [leanClient(front.url, ledger.key), leanClient(front.url, ledger.key)];
  const post = async (key: string, amount: string, through = api, headers = {}): Promise<Posted> => {
    const entries = [
      { account_code: 'CASH', type: 'debit', amount },
      { account_code: 'SALES', type: 'credit', amount },
    ];
    const body = { effective_date: '2026-01-15', description: key, idempotency_key: key, entries };
    return (await through.post('/transactions', body, headers)).body.data as Posted;
  };
  const before = await post('before', '1.00');
  const deadly = await post('deadly', `${deadlyAmount.slice(0, -2)}.${deadlyAmount.slice(-2)}`);
  const behind = await post('behind', '2.00');

  const deaths = createTally();
  const die = async (): Promise<void> => {
    await worker.kill();
    deaths.add();
  };
  worker.database.watch((step) => (step.text.includes(deadlyAmount) ? { before: die, cut: 'before' } : undefined));
  const outcome = async ({ id }: Posted): Promise<string> => {
    const { status, failure } = (await api.get(`/transactions/${id}`)).body.data;
    return failure?.code ?? status;
  };
  let isDecided = false;
  const decided = (async () => {
    // Sends the same request with the same idempotency key again until the transaction is no longer pending.
    while ((await post('behind', '2.00', waiting, { Prefer: 'wait=20' })).status === 'pending');
    isDecided = true;
  })();
  // The transaction ends three processes, and more until it has waited so long that the service suspects it.
  let lives = 0;
  for (; !isDecided; lives++) {
    const died = deaths.more(1);
    await worker.restart();
    await Promise.race([died, decided]);
  }
  expect(lives).toBeGreaterThanOrEqual(3);
  expect([await outcome(before), await outcome(deadly), await outcome(behind)]).toEqual([
    'posted',
    'POSTING_CRASHED',
    'posted',
  ]);
  expect((await stage.verify()).findings).toEqual([]);
  for (const each of [api, waiting]) each.close();
});
