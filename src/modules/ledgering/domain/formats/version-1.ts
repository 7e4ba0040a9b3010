/**
 * Format 1 of everything that a ledger hashes: the name of the kind, the number of the format, and the members one by one. Texts in format
 * 1 are stored, so the format never changes; golden vectors pin it (tests/formats).
 */
import type { LedgerId } from '../../../../kernel/ids';
import { booleanMember, dateMember, jsonMember, membersText } from '../../../../kernel/formats';
import { plainAmount } from '../../../../kernel/money';
import type { Account } from '../account';
import type { Amendment, AmendmentRequest, Note, NoteRequest } from '../amendment';
import type { CloseRequest } from '../closing';
import type { AccountSet, AccountSetMember } from '../account-set';
import type { LedgerEvent } from '../event';
import type { Journal } from '../journal';
import type { PeriodLock } from '../period-lock';
import type { StringOperation } from '../string-operation';
import type { ExtensionRequest, ReleaseRequest, SettlementRequest } from '../hold';
import type { ReversalRequest } from '../reversal';
import type { Draft, EntryRequest, TransactionRequest } from '../transaction';
import type { InheritedMembers, PartRequest } from '../undoing';

export type ReversalInPart = ReversalRequest & { readonly part: PartRequest };

export const genesisV1 = (ledgerId: LedgerId): string => membersText(['genesis', '1', ledgerId]);

export const eventV1 = ({
  before,
  sequence,
  event,
}: {
  readonly before: Buffer;
  readonly sequence: bigint;
  readonly event: LedgerEvent;
}): string =>
  membersText([
    'event',
    '1',
    before.toString('hex'),
    sequence.toString(),
    event.type,
    event.transactionId,
    event.accountId,
    event.actor,
    event.reason,
    dateMember(event.occurredAt),
    event.contentHash.toString('hex'),
  ]);

export const transactionV1 = (draft: Draft): string => membersText(['transaction', '1']) + membersOfDraft(draft);

/** The text of a whole draft, including its entries, after the kind and the number of the format. */
export const membersOfDraft = (draft: Draft): string => {
  let text = membersText([
    draft.id,
    draft.journalId,
    draft.effectiveDate,
    draft.layer,
    draft.description,
    draft.reference,
    draft.correlationId,
    draft.correlationType,
    draft.correlationSourceId,
    draft.idempotencyKey,
    jsonMember(draft.metadata),
    jsonMember(draft.attributes),
    draft.transactionCode,
    draft.transactionCodeVersion?.toString() ?? null,
    draft.batchId,
    draft.undoesTransactionId,
    draft.stringOperationId,
    draft.acceptedBy,
    dateMember(draft.acceptedAt),
    draft.entries.length.toString(),
  ]);
  for (const { id, accountId, layer, type, amount, description, metadata } of draft.entries)
    text += membersText([id, accountId, layer, type, amount.toString(), description, jsonMember(metadata)]);
  // The text of a draft without a hold is the same as before holds existed, so that its hash stays the same.
  if (draft.expiresAt !== null) text += membersText(['expires', dateMember(draft.expiresAt)]);
  if (draft.settlesTransactionId !== null) text += membersText(['settles', draft.settlesTransactionId]);
  return text;
};

export const accountV1 = (account: Account): string =>
  membersText([
    'account',
    '1',
    account.id,
    account.code,
    account.name,
    account.type,
    account.category,
    account.normalBalance,
    account.parentId,
    account.description,
    booleanMember(account.isActive),
    booleanMember(account.isSystem),
    jsonMember(account.metadata),
    booleanMember(account.limits.enforced),
    account.limits.min?.toString() ?? null,
    account.limits.max?.toString() ?? null,
    dateMember(account.createdAt),
    dateMember(account.updatedAt),
    ...laterMembersOf(account),
  ]);

/** Members that were added later stand last, and trailing ones with their defaults are omitted, so that older texts stay the same. */
const laterMembersOf = ({ limits, cashFlow, isGroup }: Account): readonly (string | null)[] => {
  if (isGroup) return [limits.basis, cashFlow, 'group'];
  if (cashFlow !== null) return [limits.basis, cashFlow];
  return limits.basis === 'settled' ? [] : [limits.basis];
};

export const journalV1 = (journal: Journal): string =>
  membersText([
    'journal',
    '1',
    journal.id,
    journal.code,
    journal.name,
    journal.description,
    booleanMember(journal.isClosed),
    jsonMember(journal.metadata),
    dateMember(journal.createdAt),
    dateMember(journal.updatedAt),
  ]);

export const periodLockV1 = (lock: PeriodLock): string =>
  membersText([
    'period lock',
    '1',
    lock.id,
    lock.lockedUntil,
    lock.reason,
    dateMember(lock.createdAt),
    dateMember(lock.releasedAt),
    lock.releaseReason,
  ]);

export const accountSetV1 = (set: AccountSet): string =>
  membersText([
    'account set',
    '1',
    set.id,
    set.code,
    set.name,
    set.description,
    jsonMember(set.metadata),
    dateMember(set.createdAt),
    dateMember(set.updatedAt),
  ]);

/** The text of a membership. It has the member's id, but not its code and name, because these may change. */
export const accountSetMemberV1 = (member: AccountSetMember): string =>
  membersText([
    'account set member',
    '1',
    member.accountSetId,
    member.memberType,
    member.memberId,
    dateMember(member.createdAt),
  ]);

