/**
 * Enters the deeds of a story into the books, in order, through the API's routes. Consecutive deeds that a batch may contain are sent
 * together, up to a hundred at a time. Each deed has an idempotency key or is searched for first. So performing a story again changes
 * nothing, and an interrupted one is continued.
 */
import type { ProcessTime } from '../../../src/kernel/clock';
import { unreachable } from '../../../src/kernel/refusal';
import type { App } from '../../../src/app/compose';
import { answerOf, ensure } from '../../../src/app/in-process';
import { accountBody, itemBody, movingBody, postingBody, type Knowledge } from './bodies';
import type { Deed, Item, Locking, Moving, PostingDeed, Voiding } from './deeds';
import type { OpenedLedger } from './opening';

/**
 * For each kind of deed: the number of deeds that this call performed (`made`), and of those that an earlier call had performed (`found`).
 */
export type Counts = Readonly<Record<Deed['kind'], { readonly made: number; readonly found: number }>>;

/** Called with the number of deeds that are done, and the number of all deeds. */
export type OnProgress = (done: number, all: number) => void;

const kinds = ['open', 'post', 'settle', 'release', 'reverse', 'void', 'convert', 'transfer', 'lock'] as const;
const maxItems = 100;
/** The time limit for waiting until transactions are posted or holds have expired. */
const maxWaitMs = 60_000;
const lookMs = 50;

/** Performs the deeds. A process on this database must run the poster (`app.poster`), which posts transactions and expires holds. */
export const perform = async (
  app: App,
  opened: ReadonlyMap<string, OpenedLedger>,
  stringCode: string | undefined,
  deeds: readonly Deed[],
  onProgress: OnProgress,
): Promise<Counts> => {
  const ids = new Map<string, string>();
  const desks = new Map([...opened].map(([code, ledger]) => [code, createDesk(app, ledger, ids)]));
  const counts = new Map(kinds.map((kind) => [kind, { made: 0, found: 0 }]));
  const deskOf = (ledger: string): Desk => {
    const desk = desks.get(ledger);
    if (!desk) throw new Error(`the profile has no ledger ${ledger}`);
    return desk;
  };
  /**
   * Performs one deed. Returns true if it was done now, false if an earlier call had done it, and undefined if it was queued for a batch.
   */
  const performOne = async (deed: Deed): Promise<boolean | undefined> => {
    switch (deed.kind) {
      case 'open':
        return ensure(app, deskOf(deed.ledger).caller, 'createAccount', { body: accountBody(deed.account) });
      case 'post':
        return deed.expiry === 'never' ? deskOf(deed.ledger).enqueue(deed) : deskOf(deed.ledger).postExpiring(deed);
      case 'settle':
      case 'release':
      case 'reverse':
        return deskOf(deed.ledger).enqueue(deed);
      case 'void':
        return deskOf(deed.ledger).takeOut(deed);
      case 'convert':
      case 'transfer':
        return move(deed);
      case 'lock':
        return deskOf(deed.ledger).lock(deed);
      default:
        return unreachable(deed);
    }
  };
  const move = async (moving: Moving): Promise<boolean> => {
    const [source, target] = [deskOf(moving.source.ledger), deskOf(moving.target.ledger)];
    for (const desk of [source, target]) await desk.flush(true);
    const operation = moving.kind === 'convert' ? 'convertInString' : 'transferInString';
    const asked = { params: { code: stringCode }, body: movingBody(moving, source.caller, target.caller) };
    const { replayed } = (await answerOf(app, source.caller, operation, asked)) as Replayed;
    return !replayed;
  };

  const count = (kind: Deed['kind'], isNew: boolean): void => {
    const counted = counts.get(kind);
    if (counted) counted[isNew ? 'made' : 'found'] += 1;
  };
  for (const [index, deed] of deeds.entries()) {
    const isNew = await performOne(deed);
    if (isNew !== undefined) count(deed.kind, isNew);
    onProgress(index + 1, deeds.length);
  }
  for (const desk of desks.values()) {
    await desk.end();
    for (const [kind, isNew] of desk.done) count(kind, isNew);
  }
  return Object.fromEntries(counts) as unknown as Counts;
};

