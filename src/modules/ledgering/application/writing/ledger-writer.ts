/**
 * Writes the groups of one ledger, and posts them at once if it can. Each ledger has one writer per process. The writer has the known state
 * of the ledger, and the mode in which the next group is written:
 *
 *     AHEAD ────────── conflict ──────────▶ UNDER THE LOCK ◀─ (written: back to AHEAD)
 *       │                                         │
 *       └── busy, refused, backlog ──▶ QUEUED ◀───┴── conflict, busy, refused, backlog
 *                                        │
 *                                        └── caught up: back to AHEAD
 *
 * After a conflict, `Caution` keeps some further groups under the lock.
 */
import type { LedgerId } from '../../../../kernel/ids';
import { Busy, mayCondemn, ok, refuse, refused } from '../../../../kernel/refusal';
import { behind, type Tx } from '../../../../kernel/unit-of-work';
import { pendingOf, type AcceptanceReading } from '../../domain/judging';
import {
  accountsAtOnce,
  accountsKnown,
  advanced,
  asOfNext,
  asOfThen,
  daysOnTheWay,
  isUntouchedSince,
  nextPart,
  observed,
  partObserved,
  takenBack,
  unknownLedger,
  type KnownLedger,
} from '../../domain/known-ledger';
import { planPosting, postedBatch, type PostingPlan } from '../../domain/posting';
import { postingFactsOf } from '../../domain/draft';
import { declareKeys, holdRules } from '../guesses';
import type { Knowing, Move } from '../line';
import { WriteConflict } from '../ports';
import { queueGroup } from './queueing';
import type { AccountsRoom, Attempt, Event, Group, Joining, Way, WriteDependencies, WrittenGroup } from './submission';

/** The maximum number of attempts to write one group. Several attempts may fail because an idempotency key was used meanwhile. */
const maxAttempts = 7;
/** The maximum time for which a group waits for the ledger's head. After it, the group is accepted without being posted. */
const lockTimeoutMs = 100;

/**
 * The mode of the next attempt: for the same group if nothing was written, otherwise for the next group. Events that are not listed do not
 * change the mode.
 */
const nextWay: Readonly<Record<Way, Readonly<Partial<Record<Event, Way>>>>> = {
  ahead: { conflict: 'under the lock', busy: 'queued', refused: 'queued', backlog: 'queued' },
  'under the lock': { written: 'ahead', conflict: 'queued', busy: 'queued', refused: 'queued', backlog: 'queued' },
  queued: { 'caught up': 'ahead' },
};

type PostingWay = Exclude<Way, 'queued'>;

const maxNeeded = 64;

/**
 * Decides whether a group may be written ahead. If the head has moved or a key was used, the store refuses the write with an error, which
 * costs an attempt and a line in PostgreSQL's log. So after a conflict the process writes under the lock until `needed` groups in a row
 * found the head unmoved by other processes. Each conflict doubles that number, and each group written ahead reduces it by one. So two
 * processes that post to one ledger nearly always write under the lock.
 */
class Caution {
  private needed = 1;
  private missing = 0;

  get allowsAhead(): boolean {
    return this.missing === 0;
  }

  conflicted(): void {
    this.missing = this.needed;
    this.needed = Math.min(maxNeeded, this.needed * 2);
  }

  writtenAhead(): void {
    this.needed = Math.max(1, this.needed - 1);
  }

  writtenUnderTheLock(isUndisturbed: boolean): void {
    if (this.missing === 0) return;
    this.missing = isUndisturbed ? this.missing - 1 : Math.max(this.missing, this.needed / 2);
  }
}

export class LedgerWriter implements Knowing {
  private known = unknownLedger();
  private accounts = 0;
  private way: Way = 'ahead';
  private readonly caution = new Caution();
  /** The groups that are being written to the database. These promises never reject. */
  private readonly sent = new Set<Promise<unknown>>();

  constructor(
    private readonly dependencies: WriteDependencies,
    private readonly ledgerId: LedgerId,
    private readonly room: AccountsRoom,
  ) {}

  /** Whether the next group will probably be planned ahead, so that operations can join it. */
  get takesAlong(): boolean {
    return this.dependencies.poster.isRunning && this.allowed(this.way) === 'ahead' && this.accounts > 0;
  }

