/**
 * SIGKILL while eight clients post: every acknowledged transaction must exist once, an unacknowledged one at most once, and a retry with
 * the same key shows which.
 */
import { client } from '../support/client';
import { runHere } from '../support/command-line';
import { expectEachOnce, itemsOf, openAccounts } from '../support/orders';
import { kill } from '../support/outside';
import { seedOf } from '../support/random';
import { freePort, install, type Installed, type Service } from '../support/service-process';
import { randomFrom, startTraffic, type Order, type Traffic } from '../support/traffic';

const clients = 8;
/** The number of acknowledgements between a start and the next kill. */
const minTraffic = 30;
const maxTraffic = 200;
/** The test takes a quarter of a minute on two idle cores; the rest of this limit allows for a busy machine. */
const timeoutMs = 600_000;
const accountCodes = ['CASH', 'A1', 'A2', 'A3', 'A4', 'A5'];

/** The same seed gives the same orders and counts, but the timing of the kills depends on the machine. */
const seed = seedOf('LEDGER_TEST_SEED', 2 ** 31);

let home: Installed | undefined;
let traffic: Traffic | undefined;

afterEach(async () => {
  const ended = traffic?.end().catch(() => undefined);
  await home?.remove();
  await ended;
});

describe('killing the service with -9 while it posts', () => {
  test(
    'loses no acknowledged transaction, and posts none twice',
    async () => {
      process.stdout.write(`kill-nine: LEDGER_TEST_SEED=${seed}\n`);
      const here = (home = install());
      let service = await here.serve();
      const key = await newKey(here);
      let api = client(service.url, key);
      await openAccounts(api, accountCodes);

      const posting = (traffic = startTraffic(clients, seed, accountCodes, () => api));
      const random = randomFrom(seed);
      for (const murder of murders) {
        await Promise.race([posting.answered(minTraffic + random(maxTraffic - minTraffic)), posting.clients]);
        await Promise.race([murder(here, service, posting), posting.clients]);
        service = await here.serve();
        api = client(service.url, key);
        posting.resume();
      }
      await Promise.race([posting.answered(minTraffic), posting.clients]);
      await posting.end();

      const { orders } = posting;
      const { unheard, existed } = await expectEachOnce(api, orders, accountCodes, clients);
      await verifyFindsNothing(here);
      expect(await service.stop('SIGINT')).toMatchObject({ code: 0 });
      await verifyFindsNothing(here);
      expect([here.postgres(), here.socketFolders()]).toEqual([[], []]);

      const { requests, unanswered } = posting.seen();
      expect(unanswered).toBeGreaterThan(0);
      process.stdout.write(
        `kill-nine: ${murders.length} kills, ${requests} requests, ${unanswered} unanswered, ${itemsOf(orders).length} ` +
          `transactions; of ${unheard} without an acknowledgement ${existed} existed\n`,
      );
    },
    timeoutMs,
  );
});

type Murder = (here: Installed, service: Service, traffic: Traffic) => Promise<void>;

const atOnce: Murder = async (_, service) => void (await service.stop('SIGKILL'));

const rightAfterAnAnswerTo =
  (kind: Order['kind']): Murder =>
  async (_, service, traffic) => {
    await traffic.nextAnswer(kind);
    await service.stop('SIGKILL');
  };

/** Kills the database first, so that the service answers 503 for a moment, and then the service. */
const withItsDatabase: Murder = async (here, service, traffic) => {
  const lost = traffic.nextLoss();
  kill(here.postmaster());
  await lost;
  await service.stop('SIGKILL');
};

/** Kills the service and its database, and then the next service in the middle of its start. */
const withItsSuccessor: Murder = async (here, service) => {
  const postmaster = here.postmaster();
  await service.stop('SIGKILL');
  kill(postmaster);
  const successor = here.beginToServe(await freePort());
  await here.postmasterFollows(postmaster);
  await successor.stop('SIGKILL');
};

const murders: readonly Murder[] = [
  atOnce,
  rightAfterAnAnswerTo('single'),
  withItsDatabase,
  rightAfterAnAnswerTo('batch'),
  withItsSuccessor,
  rightAfterAnAnswerTo('atomic batch'),
  atOnce,
];

const newKey = async (here: Installed): Promise<string> => {
  const json = async (...args: string[]): Promise<{ id: string; key: string }> => {
    const { code, stdout, stderr } = await runHere([...args, '--json'], { LEDGER_DATA_DIR: here.dataDirectory });
    if (code !== 0) throw new Error(stderr);
    return JSON.parse(stdout) as { id: string; key: string };
  };
  const tenant = await json('tenants', 'create', '--name', 'Survivor');
  const described = ['--code', 'KILLED', '--name', 'Killed', '--currency', 'EUR'];
  const ledger = await json('ledgers', 'create', '--tenant', tenant.id, ...described);
  return (await json('keys', 'create', '--ledger', ledger.id, '--rate-limit', '1000000')).key;
};

const verifyFindsNothing = async (here: Installed): Promise<void> => {
  const { code, stdout, stderr } = await runHere(['verify', '--json'], { LEDGER_DATA_DIR: here.dataDirectory });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toMatchObject({ ok: true, findings: [] });
  expect(code).toBe(0);
};
