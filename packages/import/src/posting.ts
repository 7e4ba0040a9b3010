/**
 * Posts the rows in the order of the file, in batches of up to a hundred, one batch after the other. So an export after the import has the
 * same order, even if others write to the ledger meanwhile. A row that refers to another transaction waits until that transaction is
 * posted.
 */
import type { Clock } from '../../../src/kernel/clock';
import type { Denomination } from '../../../src/kernel/money';
import { refuse, refused } from '../../../src/kernel/refusal';
import { maxRequestEntries } from '../../../src/modules/ledgering';
import type { ChartPlan } from './chart';
import { contentsOf, rowKeyPrefix, type ContentKeys } from './contents';
import { complaintAbout, lost, postedOtherwise } from './complaints';
import type { LedgerCalls } from './ledger-calls';
import { createDecided } from './decided';
import { itemOf, mainOf, mayBeSettlementOf, unsettled, type Item, type ItemContext, type Unit } from './operations';
import { referencesOf, type Original, type Originals, type WhenMissing } from './originals';
import { bodyOf, createRecognising, createRowKeys, keyReused, keysWithout, type RowKeys } from './recognising';
import { createRehearsal, maxBatchItems, type Trial } from './rehearsal';
import type { Reason, TransactionRow } from './rows';
import { createSending, type SendResult } from './sending';

export interface PostingReport {
  posted(rows: number): void;
  /** Counts rows that an earlier import posted. */
  replayed(rows: number): void;
  /** Counts rows of a dry run that could not be checked by the ledger. */
  untried(rows: number): void;
  rejected(row: Place, reason: Reason): void;
  remark(line: number, code: string, message: string): void;
}

export interface PostingDependencies {
  readonly calls: LedgerCalls;
  readonly denomination: Denomination;
  readonly chart: Pick<ChartPlan, 'codeOf' | 'groups' | 'identityOf'>;
  readonly originals: Originals;
  readonly keys: ContentKeys;
  readonly journalIds: ReadonlyMap<string, string>;
  /** The codes of accounts with limits. Their transactions first run as a dry run, because a failed transaction uses up its key. */
  readonly limited: ReadonlySet<string>;
  /** Returns whether the ledger has an account with this code. It may be false only in a dry run, which opens no accounts. */
  readonly isKnown: (code: string) => boolean;
  /** Returns the id of the account with this code if the ledger had it before the import; undefined otherwise. */
  readonly idBefore: (code: string) => string | undefined;
  /** The last locked day; null if no day is locked. It is only set in a dry run. */
  readonly lockedUntil: string | null;
  /** Whether the user states that no row of the table has been imported before. Rows that equal earlier rows then get new keys. */
  readonly hasNewRows: boolean;
  /** The keys of earlier imports whose transactions failed. */
  readonly failedKeys: ReadonlySet<string>;
  readonly isDryRun: boolean;
  readonly whenMissing: () => WhenMissing;
  readonly report: PostingReport;
  readonly clock: Clock;
}

export interface Posting {
  take(row: TransactionRow): Promise<void>;
  /** Called for a row that cannot be read. The row may have been the settlement that belongs to the release in the row before. */
  broken(): void;
  /** Posts the remaining rows. If the file was not read to its end, a release whose settlement may follow is not among them. */
  end(isWhole: boolean): Promise<void>;
}

/** The part of a row that is still needed after the row has been sent: its line and its text. */
type Place = Pick<TransactionRow, 'line' | 'raw'>;

/** An accepted unit that has neither been posted nor failed yet. Up to a thousand units wait, so their rows are kept without content. */
interface Accepted {
  readonly rows: readonly Place[];
  readonly takeBack: Item['takeBack'];
  readonly original: Original | undefined;
}

/** The number of accepted transactions after which the import asks the ledger for their status. */
const maxAcceptedAtOnce = 1_000;
/** The id that stands for a transaction which a dry run did not create. */
const idOfDryRun = '00000000-0000-7000-8000-000000000000';

interface Waiting {
  readonly unit: Unit;
  readonly item: Item;
  readonly original: Original | undefined;
  readonly codes: readonly string[];
  readonly trial: Trial;
  /** The possible keys of a table row; undefined in other formats. */
  readonly keys: RowKeys | undefined;
}

