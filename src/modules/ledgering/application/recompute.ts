/**
 * The checks that only the domain can run: it recomputes the hash chain of the log and the content hashes of the events'
 * subjects, and measures how long work has been waiting.
 */
import type { LedgerId } from '../../../kernel/ids';
import type { LoggedThing } from '../../../kernel/ledger-log';
import { genesisHash } from '../domain/chain';
import { debitsOf } from '../domain/draft';
import {
  accountFormats,
  accountSetFormats,
  eventFormats,
  journalFormats,
  periodLockFormats,
  transactionFormats,
} from '../domain/formats';
import { defaultJournal } from '../domain/journal';

import {
  maxNamedBreaches,
  type BooksSnapshot,
  type Breach,
  type Check,
  type RecordedDraft,
  type CheckResult,
} from './books-reader';

/** The longest time that work may wait to be posted. */
export const maxPendingSeconds = 30;

/**
 * Checks that each event has the hash of its content, from genesis, or from the event `since`, to the head. Calls `read` after
 * each event.
 */
export const recomputeChain = async (
  books: BooksSnapshot,
  ledgerId: LedgerId,
  read: () => void = () => undefined,
  since = 0n,
): Promise<CheckResult> => {
  const judged = judging({
    name: 'chain',
    promise: 'Each event of the log carries the hash of itself and of the event before it, from genesis to the head.',
  });
  const head = await books.head();
  let before = genesisHash(ledgerId);
  let isFirst = since > 0n;
  for await (const events of books.events(isFirst ? since - 1n : 0n))
    for (const event of events) {
      if (isFirst) {
        if (event.sequence !== since) judged.breach(`event ${since}`, 'is not in the log');
      } else if (!eventFormats.isHashOf(event.hash, { before, sequence: event.sequence, event }))
        judged.breach(`event ${event.sequence}`, 'its hash is not that of its content and of the event before it');
      isFirst = false;
      // Continues from the stored hash, so that one change is found once.
      before = event.hash;
      read();
    }
  if (isFirst) judged.breach(`event ${since}`, 'is beyond the end of the log');
  else if (head && !before.equals(head.lastHash)) judged.breach('head', 'its hash is not that of the last event');
  return judged.verdict();
};

/** Checks that each posting or failure event contains the hash of the stored transaction. Calls `read` after each transaction. */
export const recomputeContents = async (
  books: BooksSnapshot,
  read: () => void = () => undefined,
  since = 0n,
): Promise<CheckResult> => {
  const judged = judging({
    name: 'contents',
    promise: 'Each posted or failed transaction has the entries that the log says.',
  });
  for await (const decided of books.decided(since))
    for (const recorded of decided) {
      const detail = differenceOf(recorded, 'the log');
      if (detail !== undefined) judged.breach(`transaction ${recorded.id}`, detail);
      read();
    }
  return judged.verdict();
};

/** Transactions that have waited too long, although no poster could have posted them during that whole time. */
export interface Waiting {
  readonly transactions: number;
  /** The time at which the first of them was accepted; null if none waits. */
  readonly since: Date | null;
}

export const nothingWaits: Waiting = { transactions: 0, since: null };

/**
 * Checks that pending work equals the accepted intents, and that it does not wait too long. The books may be a copy in which
 * nobody posts yet, so the wait counts only from the moment when this process began to look at them.
 */
export const recomputePending = async (
  books: BooksSnapshot,
  now: Date,
  startedAt: Date,
): Promise<{ readonly verdicts: readonly CheckResult[]; readonly waiting: Waiting }> => {
  const contents = judging({
    name: 'queued-contents',
    promise: 'Each waiting transaction is as it was accepted.',
  });
  const age = judging({
    name: 'nothing-stays-pending',
    promise: `Nothing stays pending for more than ${maxPendingSeconds} seconds.`,
  });
  const isOld = (at: Date): boolean => now.getTime() - at.getTime() > maxPendingSeconds * 1_000;
  let waiting = nothingWaits;
  for await (const recorded of books.pending()) {
    const where = `transaction ${recorded.id}`;
    const detail = differenceOf(recorded, 'the queue');
    if (detail !== undefined) contents.breach(where, detail);
    const acceptedAt = recorded.draft?.acceptedAt;
    if (!acceptedAt || !isOld(acceptedAt)) continue;
    if (isOld(startedAt)) age.breach(where, `has been pending since ${acceptedAt.toISOString()}`);
    else waiting = { transactions: waiting.transactions + 1, since: earlier(waiting.since, acceptedAt) };
  }
  return { verdicts: [contents.verdict(), age.verdict()], waiting };
};

export const earlier = (one: Date | null, other: Date | null): Date | null =>
  one === null || (other !== null && other < one) ? other : one;

