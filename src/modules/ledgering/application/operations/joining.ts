/**
 * Settlements, releases and reversals that need no turn of their own; an extension always takes one. The target is read first, without a lock. Then the
 * operation joins the next group of posts, which is planned ahead. The store refuses the group if, since the target was read, the ledger
 * has changed in a way that this process does not know. So an outdated read cannot be used. An operation that cannot join, or is refused,
 * takes a turn.
 */
import type { ProcessTime } from '../../../../kernel/clock';
import { isSameDenomination } from '../../../../kernel/guess';
import type { LedgerId } from '../../../../kernel/ids';
import type { Principal } from '../../../../kernel/principal';
import { ok, refused } from '../../../../kernel/refusal';
import { evictingMap } from '../../../../kernel/running/evicting-map';
import { groupCommit, type GroupCommit } from '../../../../kernel/running/group-commit';
import type { LedgerHead } from '../../domain/chain';
import { hasNoKeyInUse, type Acceptance, type AcceptanceReading } from '../../domain/judging';
import { touchedBy } from '../../domain/posting';
import type { DecidedTransaction } from '../../domain/undoing';
import type { TransactionId } from '../../domain/transaction';
import type { PostingStore } from '../ports';
import type { Accepting } from '../writing/accept';
import type { Joining, MadeByJoining } from '../writing/submission';
import { attributesOf, createDrafting, inheritedBy, readyOf, rowOfMade, targetOf, type Ready } from './drafting';
import type { OperationsRequest, Perform, Performed } from './operation';

export interface JoiningDependencies {
  readonly store: Pick<PostingStore, 'readTargets'>;
  readonly accepting: Pick<Accepting, 'takesAlong' | 'join'>;
  readonly clock: Pick<ProcessTime, 'elapsed' | 'deadline'>;
}

/** The maximum number of entries of an operation that joins, so that it does not make a group of two hundred posts much larger. */
const maxEntries = 100;

/** Returns a `Perform` that lets an operation join a group of posts if possible, and otherwise calls `perform`. */
export const createJoining = (dependencies: JoiningDependencies, perform: Perform): Perform => {
  const { accepting } = dependencies;
  const read = readingTogether(dependencies);
  return async (request) => {
    const { caller } = request;
    const { ledgerId } = caller;
    const asked = accepting.takesAlong(ledgerId) ? askedOf(request) : undefined;
    if (!asked) return perform(request);
    const { head, original } = await read(ledgerId, asked.targetId);
    const joining = head && original && joiningOf(caller, asked, head, original);
    if (!joining) return perform(request);
    const { made, doubt } = await accepting.join(joining);
    if (made) return performed(made, original);
    if (!doubt) return perform(request);
    // Without a key, a second run could not tell whether the first was committed.
    if (asked.key === null) throw doubt;
    const done = await perform(request).catch(() => undefined);
    if (!done || !hasNoKeyInUse(done)) throw doubt;
    return done;
  };
};

/**
 * Returns a function that reads targets. Targets that are requested while a read of the same ledger is under way are read together
 * afterwards.
 */
const readingTogether = ({ store, clock }: Pick<JoiningDependencies, 'store' | 'clock'>) => {
  const lines = evictingMap<LedgerId, GroupCommit<TransactionId, Read>>(
    maxKeptLines,
    (ledgerId) =>
      groupCommit(
        together,
        () => 1,
        () => [],
        async (ids) => {
          const [head, decided] = await store.readTargets(ledgerId, ids);
          return ids.map((id) => ({ head, original: decided.get(id) }));
        },
        clock,
        { isReplay: () => true, isClear: () => true },
      ),
    () => undefined,
  );
  return (ledgerId: LedgerId, id: TransactionId): Promise<Read> => lines.use(ledgerId, (line) => line(id));
};

const together = { maxWeight: 25, worthSending: Infinity, maxInFlight: 1, pauseShare: 0 };
/** The maximum number of ledgers that have a line in memory. */
const maxKeptLines = 10_000;

interface Read {
  readonly head: LedgerHead | undefined;
  readonly original: DecidedTransaction | undefined;
}

interface Asked {
  readonly ready: Ready;
  readonly key: string | null;
  readonly targetId: TransactionId;
}

/**
 * Returns the operation if it may join a group: it is the only item, has no attributes and overrides no limits. Otherwise undefined.
 */
const askedOf = ({ caller, items, batch, isDryRun }: OperationsRequest): Asked | undefined => {
  const [item, ...others] = items;
  if (batch || isDryRun || others.length > 0 || !item || refused(item) || item.right.kind === 'post') return undefined;
  const { kind, request } = item.right;
  if (kind === 'reverse' && !caller.scopes.has('undo')) return undefined;
  if ('overridesLimits' in request && request.overridesLimits) return undefined;
  const ready = readyOf(item.right, caller);
  if (refused(ready) || attributesOf(ready.right) !== null) return undefined;
  const targetId = targetOf(ready.right);
  return targetId && { ready: ready.right, key: request.idempotencyKey, targetId };
};

const joiningOf = (
  caller: Principal,
  { ready, key, targetId }: Asked,
  readAt: LedgerHead,
  original: DecidedTransaction,
): Joining | undefined => {
  const decided = new Map([[targetId, original]]);
  if (inheritedBy(ready, decided) !== null || original.posting.entries.length > maxEntries) return undefined;
  const { journalId } = original.posting;
  const { accountIds } = touchedBy([original.posting]);
  const draft = (reading: AcceptanceReading, now: Date): readonly Acceptance[] | undefined => {
    const { journals, lockedUntil, denomination } = reading.facts;
    const journal = journals.get(journalId);
    if (!journal || !isSameDenomination(denomination, caller.denomination)) return undefined;
    const facts = { closedJournals: new Set(journal.isClosed ? [journalId] : []), lockedUntil };
    const drafting = createDrafting({ caller, batch: null, reading, now });
    const drafted = drafting.draft(ready, { attributes: ok(null), indexedOf: () => null }, decided, facts);
    return refused(drafted) ? undefined : drafted.right.acceptances;
  };
  return { caller, key, targetId, accountIds, readAt, draft };
};

const performed = ({ draft, decision, sequence }: MadeByJoining, { accounts }: DecidedTransaction): Performed => {
  const { id, idempotencyKey, correlationId, batchId } = draft;
  const row = rowOfMade(draft, sequence, accounts);
  return {
    batchId: null,
    results: [ok({ id, idempotencyKey, correlationId, batchId, replayed: false, decision, row })],
    rehearsed: null,
  };
};
