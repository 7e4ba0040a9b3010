/**
 * Hundreds of holds expire while clients settle them, through two services of which one is killed and restarted. Each hold is either
 * settled or expires, and each client is told the true outcome.
 */
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { leanClient, type LeanClient } from '../model/lean-client';
import { client, emptied } from '../support/client';
import { createTally } from '../support/happenings';
import { randomFrom } from '../support/traffic';
import { openStagedBooks, type StagedLedger } from './books';
import { isFull, openPlay, seed } from './play';
import type { StagedService } from './stage';

/** The short form runs fewer races, with the same checks. */
const races = isFull ? 500 : 200;
const batchSize = 100;
/** Each hold expires at one of five full hours. The test moves the clock of the services to each of these hours in turn. */
const hours = 5;
const hourMs = 3_600_000;
/** A hold is settled between half an hour before its expiry and 0.9 hours after its expiry. */
const [earliest, latest] = [0.5, 0.9];
const callersEach = 4;
const answersWithinMs = 5_000;
const program = [path.resolve(__dirname, '../support/moved-service.js')];

/** This file contains the milliseconds by which the clock of the services is ahead of the real time. */
const clockFile = path.join(fs.mkdtempSync(path.join(tmpdir(), 'ledger-hold-races-')), 'clock');
fs.writeFileSync(clockFile, '0');
const play = openPlay(['all', 'all'], { program, environment: { LEDGER_TEST_CLOCK: clockFile } });

let services: readonly [StagedService, StagedService];
let ledger: StagedLedger;
let office: LeanClient;

beforeAll(async () => {
  services = play.services as readonly [StagedService, StagedService];
  [ledger] = (await openStagedBooks(play.stage, services[0].url)).ledgers;
  office = leanClient(services[0].url, ledger.key);
});

afterAll(() => {
  office.close();
  fs.rmSync(path.dirname(clockFile), { recursive: true, force: true });
});

/** Moves the clocks of both services to this hour. They release due holds at once. */
const moveTo = (hour: number): void => {
  fs.writeFileSync(clockFile, String(hour * hourMs));
  for (const service of services) service.signal('SIGUSR2');
};

interface Race {
  readonly id: string;
  readonly cents: number;
  /** The planned time of the settlement, in hours since the start. */
  readonly settledAt: number;
}

test(`in ${races} races each hold is settled or expires, and each client learns the true outcome`, async () => {
  process.stdout.write(`hold races: LEDGER_TEST_SEED=${seed}\n`);
  const held = (await holdAll()).toSorted((one, other) => one.settledAt - other.settledAt);
  const answered = createTally();
  /**
   * Moves the clock to an hour when as many settlements have been answered as are planned before that hour. Some settlements of later times
   * may be running by then.
   */
  const moved = Array.from({ length: hours + 1 }, async (_, hour) => {
    await answered.more(held.filter(({ settledAt }) => settledAt < hour).length);
    moveTo(hour);
  });
  const told: Told[] = [];
  let next = 0;
  const beCaller = async (service: StagedService): Promise<void> => {
    const api = leanClient(service.url, ledger.key, answersWithinMs);
    for (await service.up(); next < held.length; await service.up()) {
      const index = next++;
      told[index] = await settle(api, (held[index] as Race).id);
      answered.add();
    }
    api.close();
  };
  const [killed] = services.toReversed() as [StagedService];
  const killing = answered.more(Math.floor(races / 4) + randomFrom(seed)(races / 2)).then(async () => {
    await killed.kill();
    await killed.restart();
  });
  await Promise.all([...services.flatMap((one) => Array.from({ length: callersEach }, () => beCaller(one))), killing]);
  await Promise.all(moved);
  moveTo(hours + 1);
  await emptied(client(services[0].url, ledger.key), '/transactions?hold_state=open');

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
  expect((await play.stage.verify()).findings).toEqual([]);
});

const inMajor = (cents: number): string => (cents / 100).toFixed(2);

const holdAll = async (): Promise<readonly Race[]> => {
  const random = randomFrom(seed);
  const held: Race[] = [];
  while (held.length < races) {
    const drawn = Array.from({ length: batchSize }, () => {
      const expiresAt = 1 + random(hours);
      const settledAt = expiresAt - earliest + (random(1_000) / 1_000) * (earliest + latest);
      return { cents: 100 + random(900), expiresAt, settledAt };
    });
    const transactions = drawn.map(({ cents, expiresAt }, index) => ({
      ...{ effective_date: '2026-01-15', description: 'an authorisation', idempotency_key: `${held.length + index}` },
      ...{ layer: 'pending', expires_at: new Date(new Date().getTime() + expiresAt * hourMs).toISOString() },
      entries: [
        { account_code: 'CASH', type: 'debit', amount: inMajor(cents) },
        { account_code: 'SHOP-1', type: 'credit', amount: inMajor(cents) },
      ],
    }));
    const { status, body } = await office.post('/transactions/batch', { transactions });
    expect([status, body.data.accepted]).toEqual([202, batchSize]);
    for (const [index, race] of drawn.entries()) held.push({ ...race, id: body.data.results[index].id });
  }
  await play.stage.quiet();
  return held;
};

type Told = 'settled' | 'expired' | 'nothing';

const settle = async (api: LeanClient, id: string): Promise<Told> => {
  const answer = await api.post(`/transactions/${id}/settle`).catch(() => undefined);
  if (answer === undefined || answer.status === 503) return 'nothing';
  const { status, body } = answer;
  if (status === 201) return 'settled';
  expect([status, body.code]).toEqual([409, 'HOLD_NOT_OPEN']);
  return 'expired';
};

/** The numbers of holds that, according to the log, were settled and that expired. */
const eventsOf = async (held: readonly Race[]): Promise<object> => {
  const ids = new Set(held.map(({ id }) => id));
  const of = async (type: string): Promise<number> => {
    const events = await office.list(`/activity?type=${type}`);
    const seen = events.filter(({ transaction_id }) => ids.has(transaction_id as string));
    expect(new Set(seen.map(({ transaction_id }) => transaction_id as string)).size).toBe(seen.length);
    return seen.length;
  };
  return { settled: await of('hold.settled'), expired: await of('hold.expired') };
};
