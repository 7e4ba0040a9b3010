/**
 * Forty clients at a time use the same key with different bodies, through two services, while PostgreSQL is killed. Each key creates one
 * transaction, and all clients get the same answer about it.
 */
import { leanClient, type LeanClient } from '../model/lean-client';
import { createTally, type Tally } from '../support/happenings';
import { randomFrom, type Random } from '../support/traffic';
import { readArchives } from './archive';
import { openStagedBooks, type StagedLedger } from './books';
import { isFull, openPlay, seed } from './play';

const keys = isFull ? 500 : 25;
const callers = 40;
const bodies = 3;
const kills = isFull ? 4 : 1;
const answersWithinMs = 5_000;

const play = openPlay(['all', 'all']);

/** The key of a request, and the amount and transaction id in the answer to it. */
interface Told {
  readonly key: string;
  readonly amount: string;
  /** Null if the service refused the request because another request has used the key. */
  readonly id: string | null;
}

test(`${keys} keys, each used by ${callers} callers at once with ${bodies} bodies, create ${keys} transactions`, async () => {
  process.stdout.write(`idempotency storm: LEDGER_TEST_SEED=${seed}\n`);
  const [ledger] = (await openStagedBooks(play.stage, play.services[0]?.url ?? '')).ledgers;
  const told: Told[] = [];
  const [heard, unheard] = [createTally(), createTally()];
  const random = randomFrom(seed);
  const calls = Promise.all(
    Array.from({ length: callers }, (_, number) => call(ledger, randomFrom(seed + number), told, heard, unheard)),
  );
  for (let kill = 1; kill <= kills; kill++) {
    const at = Math.floor((keys * callers * kill) / (kills + 1)) + random(callers);
    await Promise.race([heard.more(at - heard.count), calls]);
    await play.stage.postgres.kill();
    await play.stage.postgres.restart();
  }
  await calls;

  await play.stage.quiet();
  const [archive] = await readArchives(play.stage.ownerUrl(), [ledger.id]);
  const made = new Map(archive?.transactions.map((each) => [each.key, each]));
  expect([made.size, archive?.transactions.length]).toEqual([keys, keys]);
  expect(archive?.transactions.filter(({ status }) => status !== 'posted')).toEqual([]);
  expect(told).toHaveLength(keys * callers);
  const lies = told.filter(({ key, amount, id }) => {
    const transaction = made.get(key);
    const isTheirs = transaction?.entries[0]?.[2] === amount.replace('.', '');
    return isTheirs ? id !== transaction?.id : id !== null;
  });
  expect(lies).toEqual([]);
  expect((await play.stage.verify()).findings).toEqual([]);
  process.stdout.write(
    `idempotency storm: ${keys} keys × ${callers} callers, PostgreSQL killed ${kills} times, ${unheard.count} times no answer, ` +
      `${archive?.transactions.length} transactions\n`,
  );
});

/** Uses all keys, each with a random body, and repeats each request until it is answered. */
const call = async (
  ledger: StagedLedger,
  random: Random,
  told: Told[],
  heard: Tally,
  unheard: Tally,
): Promise<void> => {
  const ways = play.services.map(({ url }) => leanClient(url, ledger.key, answersWithinMs));
  for (let number = 1; number <= keys; number++) {
    const key = `wanted-${number}`;
    const amount = `${1 + random(bodies)}.50`;
    for (let isTold = false; !isTold;) {
      await play.stage.postgres.up();
      const id = await ask(ways[random(ways.length)] as LeanClient, key, amount);
      isTold = id !== undefined;
      if (id !== undefined) told.push({ key, amount, id });
      (isTold ? heard : unheard).add();
    }
  }
  for (const way of ways) way.close();
};

const ask = async (api: LeanClient, key: string, amount: string): Promise<string | null | undefined> => {
  try {
    const { status, body } = await api.post('/transactions', {
      effective_date: '2026-01-15',
      description: `for ${amount}`,
      idempotency_key: key,
      entries: [
        { account_code: 'CASH', type: 'debit', amount },
        { account_code: 'SALES', type: 'credit', amount },
      ],
    });
    if (status === 202) return body.data.id as string;
    if (body.code === 'idempotency_key_reused') return null;
    if (body.code === 'idempotency_key_in_use' || status === 503) return undefined;
    throw new Error(`${status}: ${JSON.stringify(body)}`);
  } catch (error) {
    if (error instanceof Error && /^\d{3}: /.test(error.message)) throw error;
    return undefined;
  }
};