  /** Writes a group. Throws `OutdatedGuess` if the group must be judged again; nothing is written then. */
  async write(group: Group): Promise<WrittenGroup> {
    for (let attempts = 0; attempts < maxAttempts; attempts++) {
      const way = this.dependencies.poster.isRunning ? this.allowed(this.way) : 'queued';
      const { event, written } =
        way === 'queued' ? await queueGroup(this.dependencies, this.ledgerId, group) : await this.send(group, way);
      this.become(way, event);
      if (!written) continue;
      if (written.drafted.length > 0 && !written.plan) await this.waitForPoster(written);
      return written;
    }
    throw new Error(`lost the race for an idempotency key ${maxAttempts} times`);
  }

  /** Records that a turn of this process moves the head, so that the next group continues from the new head. */
  follow(move: Move): void {
    const at = this.known.heads.at(-1)?.lastSequence ?? 0n;
    if (at >= move.head.lastSequence) return;
    this.learn(move.changesFacts ? unknownLedger([move.head]) : advanced(this.known, move).known);
    this.become(this.way, 'written');
  }

  landed(): Promise<unknown> | undefined {
    return this.sent.size > 0 ? Promise.all(this.sent) : undefined;
  }

  /** Forgets the known state, so that the next group reads it again. */
  forget(): void {
    this.learn(unknownLedger());
  }

  private learn(known: KnownLedger): void {
    const more = accountsKnown(known) - this.accounts;
    this.known = known;
    this.accounts += more;
    this.room.left -= more;
    if (more > 0 && this.room.left < 0) this.room.forgetAll();
  }

  /** Records a plan whose write is under way. The returned function removes the plan again. */
  private advance(plan: PostingPlan): () => void {
    const { known, step } = advanced(this.known, plan);
    this.learn(known);
    return () => this.learn(takenBack(this.known, step));
  }

  private async waitForPoster({ drafted }: WrittenGroup): Promise<void> {
    const { poster } = this.dependencies;
    poster.wake(this.ledgerId, drafted.map(pendingOf));
    await poster.caughtUp(this.ledgerId);
    // The poster has moved the head, so the known state is outdated.
    this.forget();
    this.become('queued', 'caught up');
  }

  private async send(group: Group, way: PostingWay): Promise<Attempt> {
    // Waits until no turn plans. The wait is before the transaction begins, so that it holds no connection that a turn may need.
    await this.dependencies.lines.free(this.ledgerId, lockTimeoutMs);
    const posting = this.post(group, way);
    const sent = posting.catch(() => undefined);
    this.sent.add(sent);
    try {
      return await posting;
    } finally {
      this.sent.delete(sent);
    }
  }

  private async post(group: Group, way: PostingWay): Promise<Attempt> {
    const { unitOfWork, acceptances, store, clock, log, observations, decisions } = this.dependencies;
    const { ledgerId } = this;
    const startedAt = clock.elapsed();
    let takeBack = (): void => undefined;
    let event: Event = 'written';
    let isAlone = false;
    try {
      const outcome = await unitOfWork.run<Event, WrittenGroup>(
        { ledgerIds: [ledgerId], lockTimeoutMs },
        async (tx) => {
          // Removes the plan that an earlier attempt at this group recorded.
          takeBack();
          takeBack = () => undefined;
          event = 'written';
          const now = clock.now(ledgerId);
          const { held, reading, judged, isUndisturbed } = await this.readAndJudge(tx, group, way, now);
          const { drafted } = judged;
          isAlone = isUndisturbed && judged.isAllNew;
          if (drafted.length === 0) return ok({ plan: undefined, ...judged });
          if (way === 'ahead' && reading.hasBacklog) return refuse('backlog');
          // The first transaction of a ledger is written under the lock of the head, because until then the currency can be corrected without
          // moving the head.
          if (way === 'ahead' && reading.head.lastTransactionSequence === 0n) return refuse('conflict');
          const declare = (): Promise<void> | undefined =>
            declareKeys(this.dependencies, tx, group.attributes, drafted);
          if (reading.hasBacklog) {
            event = 'backlog';
            tx.last(behind(held, Promise.all([declare(), acceptances.writeAcceptances(tx, ledgerId, drafted)])));
            return ok({ plan: undefined, ...judged });
          }
          const plan = planPosting(drafted.map(pendingOf), postingFactsOf(reading.facts), reading.head, now);
          // If the ledger refuses an operation, nothing is written; the operation then takes a turn, which returns the reason.
          if (plan.failed.some(({ transaction }) => transaction.undoes)) return refuse('conflict');
          takeBack = this.advance(plan);
          const lock = way === 'ahead' ? 'to be locked' : 'locked';
          const [declared, wrote] = [declare(), store.writeAtOnce(tx, ledgerId, drafted, plan, lock)];
          tx.last(held ? behind(held, Promise.all([declared, wrote])) : wrote);
          return ok({ plan, ...judged });
        },
      );
      if (refused(outcome)) return { event: outcome.left };
      const { plan } = outcome.right;
      if (plan) {
        observations.posted(postedBatch(plan, (clock.elapsed() - startedAt) / 1000));
        if (decisions.isAwaited) decisions.tell(plan);
      }
      if (way === 'ahead') this.caution.writtenAhead();
      else this.caution.writtenUnderTheLock(isAlone);
      return { event, written: outcome.right };
    } catch (error) {
      takeBack();
      if (error instanceof WriteConflict) {
        if (way === 'ahead') this.caution.conflicted();
        observations.writeConflicted(way);
        return { event: 'conflict' };
      }
      if (error instanceof Busy) return { event: 'busy' };
      if (!mayCondemn(error)) throw error;
      // In the next attempt the group is only accepted, not posted. The poster then finds the transaction that the database refuses.
      log.error({ ledgerId, error }, 'the database refused a group that the ledger allowed');
      return { event: 'refused' };
    }
  }

