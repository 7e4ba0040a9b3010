/**
 * Random sequences of commands, as in the model test. The feed of each ledger is then read from sequence 1, in pages of random size, into a
 * copy that uses no other data. The feed must be the same whenever it is read. MODEL_SEED repeats a run.
 */
import * as fc from 'fast-check';
import { client, everyPage, type Client } from '../support/client';
import { eventsOf, type Event } from '../support/feed';
import { HandClock } from '../support/hand-clock';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { dataOf, without } from '../support/requests';
import { randomFrom } from '../support/tampering';
import { sequence, today, type Sequence } from './commands';
import { layers } from './records';
import { NaiveCopy } from './naive-copy';
import { pausing } from './pausing';
import { openWorld } from './world';
import { rounds, seedOf } from '../support/random';

const sequences = rounds(8, 8);
const commands = Number(process.env['MODEL_COMMANDS'] ?? 60);
const seed = seedOf('MODEL_SEED', 2 ** 31);
const random = randomFrom(seed);
/** The clock starts at noon of the day that the commands use as today. */
const clock = new HandClock(`${today}T12:00:00.000Z`, { flows: true });

let ledger: TestLedger;

beforeAll(async () => {
  ledger = await startLedger([pausing], { clock });
});

afterAll(async () => {
  await ledger.close();
  expect(ledger.complaints).toEqual([]);
});

/** Runs the commands, and returns the events that the feed showed during the run. */
const play = async (played: Sequence): Promise<{ readonly api: Client; readonly told: readonly Event[] }> => {
  let books: TestBooks | undefined;
  const world = await openWorld(
    { ...ledger, newLedger: async (options) => (books = await ledger.newLedger(options)) },
    played,
    new Map(),
  );
  const api = client(ledger.baseUrl, books?.key);
  const told: Event[] = [];
  try {
    for (const command of [...played.commands, { kind: 'resume' } as const]) {
      await world.play(command);
      const events = await eventsOf(api, '', undefined, told.length);
      told.push(...events);
      await compareWithService(api, events);
    }
    await world.finish();
    return { api, told: [...told, ...(await eventsOf(api, '', undefined, told.length))] };
  } finally {
    world.close();
  }
};

/** Expects that the data of the last event about each transaction equals the transaction as the service shows it. */
const compareWithService = async (api: Client, events: readonly Event[]): Promise<void> => {
  const last = new Map(
    events.filter(({ subject }) => subject.type === 'transaction').map((one) => [one.subject.id, one]),
  );
  for (const [id, { data }] of last)
    expect(without(without(data, 'balances'), 'extension')).toEqual(dataOf(await api.get(`/transactions/${id}`), 200));
};

/** Expects that the balances in each event equal those of the copy after that event. */
const compareTold = (copy: NaiveCopy, { subject, type, data }: Event): void => {
  if (subject.type !== 'transaction') return;
  const places = new Set<string>(data.entries.map(({ account_id, layer }: Event) => `${account_id} ${layer}`));
  const day = data.effective_date.slice(0, 10);
  const told = new Map<string, string>(
    data.balances.map(({ account_id, layer, balance }: Event) => [`${account_id} ${layer}`, balance]),
  );
  for (const { as_of_date } of data.balances) expect(as_of_date).toBe(day);
  expect([type, [...told.keys()]]).toEqual([type, type === 'transaction.failed' ? [] : [...places]]);
  for (const [place, balance] of told) {
    const [id, layer] = place.split(' ') as [string, (typeof layers)[number]];
    expect([type, layer, NaiveCopy.unitsOf(balance)]).toEqual([type, layer, copy.balanceOf(id, layer, day)]);
  }
};

const compareBalances = async (api: Client, copy: NaiveCopy): Promise<void> => {
  const accounts = await everyPage(api, '/accounts');
  expect([...copy.accounts.keys()].sort()).toEqual(accounts.map(({ id }) => id).sort());
  for (const { id, code } of accounts) {
    expect(copy.accounts.get(id)?.code).toBe(code);
    for (const day of [today, '9999-12-31']) {
      const { layer_details: details } = dataOf(await api.get(`/accounts/code/${code}/balance?as_of_date=${day}`), 200);
      for (const layer of layers)
        expect([code, day, layer, copy.balanceOf(id, layer, day)]).toEqual([
          ...[code, day, layer],
          NaiveCopy.unitsOf(details[layer].balance),
        ]);
    }
  }
};

test(`a replay of the feed from sequence 1 gives the balances of the service, ${sequences} times`, async () => {
  process.stderr.write(`the feed's seed: MODEL_SEED=${seed}\n`);
  for (const played of fc.sample(sequence(commands), { seed, numRuns: sequences, unbiased: true })) {
    const { api, told } = await play(played);
    const copy = new NaiveCopy();
    const largest = 1 + random(60);
    const again = await eventsOf(api, '', () => 1 + random(largest));
    for (const event of again) {
      copy.apply(event);
      compareTold(copy, event);
    }
    await compareBalances(api, copy);
    expect(again.map((event) => JSON.stringify(event))).toEqual(told.map((event) => JSON.stringify(event)));
  }
}, 600_000);
