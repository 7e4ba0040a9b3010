/**
 * Related transactions as a graph: in the order of acceptance from top to bottom, with an arc from each to the one that it acts
 * on. Arcs that overlap have separate lanes, the short ones inside.
 */
import type { Schemas } from '../../api/schemas';

type Transaction = Schemas['Transaction'];

export const verbs = ['reverses', 'settles', 'releases', 'extends', 'follows'] as const;
export type Verb = (typeof verbs)[number];

/** `from`, the later transaction, acts on `to`, the earlier one. */
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

/** The ids that a transaction names, inside or outside its correlation. */
export const namedBy = (transaction: Transaction): readonly string[] => [
  ...new Set([...targetsOf(transaction).map(([, id]) => id), ...transaction.reversal_ids].filter((id) => id !== null)),
];

/** The relations between the loaded transactions. Two transactions have one edge, for their most important relation. */
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

/** In order of acceptance; transactions of one batch in the order of their ids. */
export const inOrder = (transactions: readonly Transaction[]): readonly Transaction[] =>
  [...new Map(transactions.map((one) => [one.id, one])).values()].toSorted((one, other) =>
    one.id < other.id ? -1 : 1,
  );

export interface Arc extends Edge {
  /** Row numbers, counted from 0. */
  readonly fromRow: number;
  readonly toRow: number;
  /** The lane; 0 is next to the rows. */
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
      // Arcs to the same transaction may share a lane; other arcs in a lane may only touch at their ends.
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

/** The relations of a row in words, most important first: those from `id`, then those to it. */
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
