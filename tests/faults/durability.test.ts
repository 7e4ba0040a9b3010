/**
 * An acknowledgement means that the write is durable: the service sends it after the commit, and a crash of the database does not undo the
 * write.
 */
import { leanClient, type LeanAnswer, type LeanClient } from '../model/lean-client';
import { openStagedBooks } from './books';
import { countSteps, statementOf } from './failpoints';
import type { Deed } from './postgres-proxy';
import { openPlay } from './play';
import type { StagedService } from './stage';

const rounds = 4;

const play = openPlay(['api']);
let service: StagedService;
let api: LeanClient;
let ledgerId: string;

beforeAll(async () => {
  service = play.services[0] as StagedService;
  const [ledger] = (await openStagedBooks(play.stage, service.url)).ledgers;
  api = leanClient(service.url, ledger.key);
  ledgerId = ledger.id;
});

afterAll(() => api.close());

let made = 0;
const newKey = (): string => `durable-${++made}`;
const post = (idempotency_key: string): Promise<LeanAnswer> =>
  api.post('/transactions', {
    effective_date: '2026-01-15',
    description: 'a sale',
    idempotency_key,
    entries: [
      { account_code: 'CASH', type: 'debit', amount: '1.00' },
      { account_code: 'SALES', type: 'credit', amount: '1.00' },
    ],
  });

/** Repeats the request while the answer is 503: after the database was killed, each of the service's old connections may cause one. */
const served = async (ask: () => Promise<LeanAnswer>): Promise<LeanAnswer> => {
  for (;;) {
    const answer = await ask();
    if (answer.status !== 503) return answer;
  }
};
const serve = (key: string): Promise<LeanAnswer> => served(() => post(key));
const find = (id: string): Promise<LeanAnswer> => served(() => api.get(`/transactions/${id}`));

/**
 * Disturbs a commit, and returns the answer to its request. Requests over a dead connection never reach the commit, so they are repeated.
 */
const atTheCommit = async (deed: Deed, ask: () => Promise<LeanAnswer>): Promise<LeanAnswer> => {
  let isDone = false;
  service.database.watch(
    countSteps([ledgerId], (_, step) => {
      if (statementOf(step) !== 'commit') return undefined;
      isDone = true;
      return deed;
    }),
  );
  let answer = await ask();
  while (answer.status === 503 && !isDone) answer = await ask();
  service.database.watch(undefined);
  return answer;
};

describe('an acknowledgement', () => {
  test('survives if PostgreSQL is killed in the moment of the answer', async () => {
    for (let round = 1; round <= rounds; round++) {
      const { status, body } = await serve(newKey());
      expect(status).toBe(202);
      await play.stage.postgres.kill();
      await play.stage.postgres.restart();
      expect((await find(body.data.id)).status).toBe(200);
    }
  });

  test('is not sent if the commit is refused', async () => {
    const key = newKey();
    const refused = await atTheCommit({ sqlState: '53100' }, () => post(key));
    expect([refused.status, refused.body.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(await serve(key)).toMatchObject({ status: 202, isReplay: false });
  });

  test('is not in doubt for a read: the 503 says that nothing was written', async () => {
    const { body } = await serve(newKey());
    const unread = await atTheCommit({ cut: 'after' }, () => api.get(`/transactions/${body.data.id}`));
    expect([unread.status, unread.body.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(unread.body.message).toContain('Nothing was written');
    expect((await find(body.data.id)).status).toBe(200);
  });
});