/** The texts before and after the amendment, and the transaction's id. The event that posted the transaction covers its content. */
export const amendmentV1 = ({ transactionId, before, after, amendedAt }: Amendment): string =>
  membersText([
    'amendment',
    '1',
    transactionId,
    ...[before, after].flatMap(({ description, reference, metadata }) => [
      description,
      reference,
      jsonMember(metadata),
    ]),
    dateMember(amendedAt),
  ]);

export const noteV1 = ({ id, transactionId, text, url, sha256, createdAt }: Note): string =>
  membersText(['note', '1', id, transactionId, text, url, sha256, dateMember(createdAt)]);

/** The text of a conversion or transfer: the ids of both legs, and the record of the operation. */
export const stringOperationV1 = ({ id, operation, source, target, record, createdAt }: StringOperation): string =>
  membersText([
    'string operation',
    '1',
    id,
    operation,
    source.ledgerId,
    source.transactionId,
    target.ledgerId,
    target.transactionId,
    jsonMember(record),
    dateMember(createdAt),
  ]);

/** The text of a request to post: all members except the idempotency key. */
export const postV1 = (request: TransactionRequest): string => {
  const head = membersText([
    'post',
    '1',
    request.effectiveDate,
    request.description,
    request.reference,
    request.layer,
    request.journalId,
    request.correlationId,
    request.correlationType,
    request.correlationSourceId,
    jsonMember(request.metadata),
    jsonMember(request.attributes),
    ...(request.expiresAt === null ? [] : ['expires', dateMember(request.expiresAt)]),
  ]);
  const { mode } = request;
  if (mode.kind === 'code') return head + membersText(['code', mode.code, jsonMember(mode.params)]);
  let text = head + membersText(['entries', mode.entries.length.toString()]);
  for (const entry of mode.entries) text += entryRequestV1(entry);
  return text;
};

const entryRequestV1 = ({ account, type, amount, description, metadata }: EntryRequest): string =>
  membersText([
    ...('id' in account ? ['id', account.id] : ['code', account.code]),
    type,
    amount,
    description,
    jsonMember(metadata),
  ]);

/** The text of a request to reverse the whole remaining amount. */
export const reverseV1 = (request: Omit<ReversalRequest, 'part'>): string =>
  membersText([
    'reverse',
    '1',
    request.transactionId,
    request.reason,
    request.date,
    request.reference ?? null,
    jsonMember(request.metadata),
  ]) + ownAttributesV1(request);

/** The text of a request to reverse a part: the text of a reversal of the whole remaining amount, followed by the part. */
export const reverseInPartV1 = ({ part, ...request }: ReversalInPart): string =>
  membersText(['reverse in part', '1', reverseV1(request)]) + partV1(part);

/** Undefined attributes are not written, because reversals and releases had no attributes at first. */
const ownAttributesV1 = ({ attributes }: InheritedMembers): string =>
  attributes === undefined ? '' : membersText(['attributes', jsonMember(attributes)]);

const partV1 = (part: PartRequest): string => {
  if (part.kind === 'amount') return membersText(['amount', part.amount]);
  let text = membersText(['entries', part.entries.length.toString()]);
  for (const { entryId, amount } of part.entries) text += membersText([entryId, amount]);
  return text;
};

/** The text of a request to extend, without the idempotency key. An undefined expiry and a missing date are not written. */
export const extendV1 = ({ transactionId, amount, expiresAt, date }: ExtensionRequest): string =>
  membersText(['extend', '1', transactionId, amount === null ? null : plainAmount(amount)]) +
  (expiresAt === undefined ? '' : membersText(['expires', dateMember(expiresAt)])) +
  (date === null ? '' : membersText(['date', date]));

/** The text of a request to amend, without the idempotency key. Members that do not change are not written. */
export const amendV1 = ({ transactionId, description, reference, metadata, reason }: AmendmentRequest): string =>
  membersText(['amend', '1', transactionId, reason]) +
  (description === undefined ? '' : membersText(['description', description])) +
  (reference === undefined ? '' : membersText(['reference', reference])) +
  (metadata === undefined ? '' : membersText(['metadata', jsonMember(metadata)]));

export const closeV1 = ({ accountId, sweepToCode, reason }: CloseRequest): string =>
  membersText(['close', '1', accountId, sweepToCode, reason]);

export const annotateV1 = ({ transactionId, text, url, sha256 }: NoteRequest): string =>
  membersText(['annotate', '1', transactionId, text, url, sha256]);

/** The text of a request to settle, without the idempotency key. A missing date is not written. */
export const settleV1 = (request: SettlementRequest): string =>
  membersText([
    'settle',
    '1',
    request.transactionId,
    request.date,
    booleanMember(request.isFinal),
    request.description,
    request.reference ?? null,
    jsonMember(request.metadata),
    jsonMember(request.attributes ?? null),
  ]) +
  (request.part === null ? '' : partV1(request.part)) +
  // The member is written only if the settlement may exceed its hold, because at first no settlement could.
  (request.allowsExcess === true ? membersText(['allows excess']) : '');

/**
 * The text of a request to release, without the idempotency key. Date, reference and attributes are not written if they are undefined,
 * because releases had none of them at first.
 */
export const releaseV1 = (request: ReleaseRequest): string =>
  membersText(['release', '1', request.transactionId, request.reason]) +
  (request.date === null ? '' : membersText(['date', request.date])) +
  (request.part === null ? '' : partV1(request.part)) +
  (request.reference === undefined ? '' : membersText(['reference', request.reference])) +
  ownAttributesV1(request);
