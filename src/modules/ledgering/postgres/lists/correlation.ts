/**
 * The list of a correlation in posting order: decided transactions by the sequence of their event, then pending ones in the order of the
 * queue. A cursor names a transaction, and its position is looked up for each page. So the cursor stays valid if the transaction is posted
 * meanwhile: the transactions after it still follow it.
 */
import { parseId, type LedgerId } from '../../../../kernel/ids';
import type { Slice } from '../../../../kernel/page';
import type { Conditions, Lead } from './conditions';

/**
 * Returns the arguments for `readTransactions`: the text after `from` (it gives rows of `transactions t`), the rest of the statement, and
 * the values.
 */
export const inCorrelation = (
  ledgerId: LedgerId,
  correlationId: string,
  { from, direction, limit }: Slice,
): { readonly text: { readonly from: string; readonly rest: string }; readonly values: readonly unknown[] } => {
  const root = parseId(correlationId) ?? null;
  const written = waysOfWriting(correlationId);
  const values = [ledgerId, root, ...written, ...(from?.slice(0, 1) ?? [])];
  const [comparison, order] = direction === 'forward' ? ['>', 'asc'] : ['<', 'desc'];
  const beyond = (row: string, rowOf: string): string =>
    from
      ? `and (${row}) ${comparison} (select ${rowOf} from transactions c where c.ledger_id = $1 and c.id = $${values.length}::uuid)`
      : '';
  const part = (select: string, condition: string, place: string, id: string): string =>
    `(select ${place} as place, ${id} as id from ${select} ${condition} ${beyond(`${place}, ${id}`, `${placeOf('c')}, c.id`)}
       order by ${place} ${order}, ${id} ${order} limit ${limit + 1})`;
  // Each event decides one transaction, so the sequence of the event alone defines the order. The index returns no more sequences than the
  // page needs.
  const decided = (correlation: string): string =>
    `(select log_sequence as place, transaction_id as id from transaction_correlations
       where ledger_id = $1 and correlation_id = ${correlation} ${beyond('log_sequence', placeOf('c'))}
       order by log_sequence ${order} limit ${limit + 1})`;
  const parts = [
    part('transactions r', 'where r.ledger_id = $1 and r.id = $2::uuid', placeOf('r'), 'r.id'),
    ...written.flatMap((_, index) => {
      const correlation = `$${index + 3}::text`;
      return [
        decided(correlation),
        // Only the first transaction in the queue and transactions with later ids can be pending, so few rows are read.
        part(
          'transactions w',
          `where w.ledger_id = $1 and w.correlation_id = ${correlation} and w.log_sequence is null
             and w.id >= (select q.transaction_id from posting_queue q where q.ledger_id = $1 order by q.transaction_id limit 1)`,
          last,
          'w.id',
        ),
      ];
    }),
  ];
  return {
    text: {
      from: `(${parts.join(' union ')}) m ${joinTransaction('m.id')}`,
      rest: `order by m.place ${order}, m.id ${order} limit ${limit + 1}`,
    },
    values,
  };
};

/** Returns the spellings of an id. New transactions store a UUID in lower case; older ones as the client wrote it. */
const waysOfWriting = (correlationId: string): readonly string[] => {
  const id = parseId(correlationId);
  return id === undefined ? [correlationId] : [...new Set([id, correlationId, id.toUpperCase()])];
};

/**
 * The filter by correlation, as a leading filter (the filter whose index finds the transactions of a list). It finds the correlation's
 * transactions and its root. Each spelling of the id is one range of an index.
 */
export const withCorrelation = (correlationId: string): Lead => ({
  isOrdered: true,
  ranges: (where) => {
    const root = parseId(correlationId);
    const conditions = [
      ...waysOfWriting(correlationId).map((way) => `correlation_id = ${where.bind(way)}::text`),
      ...(root === undefined ? [] : [`id = ${where.bind(root)}::uuid`]),
    ];
    return conditions.map((condition) => ({ table: 'transactions', id: 'id', condition }));
  },
});

/** Adds the condition that a transaction belongs to the correlation, for lists whose transactions the index of another filter finds. */
export const isOfCorrelation = (where: Conditions, correlationId: string): void => {
  const root = parseId(correlationId);
  if (root === undefined) return where.equal('t.correlation_id', correlationId, 'text');
  const written = `${where.bind(waysOfWriting(correlationId))}::text[]`;
  where.also(`(t.correlation_id = any (${written}) or t.id = ${where.bind(root)}::uuid)`);
};

/** The place of a pending transaction: the largest bigint, which is higher than any sequence. */
const last = `9223372036854775807::bigint`;
const placeOf = (table: string): string => `coalesce(${table}.log_sequence, ${last})`;

/** Joins `transactions t` by an id, with one lookup for each row. */
export const joinTransaction = (id: string): string =>
  `cross join lateral (select * from transactions where ledger_id = $1 and id = ${id} offset 0) t`;
