/**
 * Causes one fault at each statement of each operation. Afterwards the client repeats its request: acknowledged writes must exist, nothing
 * may exist twice, and every invariant must hold.
 */
import { Client } from 'pg';
import { leanClient, type LeanAnswer, type LeanClient } from '../model/lean-client';
import { createTally } from '../support/happenings';
import { randomFrom } from '../support/traffic';
import { openStagedBooks, type StagedBooks } from './books';
import { chooseFailpoints, countSteps, nameOf, statementOf, type Fault, type Failpoint } from './failpoints';
import { effects, operationsOn, type Attempt, type Operation } from './operations';
import type { Deed } from './postgres-proxy';
import { isFull, openPlay, seed } from './play';
import type { StagedService } from './stage';

/**
 * The numbers of faults: `cheap` ones cost only a moment, and after `dear` ones a process must restart. `make faults` causes about seventy
 * times as many as a short run.
 */
const measure = isFull ? { cheap: 600, dear: 40 } : { cheap: 8, dear: 1 };
/**
 * More than this many quarters of the faults must occur; a fault does not occur if the service does not send the fault's statement. The
 * limit of the short run is lower, because chance has more influence on few faults.
 */
const leastStruck = isFull ? 3 : 2;
/**
 * The maximum number of times that a request is sent until the operation is done. A running service on a running database needs far fewer.
 */
const maxAsks = 5_000;
const answersWithinMs = 4_000;

const play = openPlay(['api', 'all']);
let api: StagedService;
let worker: StagedService;
let books: StagedBooks;
let asking: LeanClient;
/** A client of the process that has a poster, so its transactions are posted immediately. */
let askingWorker: LeanClient;
let operations: readonly Operation[];

beforeAll(async () => {
  [api, worker] = play.services as readonly [StagedService, StagedService];
  books = await openStagedBooks(play.stage, api.url);
  asking = leanClient(api.url, books.ledgers[0].key, answersWithinMs);
  askingWorker = leanClient(worker.url, books.ledgers[0].key, answersWithinMs);
  operations = operationsOn(asking, askingWorker, books);
});

afterAll(() => {
  asking.close();
  askingWorker.close();
});

test('a fault at any statement of any operation loses no acknowledged write and repeats none', async () => {
  process.stdout.write(`failpoints: LEDGER_TEST_SEED=${seed}\n`);
  const done = new Map<string, number>();
  const steps = new Map<Operation, readonly string[]>();
  for (const operation of operations) {
    steps.set(operation, await stepsOf(operation));
    done.set(operation.name, 1);
  }
  const failpoints = chooseFailpoints(steps, measure, randomFrom(seed));
  let mostAsks = 0;
  let faults = 0;
  const struck = new Set<Operation>();
  const misses: string[] = [];
  for (const failpoint of failpoints) {
    const found = await playOne(failpoint);
    done.set(failpoint.operation.name, (done.get(failpoint.operation.name) ?? 0) + 1);
    mostAsks = Math.max(mostAsks, found.asks);
    if (found.hasStruck) {
      faults += 1;
      struck.add(failpoint.operation);
    }
    misses.push(...found.wrong.map((wrong) => `${nameOf(failpoint)}: ${wrong}`));
    if (misses.length > 0) break;
  }
  expect(misses).toEqual([]);
  // A process that has the ledger in its caches sends fewer statements than in the observed run, so about one fault in eight meets no
  // statement.
  expect(faults).toBeGreaterThan((failpoints.length * leastStruck) / 4);
  if (isFull) expect([...struck]).toHaveLength(steps.size);
  await balancesAreTheSumOf(done);
  expect(await wrongInBooks()).toEqual([]);
  process.stdout.write(
    `failpoints: ${faults} faults at ${[...steps.values()].flat().length} statements of ` +
      `${steps.size} operations; done again when it was asked ${mostAsks} times at most\n`,
  );
});

const processOf = ({ process }: Operation): StagedService => (process === 'api' ? api : worker);
const ledgerIds = (): readonly string[] => books.ledgers.map(({ id }) => id);

/** Runs the operation without a fault, and returns the names of its statements. */
const stepsOf = async (operation: Operation): Promise<readonly string[]> => {
  const attempt = await operation.prepare();
  await play.stage.quiet();
  const names: string[] = [];
  const { database } = processOf(operation);
  database.watch(
    countSteps(ledgerIds(), (_, step) => {
      names.push(statementOf(step));
      return undefined;
    }),
  );
  const answer = await attempt.send();
  expect({ operation: operation.name, done: await attempt.isDone(answer) }).toEqual({
    operation: operation.name,
    done: true,
  });
  await play.stage.quiet();
  database.watch(undefined);
  return names;
};

