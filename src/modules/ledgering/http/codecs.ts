/** What clients of ledgering may send, and the shapes of what they get. */
import * as E from 'fp-ts/Either';
import * as t from 'io-ts';
import { accountTypes, entryTypes, layers, limitBases } from '../../../kernel/accounting';
import {
  amount,
  anyInstant,
  anyObject,
  array,
  attempt,
  boolean,
  booleanText,
  clearable,
  day,
  id,
  named,
  nullable,
  object,
  oneKindOf,
  oneOf,
  optional,
  positiveAmount,
  strict,
  text,
  withDefault,
  Codec,
  type Decoded,
} from '../../../kernel/http/codecs';
import { metadata } from '../../../kernel/http/metadata';
import { integerText } from '../../../kernel/http/scalar-codecs';
import { memberTypes } from '../domain/account-set';
import { eventTypes } from '../domain/event';
import { holdStates } from '../domain/transaction';
import { maxEntries } from '../domain/draft';
import { maxDescriptionLength, transactionStatuses } from '../domain/transaction';

export const accountCode = text({
  pattern: /^[A-Za-z0-9._:-]{1,36}$/,
  max: 36,
  shape: '1 to 36 of the characters A-Z a-z 0-9 . _ : -',
});
export const name = text({ min: 1, max: 255 });
export const description = text({ max: maxDescriptionLength });
export const idempotencyKey = text({ min: 1, max: 255 });
const category = oneOf(['system', 'customer']);
const layer = oneOf(layers, true);
export const search = text({ max: 255 });
/** Codes of journals and of account sets. */
export const shortCode = text({
  pattern: /^[A-Za-z0-9._-]{1,50}$/,
  max: 50,
  shape: '1 to 50 of the characters A-Z a-z 0-9 . _ -',
});

export const newAccount = named(
  'NewAccount',
  object({
    code: accountCode,
    name,
    type: oneOf(accountTypes),
    category,
    normal_balance: nullable(oneOf(entryTypes)),
    parent_code: nullable(accountCode),
    description: nullable(description),
    is_active: withDefault(boolean, true),
    is_system: withDefault(boolean, false),
    metadata: nullable(metadata),
    enforce_balance_limits: withDefault(boolean, false),
    limit_basis: withDefault(oneOf(limitBases), 'settled'),
    min_balance: nullable(amount),
    max_balance: nullable(amount),
  }),
);

const entry = object({
  account_code: nullable(text({ min: 1, max: 36 })),
  account_id: nullable(id<'account'>()),
  type: oneOf(entryTypes),
  amount: positiveAmount,
  description: nullable(description),
  metadata: nullable(metadata),
});

const newTransactionFields = {
  effective_date: day,
  description: text({ min: 1, max: maxDescriptionLength }),
  idempotency_key: idempotencyKey,
  reference: nullable(text({ max: 255 })),
  layer: withDefault(layer, 'settled'),
  expires_at: nullable(anyInstant),
  journal_id: nullable(id<'journal'>()),
  correlation_id: nullable(text({ min: 1, max: 50 })),
  correlation_type: nullable(text({ min: 1, max: 50 })),
  correlation_source_id: nullable(id<'transaction'>()),
  metadata: nullable(metadata),
  attributes: nullable(anyObject),
  // Whether there are enough entries is judged later, once the mode of the request is known.
  entries: optional(array(entry, 0, maxEntries)),
  transaction_code: nullable(text({ min: 1, max: 50 })),
  transaction_code_params: nullable(anyObject),
};
export const newTransaction = named('NewTransaction', object(newTransactionFields));
export type NewTransactionBody = Decoded<typeof newTransaction>;

const fourCharacters = text({
  pattern: /^[A-Za-z0-9._:-]{4}$/,
  max: 4,
  shape: 'exactly 4 of the characters A-Z a-z 0-9 . _ : -',
});

export const accountChange = named(
  'AccountChange',
  object({
    parent_id: clearable(id<'account'>()),
    code: optional(fourCharacters),
    name: optional(name),
    type: optional(oneOf(accountTypes)),
    normal_balance: optional(oneOf(entryTypes)),
    description: clearable(description),
    is_active: optional(boolean),
    metadata: clearable(metadata),
    enforce_balance_limits: optional(boolean),
    limit_basis: optional(oneOf(limitBases)),
    min_balance: clearable(amount),
    max_balance: clearable(amount),
  }),
);

export const accountFilter = object({
  type: optional(oneOf(accountTypes)),
  active: optional(booleanText),
  parent_id: optional(id<'account'>()),
  search: optional(search),
  tree: optional(booleanText),
});

export const entryFilter = object({ start_date: optional(day), end_date: optional(day), layer: optional(layer) });

const knownAtSequence = optional(integerText(1, Number.MAX_SAFE_INTEGER));

export const balanceQuery = object({
  as_of_date: optional(day),
  layer: optional(layer),
  known_at_sequence: knownAtSequence,
});

export const statementQuery = object({
  from: day,
  to: optional(day),
  layer: optional(layer),
  known_at_sequence: knownAtSequence,
});

const attributeValue = text({ max: 128 });
const maxAttributeFilters = 20;