/** The queue of one ledger: collects the deeds and sends them in batches. */
interface Desk extends Pick<OpenedLedger, 'caller'> {
  /** For each sent item: its kind, and whether it was done now or by an earlier call. */
  readonly done: readonly (readonly [kind: Item['kind'], isNew: boolean])[];
  enqueue(item: Item): Promise<undefined>;
  /** Sends the queued items. With `isWaiting` it also waits until all of them are posted. */
  flush(isWaiting: boolean): Promise<void>;
  postExpiring(posting: PostingDeed): Promise<boolean>;
  takeOut(voiding: Voiding): Promise<boolean>;
  lock(locking: Locking): Promise<boolean>;
  /** Sends the remaining items. Throws if a transaction failed, or if a hold that is due does not expire. */
  end(): Promise<void>;
}

interface Replayed {
  readonly replayed: boolean;
}

interface Listed {
  readonly id: string;
  readonly status: string;
}

interface BatchResult extends Replayed {
  readonly id: string | null;
  readonly code: string | null;
  readonly message: string | null;
}

const createDesk = (app: App, { caller, journals }: OpenedLedger, ids: Map<string, string>): Desk => {
  const { clock } = app;
  let line: Item[] = [];
  const done: (readonly [Item['kind'], boolean])[] = [];
  let expiring = 0;
  const known: Knowledge = {
    ...{ caller, journals, now: () => clock.now() },
    idOf: (key) => {
      const id = ids.get(key);
      if (id === undefined) throw new Error(`nothing was posted under the key ${key}`);
      return id;
    },
  };
  const list = async (query: object): Promise<readonly Listed[]> =>
    (await answerOf(app, caller, 'listTransactions', { query })) as readonly Listed[];
  const allPosted = (): Promise<void> =>
    until(clock, 'everything is posted', async () => (await list({ status: 'pending' })).length === 0);

  const flush: Desk['flush'] = async (isWaiting) => {
    const items = line;
    line = [];
    // A settlement, release or reversal needs the posted transaction, so all earlier ones must be posted first.
    if (items.some(({ kind }) => kind !== 'post')) await allPosted();
    if (items.length > 0) {
      const body = { transactions: items.map((item) => itemBody(item, known)) };
      const { results } = (await answerOf(app, caller, 'createTransactions', { body })) as {
        readonly results: readonly BatchResult[];
      };
      for (const [index, { id, replayed, code, message }] of results.entries()) {
        const { key, kind } = items[index] as Item;
        if (id === null) throw new Error(`${key} was refused with ${code}: ${message}`);
        ids.set(key, id);
        done.push([kind, !replayed]);
      }
    }
    if (isWaiting) await allPosted();
  };

  return {
    caller,
    done,
    flush,
    enqueue: async (item) => {
      const isAboutTheLine = item.kind !== 'post' && line.some(({ key }) => key === item.of);
      if (isAboutTheLine || line.length === maxItems) await flush(false);
      line.push(item);
    },
    // The expiry is counted from the present time, so it differs in each run. A repeated request would be refused, because its key was used
    // with a different body. So the transaction is searched for first.
    postExpiring: async (posting) => {
      await flush(false);
      if (posting.expiry === 'at once') expiring += 1;
      const [found] = await list({ reference: posting.reference });
      const body = postingBody(posting, known);
      const { id } = found ?? ((await answerOf(app, caller, 'createTransaction', { body })) as Listed);
      ids.set(posting.key, id);
      return !found;
    },
    takeOut: async ({ of, reason }) => {
      await flush(true);
      const params = { transactionId: known.idOf(of) };
      const { status } = (await answerOf(app, caller, 'readTransaction', { params })) as Listed;
      if (status !== 'void') await answerOf(app, caller, 'voidTransaction', { params, body: { reason } });
      return status !== 'void';
    },
    lock: async ({ until: locked_until, reason }) => {
      await flush(true);
      const locks = (await answerOf(app, caller, 'listPeriodLocks')) as readonly { readonly locked_until: string }[];
      const isNew = locks.every((lock) => lock.locked_until !== locked_until);
      if (isNew) await answerOf(app, caller, 'lockPeriod', { body: { locked_until, reason } });
      return isNew;
    },
    end: async () => {
      await flush(true);
      const [failed] = await list({ status: 'failed' });
      if (failed) throw new Error(`a transaction of the demo failed: ${JSON.stringify(failed)}`);
      await until(clock, 'holds expire', async () => (await list({ hold_state: 'expired' })).length >= expiring);
    },
  };
};

const until = async (clock: ProcessTime, what: string, isSo: () => Promise<boolean>): Promise<void> => {
  const deadline = clock.deadline(maxWaitMs);
  while (!(await isSo())) {
    if (deadline.leftMs() === 0) throw new Error(`waited in vain for a minute until ${what}`);
    await clock.sleep(lookMs);
  }
};
