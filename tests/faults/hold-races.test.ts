/**
 * Hundreds of holds expire while somebody settles them, through two services of which one is killed and comes back. One of the
 * two wins each hold, and whoever asked was told which.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { leanClient, type LeanClient } from '../model/lean-client';
import { until } from '../support/service-process';
import { randomFrom } from '../support/traffic';
import { openStagedBooks, type StagedLedger } from './books';
import { setStage, type Stage, type StagedService } from './stage';

const seed = Number(process.env['LEDGER_TEST_SEED'] ?? randomInt(2 ** 31));
/** The short form draws fewer, and asks the same of each. */
const races = process.env['LEDGER_TEST_FAULTS'] === 'full' ? 500 : 200;
const batchSize = 100;
/** Between the first hold that expires and the last. */
const spreadMs = 5_000;
/** Settled so long before a hold expires at the most, and so long behind it: the services look once in a second. */
const earliestMs = 500;
const latestMs = 900;
const killedAfterMs = 2_000;
const restMs = 2_500;
const callersEach = 12;
const answersWithinMs = 5_000;
const timeoutMs = 300_000;

let stage: Stage;
let services: readonly [StagedService, StagedService];
let ledger: StagedLedger;
let office: LeanClient;

beforeAll(async () => {
  stage = await setStage();
  services = await Promise.all([stage.start('all'), stage.start('all')]);
  [ledger] = (await openStagedBooks(stage, services[0].url)).ledgers;
  office = leanClient(services[0].url, ledger.key);
}, timeoutMs);

afterAll(async () => {
  office.close();
  await stage.clear();
}, timeoutMs);

interface Race {
  readonly id: string;
  readonly cents: number;
  readonly expiresAt: number;
  readonly settledAt: number;
  readonly caller: number;
}

test(
  `in ${races} races each hold is settled or expires, and nobody is told otherwise`,
  async () => {
    process.stdout.write(`hold races: LEDGER_TEST_SEED=${seed}\n`);
    const held = await holdAll();
    const [killed] = services.toReversed() as [StagedService];
    const callers = services.flatMap(({ url }) =>
      Array.from({ length: callersEach }, () => leanClient(url, ledger.key, answersWithinMs)),
    );
    const start = Math.min(...held.map(({ expiresAt }) => expiresAt));
    const answers = Promise.all(held.map((race) => settle(callers[race.caller] as LeanClient, race)));
    await delay(start + killedAfterMs - Date.now());
    await killed.kill();
    await killed.restart();
    const told = await answers;
    for (const caller of callers) caller.close();

    await until('no hold is open', async () => (await count('?hold_state=open')) === 0);
    const transactions = await office.list('/transactions');
    const outcomes = { settled: 0, expired: 0 };
    let settledCents = 0;
    for (const [index, { id, cents }] of held.entries()) {
      const { hold } = transactions.find((each) => each.id === id);
      const amount = inMajor(cents);
      const isSettled = hold.state === 'settled';
      expect(hold).toMatchObject({
        state: isSettled ? 'settled' : 'expired',
        settled_amount: isSettled ? amount : '0.00',
        released_amount: isSettled ? '0.00' : amount,
        remaining_amount: '0.00',
      });
      const made = transactions.filter((each) => each.correlation_source_id === id);
      expect(made.map((each) => [each.correlation_type, each.total_amount]).sort()).toEqual([
        ['release', amount],
        ...(isSettled ? [['settlement', amount]] : []),
      ]);
      expect([hold.state, 'nothing']).toContain(told[index]);
      outcomes[isSettled ? 'settled' : 'expired'] += 1;
      if (isSettled) settledCents += cents;
    }
    const unheard = told.filter((each) => each === 'nothing').length;
    process.stdout.write(
      `hold races: ${outcomes.settled} settled, ${outcomes.expired} expired, ${unheard} times no answer\n`,
    );
    expect(Math.min(outcomes.settled, outcomes.expired)).toBeGreaterThan(0);

    expect(await eventsOf(held)).toEqual(outcomes);
    const { balances } = (await office.get('/accounts/code/SHOP-1/balance')).body.data;
    expect(balances).toMatchObject({
      settled: inMajor(settledCents),
      pending: '0.00',
      available: inMajor(settledCents),
    });
    expect((await stage.verify()).findings).toEqual([]);
  },
  timeoutMs,
);

const inMajor = (cents: number): string => (cents / 100).toFixed(2);

/** Holds that expire one after the other, beginning when all of them are posted. */
const holdAll = async (): Promise<readonly Race[]> => {
  const random = randomFrom(seed);
  const start = Date.now() + restMs;
  const held: Race[] = [];
  while (held.length < races) {
    const drawn = Array.from({ length: batchSize }, () => {
      const expiresAt = start + random(spreadMs);
      const settledAt = expiresAt - earliestMs + random(earliestMs + latestMs);
      return { cents: 100 + random(900), expiresAt, settledAt, caller: random(services.length * callersEach) };
    });
    const transactions = drawn.map(({ cents, expiresAt }, index) => ({
      ...{ effective_date: '2026-01-15', description: 'an authorisation', idempotency_key: `${held.length + index}` },
      ...{ layer: 'pending', expires_at: new Date(expiresAt).toISOString() },
      entries: [
        { account_code: 'CASH', type: 'debit', amount: inMajor(cents) },
        { account_code: 'SHOP-1', type: 'credit', amount: inMajor(cents) },
      ],
    }));
    const { status, body } = await office.post('/transactions/batch', { transactions });
    expect([status, body.data.accepted]).toEqual([202, batchSize]);
    for (const [index, race] of drawn.entries()) held.push({ ...race, id: body.data.results[index].id });
  }
  await until('all holds are posted', async () => (await count('?status=pending')) === 0);
  return held;
};

const count = async (query: string): Promise<number> => {
  const { status, body } = await office.get(`/transactions${query}&limit=1`);
  return status === 200 ? body.data.length : Number.NaN;
};

type Told = 'settled' | 'expired' | 'nothing';

const settle = async (api: LeanClient, { id, settledAt }: Race): Promise<Told> => {
  await delay(settledAt - Date.now());
  const answer = await api.post(`/transactions/${id}/settle`).catch(() => undefined);
  if (answer === undefined || answer.status === 503) return 'nothing';
  const { status, body } = answer;
  if (status === 201) return 'settled';
  expect([status, body.code]).toEqual([409, 'HOLD_NOT_OPEN']);
  return 'expired';
};

/** How many of the holds the log says were settled, and how many expired. */
const eventsOf = async (held: readonly Race[]): Promise<object> => {
  const ids = new Set(held.map(({ id }) => id));
  const of = async (type: string): Promise<number> => {
    const events = await office.list(`/activity?type=${type}`);
    const seen = events.filter(({ transaction_id }) => ids.has(transaction_id as string));
    expect(new Set(seen.map(({ transaction_id }) => transaction_id as string)).size).toBe(seen.length);
    return seen.length;
  };
  return { settled: await of('hold_settled'), expired: await of('hold_expired') };
};
