/**
 * Clients that write without pause through all services, whatever faults occur, and record each request with its answer. Half of the
 * requests without an answer are sent again with the same key, as clients do. The others are not repeated: only the database shows their
 * outcome.
 */
import { leanClient, type LeanAnswer, type LeanClient } from '../model/lean-client';
import { createTally } from '../support/happenings';
import { randomFrom, type Random } from '../support/traffic';
import type { StagedBooks, StagedLedger } from './books';
import { openDiary, type Diary, type Noted, type Wish } from './diary';
import type { Rights } from './rights';
import { send } from './sending';
import type { Stage, StagedService } from './stage';
import { wishFor } from './wishes';

export interface Load {
  readonly diary: Diary;
  /** The answers that neither a fault nor another client's request explains. */
  readonly unexpected: readonly string[];
  /** Resolves after `count` more requests have been answered or given up. */
  requests(count: number): Promise<void>;
  /** Sends writes to all services until each has succeeded. Returns the largest number of attempts that a service needed. */
  heal(): Promise<number>;
  end(): Promise<void>;
}

const answersWithinMs = 3_000;
const maxAttempts = 40;
/** An administrator sends a request after this many requests of other clients. */
const requestsPerAct = 8;
/** The maximum number of attempts until a service accepts a write. A running service on a running database needs far fewer. */
const maxProbes = 5_000;

const tooMany = 429;

/** The codes of refusals that other clients' requests may cause. Any other refusal is a bug of the test or of the service. */
const deserved = new Set([
  'ACCOUNT_INACTIVE',
  'BALANCE_LIMIT_EXCEEDED',
  'BATCH_REJECTED',
  'HOLD_EXCEEDED',
  'HOLD_NOT_OPEN',
  'HOLD_NOT_RAISED',
  'HOLD_UNCHANGED',
  'JOURNAL_CLOSED',
  'KEY_NOT_ACTIVE',
  'PERIOD_HAS_PENDING',
  'PERIOD_LOCKED',
  'DATE_BEFORE_ORIGINAL',
  'REVERSAL_EXCEEDS_REMAINDER',
  'STRING_FOREIGN_LEDGER',
  'STRING_KEY_NOT_IN_STRING',
  'STRING_OPERATION_INVALID',
  'STRING_PERIOD_LOCKED',
  'TRANCODE_DEPRECATED',
  'TRANSACTION_ALREADY_REVERSED',
  'TRANSACTION_NOT_REVERSIBLE',
  'TRANSACTION_NOT_VOIDABLE',
]);

