/** The amounts that a request to reverse, settle or release takes from each entry, computed by brute force. */
import { refuse, type Refused, type Side, type Transaction, type UndoingBody } from './records';

const sum = (units: readonly bigint[]): bigint => units.reduce((total, each) => total + each, 0n);

/**
 * Shares the amount in proportion to the remaining amounts, rounded down. The units left over are added one by one, from the largest
 * remaining amount to the smallest; of equal amounts the earlier one comes first.
 */
export const shared = (units: bigint, left: readonly bigint[]): readonly bigint[] => {
  const whole = sum(left);
  const shares = left.map((each) => (whole === 0n ? 0n : (units * each) / whole));
  const largest = left.map((each, at) => ({ each, at })).toSorted((a, b) => Number(b.each - a.each) || a.at - b.at);
  for (const { at } of largest) if (sum(shares) < units) shares[at] = (shares[at] ?? 0n) + 1n;
  return shares;
};

/**
 * The amount to take from each entry, by default all that is left of it. It may be more only if the request gives an amount and allows
 * excess. All entries are on one layer.
 */
export const takeOf = (
  of: Transaction,
  left: readonly bigint[],
  { amount, entries, allow_excess = false }: UndoingBody,
  read: (text: string) => bigint | undefined,
  exceeded: string,
): Refused | readonly bigint[] => {
  if (entries?.some((part) => !of.entry_ids.includes(part.entry_id)))
    return refuse(exceeded === 'HOLD_EXCEEDED' ? 422 : 400, 'VALIDATION_ERROR');
  const leftOn = (side: Side): readonly bigint[] => left.map((each, at) => (of.entries[at]?.type === side ? each : 0n));
  if (amount !== undefined) {
    const units = read(amount) ?? 0n;
    if (units > sum(leftOn('debit')) && !allow_excess) return refuse(422, exceeded);
    const credits = shared(units, leftOn('credit'));
    return shared(units, leftOn('debit')).map((share, at) => share + (credits[at] ?? 0n));
  }
  if (!entries) return left;
  const taken = of.entry_ids.map((id) => read(entries.find(({ entry_id }) => entry_id === id)?.amount ?? '0') ?? 0n);
  if (taken.some((each, at) => each > (left[at] ?? 0n))) return refuse(422, exceeded);
  const debits = sum(taken.filter((_, at) => of.entries[at]?.type === 'debit'));
  return 2n * debits === sum(taken) ? taken : refuse(400, 'ENTRIES_NOT_BALANCED');
};
