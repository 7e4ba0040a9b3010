/** The request bodies of batches, voids and period locks. */
import {
  attempts,
  boolean,
  day,
  id,
  named,
  nullable,
  object,
  oneKindOf,
  oneOf,
  optional,
  strict,
  strictWhere,
  withDefault,
  wording,
  type Decoded,
} from '../../../../kernel/http/codecs';
import { maxBatchItems, overrideLimits, reason } from '../transactions/codecs';
import { isHold, newTransactionFields } from '../transactions/new-transaction';
import { extensionFields, releaseFields, reversalFields, settlementFields } from './undoing-codecs';

const what = 'The kind of the item.';
const of = <const Name extends string>(operation: Name, done: string) => ({
  operation: oneOf([operation]).described(what),
  transaction_id: id<'transaction'>().described(`The ${done}.`),
});

/** The codec of a batch item. An item that settles, releases, extends or reverses has the same members as the body of a single request. */
const batchItem = oneKindOf('operation', {
  post: named(
    'PostItem',
    'A transaction to be posted, as POST /transactions takes it.',
    strictWhere(
      isHold,
      object({
        operation: optional(oneOf(['post'])).described(`${what} If it is left out, the item is a post.`),
        ...newTransactionFields,
      }),
    ),
  ),
  settle: named(
    'SettleItem',
    'A hold to be settled, as POST /transactions/{id}/settle takes it.',
    strict(object({ ...of('settle', 'hold that is settled'), ...settlementFields })),
  ),
  release: named(
    'ReleaseItem',
    'A hold to be released, as POST /transactions/{id}/release takes it.',
    strict(object({ ...of('release', 'hold that is released'), ...releaseFields })),
  ),
  extend: named(
    'ExtendItem',
    'A hold to be raised, as POST /transactions/{id}/extend takes it; its end may move with it.',
    strict(object({ ...of('extend', 'hold that is raised'), ...extensionFields })),
  ),
  reverse: named(
    'ReverseItem',
    'A transaction to be reversed, as POST /transactions/{id}/reverse takes it.',
    strict(object({ ...of('reverse', 'transaction that is reversed'), ...reversalFields })),
  ),
});
export type BatchItem = Decoded<typeof batchItem>;

/** The items are decoded separately, so that an invalid item does not hide errors in the others. */
export const newBatch = named(
  'NewTransactionBatch',
  'Up to a hundred postings, settlements, releases, extensions and reversals.',
  object({
    transactions: attempts(batchItem, 1, maxBatchItems).described(
      '1 to 100 items, executed in this order. `operation` is the type of each item; without it, the item is a transaction to post.',
    ),
    atomic: withDefault(boolean, false).described(
      'Whether they succeed or fail together: with `true` one refusal refuses all, and nothing is written.',
    ),
  }),
);

export const voiding = named(
  'VoidRequest',
  'Why a transaction is voided.',
  object({
    reason: nullable(wording({ max: 255 })).described(
      'The reason, in at most 255 characters: it is stored on the transaction and in the log. Null for none.',
    ),
    override_limits: overrideLimits,
  }),
);

export const newPeriodLock = named(
  'NewPeriodLock',
  'A period to be locked.',
  object({
    locked_until: day.described('The last day of the period: everything effective on or before it is locked.'),
    reason,
    includes_open_days: optional(
      boolean.described(
        'Must be `true` for a lock that reaches today or later: nothing can be posted on these days then.',
      ),
    ),
  }),
);
export const periodRelease = named('PeriodRelease', 'Why a lock is released.', object({ reason }));
