/** The levels of accounts that a report shows. The page's address names them; without them, a report of many rows is folded. */
import { useMemo } from 'preact/hooks';
import { useQuery } from '../api/place';
import { foldedToFit, mostUnfolded, type Folded } from './folding';
import { SelectField } from './form';
import type { ReportRow, Shown } from './report';

const deepest = 64;
const offered = [1, 2, 3, 4, 5, 6];

/** Returns the parameter `depth` for the API. It is left out if all levels are shown, or if the page folds them itself. */
export const useDepth = (): { readonly depth?: number } => {
  const depth = Number(useQuery().get('depth'));
  return Number.isInteger(depth) && depth >= 1 && depth <= deepest ? { depth } : {};
};

const nameOf = (levels: number): string => (levels === 1 ? '1 level' : `${levels} levels`);

export const LevelsField = () => {
  const query = useQuery();
  const { depth } = useDepth();
  const listed = depth === undefined || offered.includes(depth) ? offered : [...offered, depth];
  return (
    <SelectField
      label="Accounts"
      choices={[
        { value: '', label: `All, folded above ${mostUnfolded} rows` },
        { value: 'all', label: 'All' },
        ...listed.map((levels) => ({ value: String(levels), label: nameOf(levels) })),
      ]}
      value={depth === undefined ? (query.get('depth') === 'all' ? 'all' : '') : String(depth)}
      onInput={(value) => query.set({ depth: value === '' ? null : value }, { replace: true })}
    />
  );
};

/** Folds the rows if there are too many and the address does not name the levels. */
export const useFolded = <Row extends Shown<ReportRow>>(rows: readonly Row[]): Folded<Row> => {
  const isNamed = useQuery().get('depth') !== undefined;
  return useMemo(() => (isNamed ? { rows, levels: undefined } : foldedToFit(rows)), [rows, isNamed]);
};

/** Says that lower levels are folded, and offers to show them. */
export const FoldedNote = ({ of: { levels } }: { readonly of: Pick<Folded<unknown>, 'levels'> }) => {
  const query = useQuery();
  if (levels === undefined) return null;
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