/** `attributes[region]=north`: texts by key. The attribute catalog says which keys can be searched by. */
const attributeFilter = new Codec<Readonly<Record<string, string>>>(
  { type: 'object', additionalProperties: attributeValue.schema, maxProperties: maxAttributeFilters },
  (input) => {
    const wrong = (message: string, ...path: readonly string[]): t.Errors => [
      { value: input, context: path.map((key) => ({ key, type: t.unknown })), message },
    ];
    if (typeof input !== 'object' || input === null) return t.failures(wrong('must be given as attributes[key]=value'));
    const filters = Object.entries(input);
    if (filters.length > maxAttributeFilters) return t.failures(wrong(`must be at most ${maxAttributeFilters}`));
    const errors = filters.flatMap(([key, value]) => {
      const decoded = attributeValue.decode(value);
      return E.isLeft(decoded) ? decoded.left.flatMap(({ message = '' }) => wrong(message, key)) : [];
    });
    return errors.length > 0 ? t.failures(errors) : t.success(Object.fromEntries(filters));
  },
);

export const transactionFilter = object({
  layer: optional(layer),
  status: optional(oneOf(transactionStatuses)),
  from_date: optional(day),
  to_date: optional(day),
  correlation_id: optional(text({ min: 1, max: 50 })),
  journal_id: optional(id<'journal'>()),
  account_id: optional(id<'account'>()),
  batch_id: optional(id<'batch'>()),
  reference: optional(text({ max: 255 })),
  hold_state: optional(oneOf(holdStates)),
  expires_before: optional(anyInstant),
  attributes: optional(attributeFilter),
});

export const correlationQuery = object({ correlation_id: text({ min: 1, max: 50 }) });
export const activityFilter = object({
  transaction_id: optional(id<'transaction'>()),
  account_id: optional(id<'account'>()),
  type: optional(oneOf(eventTypes)),
});
export const setFilter = object({ search: optional(search) });

export const newAccountSet = named(
  'NewAccountSet',
  object({ code: shortCode, name, description: nullable(description), metadata: nullable(metadata) }),
);
export const accountSetChange = named(
  'AccountSetChange',
  object({
    code: optional(shortCode),
    name: optional(name),
    description: clearable(description),
    metadata: clearable(metadata),
  }),
);
export const newMember = named('NewAccountSetMember', object({ member_type: oneOf(memberTypes), member_id: id() }));

const journalStatus = oneOf(['active', 'closed']);
export const newJournal = named(
  'NewJournal',
  object({
    code: shortCode,
    name,
    description: nullable(description),
    status: withDefault(journalStatus, 'active' as const),
    metadata: nullable(metadata),
  }),
);
export const journalChange = named(
  'JournalChange',
  object({
    code: optional(shortCode),
    name: optional(name),
    description: clearable(description),
    status: optional(journalStatus),
    metadata: clearable(metadata),
  }),
);

const reason = text({ min: 1, max: 1000 });

/** A part of a transaction: an amount where it has one debit and one credit, or amounts of its entries. */
const part = {
  amount: nullable(positiveAmount),
  entries: nullable(array(object({ entry_id: id<'entry'>(), amount: positiveAmount }), 1, maxEntries)),
};
const keyOfPart = nullable(idempotencyKey);
const reversalFields = {
  reason,
  date: day,
  ...part,
  reference: nullable(text({ max: 255 })),
  metadata: nullable(metadata),
  idempotency_key: keyOfPart,
};
export const reversal = named('Reversal', object(reversalFields));
export type ReversalBody = Decoded<typeof reversal>;

const settlementFields = {
  ...part,
  date: nullable(day),
  final: withDefault(boolean, true),
  description: nullable(text({ min: 1, max: maxDescriptionLength })),
  reference: nullable(text({ max: 255 })),
  metadata: nullable(metadata),
  attributes: nullable(anyObject),
  idempotency_key: keyOfPart,
};
export const settlement = named('Settlement', object(settlementFields));
export type SettlementBody = Decoded<typeof settlement>;

const releaseFields = { ...part, reason: nullable(reason), date: nullable(day), idempotency_key: keyOfPart };
export const release = named('Release', object(releaseFields));
export type ReleaseBody = Decoded<typeof release>;

export const maxBatchItems = 100;

const of = <const Name extends string>(operation: Name) => ({
  operation: oneOf([operation]),
  transaction_id: id<'transaction'>(),
});

/** What undoes is understood whole, as it is where it comes alone. */
const batchItem = oneKindOf('operation', {
  post: named('PostItem', object({ operation: optional(oneOf(['post'])), ...newTransactionFields })),
  settle: named('SettleItem', strict(object({ ...of('settle'), ...settlementFields }))),
  release: named('ReleaseItem', strict(object({ ...of('release'), ...releaseFields }))),
  reverse: named('ReverseItem', strict(object({ ...of('reverse'), ...reversalFields }))),
});
export type BatchItem = Decoded<typeof batchItem>;

/** The items are decoded one by one, so that one invalid item does not hide the others. */
export const newBatch = named(
  'NewTransactionBatch',
  object({
    transactions: array(attempt(batchItem), 1, maxBatchItems),
    atomic: withDefault(boolean, false),
  }),
);

export const voiding = named('VoidRequest', object({ reason: nullable(text({ max: 255 })) }));
export const newPeriodLock = named('NewPeriodLock', object({ locked_until: day, reason }));
export const periodRelease = named('PeriodRelease', object({ reason }));
