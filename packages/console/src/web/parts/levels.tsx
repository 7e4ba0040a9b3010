/** The levels of accounts that a report shows. The page's address names them; without them, a report of many rows is folded. */
import { useMemo } from 'preact/hooks';
import type { Answer } from '../api/answer';
import { asAsked } from '../api/as-asked';
import { queryText, useQuery } from '../api/place';
import { useAnswer, type Asking } from '../api/use-answer';
import { foldedToFit, mostUnfolded, readFolded, reportKey, type Folded } from './folding';
import { SelectField } from './form';
import type { ReportRow, Shown } from './report';

const offered = [1, 2, 3, 4, 5, 6];

/** Returns the parameter `depth` for the API. It is left out if all levels are shown, or if the page folds them itself. */
export const useDepth = (): { readonly depth?: number } => {
  const text = useQuery().get('depth');
  const depth = asAsked<number>(text === 'all' ? undefined : text);
  return depth === undefined ? {} : { depth };
};

/** True if the page may fold the report: the address names no levels, and does not ask for all of them. */
const useMayFold = (): boolean => {
  const { depth } = useDepth();
  return useQuery().get('depth') !== 'all' && depth === undefined;
};

interface FoldedReport<Data> {
  readonly answer: Asking<Data>;
  /** The query for the CSV file. If only the first level of the report could be read, the file contains only that level. */
  readonly fileQuery: string;
}

/** Reads a report, and only its first level if it has too many accounts and the address does not name the levels. */
export const useFoldedReport = <
  Asked extends Parameters<typeof queryText>[0],
  Data extends { readonly rows: readonly Pick<ReportRow, 'is_folded'>[] },
>(
  name: string,
  asked: Asked,
  read: (asked: Asked & { readonly depth?: number }) => Promise<Answer<Data>>,
): FoldedReport<Data> => {
  const mayFold = useMayFold();
  const answer = useAnswer(reportKey(name, asked, mayFold), () => readFolded(asked, mayFold, read));
  const isFirstLevel = mayFold && answer.data?.rows.some(({ is_folded: isFolded }) => isFolded) === true;
  return { answer, fileQuery: queryText(isFirstLevel ? { ...asked, depth: 1 } : asked) };
};

const nameOf = (levels: number): string => (levels === 1 ? '1 level' : `${levels} levels`);

export const LevelsField = () => {
  const query = useQuery();
  const { depth } = useDepth();
  const levels = Number(depth);
  const listed = !Number.isInteger(levels) || offered.includes(levels) ? offered : [...offered, levels];
  return (
    <SelectField
      label="Accounts"
      choices={[
        { value: '', label: `Automatic: folded above ${mostUnfolded} rows` },
        { value: 'all', label: 'All levels' },
        ...listed.map((levels) => ({ value: String(levels), label: nameOf(levels) })),
      ]}
      value={depth === undefined ? (query.get('depth') === 'all' ? 'all' : '') : String(depth)}
      onInput={(value) => query.set({ depth: value === '' ? null : value }, { replace: true })}
    />
  );
};

/** Folds the rows if there are too many and the address does not name the levels. `count` returns the number of rows that the page shows. */
export const useFolded = <Row extends Shown<ReportRow>>(
  rows: readonly Row[],
  count?: (rows: readonly Row[]) => number,
): Folded<Row> => {
  const mayFold = useMayFold();
  return useMemo(() => (mayFold ? foldedToFit(rows, count) : { rows, levels: undefined }), [rows, count, mayFold]);
};

/** Says that lower levels are folded, and offers to show them. */
export const FoldedNote = ({ of: { rows, levels } }: { readonly of: Folded<Pick<ReportRow, 'is_folded'>> }) => {
  const query = useQuery();
  const mayFold = useMayFold();
  if (levels === undefined)
    return mayFold && rows.some(({ is_folded: isFolded }) => isFolded) ? (
      <p class="small soft">The chart has too many accounts for one report, so only its first level is shown.</p>
    ) : null;
  return (
    <p class="small soft">
      The report has more than {mostUnfolded} rows. It shows {nameOf(levels)} of accounts; each account of the last
      level contains the accounts below it.{' '}
      <button
        type="button"
        class="button is-plain is-small"
        onClick={() => query.set({ depth: 'all' }, { replace: true })}
      >
        Show all accounts
      </button>
    </p>
  );
};