  /**
   * Reads the store and judges the group. In the mode 'ahead' the group is judged by the known state, without a read, if all of it is
   * granted. The known state may be outdated, so a refusal is only decided after the store was read.
   */
  private async readAndJudge(
    tx: Tx,
    { wants, attributes, judge }: Group,
    way: PostingWay,
    now: Date,
  ): Promise<{
    readonly held: Promise<void> | undefined;
    readonly reading: AcceptanceReading;
    readonly judged: ReturnType<Group['judge']>;
    /** Whether the head is still the one that this process left. If so, no other process has written since. */
    readonly isUndisturbed: boolean;
  }> {
    const { acceptances, store } = this.dependencies;
    const { ledgerId } = this;
    const days = [...new Set([...wants.days, ...daysOnTheWay(this.known)])];
    // All writers lock the attribute rules before the head, so that no deadlock is possible.
    const held = holdRules(acceptances, tx, attributes);
    const known = way === 'ahead' ? asOfNext(this.known, wants) : undefined;
    const ahead = known && judge(known, now, (joining) => this.mayJoin(joining));
    if (known && ahead?.isAllNew) return { held, reading: known, judged: ahead, isUndisturbed: true };
    const part = way === 'ahead' && this.room.left >= accountsAtOnce ? nextPart(this.known) : undefined;
    const reads = [
      way === 'ahead' ? undefined : store.lockHead(tx, ledgerId),
      acceptances.readAcceptance(tx, ledgerId, { ...wants, days }),
      part ? acceptances.readAccounts(tx, ledgerId, part.after, part.limit) : [],
    ] as const;
    const [, read, chart] = await behind(held, Promise.all(reads));
    const isUndisturbed = this.known.heads.at(-1)?.lastHash.equals(read.head.lastHash) ?? false;
    // Under the lock, the state that is read replaces the known state: the store will refuse groups that were planned ahead and sent
    // earlier.
    this.learn(observed(way === 'ahead' ? this.known : unknownLedger(), read));
    if (part) this.learn(partObserved(this.known, part, chart));
    const reading = asOfThen(this.known, read, days);
    return { held, reading, judged: judge(reading, now), isUndisturbed };
  }

  /**
   * Whether an operation may join: its target has not changed since it was read, and the state of all its accounts is known. The state of
   * accounts with limits is never known.
   */
  mayJoin({ readAt, targetId, accountIds }: Joining): boolean {
    return isUntouchedSince(this.known, readAt, targetId) && accountIds.every((id) => this.known.accounts.byId.has(id));
  }

  private allowed(way: Way): Way {
    return way === 'ahead' && !this.caution.allowsAhead ? 'under the lock' : way;
  }

  private become(way: Way, event: Event): void {
    this.way = nextWay[way][event] ?? way;
  }
}