export const startLoad = (
  books: StagedBooks,
  stage: Stage,
  services: readonly StagedService[],
  clientsPerLedger: number,
  seed: number,
  rights: Rights,
): Load => {
  const diary = openDiary();
  const unexpected: string[] = [];
  const open: LeanClient[] = [];
  let keys = 0;
  let hasEnded = false;
  let end = (): void => undefined;
  const isOver = new Promise<void>((resolve) => (end = resolve));
  const requests = createTally();
  const beganAt = new Date();
  const instant = (minutes: number): string => new Date(beganAt.getTime() + 60_000 * minutes).toISOString();
  const freshKey = (): string => `${seed}-${++keys}`;
  const connect = (key: string): readonly LeanClient[] => {
    const connected = services.map(({ url }) => leanClient(url, key, answersWithinMs));
    open.push(...connected);
    return connected;
  };

  /** One attempt. Returns the final answer, 'again' if the answer asks for a retry, undefined if there was no answer. */
  const attempt = async (api: LeanClient, wish: Wish): Promise<LeanAnswer | 'again' | undefined> => {
    let answer: LeanAnswer;
    try {
      answer = await send(api, wish);
    } catch {
      return undefined;
    }
    if (answer.status === 503) return undefined;
    if (answer.body.code === 'idempotency_key_in_use' || answer.status === tooMany) return 'again';
    const codes = [answer, ...(answer.body.data?.results ?? []).map((body: unknown) => ({ status: 0, body }))]
      .map(({ body }) => body.code)
      .filter((code) => typeof code === 'string' && !deserved.has(code) && code !== 'idempotency_key_in_use');
    if (answer.status >= 500 || codes.length > 0)
      unexpected.push(`${JSON.stringify(wish).slice(0, 300)} ⇒ ${answer.status} ${JSON.stringify(answer.body)}`);
    const isBusy = (answer.body.data?.results ?? []).some(
      ({ code }: { code: string | null }) => code === 'idempotency_key_in_use',
    );
    return isBusy ? 'again' : answer;
  };

  /** Waits for the database, and then chooses one of the running services, as a load balancer does. */
  const choose = async (random: Random): Promise<number> => {
    await Promise.race([isOver, stage.postgres.up()]);
    await Promise.race([isOver, ...services.map((service) => service.up())]);
    const up = [...services.keys()].filter((index) => services[index]?.isUp());
    return up[random(services.length) % Math.max(up.length, 1)] ?? 0;
  };

  /** Sends the request until it gets its final answer or is given up. After a lost answer, sends it again only if `isPatient` is true. */
  const pursue = async (
    noted: Noted,
    ways: readonly LeanClient[],
    random: Random,
    isPatient: boolean,
  ): Promise<void> => {
    for (let attempts = 0; attempts < maxAttempts && noted.answer === undefined; attempts++) {
      const answer = await attempt(ways[await choose(random)] as LeanClient, noted.wish);
      if (answer === undefined || answer === 'again') noted.unheard += 1;
      else diary.settle(noted, answer);
      requests.add();
      if (!isPatient && answer === undefined) break;
    }
  };

  const work = async (ledger: StagedLedger, number: number): Promise<void> => {
    const random = randomFrom(seed + number);
    const ways = connect(ledger.key);
    while (!hasEnded) {
      const noted = diary.note(ledger, wishFor(books, ledger, diary, random, freshKey, instant));
      await pursue(noted, ways, random, keyOf(noted.wish) !== undefined && random(2) === 0);
    }
  };

  const administer = async (ledger: StagedLedger, number: number): Promise<void> => {
    const random = randomFrom(seed + number);
    const ways = connect(rights.adminKey);
    while (!hasEnded) {
      const noted = diary.note(ledger, rights.wish(ledger, random));
      await pursue(noted, ways, random, false);
      rights.hear(noted);
      await Promise.race([isOver, requests.more(requestsPerAct)]);
    }
  };

  const atWork = Promise.all(
    books.ledgers.flatMap((ledger, index) => [
      ...Array.from({ length: clientsPerLedger }, (_, number) => work(ledger, 100 * index + number)),
      administer(ledger, 100 * index + clientsPerLedger),
    ]),
  );
  atWork.catch(() => undefined);
  const probes = connect(books.ledgers[0].key);
  return {
    diary,
    unexpected,
    requests: requests.more,
    heal: async () => {
      const probed = probes.map(async (api, index) => {
        const wish = probeOf(freshKey());
        const noted = diary.note(books.ledgers[0], wish);
        while (noted.unheard < maxProbes) {
          const answer = await attempt(api, wish);
          if (answer !== undefined && answer !== 'again') {
            diary.settle(noted, answer);
            return noted.unheard + 1;
          }
          noted.unheard += 1;
        }
        throw new Error(`service ${index} was asked ${maxProbes} times after the fault, and does not write`);
      });
      return Math.max(...(await Promise.all(probed)));
    },
    end: async () => {
      hasEnded = true;
      end();
      await atWork;
      for (const api of open) api.close();
    },
  };
};

const probeOf = (key: string): Wish => {
  const body = {
    effective_date: '2026-01-15',
    description: 'a probe',
    idempotency_key: key,
    entries: [
      { account_code: 'CASH', type: 'debit', amount: '0.01' },
      { account_code: 'SALES', type: 'credit', amount: '0.01' },
    ],
  } as const;
  return { kind: 'post', batch: 'none', items: [{ body, asSent: body }] };
};

const keyOf = (wish: Wish): string | undefined =>
  wish.kind === 'post' ? wish.items[0]?.body.idempotency_key : 'key' in wish ? wish.key : undefined;
