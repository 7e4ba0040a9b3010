/** Folds the rows of a report: accounts below a level are left out, and the accounts of the last level contain their amounts. */
import type { Answer } from '../api/answer';

/** The number of rows above which a report is folded unless the address names the levels. */
export const mostUnfolded = 200;

interface Foldable {
  readonly account_id: string | null;
  readonly depth: number;
  readonly is_subtotal: boolean;
  readonly is_folded: boolean;
}

/** Leaves out the rows below `levels` levels. The sum of a branch at the last level takes the place of the account's own row. */
export const foldedAt = <Row extends Foldable>(rows: readonly Row[], levels: number): readonly Row[] => {
  const last = levels - 1;
  const branches = new Set(
    rows.filter(({ is_subtotal: isSum, depth }) => isSum && depth === last).map(({ account_id: id }) => id),
  );
  return rows.flatMap((row) => {
    if (row.depth > last) return [];
    if (row.depth < last || row.account_id === null || !branches.has(row.account_id)) return [row];
    return row.is_subtotal ? [{ ...row, is_subtotal: false, is_folded: true }] : [];
  });
};

/**
 * Returns the codes of the accounts whose sum is shown: those with a shown account at or below them, even if the balances of the branch
 * cancel each other out.
 */
export const branchesOf = <Row extends Pick<Foldable, 'depth' | 'is_subtotal'> & { readonly code: string | null }>(
  rows: readonly Row[],
  isShown: (row: Row) => boolean,
): ReadonlySet<string | null> => {
  const kept = new Set<string | null>();
  const above: (string | null)[] = [];
  for (const row of rows) {
    if (row.is_subtotal) continue;
    above.splice(row.depth, above.length, row.code);
    if (isShown(row)) for (const code of above) kept.add(code);
  }
  const sums = new Set(rows.filter((row) => row.is_subtotal).map(({ code }) => code));
  return new Set([...kept].filter((code) => sums.has(code)));
};

export interface Folded<Row> {
  readonly rows: readonly Row[];
  /** The number of levels that are shown; undefined if all are. */
  readonly levels: number | undefined;
}

const countAll = (rows: readonly unknown[]): number => rows.length;

/**
 * Folds a report of too many rows to the lowest level at which it is short enough, and to the first level if there is none. `count` returns
 * the number of rows that the page shows.
 */
export const foldedToFit = <Row extends Foldable>(
  rows: readonly Row[],
  count: (rows: readonly Row[]) => number = countAll,
  most = mostUnfolded,
): Folded<Row> => {
  const deepest = rows.reduce((found, { depth }) => Math.max(found, depth), 0);
  if (count(rows) <= most || deepest === 0) return { rows, levels: undefined };
  for (let levels = deepest; levels > 1; levels--) {
    const folded = foldedAt(rows, levels);
    if (count(folded) <= most) return { rows: folded, levels };
  }
  return { rows: foldedAt(rows, 1), levels: 1 };
};

/** Names a report among the kept answers. A report that may be folded is a different answer from the same report in full. */
export const reportKey = (name: string, asked: object, mayFold: boolean): string =>
  `${name}${mayFold ? '' : ' in full'} ${JSON.stringify(asked)}`;

/** Reads a report. If it has too many accounts to be read one by one and may be folded, reads its first level. */
export const readFolded = async <Asked extends object, Data>(
  asked: Asked,
  mayFold: boolean,
  read: (asked: Asked & { readonly depth?: number }) => Promise<Answer<Data>>,
): Promise<Answer<Data>> => {
  const answer = await read(asked);
  const isTooLarge = !answer.ok && answer.problem.code === 'REPORT_TOO_LARGE';
  return isTooLarge && mayFold ? read({ ...asked, depth: 1 }) : answer;
};