export const createPosting = (dependencies: PostingDependencies): Posting => {
  const { calls, chart, originals, keys, journalIds, report, isDryRun } = dependencies;
  const decided = createDecided<Accepted>(calls, dependencies.clock);
  const sending = createSending(calls, dependencies.clock);
  const recognise = createRecognising({ ...dependencies, send: sending });
  const rehearse = createRehearsal<Waiting>({
    ...{ ...dependencies, send: sending, bodyOf, codeOf: (account) => codeOf(account), remark: report.remark },
  });
  const send = (waiting: readonly Waiting[], isTrial = isDryRun): Promise<readonly SendResult[]> =>
    sending(waiting.map(bodyOf), isTrial);
  let batch: Waiting[] = [];
  let batchEntries = 0;
  let inFlight: Promise<void> | undefined;
  /** The last row, if it is a release. It waits for the next row, which may be its settlement. */
  let held: TransactionRow | undefined;

  const codeOf = (account: string): string => {
    const code = chart.codeOf(account);
    return refused(code) ? account : code.right;
  };
  const unusedKey = keysWithout(dependencies.failedKeys);
  const next = (content: string, prefix?: string): string => unusedKey(keys.next(content, prefix));
  const context: ItemContext = {
    denomination: dependencies.denomination,
    originals,
    codeOf,
    journalIdOf: (code) => (code === null ? null : (journalIds.get(code) ?? null)),
    entryIdsOf: async (transactionId) => {
      if (transactionId === idOfDryRun) return [];
      const read = await calls.call<{ readonly entries: readonly { readonly id: string }[] }>('readTransaction', {
        params: { transactionId },
      });
      if (refused(read)) throw new Error(`${transactionId} was just posted and cannot be read: ${read.left.message}`);
      return read.right.entries.map(({ id }) => id);
    },
    whenMissing: dependencies.whenMissing,
    remark: report.remark,
  };

  const reject = (rows: readonly Place[], reason: Reason, original: Original | undefined): void => {
    if (original) original.isRejected = true;
    for (const row of rows) report.rejected(row, reason);
  };

  const prepare = async (unit: Unit): Promise<void> => {
    const row = mainOf(unit);
    const keyOfReferred = (id: string | null): string | null => originals.find(id)?.key ?? id;
    const contents = unit.map((each) => contentsOf(each, { codeOf, identityOf: chart.identityOf }, keyOfReferred));
    const isOfTable = row.cells !== undefined;
    const bare = keys.next(contents.map(({ content }) => content).join('\n'), isOfTable ? rowKeyPrefix : undefined);
    const key = unusedKey(bare);
    const rowKeys = isOfTable ? createRowKeys(row, key, contents, { codeOf, next }) : undefined;
    const referred = unit.flatMap(referencesOf).map((id) => originals.find(id));
    const original = originals.meet(row, bare, codeOf);
    await prepareKeyed(unit, key, rowKeys, referred, original);
    for (const each of unit) originals.leave(each);
  };

  const prepareKeyed = async (
    unit: Unit,
    key: string,
    rowKeys: RowKeys | undefined,
    referred: readonly (Original | undefined)[],
    original: Original | undefined,
  ): Promise<void> => {
    const wrong = complaintAbout(unit, chart);
    if (wrong) return reject(unit, wrong, original);
    if (referred.some((each) => each && each.transactionId === null && !each.isRejected)) await flushAll();
    const lost = referred.find((each) => each?.isRejected);
    if (lost)
      return reject(
        unit,
        {
          code: 'ORIGINAL_REJECTED',
          message: `The transaction that it refers to, in line ${lost.line}, was rejected.`,
        },
        original,
      );
    const item = await itemOf(unit, key, context);
    if (refused(item)) return reject(unit, item.left, original);
    const codes = unit.flatMap(({ entries }) => entries.map(({ account }) => codeOf(account)));
    const isThere =
      codes.every(dependencies.isKnown) && unit.every(({ journal }) => journal === null || journalIds.has(journal));
    const isReferring = referred.some((each) => each?.transactionId === idOfDryRun);
    const trial = isReferring ? 'untried' : isThere ? 'asked' : 'opening';
    const waiting: Waiting = { unit, item: item.right, original, codes, trial, keys: rowKeys };
    const { expiresAt } = mainOf(unit);
    if (expiresAt !== null && new Date(expiresAt) <= dependencies.clock.now()) return postOver(waiting);
    if (batchEntries + codes.length > maxRequestEntries) await flush();
    batch.push(waiting);
    batchEntries += codes.length;
    if (batch.length === maxBatchItems) await flush();
  };

  /** Posts a hold whose expiry is in the past. Unless an earlier import posted it, it is posted without an expiry. */
  const postOver = async (waiting: Waiting): Promise<void> => {
    await flushAll();
    const [asItIs] = await send([waiting]);
    if (asItIs && !refused(asItIs)) return settleResults([waiting], [asItIs]);
    const body = { ...waiting.item.body, expires_at: null };
    report.remark(
      mainOf(waiting.unit).line,
      'EXPIRY_IS_OVER',
      'Holds whose expires_at has passed are posted without an expiry: release or settle them.',
    );
    const endless = { ...waiting, item: { ...waiting.item, body } };
    settleResults([endless], await send([endless]));
  };

  /** Sends the batch once the previous batch is posted. Meanwhile, the import continues to read the file. */
  const flush = async (): Promise<void> => {
    const waiting = batch;
    batch = [];
    batchEntries = 0;
    await inFlight;
    inFlight = waiting.length === 0 ? undefined : postBatch(waiting);
    // Avoids an unhandled rejection: the next `await inFlight` receives the error.
    inFlight?.catch(() => undefined);
  };

  const flushAll = async (): Promise<void> => {
    await flush();
    await inFlight;
  };

  const postBatch = async (all: readonly Waiting[]): Promise<void> => {
    const there = await recognise(all);
    report.replayed(there.size);
    let waiting = all.filter((each) => !there.has(each));
    if (isDryRun) return tryOut(waiting);
    if (waiting.some(({ codes }) => codes.some((code) => dependencies.limited.has(code)))) {
      const tried = await send(waiting, true);
      const isFailing = (_: unknown, index: number): boolean => refused(tried[index] as SendResult);
      settleResults(waiting.filter(isFailing), tried.filter(isFailing));
      waiting = waiting.filter((each, index) => !isFailing(each, index));
    }
    settleResults(waiting, await send(waiting));
    if (decided.size >= maxAcceptedAtOnce) await settleDecided();
  };

  const tryOut = async (waiting: readonly Waiting[]): Promise<void> => {
    const results = await rehearse(waiting);
    for (const [index, each] of waiting.entries()) {
      const result = results[index];
      if (result) settleResults([each], [result]);
      else {
        if (each.original) each.original.transactionId = idOfDryRun;
        report.untried(each.unit.length);
      }
    }
  };

  const settleResults = (waiting: readonly Waiting[], results: readonly SendResult[]): void => {
    for (const [index, { unit, item, original, keys: ofRow }] of waiting.entries()) {
      const result = results[index] ?? refuse(lost);
      if (refused(result)) {
        // The key of a table row comes from its content, so an earlier import with another map has posted this row.
        if (ofRow && result.left.code === keyReused) {
          report.replayed(unit.length);
          continue;
        }
        item.takeBack();
        reject(unit, result.left.code === keyReused ? postedOtherwise : result.left, original);
        continue;
      }
      const { id, replayed } = result.right;
      if (original) original.transactionId = id ?? idOfDryRun;
      if (replayed) report.replayed(unit.length);
      else if (isDryRun || id === null) report.posted(unit.length);
      else {
        const rows = unit.map(({ line, raw }): Place => ({ line, raw }));
        decided.accepted(id, { rows, takeBack: item.takeBack, original });
      }
    }
  };

  const settleDecided = async (): Promise<void> => {
    const { posted, failed } = await decided.settle();
    for (const { rows } of posted) report.posted(rows.length);
    for (const [{ rows, takeBack, original }, reason] of failed) {
      takeBack();
      reject(rows, reason, original);
    }
  };

  const take = async (row: TransactionRow): Promise<void> => {
    const release = held;
    held = undefined;
    const isPair = row.settles !== null && row.settles === release?.releases;
    if (release && isPair && (originals.find(row.settles) || dependencies.whenMissing() === 'import_whole'))
      return prepare([release, row]);
    if (release && mayBeSettlementOf(row, release)) return reject([release, row], unsettled.differs, undefined);
    if (release) await prepare([release]);
    if (row.releases === null) return prepare([row]);
    held = row;
  };

  return {
    take,
    broken: () => {
      if (held) reject([held], unsettled.notRead, undefined);
      held = undefined;
    },
    end: async (isWhole) => {
      if (held && isWhole) await prepare([held]);
      held = undefined;
      await flushAll();
      await settleDecided();
    },
  };
};
