/** What a transaction has to do with others: each relation is a line of the graph around it. */
import type { Schemas } from '../../api/schemas';

type Transaction = Schemas['Transaction'];

export interface Relation {
  /** As it is read from the one in the middle. */
  readonly says: string;
  readonly id: string;
  /** Whether the other came before, and so stands at the left. */
  readonly isBefore: boolean;
}

export const relationsOf = (transaction: Transaction, alike: readonly Transaction[]): readonly Relation[] => {
  const one = (says: string, id: string | null, isBefore: boolean): readonly Relation[] =>
    id === null ? [] : [{ says, id, isBefore }];
  const named = [
    ...one('reverses', transaction.reverses_transaction_id, true),
    ...one('settles', transaction.settles_transaction_id, true),
    ...one('releases', transaction.releases_transaction_id, true),
    ...transaction.reversal_ids.flatMap((id) => one('is reversed by', id, false)),
    ...alike.flatMap((other) => [
      ...(other.settles_transaction_id === transaction.id ? one('is settled by', other.id, false) : []),
      ...(other.releases_transaction_id === transaction.id ? one('is released by', other.id, false) : []),
    ]),
    ...one('follows', transaction.correlation_source_id, true),
  ];
  const seen = new Set([transaction.id]);
  const others = alike.map(({ id, created_at: at }) => ({
    ...{ id, says: 'same correlation' },
    isBefore: at < transaction.created_at,
  }));
  return [...named, ...others].filter(({ id }) => !seen.has(id) && seen.add(id) !== undefined);
};
