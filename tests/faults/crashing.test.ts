/** A transaction that ends every process which posts it: the ledger loses that one, and nothing else. */
import { leanClient } from '../model/lean-client';
import { openStagedBooks } from './books';
import { setStage, type Stage } from './stage';

const timeoutMs = 300_000;
/** It takes three lives, and some more until it has waited long enough to be suspected. */
const allLivesWithinMs = 60_000;
const oneLifeWithinMs = 30_000;
/** Cents: how the transaction is recognised on its way into the books. */
const deadlyAmount = '77031977';

let stage: Stage;

beforeAll(async () => {
  stage = await setStage();
}, timeoutMs);

afterAll(() => stage.clear(), timeoutMs);

test(
  'work that ends the process which posts it fails as POSTING_CRASHED, and what waits behind it is posted',
  async () => {
    const [front, worker] = await Promise.all([stage.start('api'), stage.start('worker')]);
    const [ledger] = (await openStagedBooks(stage, front.url)).ledgers;
    await worker.kill();
    const api = leanClient(front.url, ledger.key);
    const post = async (key: string, amount: string): Promise<string> => {
      const entries = [
        { account_code: 'CASH', type: 'debit', amount },
        { account_code: 'SALES', type: 'credit', amount },
      ];
      const body = { effective_date: '2026-01-15', description: key, idempotency_key: key, entries };
      return (await api.post('/transactions', body)).body.data.id as string;
    };
    const before = await post('before', '1.00');
    const deadly = await post('deadly', `${deadlyAmount.slice(0, -2)}.${deadlyAmount.slice(-2)}`);
    const behind = await post('behind', '2.00');

    worker.database.watch((step) =>
      step.text.includes(deadlyAmount) ? { before: worker.kill, cut: 'before' } : undefined,
    );
    const outcome = async (id: string): Promise<string> => {
      const { status, failure } = (await api.get(`/transactions/${id}`)).body.data;
      return failure?.code ?? status;
    };
    const deadline = Date.now() + allLivesWithinMs;
    let lives = 0;
    for (; (await outcome(behind)) === 'pending'; lives++) {
      expect(Date.now()).toBeLessThan(deadline);
      await worker.restart();
      await decidedOrDead(() => outcome(behind), worker.isRunning);
    }
    expect(lives).toBeGreaterThanOrEqual(3);
    expect([await outcome(before), await outcome(deadly), await outcome(behind)]).toEqual([
      'posted',
      'POSTING_CRASHED',
      'posted',
    ]);
    expect((await stage.verify()).findings).toEqual([]);
    api.close();
  },
  timeoutMs,
);

const decidedOrDead = async (outcome: () => Promise<string>, isRunning: () => boolean): Promise<void> => {
  const deadline = Date.now() + oneLifeWithinMs;
  while (isRunning() && (await outcome()) === 'pending')
    if (Date.now() > deadline) throw new Error('neither decided nor dead');
};
