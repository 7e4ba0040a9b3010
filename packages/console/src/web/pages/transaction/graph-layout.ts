/**
 * The layout of the graph of related transactions. The rows are in the order of acceptance, and an arc leads from each transaction to the
 * one that it acts on. Overlapping arcs are in different lanes, the shorter ones nearer to the rows.
 */
import type { Schemas } from '../../api/schemas';

type Transaction = Schemas['Transaction'];

export const verbs = ['reverses', 'settles', 'releases', 'extends', 'follows'] as const;
export type Verb = (typeof verbs)[number];

/** A relation between two transactions: the later one, `from`, acts on the earlier one, `to`. */
export interface Edge {
  readonly from: string;
  readonly to: string;
  readonly verb: Verb;
}

const targetsOf = (transaction: Transaction): readonly (readonly [Verb, string | null])[] => [
  ['reverses', transaction.reverses_transaction_id],
  ['settles', transaction.settles_transaction_id],
  ['releases', transaction.releases_transaction_id],
  ['extends', transaction.extends_transaction_id],
  ['follows', transaction.correlation_source_id],
];

/** Returns the ids of all transactions that a transaction refers to, inside and outside its correlation. */
export const namedBy = (transaction: Transaction): readonly string[] => [
  ...new Set([...targetsOf(transaction).map(([, id]) => id), ...transaction.reversal_ids].filter((id) => id !== null)),
];

/**
 * Returns the relations between the loaded transactions. If two transactions have several relations, returns only the most important one.
 */
export const edgesOf = (transactions: readonly Transaction[]): readonly Edge[] => {
  const known = new Set(transactions.map(({ id }) => id));
  return transactions.flatMap((transaction) => {
    const joined = new Set<string>();
    return targetsOf(transaction).flatMap(([verb, to]): readonly Edge[] => {
      if (to === null || to === transaction.id || !known.has(to) || joined.has(to)) return [];
      joined.add(to);
      return [{ from: transaction.id, to, verb }];
    });
  });
};

/** Sorts transactions by acceptance. Their ids ascend in this order. */
export const inOrder = (transactions: readonly Transaction[]): readonly Transaction[] =>
  [...new Map(transactions.map((one) => [one.id, one])).values()].toSorted((one, other) =>
    one.id < other.id ? -1 : 1,
  );

export interface Arc extends Edge {
  /** The numbers of the rows at the ends of the arc, counted from 0. */
  readonly fromRow: number;
  readonly toRow: number;
  /** The number of the lane. Lane 0 is next to the rows. */
  readonly lane: number;
}

export const arcsOf = (order: readonly string[], edges: readonly Edge[]): readonly Arc[] => {
  const rowOf = new Map(order.map((id, row) => [id, row]));
  const spans = edges.flatMap((edge) => {
    const [fromRow, toRow] = [rowOf.get(edge.from), rowOf.get(edge.to)];
    if (fromRow === undefined || toRow === undefined) return [];
    return [{ ...edge, fromRow, toRow, top: Math.min(fromRow, toRow), bottom: Math.max(fromRow, toRow) }];
  });
  const lanes: { top: number; bottom: number; to: string }[][] = [];
  return spans
    .toSorted((one, other) => one.bottom - one.top - (other.bottom - other.top) || one.top - other.top)
    .map(({ top, bottom, ...arc }) => {
      // Arcs to the same transaction may overlap in a lane. Other arcs in a lane may only touch at their ends.
      const isFree = (taken: (typeof lanes)[number]): boolean =>
        taken.every((other) => other.to === arc.to || Math.max(top, other.top) >= Math.min(bottom, other.bottom));
      const found = lanes.findIndex(isFree);
      const lane = found < 0 ? lanes.length : found;
      (lanes[lane] ??= []).push({ top, bottom, to: arc.to });
      return { ...arc, lane };
    });
};

const passive: Readonly<Record<Verb, string>> = {
  reverses: 'reversed by',
  settles: 'settled by',
  releases: 'released by',
  extends: 'extended by',
  follows: 'followed by',
};

/** Returns the relations of a transaction in words. Relations from it come before relations to it, and important ones come first. */
export const saysOf = (
  id: string,
  edges: readonly Edge[],
): readonly { readonly says: string; readonly id: string }[] => {
  const byWeight = edges.toSorted((one, other) => verbs.indexOf(one.verb) - verbs.indexOf(other.verb));
  return [
    ...byWeight.filter(({ from }) => from === id).map(({ verb, to }) => ({ says: verb, id: to })),
    ...byWeight.filter(({ to }) => to === id).map(({ verb, from }) => ({ says: passive[verb], id: from })),
  ];
};
