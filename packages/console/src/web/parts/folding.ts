/** Folds the rows of a report: accounts below a level are left out, and the accounts of the last level contain their amounts. */
import type { Answer } from '../api/answer';

/** The number of rows above which a report is folded unless the address names the levels. */
export const mostUnfolded = 200;

interface Foldable {
  readonly account_id: string | null;
  readonly depth: number;
  readonly is_subtotal: boolean;
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
    return row.is_subtotal ? [{ ...row, is_subtotal: false }] : [];
  });
};

export interface Folded<Row> {
  readonly rows: readonly Row[];
  /** The number of levels that are shown; undefined if all are. */
  readonly levels: number | undefined;
}

/** Folds a report of too many rows to the lowest level at which it is short enough, and to the first level if there is none. */
export const foldedToFit = <Row extends Foldable>(rows: readonly Row[], most = mostUnfolded): Folded<Row> => {
  const deepest = rows.reduce((found, { depth }) => Math.max(found, depth), 0);
  if (rows.length <= most || deepest === 0) return { rows, levels: undefined };
  for (let levels = deepest; levels > 1; levels--) {
    const folded = foldedAt(rows, levels);
    if (folded.length <= most) return { rows: folded, levels };
  }
  return { rows: foldedAt(rows, 1), levels: 1 };
};

/** Reads a report. If it has too many accounts to be read one by one and no levels are named, reads its first level. */
export const readFolded = async <Asked extends { readonly depth?: number }, Data>(
  asked: Asked,
  read: (asked: Asked) => Promise<Answer<Data>>,
): Promise<Answer<Data>> => {
  const answer = await read(asked);
  const isTooLarge = !answer.ok && answer.problem.code === 'REPORT_TOO_LARGE' && asked.depth === undefined;
  return isTooLarge ? read({ ...asked, depth: 1 }) : answer;
};
