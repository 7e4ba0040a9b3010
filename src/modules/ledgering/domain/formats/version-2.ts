/**
 * Format 2 of a transaction's record and of the fingerprints of requests. Two requests have the same fingerprint if they have the same
 * meaning (decision 10): an amount counts by its value, `{}` equals a missing object, and an account counts by its id, however the request
 * names it. Texts in format 2 are stored, so the format never changes; golden vectors pin it (tests/formats).
 */
import { dateMember, jsonMember, membersText, memberText, type Twofold } from '../../../../kernel/formats';
import { parseId } from '../../../../kernel/ids';
import { plainAmount } from '../../../../kernel/money';
import type { AccountId } from '../account';
import type { ReleaseRequest, SettlementRequest } from '../hold';
import type { ReversalRequest } from '../reversal';
import type { Draft, EntryRequest, JournalId, TransactionRequest } from '../transaction';
import type { InheritedMembers, PartRequest } from '../undoing';
import { membersOfDraft, releaseV1, reverseInPartV1, reverseV1, settleV1, type ReversalInPart } from './version-1';

/** An accepted transaction, and the fingerprint of the request with its idempotency key. */
export interface ProvenDraft {
  readonly draft: Draft;
  /** The fingerprint of the request; null if it is unknown. It is not used if the draft has no idempotency key. */
  readonly fingerprint: Buffer | null;
}

const beginning = membersText(['transaction', '2']);

/** The members of format 1, followed by the fingerprint of the request if it has an idempotency key. So the log proves the fingerprint too. */
export const transactionV2 = ({ draft, fingerprint }: ProvenDraft): string => {
  const text = beginning + membersOfDraft(draft);
  return draft.idempotencyKey === null || fingerprint === null
    ? text
    : text + membersText(['fingerprint', fingerprint.toString('hex')]);
};

/**
 * A request to post, and its meaning in the ledger. The meaning is null if an account is unknown, or if the transaction code cannot be
 * expanded.
 */
export interface MeantPost {
  readonly request: TransactionRequest;
  readonly meaning: PostMeaning | null;
}

export interface PostMeaning {
  readonly journalId: JournalId;
  /** The accounts of all entries in order, including the entries that a transaction code adds. */
  readonly accountIds: readonly AccountId[];
  /** The values of a transaction code's parameters, without parameters that only name accounts. */
  readonly params: string | null;
}

/**
 * Writes the request in two forms. `asWritten` names accounts and the journal as the client does, so a repeated request is recognised even
 * after the code of an account has changed. `byMeaning` names them by id.
 */
export const postV2 = ({ request, meaning }: MeantPost): Twofold => {
  const said = saidOfPost(request);
  const { mode, journalId } = request;
  let asWritten = said + asWrittenMember + memberText(journalId);
  if (mode.kind === 'code') asWritten += memberText(jsonMember(mode.params));
  else for (const { account } of mode.entries) asWritten += nameOf(account);
  if (!meaning) return { asWritten, byMeaning: null };
  let byMeaning = said + byMeaningMember + memberText(meaning.journalId) + memberText(meaning.params);
  for (const accountId of meaning.accountIds) byMeaning += memberText(accountId);
  return { asWritten, byMeaning };
};

const asWrittenMember = memberText('as written');
const byMeaningMember = memberText('by meaning');

/** The members with which both forms begin: all except the names of accounts and of the journal, a code's parameters, and the key. */
const saidOfPost = (request: TransactionRequest): string => {
  const head = membersText([
    'post',
    '2',
    request.effectiveDate,
    request.description,
    request.reference,
    request.layer,
    // The same correlation id in upper and in lower case is one id.
    request.correlationId && (parseId(request.correlationId) ?? request.correlationId),
    request.correlationType,
    request.correlationSourceId,
    objectMember(request.metadata),
    objectMember(request.attributes),
    ...(request.expiresAt === null ? [] : ['expires', dateMember(request.expiresAt)]),
    ...(request.overridesLimits ? [overriding] : []),
  ]);
  const { mode } = request;
  if (mode.kind === 'code') return head + membersText(['code', mode.code]);
  let text = head + membersText(['entries', mode.entries.length.toString()]);
  for (const { type, amount, description, metadata } of mode.entries)
    text +=
      memberText(type) +
      memberText(plainAmount(amount)) +
      memberText(description) +
      memberText(metadata && objectMember(metadata));
  return text;
};

const nameOf = (account: EntryRequest['account']): string =>
  'id' in account ? idMember + memberText(account.id) : codeMember + memberText(account.code);

const idMember = memberText('id');
const codeMember = memberText('code');

const objectMember = (value: Readonly<Record<string, unknown>> | null): string | null => jsonMember(orNothing(value));

const orNothing = <O extends Readonly<Record<string, unknown>>>(value: O | null): O | null =>
  value === null || Object.keys(value).length === 0 ? null : value;

/** The member that marks a request which overrides limits. */
const overriding = 'overrides limits';
const overridingMember = ({ overridesLimits }: { readonly overridesLimits?: boolean }): string =>
  overridesLimits ? memberText(overriding) : '';

// Settlements, releases and reversals name entries by their ids, not by codes. So format 2 of such a request is format 1 of its normalised
// form, followed by members that distinguish null (no value) from undefined (inherited).

export const reverseV2 = (request: Omit<ReversalRequest, 'part'>): string =>
  reverseV1(plainlyUndoing(request)) + noneMembers({ reference: request.reference }) + overridingMember(request);

export const reverseInPartV2 = ({ part, ...request }: ReversalInPart): string =>
  reverseInPartV1({ ...plainlyUndoing(request), part: plainPart(part) }) +
  noneMembers({ reference: request.reference }) +
  overridingMember(request);

export const settleV2 = (request: SettlementRequest): string => {
  const plain = plainlyUndoing(request);
  return (
    settleV1({ ...plain, part: plain.part && plainPart(plain.part) }) + noneMembers(plain) + overridingMember(request)
  );
};

export const releaseV2 = (request: ReleaseRequest): string =>
  releaseV1({ ...request, ...plainAttributes(request), part: request.part && plainPart(request.part) });

const plainlyUndoing = <R extends InheritedMembers & { readonly metadata: Draft['metadata'] }>(request: R): R => ({
  ...request,
  ...plainAttributes(request),
  metadata: orNothing(request.metadata),
});

const plainAttributes = ({ attributes }: InheritedMembers): Pick<InheritedMembers, 'attributes'> =>
  attributes === undefined ? {} : { attributes: orNothing(attributes) };

const noneMembers = ({ reference, attributes }: InheritedMembers): string =>
  (reference === null ? membersText(['no reference']) : '') +
  (attributes === null ? membersText(['no attributes']) : '');

const plainPart = (part: PartRequest): PartRequest =>
  part.kind === 'amount'
    ? { kind: 'amount', amount: plainAmount(part.amount) }
    : { kind: 'entries', entries: part.entries.map((entry) => ({ ...entry, amount: plainAmount(entry.amount) })) };
