/** Divides an amount among the entries of a transaction, for reversals, settlements and releases that request an `amount`. */
import type { Minor } from '../../../kernel/money';
import type { DraftEntry, UndoneEntry } from './transaction';

/**
 * Divides an amount in proportion to the weights. Each share is rounded down; then each of the largest weights gets one of the remaining
 * units. So the shares add up to the amount, and no share exceeds its weight unless the amount exceeds the sum of the weights.
 */
export const sharesOf = (amount: bigint, weights: readonly bigint[]): readonly bigint[] => {
  const whole = weights.reduce((sum, weight) => sum + weight, 0n);
  const shares = weights.map((weight) => (whole === 0n ? 0n : (amount * weight) / whole));
  const rest = amount - shares.reduce((sum, share) => sum + share, 0n);
  const largest = [...weights.keys()].sort((one, other) => compare(weights[other] ?? 0n, weights[one] ?? 0n));
  for (const index of largest.slice(0, Number(rest))) shares[index] = (shares[index] ?? 0n) + 1n;
  return shares;
};

/**
 * Divides an amount, which is a sum of debits, among entries in proportion to their weights, which are their remaining amounts. The debits
 * and the credits of a layer have equal weights, so the shares balance in each layer.
 */
export const proportional = (
  amount: bigint,
  entries: readonly Pick<DraftEntry, 'layer' | 'type'>[],
  weights: readonly bigint[],
): readonly UndoneEntry[] => {
  const layers = [...new Set(entries.map(({ layer }) => layer))];
  const side = (layer: DraftEntry['layer'], type: DraftEntry['type']): readonly number[] =>
    [...entries.keys()].filter((position) => entries[position]?.layer === layer && entries[position].type === type);
  const weighing = (positions: readonly number[]): readonly bigint[] => positions.map((at) => weights[at] ?? 0n);
  const ofLayers = sharesOf(
    amount,
    layers.map((layer) => weighing(side(layer, 'debit')).reduce((sum, weight) => sum + weight, 0n)),
  );
  return layers
    .flatMap((layer, index) =>
      (['debit', 'credit'] as const).flatMap((type) => {
        const positions = side(layer, type);
        const shares = sharesOf(ofLayers[index] ?? 0n, weighing(positions));
        return positions.map((position, at) => ({ position, amount: (shares[at] ?? 0n) as Minor }));
      }),
    )
    .filter((share) => share.amount > 0n)
    .sort((one, other) => one.position - other.position);
};

const compare = (one: bigint, other: bigint): number => (one < other ? -1 : one > other ? 1 : 0);
