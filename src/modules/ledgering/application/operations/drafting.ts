/** Drafts the operations of a request one after another. Each draft takes the idempotency keys of the earlier ones into account. */
import type { Fingerprint } from '../../../../kernel/formats';
import type { Principal } from '../../../../kernel/principal';
import { ok, refuse, refused, type Outcome } from '../../../../kernel/refusal';
import type { Minor } from '../../../../kernel/money';
import type { AttributeMap } from '../../../attributes';
import type { PostingFacts } from '../../domain/books';
import { draftExtension } from '../../domain/extension';
import type { AccountId, AccountName } from '../../domain/account';
import { extendFormats, fingerprintOfReversal, releaseFormats, settleFormats } from '../../domain/formats';
import { draftRelease, draftSettlement } from '../../domain/hold';
import {
  judgeGroup,
  replayOf,
  type Acceptance,
  type AcceptanceReading,
  type KeyUse,
  type Prepared,
} from '../../domain/judging';
import { acceptanceOf } from '../../domain/operation-acceptance';
import { draftReversal } from '../../domain/reversal';
import type { BatchId, Draft, TransactionId, Undoing } from '../../domain/transaction';
import type { EntryRow, TransactionRow } from '../../domain/transaction-row';
import {
  readPart,
  type DecidedTransaction,
  type InheritedMembers,
  type Part,
  type PartRequest,
} from '../../domain/undoing';
import type { AcceptRefusal } from '../writing/submission';
import { mayOverrideLimits } from '../overriding';
import type { Operation, OperationRefusal, PerformedOperation } from './operation';

/** An operation after all checks that do not read the ledger. */
export type Ready =
  | { readonly kind: 'post'; readonly post: Prepared<AcceptRefusal> }
  | {
      readonly kind: Exclude<Operation['kind'], 'post'>;
      readonly operation: UndoingOperation;
      readonly part: Part | null;
    };

export type UndoingOperation = Exclude<Operation, { readonly kind: 'post' }>;

/** The drafted transactions of an operation. The last one is the transaction that the client requested. */
export interface Drafted {
  readonly acceptances: readonly Acceptance[];
  readonly result: PerformedOperation;
  /** The code and name of each account of the original transaction; empty for a post. */
  readonly accounts: DecidedTransaction['accounts'];
}

/** Returns the draft of the transaction that the client requested. */
export const madeBy = ({ acceptances }: Pick<Drafted, 'acceptances'>): Draft =>
  (acceptances.at(-1) as Acceptance).draft;

/**
 * Returns a settlement, release or reversal that has just been posted, in the form in which a read would return it. Undefined if it was not
 * posted, or if the name of an account is unknown.
 */
export const rowOfMade = (
  draft: Draft,
  sequence: bigint | undefined,
  accounts: ReadonlyMap<AccountId, AccountName>,
): TransactionRow | undefined => {
  if (sequence === undefined) return undefined;
  const entries: EntryRow[] = [];
  for (const entry of draft.entries) {
    const name = accounts.get(entry.accountId);
    if (!name) return undefined;
    entries.push({ ...entry, ...name });
  }
  return {
    ...draft,
    status: 'posted',
    sequence,
    postedAt: draft.acceptedAt,
    failure: null,
    voidReason: null,
    amendedAt: null,
    reversedAmount: 0n as Minor,
    hold: null,
    reversalIds: [],
    updatedAt: draft.acceptedAt,
    entries,
  };
};

/** Whether the operation may exceed balance limits. Releases and extensions have no such option. */
const overridesLimits = ({ request }: UndoingOperation): boolean =>
  'overridesLimits' in request && request.overridesLimits === true;

const partOf = ({ kind, request }: UndoingOperation): PartRequest | null =>
  kind !== 'extend' ? request.part : request.amount === null ? null : { kind: 'amount', amount: request.amount };

/** Returns the attributes of the request; undefined if the operation inherits the attributes of the original, as an extension does. */
const givenAttributes = ({ kind, request }: UndoingOperation): InheritedMembers['attributes'] =>
  kind === 'extend' ? undefined : request.attributes;