interface Played {
  readonly wrong: readonly string[];
  /** How many times the request was sent until the operation was done. */
  readonly asks: number;
  readonly hasStruck: boolean;
}

const playOne = async ({ operation, index, fault }: Failpoint): Promise<Played> => {
  const attempt = await operation.prepare();
  await play.stage.quiet();
  const [begun, struck] = [createTally(), createTally()];
  const service = processOf(operation);
  service.database.watch(
    countSteps(ledgerIds(), (count) => {
      if (count !== index) return undefined;
      begun.add();
      return deedOf(fault, service, struck.add);
    }),
  );
  const isStruck = struck.more(1);
  const sent = attempt.send().catch(() => undefined);
  // The poster may do its work long after the answer, so this waits for it. It may look for work less often than in the observed run; then
  // the fault meets no statement.
  await Promise.race([isStruck, operation.isLater ? sent.then(play.stage.quiet) : sent]);
  service.database.watch(undefined);
  if (begun.count > 0) await isStruck;
  const answer = await sent;
  await play.stage.postgres.restart();
  await service.restart();
  const wrong = await untrueIn(answer, attempt);
  const { again, asks } = await askUntilDone(attempt);
  if (!again) wrong.push(`it was asked ${asks} times, and not done`);
  await play.stage.quiet();
  const first = answer && idsIn(answer);
  if (attempt.key !== undefined && again && first && first !== idsIn(again))
    wrong.push(`it was done as ${first} and as ${idsIn(again)}`);
  return { wrong: [...wrong, ...(await wrongInBooks())], asks, hasStruck: struck.count > 0 };
};

const deedOf = (fault: Fault, service: StagedService, struck: () => void): Deed => {
  if (fault.kind === 'refused') return { sqlState: fault.sqlState, after: struck };
  const strike = async (): Promise<void> => {
    if (fault.kind === 'service killed') await service.kill();
    if (fault.kind === 'database killed') await play.stage.postgres.kill();
    // Calls `struck` only now, after the kill, because the test then starts the killed process again.
    struck();
  };
  return { [fault.when]: strike, cut: fault.when };
};

/**
 * Checks before any retry whether the answer agrees with the database: the idempotency key of an acknowledged request must exist, and that
 * of a request that wrote nothing must not.
 */
const untrueIn = async (answer: LeanAnswer | undefined, { key }: Attempt): Promise<string[]> => {
  if (!answer || key === undefined) return [];
  const [row] = await asOwner<{ count: string }>('select count(*) from idempotency_keys where key = $1', [key]);
  const isThere = row?.count !== '0';
  if (answer.status < 300 && !isThere) return ['it was acknowledged, and is not there'];
  const saysNothing = /nothing was written/i.test(answer.body.message ?? '');
  if (saysNothing && isThere) return [`it was said that nothing was written, and it is there (${answer.status})`];
  return answer.status < 300 || answer.status === 503 ? [] : [`it was answered ${answer.status}`];
};

const askUntilDone = async (
  attempt: Attempt,
): Promise<{ readonly again: LeanAnswer | undefined; readonly asks: number }> => {
  for (let asks = 1; asks <= maxAsks; asks++)
    try {
      const again = await attempt.send();
      if (await attempt.isDone(again)) return { again, asks };
    } catch {
      // The fault may have broken the connection over which this request is sent, so the request is repeated.
    }
  return { again: undefined, asks: maxAsks };
};

const idsIn = ({ status, body }: LeanAnswer): string | undefined => {
  if (status >= 300) return undefined;
  const { data } = body;
  return [data?.correlation_id, data?.id, ...(data?.results ?? []).map(({ id }: { id: string }) => id)].join();
};

const wrongInBooks = async (): Promise<string[]> => {
  const wrong: string[] = [];
  for (const id of ledgerIds())
    for (const { check, where, detail } of (await play.stage.verify(id)).findings)
      wrong.push(`${check}: ${where} ${detail}`);
  return wrong;
};

const balancesAreTheSumOf = async (done: ReadonlyMap<string, number>): Promise<void> => {
  const sum = (of: 'cash' | 'shop'): bigint =>
    [...done].reduce((total, [name, times]) => total + (effects[name]?.[of] ?? 0n) * BigInt(times), 0n);
  const balanceOf = async (code: string): Promise<bigint> =>
    BigInt((await asking.get(`/accounts/code/${code}/balance`)).body.data.balances.settled.replace('.', ''));
  expect([await balanceOf('CASH'), await balanceOf('SHOP-1')]).toEqual([sum('cash'), sum('shop')]);
};

const asOwner = async <Row extends object>(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> => {
  const client = new Client({ connectionString: play.stage.ownerUrl() });
  await client.connect();
  try {
    return (await client.query<Row>(text, [...values])).rows;
  } finally {
    await client.end();
  }
};
