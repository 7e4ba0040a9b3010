/**
 * `ledger verify`: checks everything that must always be true of the books, and names the rows that violate it. The command only reads, and
 * reads each ledger in one snapshot, so it may run while the service runs.
 */
import type { LedgerId } from '../../../kernel/ids';
import type { Clock } from '../../../kernel/clock';
import type { BooksReader, BooksSize, Check, CheckResult, VerifyPace } from './books-reader';
import {
  earlier,
  nothingWaits,
  recomputeChain,
  recomputeChart,
  recomputeContents,
  recomputeLogged,
  recomputePending,
  type Waiting,
} from './recompute';

export interface Finding {
  readonly check: string;
  /** The ledger of the finding; null if the finding is about the database or about several ledgers. */
  readonly ledgerId: string | null;
  /** The row that violates the check. */
  readonly where: string;
  readonly detail: string;
}

export interface VerificationReport {
  readonly ok: boolean;
  readonly ledgers: number;
  readonly transactions: number;
  readonly entries: number;
  readonly events: number;
  readonly milliseconds: number;
  /** The checks that ran: the name of each, the statement that it tests, and the number of rows that violate it. */
  readonly checks: readonly { readonly name: string; readonly promise: string; readonly findings: number }[];
  /** The first findings of each check, at most `maxFindings` in total. If some are left out, the last finding says so. */
  readonly findings: readonly Finding[];
  /** Findings that are not damage, for example an account whose balance was beyond a limit before the limit was set. */
  readonly notes: readonly Finding[];
  /** Work that has been pending too long. It is not a finding, because perhaps no poster has run yet in a newly restored database. */
  readonly waiting: Waiting;
}

/**
 * Called before each ledger with the number of finished ledgers and of all ledgers. The verification waits until the returned promise
 * resolves. A call that throws ends the verification.
 */
export type Progress = (done: number, of: number) => void | Promise<void>;

/** The sequence of the last event that an earlier run hashed, for all ledgers or by ledger. */
export type Since = bigint | ((ledgerId: LedgerId) => bigint);

/** The progress in one ledger: the number of finished checks of the store, and the number of rows that were read and hashed. */
export interface WorkDone {
  readonly checks: number;
  readonly rows: number;
  /** The total number of events and transactions to read. */
  readonly ofRows: number;
}

/** Called after each check of the store, and after every thousand rows. */
export type Working = (work: WorkDone) => void;

const rowsBetween = 1_000;

export const maxFindings = 1_000;

export interface VerifyDependencies {
  readonly books: BooksReader;
  readonly clock: Clock;
  /**
   * The time at which this process began to work on these books. If it is undefined, the process counts as having worked on them for a long
   * time.
   */
  readonly workingSince?: Date;
}

const longAgo = new Date(0);

/**
 * Verifies one ledger; or all ledgers, including the checks across ledgers and the guards of the database. Events and transactions up to
 * the event `since` were hashed by an earlier run and are not hashed again; all other checks cover everything. With the pace 'fast', the
 * store's checks run in parallel with the hashing and use a second connection.
 */
export const createVerify =
  ({ books, clock, workingSince = longAgo }: VerifyDependencies) =>
  async (
    ledgerId?: LedgerId,
    told: Progress = () => undefined,
    working: Working = () => undefined,
    since: Since = 0n,
    pace: VerifyPace = 'steady',
  ): Promise<VerificationReport> => {
    const [startedAt, startedMs] = [clock.now(), clock.elapsed()];
    const ledgerIds = ledgerId === undefined ? await books.ledgerIds() : [ledgerId];
    const tally = openTally();
    for (const [done, id] of ledgerIds.entries()) {
      await told(done, ledgerIds.length);
      const { size, verdicts, waiting } = await verifyLedger(books, id, {
        now: startedAt,
        workingSince,
        working,
        pace,
        since: typeof since === 'bigint' ? since : since(id),
      });
      tally.addSize(size);
      tally.addWaiting(waiting);
      tally.addVerdicts(id, verdicts);
    }
    await told(ledgerIds.length, ledgerIds.length);
    if (ledgerId === undefined) {
      tally.addVerdicts(null, await books.acrossLedgers(ledgerIds));
      tally.addVerdicts(null, await books.guards());
    }
    return tally.report(ledgerIds.length, Math.round(clock.elapsed() - startedMs));
  };

