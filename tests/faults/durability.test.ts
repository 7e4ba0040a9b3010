/** What an acknowledgement means: it comes after the commit, and it outlives the database that gave it. */
import { leanClient, type LeanAnswer, type LeanClient } from '../model/lean-client';
import { openStagedBooks } from './books';
import { countSteps, statementOf } from './failpoints';
import { setStage, type Stage, type StagedService } from './stage';

const rounds = 4;
const timeoutMs = 300_000;

let stage: Stage;
let service: StagedService;
let api: LeanClient;
let ledgerId: string;

beforeAll(async () => {
  stage = await setStage();
  service = await stage.start('api');
  const [ledger] = (await openStagedBooks(stage, service.url)).ledgers;
  api = leanClient(service.url, ledger.key);
  ledgerId = ledger.id;
}, timeoutMs);

afterAll(async () => {
  api.close();
  await stage.clear();
}, timeoutMs);

let made = 0;
const post = (): Promise<LeanAnswer> =>
  api.post('/transactions', {
    effective_date: '2026-01-15',
    description: 'a sale',
    idempotency_key: `durable-${++made}`,
    entries: [
      { account_code: 'CASH', type: 'debit', amount: '1.00' },
      { account_code: 'SALES', type: 'credit', amount: '1.00' },
    ],
  });

describe('an acknowledgement', () => {
  test(
    'outlives the database that gave it, killed in the same moment',
    async () => {
      for (let round = 1; round <= rounds; round++) {
        const { status, body } = await post();
        expect(status).toBe(202);
        await stage.postgres.kill();
        await stage.postgres.restart();
        // The service reads over connections of before: the first ones may find out that they are dead.
        let found = await api.get(`/transactions/${body.data.id}`);
        while (found.status === 503) found = await api.get(`/transactions/${body.data.id}`);
        expect(found.status).toBe(200);
      }
    },
    timeoutMs,
  );

  test('does not come where the commit is refused', async () => {
    service.database.watch(
      countSteps([ledgerId], (_, step) => (statementOf(step) === 'commit' ? { sqlState: '53100' } : undefined)),
    );
    const refused = await post();
    service.database.watch(undefined);
    expect([refused.status, refused.body.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    made -= 1;
    expect((await post()).isReplay).toBe(false);
  });

  test('is not in doubt where nothing was to be written', async () => {
    const { body } = await post();
    service.database.watch(
      countSteps([ledgerId], (_, step) => (statementOf(step) === 'commit' ? { cut: 'after' } : undefined)),
    );
    const unread = await api.get(`/transactions/${body.data.id}`);
    service.database.watch(undefined);
    expect([unread.status, unread.body.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(unread.body.message).toContain('Nothing was written');
    expect((await api.get(`/transactions/${body.data.id}`)).status).toBe(200);
  });
});