/** Validates a settlement, release, extension or reversal without reading the ledger. */
export const readyOf = (operation: UndoingOperation, caller: Principal): Outcome<OperationRefusal, Ready> => {
  const { denomination } = caller;
  if (overridesLimits(operation) && !mayOverrideLimits(caller)) return refuse({ kind: 'LimitsOverrideForbidden' });
  const part = readPart(partOf(operation), denomination);
  return refused(part) ? part : ok({ kind: operation.kind, operation, part: part.right });
};

export const keyOf = (ready: Ready): string | null =>
  ready.kind === 'post' ? ready.post.request.idempotencyKey : ready.operation.request.idempotencyKey;

/** Returns the id of the transaction that the operation settles, releases, extends or reverses; undefined for a post. */
export const targetOf = (ready: Ready): TransactionId | undefined =>
  ready.kind === 'post' ? undefined : ready.operation.request.transactionId;

/** Returns the attributes that the attribute rules must judge; null if there are none. */
export const attributesOf = (ready: Ready): AttributeMap | null => {
  if (ready.kind === 'post') return refused(ready.post.intent) ? null : ready.post.intent.right.attributes;
  return (givenAttributes(ready.operation) ?? null) as AttributeMap | null;
};

/** Returns the attributes that a transaction of the operation inherits from the original; null if it inherits none. */
export const inheritedBy = (
  ready: Ready,
  decided: ReadonlyMap<TransactionId, DecidedTransaction>,
): Draft['attributes'] => {
  if (ready.kind === 'post') return null;
  // The release of a settlement inherits the attributes of the hold, even if the settlement has its own.
  if (ready.kind !== 'settle' && givenAttributes(ready.operation) !== undefined) return null;
  return decided.get(ready.operation.request.transactionId)?.attributes ?? null;
};

/** The verdict on the attributes of a request, and a function that selects those to index. */
export interface Verdict {
  readonly attributes: Outcome<AcceptRefusal, Draft['attributes']>;
  readonly indexedOf: (attributes: Draft['attributes']) => Draft['attributes'];
}

export interface DraftingContext {
  readonly caller: Principal;
  readonly batch: { readonly id: BatchId; readonly isAtomic: boolean } | null;
  readonly reading: AcceptanceReading;
  readonly now: Date;
}

export type DraftingFacts = Pick<PostingFacts, 'closedJournals' | 'lockedUntil'>;

export interface Drafting {
  /** Returns the drafted operation, or the earlier result of its idempotency key, or the refusal. */
  draft(
    ready: Ready,
    verdict: Verdict,
    decided: ReadonlyMap<TransactionId, DecidedTransaction>,
    facts: DraftingFacts,
  ): Outcome<OperationRefusal, Drafted>;
  /** Withdraws a draft that will not be written, so that its idempotency key can be used again. */
  forget(drafted: Drafted): void;
}