interface VerifiedLedger {
  readonly size: BooksSize;
  readonly verdicts: readonly CheckResult[];
  readonly waiting: Waiting;
}

const verifyLedger = (
  reader: BooksReader,
  ledgerId: LedgerId,
  {
    now,
    workingSince,
    working,
    pace,
    since,
  }: {
    readonly now: Date;
    readonly workingSince: Date;
    readonly working: Working;
    readonly pace: VerifyPace;
    readonly since: bigint;
  },
): Promise<VerifiedLedger> =>
  reader.read(
    ledgerId,
    async (books) => {
      const size = await books.size();
      const ofRows = size.events + size.transactions;
      let [checks, rows] = [0, 0];
      const judged = (): void => working({ checks: ++checks, rows, ofRows });
      const read = (): void => {
        if (++rows % rowsBetween === 0) working({ checks, rows, ofRows });
      };
      const hash = async (): Promise<readonly CheckResult[]> => [
        await recomputeChain(books, ledgerId, read, since),
        await recomputeContents(books, read, since),
      ];
      const hashing = pace === 'fast' ? hash() : undefined;
      const stopped = hashing?.catch(() => undefined);
      // If a check of the store fails, the database transactions of the snapshot end only after the hashing has stopped reading.
      const verdictsOfStore = await books.verdicts(judged).finally(() => stopped);
      const before = [...verdictsOfStore, ...(await (hashing ?? hash()))];
      const pending = await recomputePending(books, now, workingSince);
      const chart = [await recomputeChart(books), ...(await recomputeLogged(books))];
      const verdicts = [...before, ...pending.verdicts, ...chart];
      return { size, verdicts, waiting: pending.waiting };
    },
    pace,
  );

interface Tally {
  addSize(size: BooksSize): void;
  addWaiting(waiting: Waiting): void;
  addVerdicts(ledgerId: LedgerId | null, verdicts: readonly CheckResult[]): void;
  report(ledgers: number, milliseconds: number): VerificationReport;
}

const openTally = (): Tally => {
  const size = { transactions: 0, entries: 0, events: 0 };
  const counts = new Map<string, { readonly check: Check; findings: number }>();
  const findings: Finding[] = [];
  const notes: Finding[] = [];
  let waiting = nothingWaits;
  return {
    addSize: ({ transactions, entries, events }) => {
      size.transactions += transactions;
      size.entries += entries;
      size.events += events;
    },
    addWaiting: ({ transactions, since }) => {
      waiting = { transactions: waiting.transactions + transactions, since: earlier(waiting.since, since) };
    },
    addVerdicts: (ledgerId, verdicts) => {
      for (const { check, total, named } of verdicts) {
        if (check.isNote) {
          for (const note of named.slice(0, maxFindings - notes.length))
            notes.push({ check: check.name, ledgerId, ...note });
          continue;
        }
        const count = counts.get(check.name) ?? { check, findings: 0 };
        count.findings += total;
        counts.set(check.name, count);
        for (const breach of named.slice(0, maxFindings - findings.length))
          findings.push({ check: check.name, ledgerId, ...breach });
      }
    },
    report: (ledgers, milliseconds) => {
      const checks = [...counts.values()].map(({ check, findings: found }) => ({ ...check, findings: found }));
      const total = checks.reduce((sum, check) => sum + check.findings, 0);
      return {
        ok: total === 0,
        ledgers,
        ...size,
        milliseconds,
        checks,
        findings: withRest(findings, total),
        notes,
        waiting,
      };
    },
  };
};

const withRest = (findings: readonly Finding[], total: number): readonly Finding[] =>
  findings.length === total
    ? findings
    : [
        ...findings,
        {
          check: 'all',
          ledgerId: null,
          where: 'this report',
          detail: `${total - findings.length} more findings are left out`,
        },
      ];
