/**
 * The checks that need the domain's own code: they recompute the hash chain of the log and the content hashes of the events' subjects, and
 * measure how long work has been pending.
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

/** The maximum time for which work may stay pending. */
export const maxPendingSeconds = 30;

/**
 * Checks that the stored hash of each event is the hash of its content and of the preceding event's hash. Begins at genesis, or after the
 * event `since`. Calls `read` after each event.
 */
export const recomputeChain = async (
  books: BooksSnapshot,
  ledgerId: LedgerId,
  read: () => void = () => undefined,
  since = 0n,
): Promise<CheckResult> => {
  const judged = judging({
    name: 'chain',
    promise:
      'Each event of the log has its own hash and the hash of the event before it, from the first event to the last.',
  });
  const head = await books.head();
  let before = genesisHash(ledgerId);
  let isFirst = since > 0n;
  for await (const events of books.events(isFirst ? since - 1n : 0n))
    for (const event of events) {
      if (isFirst) {
        if (event.sequence !== since) judged.breach(`event ${since}`, 'is not in the log');
      } else if (!eventFormats.isHashOf(event.hash, { before, sequence: event.sequence, event }))
        judged.breach(
          `event ${event.sequence}`,
          'its hash does not match its content and the hash of the event before it',
        );
      isFirst = false;
      // Continues from the stored hash, so that one changed event is reported only once.
      before = event.hash;
      read();
    }
  if (isFirst) judged.breach(`event ${since}`, 'is beyond the end of the log');
  else if (head && !before.equals(head.lastHash)) judged.breach('head', 'its hash is not the hash of the last event');
  return judged.verdict();
};

/**
 * Checks that each event that posted or failed a transaction contains the hash of the stored transaction. Calls `read` after each
 * transaction.
 */
export const recomputeContents = async (
  books: BooksSnapshot,
  read: () => void = () => undefined,
  since = 0n,
): Promise<CheckResult> => {
  const judged = judging({
    name: 'contents',
    promise: 'Each posted or failed transaction has the entries that the log records.',
  });
  for await (const decided of books.decided(since))
    for (const recorded of decided) {
      const detail = differenceOf(recorded, 'the log');
      if (detail !== undefined) judged.breach(`transaction ${recorded.id}`, detail);
      read();
    }
  return judged.verdict();
};

/**
 * The number of transactions that have been pending too long but are not findings yet, because this process began to look at the books only
 * recently.
 */
export interface Waiting {
  readonly transactions: number;
  /** The time at which the oldest of these transactions was accepted; null if there is none. */
  readonly since: Date | null;
}

export const nothingWaits: Waiting = { transactions: 0, since: null };

/**
 * Checks that each pending transaction is as it was accepted, and that none has been pending too long. The waiting time counts only from
 * the moment when this process began to look at the books, because they may be a copy in which no poster runs yet.
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

/** Checks that each account, journal, period lock and account set is in the state that the last event about it recorded. */
export const recomputeChart = async (books: BooksSnapshot): Promise<CheckResult> => {
  const judged = judging({
    name: 'chart-contents',
    promise: 'Accounts, journals, period locks and account sets are as the last event about each left it.',
  });
  const differs = 'differs from the state that the last event about it recorded';
  for await (const { account, contentHash } of books.accounts())
    if (contentHash && !accountFormats.isHashOf(contentHash, account)) judged.breach(`account ${account.id}`, differs);
  const journals = await books.lastContents('journal');
  for await (const journal of books.journals()) {
    const told = journals.get(journal.id);
    // The creation of the default journal is not an event.
    const atBirth = journalFormats.hashOf({ ...defaultJournal(journal.createdAt), id: journal.id });
    if (!journalFormats.isHashOf(told?.contentHash ?? atBirth, journal))
      judged.breach(`journal ${journal.id}`, told ? differs : 'is in a state that no event of the log recorded');
  }
  const locks = await books.lastContents('period lock');
  for await (const lock of books.periodLocks()) {
    const told = locks.get(lock.id);
    if (!told) judged.breach(`period lock ${lock.id}`, 'exists, but the log has no event of it');
    else if (!periodLockFormats.isHashOf(told.contentHash, lock)) judged.breach(`period lock ${lock.id}`, differs);
  }
  const sets = new Map(await books.lastContents('account set'));
  for await (const set of books.accountSets()) {
    const told = sets.get(set.id);
    if (!told) judged.breach(`account set ${set.id}`, 'exists, but the log has no event of it');
    else if (told.type === 'account_set_deleted')
      judged.breach(`account set ${set.id}`, 'exists, but the log recorded its deletion');
    else if (!accountSetFormats.isHashOf(told.contentHash, set)) judged.breach(`account set ${set.id}`, differs);
    sets.delete(set.id);
  }
  for (const [id, { type }] of sets)
    if (type !== 'account_set_deleted')
      judged.breach(`account set ${id}`, 'is missing, but the log did not record its deletion');
  return judged.verdict();
};

/**
 * Checks that each transaction code, conversion and transfer is in the state that the last event about it recorded. A record that was
 * created before the log had such events has no event unless it has changed since.
 */
export const recomputeLogged = async (books: BooksSnapshot): Promise<readonly CheckResult[]> => {
  const codes = judging({
    name: 'codes-are-logged',
    promise:
      'Each transaction code is in the state that the last event about it recorded; codes that are older than such events may have none.',
  });
  const toldCodes = new Map(await books.lastContents('trancode'));
  for await (const code of books.codes()) {
    const detail = differenceFromLog(code, toldCodes.get(code.id)?.contentHash);
    if (detail !== undefined) codes.breach(`transaction code ${code.id}`, detail);
    toldCodes.delete(code.id);
  }
  for (const id of toldCodes.keys())
    codes.breach(`transaction code ${id}`, 'is missing, but the log has events about it');
  const operations = judging({
    name: 'operations-are-logged',
    promise:
      'Each conversion and transfer is as the event about it recorded; those that are older than such events have none.',
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
  return isContent(contentHash) ? undefined : 'differs from the state that the last event about it recorded';
};

/** Returns the difference between a stored transaction and the record of its acceptance; undefined if they agree. */
const differenceOf = (
  { draft, fingerprint, entryCount, contentHash }: RecordedDraft,
  keeper: string,
): string | undefined => {
  if (!draft) return 'its stored entries cannot be read';
  if (!transactionFormats.isHashOf(contentHash, { draft, fingerprint }))
    return `it, or the fingerprint of its idempotency key, does not match the hash in ${keeper}`;
  if (debitsOf(draft.entries) !== draft.totalAmount) return 'its total is not the sum of its debits';
  if (draft.entries.length !== entryCount)
    return `its entry count is ${entryCount}, but it has ${draft.entries.length} entries`;
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
