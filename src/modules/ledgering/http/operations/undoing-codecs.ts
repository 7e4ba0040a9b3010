/** The request bodies to settle, release, extend and reverse transactions. Single requests and items of a batch use the same ones. */
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
} from '../../../../kernel/http/codecs';
import { metadata } from '../../../../kernel/http/metadata';
import { attributeMap } from '../../../attributes/http/answers';
import { maxEntries } from '../../domain/draft';
import { maxDescriptionLength } from '../../domain/transaction';
import { idempotencyKey, overrideLimits, reason, reference } from '../transactions/codecs';

const part = named(
  'EntryPart',
  'The amount of one entry.',
  object({
    entry_id: id<'entry'>().described('One of the entries of the transaction.'),
    amount: positiveAmount.described('The amount, in major units: at most the remaining amount.'),
  }),
);

/** The members for a part of a transaction: an amount, which is shared among the entries, or amounts of single entries. */
const partFields = {
  amount: nullable(positiveAmount).described(
    'The amount, in major units: a sum of debits, at most the remaining amount. Each entry gets a share in proportion to its remaining amount, and rounding remainders go to the largest entries. Null for the whole remaining amount, or if `entries` are given.',
  ),
  entries: nullable(array(part, 1, maxEntries)).described(
    'The amounts of single entries, balanced in each layer, instead of `amount`. Null for the whole remaining amount.',
  ),
};
const keyOfPart = nullable(idempotencyKey);
const inherited = {
  reference: clearable(
    reference.described(
      'Your own reference, at most 255 characters, by which lists can be searched. If left out, that of the original; null for none.',
    ),
  ),
  attributes: clearable(
    attributeMap.described(
      'Texts by key. If left out, those of the original, which remain searchable and are not checked again by strict mode; null for none.',
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
  'A reversal of a transaction: of the whole remaining amount, unless `amount` or `entries` specify less.',
  object(reversalFields),
);
export type ReversalBody = Decoded<typeof reversal>;

export const settlementFields = {
  ...partFields,
  date: nullable(day).described(
    'The effective date of the settlement and the release, not before the date of the hold or of its latest extension. Null: today, or that date if it is later.',
  ),
  final: withDefault(boolean, true).described('Whether the amount that remains afterwards is also released.'),
  allow_excess: withDefault(boolean, false).described(
    'Whether `amount` or `entries` may exceed the remaining amount of the hold, as with a tip. The settlement then uses up the whole remaining amount, and limits are checked for the excess. Each entry gets a share of `amount` in proportion.',
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
  'A settlement of a hold: of the whole remaining amount, unless `amount` or `entries` specify less.',
  object(settlementFields),
);
export type SettlementBody = Decoded<typeof settlement>;

export const releaseFields = {
  ...partFields,
  reason: nullable(reason),
  date: nullable(day).described(
    'The effective date of the release, not before the date of the hold or of its latest extension. Null: today, or that date if it is later.',
  ),
  ...inherited,
  idempotency_key: keyOfPart,
};
const raisedTo =
  'The amount of the hold afterwards, in major units: at least its present `amount`, which includes what was settled and released, and more than that unless `expires_at` changes too. Each entry gets a share of the increase in proportion to its posted amount.';
export const extensionFields = {
  amount: positiveAmount.described(raisedTo),
  expires_at: clearable(
    anyInstant.described(
      'When the remaining amount is released automatically: an instant in the future. Null for never; unchanged if left out.',
    ),
  ),
  date: nullable(day).described(
    'The effective date of the added amount, not before the hold or its latest extension. Null: today, or that day if it is later.',
  ),
  idempotency_key: keyOfPart,
};
export const extension = named(
  'Extension',
  'A change to an open hold: its amount, its end, or both.',
  object({
    ...extensionFields,
    amount: nullable(positiveAmount).described(`${raisedTo} If it is null, the amount does not change.`),
  }),
);
export type ExtensionBody = Decoded<typeof extension>;

export const release = named(
  'Release',
  'A release of a hold: of the whole remaining amount, unless `amount` or `entries` specify less.',
  object(releaseFields),
);
export type ReleaseBody = Decoded<typeof release>;
