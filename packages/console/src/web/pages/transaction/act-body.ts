/** Builds the request body of an act from its form. */
import type { Schemas } from '../../api/schemas';
import { amountFrom } from '../../parts/amount';
import { momentField } from '../../parts/day';
import type { ActFields, ActName } from './offers';
import { partsOf } from './undo-parts';

type Transaction = Schemas['Transaction'];

const partOf = ({ entries }: Transaction, { extent, amount, parts }: ActFields): object =>
  extent === 'amount' && amount.trim() !== ''
    ? { amount: amountFrom(amount) }
    : extent === 'entries'
      ? { entries: partsOf(entries, parts) }
      : {};

/** Returns the amount and the date of an extension; empty if only the expiry changes. */
const riseOf = ({ amount, date }: ActFields): object =>
  amount.trim() === '' ? {} : { amount: amountFrom(amount), ...filled({ date }) };

/**
 * Returns the new expiry of an extension; empty if the field is unchanged. The comparison is by minute, because the field has no seconds.
 */
const endOf = ({ hold }: Transaction, { expires }: ActFields): object =>
  expires === momentField(hold?.expires_at ?? null)
    ? {}
    : { expires_at: expires === '' ? null : new Date(expires).toISOString() };

const filled = (fields: Readonly<Record<string, string>>): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value.trim() !== ''));

export const bodyOf = (transaction: Transaction, name: ActName, fields: ActFields): object => {
  const { reason, date, reference, isFinal, allowsExcess } = fields;
  switch (name) {
    case 'reverse':
      return { ...filled({ reason, date, reference }), ...partOf(transaction, fields) };
    case 'void':
      return filled({ reason });
    case 'settle':
      return {
        ...filled({ date, reference }),
        ...partOf(transaction, fields),
        final: isFinal,
        ...(allowsExcess ? { allow_excess: true } : {}),
      };
    case 'release':
      return { ...filled({ reason, date }), ...partOf(transaction, fields) };
    case 'extend':
      return { ...riseOf(fields), ...endOf(transaction, fields) };
  }
};
