/** The request bodies that settle, release, extend and reverse transactions, alone or as items of a batch. */
import {
  anyInstant,
  array,
  boolean,
  clearable,
  day,
  id,
  named,
  nullable,
  object,
  positiveAmount,
  withDefault,
  wording,
  type Decoded,
} from '../../../kernel/http/codecs';
import { metadata } from '../../../kernel/http/metadata';
import { attributeMap } from '../../attributes/http/answers';
import { maxEntries } from '../domain/draft';
import { maxDescriptionLength } from '../domain/transaction';
import { idempotencyKey, overrideLimits, reason, reference } from './codecs';

const part = named(
  'EntryPart',
  'How much of one entry.',
  object({
    entry_id: id<'entry'>().described('One of the entries of the transaction.'),
    amount: positiveAmount.described('How much of it, in major units: at most what is left.'),
  }),
);

/** A part of a transaction: an amount, shared among its entries, or amounts of its entries. */
const partFields = {
  amount: nullable(positiveAmount).described(
    'How much, in major units: a sum of debits, at most what is left. Each entry takes a share in proportion to what is left of it, and remainders go to the largest entries. Null for all that is left, or if `entries` are given.',
  ),
  entries: nullable(array(part, 1, maxEntries)).described(
    'How much of which entries, balanced in each layer, in place of `amount`. Null for all that is left.',
  ),
};
const keyOfPart = nullable(idempotencyKey);
const inherited = {
  reference: clearable(
    reference.described(
      "Your own name for it, at most 255 characters; lists find it. Left out, it is the original's; null for none.",
    ),
  ),
  attributes: clearable(
    attributeMap.described(
      "Texts by key. Left out, they are the original's, which are found as before and are not judged anew by strict mode; null for none.",
    ),
  ),
};

export const reversalFields = {
  reason,
  date: day.described('The effective date of the reversal: not before the original, and not locked.'),
  ...partFields,
  ...inherited,
  metadata: nullable(metadata),
  override_limits: overrideLimits,
  idempotency_key: keyOfPart,
};
export const reversal = named(
  'Reversal',
  'A reversal of a transaction: of all that is left, unless `amount` or `entries` say less.',
  object(reversalFields),
);
export type ReversalBody = Decoded<typeof reversal>;

export const settlementFields = {
  ...partFields,
  date: nullable(day).described(
    "The effective date of what is settled and released, not before the hold's. Null: today, or the hold's date if that is later.",
  ),
  final: withDefault(boolean, true).described('Whether what is left after it is released with it.'),
  allow_excess: withDefault(boolean, false).described(
    'Whether `amount` or `entries` may be more than is left of the hold, such as a tip. All that is left is then taken off the hold, and limits judge the excess. Each entry takes a share of `amount` in proportion.',
  ),
  description: nullable(wording({ min: 1, max: maxDescriptionLength })).described(
    'The description of the settlement; null for that of the hold.',
  ),
  ...inherited,
  metadata: nullable(metadata),
  override_limits: overrideLimits,
  idempotency_key: keyOfPart,
};
export const settlement = named(
  'Settlement',
  'A settlement of a hold: of all that is left, unless `amount` or `entries` say less.',
  object(settlementFields),
);
export type SettlementBody = Decoded<typeof settlement>;

export const releaseFields = {
  ...partFields,
  reason: nullable(reason),
  date: nullable(day).described(
    "The effective date of the release, not before the hold's. Null: today, or the hold's date if that is later.",
  ),
  ...inherited,
  idempotency_key: keyOfPart,
};
const raisedTo =
  'The amount of the hold afterwards, in major units: more than its `amount` so far, what was settled and released of it included. Each entry takes a share of the rise in proportion to what it was posted with.';
export const extensionFields = {
  amount: positiveAmount.described(raisedTo),
  expires_at: clearable(
    anyInstant.described(
      'When what is left is released by itself: an instant in the future. Null for never; left out, it stays.',
    ),
  ),
  date: nullable(day).described(
    'The effective date of what is added, not before the hold or its latest extension. Null: today, or that day if it is later.',
  ),
  idempotency_key: keyOfPart,
};
export const extension = named(
  'Extension',
  'A change of an open hold: its amount, its end, or both.',
  object({ ...extensionFields, amount: nullable(positiveAmount).described(`${raisedTo} Null: it stays.`) }),
);
export type ExtensionBody = Decoded<typeof extension>;

export const release = named(
  'Release',
  'A release of a hold: of all that is left, unless `amount` or `entries` say less.',
  object(releaseFields),
);
export type ReleaseBody = Decoded<typeof release>;