/** Checks that accounts, journals, period locks and account sets are as the last event about each left them. */
export const recomputeChart = async (books: BooksSnapshot): Promise<CheckResult> => {
  const judged = judging({
    name: 'chart-contents',
    promise: 'Accounts, journals, period locks and account sets are as the last event about each left it.',
  });
  const differs = 'differs from what the last event about it says';
  for await (const { account, contentHash } of books.accounts())
    if (contentHash && !accountFormats.isHashOf(contentHash, account)) judged.breach(`account ${account.id}`, differs);
  const journals = await books.lastContents('journal');
  for await (const journal of books.journals()) {
    const told = journals.get(journal.id);
    // The default journal has no creation event.
    const atBirth = journalFormats.hashOf({ ...defaultJournal(journal.createdAt), id: journal.id });
    if (!journalFormats.isHashOf(told?.contentHash ?? atBirth, journal))
      judged.breach(`journal ${journal.id}`, told ? differs : 'is in a state of which the log has no event');
  }
  const locks = await books.lastContents('period lock');
  for await (const lock of books.periodLocks()) {
    const told = locks.get(lock.id);
    if (!told) judged.breach(`period lock ${lock.id}`, 'is not the lock of any event in the log');
    else if (!periodLockFormats.isHashOf(told.contentHash, lock)) judged.breach(`period lock ${lock.id}`, differs);
  }
  const sets = new Map(await books.lastContents('account set'));
  for await (const set of books.accountSets()) {
    const told = sets.get(set.id);
    if (!told) judged.breach(`account set ${set.id}`, 'exists, but the log has no event of it');
    else if (told.type === 'account_set_deleted')
      judged.breach(`account set ${set.id}`, 'exists, but the log deleted it');
    else if (!accountSetFormats.isHashOf(told.contentHash, set)) judged.breach(`account set ${set.id}`, differs);
    sets.delete(set.id);
  }
  for (const [id, { type }] of sets)
    if (type !== 'account_set_deleted') judged.breach(`account set ${id}`, 'is gone, but the log did not delete it');
  return judged.verdict();
};

/**
 * Checks that everything the log records by id is as the last event about it left it. Things that were created before the log
 * had such events have none, unless they changed since.
 */
export const recomputeLogged = async (books: BooksSnapshot): Promise<readonly CheckResult[]> => {
  const codes = judging({
    name: 'codes-are-logged',
    promise:
      'Each transaction code is as the last event about it left it; those that are older than such events may have none.',
  });
  const toldCodes = new Map(await books.lastContents('trancode'));
  for await (const code of books.codes()) {
    const detail = differenceFromLog(code, toldCodes.get(code.id)?.contentHash);
    if (detail !== undefined) codes.breach(`transaction code ${code.id}`, detail);
    toldCodes.delete(code.id);
  }
  for (const id of toldCodes.keys()) codes.breach(`transaction code ${id}`, 'is gone, but the log has events of it');
  const operations = judging({
    name: 'operations-are-logged',
    promise:
      'Each conversion and transfer is as the event about it says; those that are older than such events have none.',
  });
  const toldOperations = await books.lastContents('string operation');
  for await (const operation of books.operations()) {
    const detail = differenceFromLog(operation, toldOperations.get(operation.id)?.contentHash);
    if (detail !== undefined) operations.breach(`string operation ${operation.id}`, detail);
  }
  return [codes.verdict(), operations.verdict()];
};

const differenceFromLog = (
  { isLogged, isContent }: Pick<LoggedThing, 'isLogged' | 'isContent'>,
  contentHash: Buffer | undefined,
): string | undefined => {
  if (contentHash === undefined) return isLogged ? 'exists, but the log has no event of it' : undefined;
  return isContent(contentHash) ? undefined : 'differs from what the last event about it says';
};

/** The difference between a stored transaction and the record of its acceptance; undefined if there is none. */
const differenceOf = (
  { draft, fingerprint, entryCount, contentHash }: RecordedDraft,
  keeper: string,
): string | undefined => {
  if (!draft) return 'what is kept of its entries cannot be read';
  if (!transactionFormats.isHashOf(contentHash, { draft, fingerprint }))
    return `it, or the fingerprint of its idempotency key, differs from what ${keeper} keeps the hash of`;
  if (debitsOf(draft.entries) !== draft.totalAmount) return 'its total is not the sum of its debits';
  if (draft.entries.length !== entryCount) return `it counts ${entryCount} entries and has ${draft.entries.length}`;
  return undefined;
};

interface Judging {
  breach(where: string, detail: string): void;
  verdict(): CheckResult;
}

const judging = (check: Check): Judging => {
  const named: Breach[] = [];
  let total = 0;
  return {
    breach: (where, detail) => {
      total += 1;
      if (named.length < maxNamedBreaches) named.push({ where, detail });
    },
    verdict: () => ({ check, total, named }),
  };
};
