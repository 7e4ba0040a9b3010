/**
 * Acceptance of a transaction: turns a client's request into the draft that the ledger promises to post or fail. The functions are pure:
 * the caller reads all facts beforehand, and the poster rechecks the facts that may have changed since then.
 */
import type { EntryType, Layer } from '../../../kernel/accounting';
import { newId, parseId } from '../../../kernel/ids';
import {
  formatAmount,
  isTooLarge,
  largestAmount,
  parseAmount,
  type Denomination,
  type Minor,
} from '../../../kernel/money';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import type { Day } from '../../../kernel/time';
import type { AccountId } from './account';
import type { PostingAccount, PostingFacts } from './books';
import type { AmountPrecisionExceeded, DraftRefusal, EntriesNotBalanced, Invalid, RequestTooLarge } from './refusals';
import type { BatchId, Draft, EntryRequest, JournalId, TransactionRequest } from './transaction';

export const minEntries = 2;
export const maxEntries = 100;
/** The maximum number of entries in all items of a request together, after codes are expanded and operations are drafted. */
export const maxRequestEntries = 2_000;
/** The maximum size of the metadata of all entries of a transaction together, in bytes of JSON. */
export const maxEntryMetadataBytes = 65_536;

/** Returns the refusal of a request with too many entries; undefined if the number is allowed. */
export const whyTooLarge = (entries: number): RequestTooLarge | undefined =>
  entries > maxRequestEntries ? { kind: 'RequestTooLarge', entries, max: maxRequestEntries } : undefined;

export interface AccountFact extends PostingAccount {
  readonly id: AccountId;
  /** Whether the account is a clearing account, which only conversions and transfers may use. */
  readonly isClearing: boolean;
  /** Whether the account only groups others and takes no entries. Accepted transactions never name a group: see `holdTerms`. */
  readonly isGroup: boolean;
}

/** The facts about the ledger that are needed to accept requests. */
export interface AcceptanceFacts {
  /** The accounts that the requests name, by id or by code. */
  readonly accountsById: ReadonlyMap<string, AccountFact>;
  readonly accountsByCode: ReadonlyMap<string, AccountFact>;
  readonly journals: ReadonlyMap<string, { readonly isClosed: boolean }>;
  readonly defaultJournalId: JournalId;
  /** The last locked day: it and all earlier days are locked. Null if no day is locked. */
  readonly lockedUntil: Day | null;
  readonly correlationSources: ReadonlyMap<string, { readonly correlationId: string | null }>;
  /** The transaction codes that the requests name. */
  readonly transactionCodes: ReadonlyMap<string, TransactionCodeFact>;
  readonly denomination: Denomination;
}

/** The current state of a transaction code. */
export interface TransactionCodeFact {
  readonly version: number;
  readonly isActive: boolean;
}

/** Returns the facts in the form that posting needs. They stay true only while no other writer changes the ledger. */
export const postingFactsOf = ({
  accountsById,
  journals,
  lockedUntil,
  denomination,
}: AcceptanceFacts): PostingFacts => ({
  accounts: accountsById,
  closedJournals: new Set([...journals].flatMap(([id, { isClosed }]) => (isClosed ? [id as JournalId] : []))),
  lockedUntil,
  denomination,
});

/** An entry whose amount was read in the ledger's decimals, and whose account has not been looked up yet. */
export interface IntendedEntry {
  readonly account: EntryRequest['account'];
  readonly layer: Layer;
  readonly type: EntryType;
  readonly amount: Minor;
  readonly description: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
}

/** The content of a request: its own entries, or the entries, texts and attributes that its transaction code adds. */
export interface Intent {
  readonly entries: readonly IntendedEntry[];
  readonly metadata: Draft['metadata'];
  readonly attributes: Draft['attributes'];
  readonly transactionCode: string | null;
  readonly transactionCodeVersion: number | null;
  /** The values of the code's parameters in one normalised spelling, without parameters that only name accounts. Null without a code. */
  readonly params: string | null;
}

export interface Acceptor {
  readonly actor: string;
  readonly batchId: BatchId | null;
  readonly now: Date;
}