export const createDrafting = ({ caller, batch, reading, now }: DraftingContext): Drafting => {
  const usedKeys = new Map<string, KeyUse>(reading.usedKeys);
  const readingNow: AcceptanceReading = { ...reading, usedKeys };

  const post = (
    request: Prepared<AcceptRefusal>,
    { attributes, indexedOf }: Verdict,
  ): Outcome<OperationRefusal, Drafted> => {
    const indexed = refused(attributes) ? attributes : ok(indexedOf(attributes.right));
    const alone = [{ caller, batch, items: [ok(request)] }];
    const { answers, drafted } = judgeGroup(alone, [indexed], readingNow, now);
    const [result] = answers[0]?.results ?? [];
    if (!result) throw new Error('one request was judged, and no answer came');
    if (refused(result)) return result;
    return ok({ acceptances: drafted, result: { ...result.right, decision: null }, accounts: noAccounts });
  };

  const undo = (
    { operation, part }: Extract<Ready, { readonly operation: UndoingOperation }>,
    { attributes: verdict, indexedOf }: Verdict,
    original: DecidedTransaction,
    facts: DraftingFacts,
    fingerprint: Fingerprint,
  ): Outcome<OperationRefusal, readonly Acceptance[]> => {
    const acting = { ...caller, batchId: batch?.id ?? null };
    const undoingFacts = {
      journalIsClosed: facts.closedJournals.has(original.posting.journalId),
      lockedUntil: facts.lockedUntil,
    };
    const asAcceptance = (draft: Draft, undoes?: Undoing): Acceptance => ({
      ...acceptanceOf(draft, operation.kind, fingerprint, caller.denomination),
      indexed: indexedOf(draft.attributes),
      overridesLimits: overridesLimits(operation),
      ...(undoes ? { undoes } : {}),
    });
    if (refused(verdict)) return verdict;
    // An inherited attribute was judged when the original was accepted; later rules do not judge it again.
    const attributes = givenAttributes(operation) === undefined ? original.attributes : verdict.right;
    if (operation.kind === 'extend') {
      const asked = part?.kind === 'amount' ? part.amount : null;
      const extension = draftExtension(operation.request, asked, original, undoingFacts, acting, now);
      if (refused(extension)) return extension;
      const { added } = extension.right;
      if (!added) return refuse({ kind: 'Invalid', errors: { amount: [raises] } });
      return ok([asAcceptance(added.draft, added.undoing)]);
    }
    if (operation.kind === 'settle') {
      const settlement = draftSettlement(operation.request, part, attributes, original, undoingFacts, acting, now);
      if (refused(settlement)) return settlement;
      const { release, settled } = settlement.right;
      return ok([asAcceptance(release.draft, release.undoing), asAcceptance(settled)]);
    }
    const drafted: Outcome<OperationRefusal, { readonly draft: Draft; readonly undoing: Undoing }> =
      operation.kind === 'release'
        ? draftRelease(operation.request, part, attributes, original, undoingFacts, acting, now)
        : draftReversal(operation.request, part, attributes, original, undoingFacts, acting, now);
    return refused(drafted) ? drafted : ok([asAcceptance(drafted.right.draft, drafted.right.undoing)]);
  };

  return {
    draft: (ready, verdict, decided, facts) => {
      if (ready.kind === 'post') {
        const posted = post(ready.post, verdict);
        if (!refused(posted)) remember(usedKeys, posted.right);
        return posted;
      }
      const { operation } = ready;
      const { idempotencyKey: key, transactionId } = operation.request;
      const fingerprint = fingerprintOf(operation);
      const before = key === null ? ok(undefined) : replayOf(key, operation.kind, fingerprint, readingNow);
      if (refused(before)) return before;
      if (before.right) {
        const { madeId, correlationId, batchId } = before.right;
        const made = { id: madeId as TransactionId, idempotencyKey: key, correlationId, batchId };
        const result = { ...made, replayed: true, decision: null };
        return ok({ acceptances: [], result, accounts: noAccounts });
      }
      const original = decided.get(transactionId);
      if (!original) return refuse({ kind: 'TransactionNotFound' });
      const acceptances = undo(ready, verdict, original, facts, fingerprint);
      if (refused(acceptances)) return acceptances;
      const { id, correlationId, batchId } = madeBy({ acceptances: acceptances.right });
      const made = { id, idempotencyKey: key, correlationId, batchId, replayed: false, decision: null };
      const drafted = { acceptances: acceptances.right, result: made, accounts: original.accounts };
      remember(usedKeys, drafted);
      return ok(drafted);
    },
    forget: ({ acceptances }) => {
      for (const { draft } of acceptances) if (draft.idempotencyKey !== null) usedKeys.delete(draft.idempotencyKey);
    },
  };
};

/**
 * The refusal, in a batch, of an extension that changes only the expiry: each item of a batch must create a transaction, and such an
 * extension creates none.
 */
const raises =
  'must be greater than the amount of the hold: to change only expires_at, use POST /transactions/{id}/extend';

const noAccounts: DecidedTransaction['accounts'] = new Map();

const remember = (usedKeys: Map<string, KeyUse>, { acceptances }: Pick<Drafted, 'acceptances'>): void => {
  for (const { draft, operation, fingerprint, makes } of acceptances) {
    const { idempotencyKey: key, correlationId, batchId } = draft;
    if (key !== null) usedKeys.set(key, { operation, fingerprint, madeId: makes, correlationId, batchId });
  }
};

const fingerprintOf = (operation: UndoingOperation): Fingerprint => {
  switch (operation.kind) {
    case 'settle':
      return settleFormats.fingerprintOf(operation.request);
    case 'release':
      return releaseFormats.fingerprintOf(operation.request);
    case 'extend':
      return extendFormats.fingerprintOf(operation.request);
    case 'reverse':
      return fingerprintOfReversal(operation.request);
  }
};