/** Reads the amounts of entries in the ledger's decimals. */
export const readEntries = (
  entries: readonly EntryRequest[],
  layer: Layer,
  denomination: Denomination,
): Outcome<Invalid | AmountPrecisionExceeded, readonly IntendedEntry[]> => {
  const intended: IntendedEntry[] = [];
  for (const [index, { account, type, amount: text, description, metadata }] of entries.entries()) {
    const amount = readAmount(text, `entries.${index}.amount`, denomination);
    if (refused(amount)) return amount;
    intended.push({ account, layer, type, amount: amount.right, description, metadata });
  }
  return hasTooMuchMetadata(intended) ? refuse(tooMuchMetadata) : ok(intended);
};

/** Reads the amount in a field of a request. */
export const readAmount = (
  text: string,
  field: string,
  denomination: Denomination,
): Outcome<Invalid | AmountPrecisionExceeded, Minor> => {
  const amount = parseAmount(text, denomination);
  if (!refused(amount)) return amount;
  return amount.left.kind === 'AmountPrecisionExceeded'
    ? refuse({ kind: 'AmountPrecisionExceeded', field, storageDecimals: denomination.storageDecimals })
    : refuse(tooLarge(field, denomination));
};

/**
 * Returns the draft of a request, or the first refusal in the usual order: the form of the entries that a transaction code produced, existence, state,
 * balance.
 */
export const draftTransaction = (
  request: TransactionRequest,
  intent: Intent,
  facts: AcceptanceFacts,
  denomination: Denomination,
  { actor, batchId, now }: Acceptor,
): Outcome<DraftRefusal, Draft> => {
  if (intent.transactionCode !== null && hasTooMuchMetadata(intent.entries)) return refuse(tooMuchMetadata);
  const layer = layerOf(intent.entries);
  if (layer === undefined) return refuse(severalLayers);
  const journalId = request.journalId ?? facts.defaultJournalId;
  const journal = facts.journals.get(journalId);
  if (!journal) return refuse({ kind: 'JournalNotFound', journalId });
  const accounts: AccountFact[] = [];
  for (const [index, { account }] of intent.entries.entries()) {
    const found = 'id' in account ? facts.accountsById.get(account.id) : facts.accountsByCode.get(account.code);
    if (!found)
      return refuse({
        ...{ kind: 'EntryAccountNotFound', index },
        ...('id' in account
          ? { member: 'account_id', account: account.id }
          : { member: 'account_code', account: account.code }),
      });
    accounts.push(found);
  }
  const source = request.correlationSourceId;
  const correlated = source === null ? undefined : facts.correlationSources.get(source);
  if (source !== null && !correlated) return refuse({ kind: 'CorrelationSourceNotFound', sourceId: source });

  if (journal.isClosed) return refuse({ kind: 'JournalClosed' });
  const clearing = accounts.findIndex(({ isClearing }) => isClearing);
  if (clearing >= 0)
    return refuse({ kind: 'EntryAccountReserved', index: clearing, account: accounts[clearing]?.code ?? '' });
  const group = accounts.findIndex(({ isGroup }) => isGroup);
  if (group >= 0) return refuse({ kind: 'EntryAccountIsGroup', index: group, account: accounts[group]?.code ?? '' });
  const inactive = accounts.findIndex(({ isActive }) => !isActive);
  if (inactive >= 0)
    return refuse({ kind: 'AccountInactive', index: inactive, account: accounts[inactive]?.code ?? '' });
  if (facts.lockedUntil !== null && request.effectiveDate <= facts.lockedUntil)
    return refuse({ kind: 'PeriodLocked', lockedUntil: facts.lockedUntil });

  const wrong = wrongExpiry(request.expiresAt, intent.entries, now);
  if (wrong) return refuse(wrong);
  const unbalanced = findImbalance(intent.entries, denomination);
  if (unbalanced) return refuse(unbalanced);
  const totalAmount = debitsOf(intent.entries);
  if (isTooLarge(totalAmount)) return refuse(tooLarge('entries', denomination));

  return ok({
    id: newId<'transaction'>(),
    journalId,
    effectiveDate: request.effectiveDate,
    layer,
    description: request.description,
    reference: request.reference,
    totalAmount,
    correlationId: inOneCase(request.correlationId) ?? (correlated ? (correlated.correlationId ?? source) : null),
    correlationType: request.correlationType,
    correlationSourceId: source,
    idempotencyKey: request.idempotencyKey,
    metadata: intent.metadata,
    attributes: intent.attributes,
    transactionCode: intent.transactionCode,
    transactionCodeVersion: intent.transactionCodeVersion,
    batchId,
    undoesTransactionId: null,
    settlesTransactionId: null,
    expiresAt: request.expiresAt,
    stringOperationId: null,
    acceptedBy: actor,
    acceptedAt: now,
    entries: intent.entries.map(({ type, amount, description, metadata }, index) => ({
      id: newId<'entry'>(),
      accountId: (accounts[index] as AccountFact).id,
      layer,
      type,
      amount,
      description,
      metadata,
    })),
  });
};

/**
 * Returns the refusal of an invalid expiry; undefined if it is valid. An expiry releases the whole remaining amount regardless of limits,
 * so a transaction on the settled layer may have no expiry.
 */
const wrongExpiry = (expiresAt: Date | null, entries: readonly IntendedEntry[], now: Date): Invalid | undefined => {
  if (expiresAt === null) return undefined;
  if (expiresAt <= now) return { kind: 'Invalid', errors: { expires_at: ['must be in the future'] } };
  return layerOf(entries) === 'settled'
    ? {
        kind: 'Invalid',
        errors: { expires_at: ['is allowed only on the layers pending and encumbrance, which hold amounts'] },
      }
    : undefined;
};

/** Returns the layer that all entries share, which is the transaction's layer; undefined if the entries are on several layers. */
export const layerOf = (entries: readonly Pick<IntendedEntry, 'layer'>[]): Layer | undefined => {
  const [first] = entries;
  return entries.every(({ layer }) => layer === first?.layer) ? first?.layer : undefined;
};

/** The catalog already refuses a transaction code whose entries are on several layers; this is a second check. */
const severalLayers: Invalid = { kind: 'Invalid', errors: { entries: ['must all be on one layer'] } };

/** Returns the id in lower case. A UUID in upper case is the same id, and must be found in either spelling. */
const inOneCase = (correlationId: string | null): string | null =>
  correlationId === null ? null : (parseId(correlationId) ?? correlationId);

const hasTooMuchMetadata = (entries: readonly Pick<IntendedEntry, 'metadata'>[]): boolean => {
  let bytes = 0;
  for (const { metadata } of entries) if (metadata !== null) bytes += Buffer.byteLength(JSON.stringify(metadata));
  return bytes > maxEntryMetadataBytes;
};

const tooMuchMetadata: Invalid = {
  kind: 'Invalid',
  errors: { entries: [`must have metadata of at most ${maxEntryMetadataBytes} bytes in all`] },
};

export const debitsOf = (entries: readonly Pick<IntendedEntry, 'type' | 'amount'>[]): Minor =>
  entries.reduce((sum, { type, amount }) => (type === 'debit' ? sum + amount : sum), 0n) as Minor;

/** Returns the first layer whose debits and credits differ; undefined if all layers balance. */
export const findImbalance = (
  entries: readonly Pick<IntendedEntry, 'layer' | 'type' | 'amount'>[],
  denomination: Denomination,
): EntriesNotBalanced | undefined => {
  for (const layer of new Set(entries.map((entry) => entry.layer))) {
    const within = entries.filter((entry) => entry.layer === layer);
    const debits = debitsOf(within);
    const credits = within.reduce((sum, { amount }) => sum + amount, 0n) - debits;
    if (debits !== credits)
      return {
        kind: 'EntriesNotBalanced',
        layer,
        debits: formatAmount(debits, denomination),
        credits: formatAmount(credits, denomination),
      };
  }
  return undefined;
};

const tooLarge = (field: string, denomination: Denomination): Invalid => ({
  kind: 'Invalid',
  errors: {
    [field]: [`must ${field === 'entries' ? 'add up to' : 'be'} at most ${largestAmount(denomination)}`],
  },
});
