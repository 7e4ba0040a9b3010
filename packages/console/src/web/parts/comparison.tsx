/**
 * The comparative columns of a report. The page's address names them, the request of the report contains them, and they are shown next to
 * the report's own column, with the changes.
 */
import { useQuery } from '../api/place';
import { changesOf, isComparison } from './changes';
import { besideOf, comparisonIn, type Beside } from './comparison-query';
import { useDayInput } from './day-input';
import { SelectField, TextField } from './form';
import { formatAmount } from './amount';
import { Money } from './money';
import { amountColumn, type ReportRow, type Shown } from './report';
import type { Column } from './table';

const spanChoices = [
  { value: '', label: 'None' },
  { value: 'month', label: 'Each month' },
  { value: 'quarter', label: 'Each quarter' },
  { value: 'year', label: 'Each year' },
] as const;

const comparisonChoices = [
  { value: '', label: 'Nothing' },
  { value: 'prior_period', label: 'Previous period' },
  { value: 'prior_year', label: 'Previous year' },
  { value: 'prior_period,prior_year', label: 'Previous period and year' },
] as const;

export const useComparison = (): Beside => comparisonIn(useQuery().get('beside'));

/** Returns the first day of the columns of a report of balances. Left out: the first day of the fiscal year. */
export const useColumnsFrom = (): { readonly columns_from?: string } => {
  const day = useQuery().get('columns_from');
  const { columns } = useComparison();
  return columns === undefined || day === undefined ? {} : { columns_from: day };
};

interface ComparisonFieldProps {
  /** Whether the report has balances at the end of a day, so that the person can choose the day with which the columns begin. */
  readonly isOfBalances?: boolean;
}

export const ComparisonField = ({ isOfBalances = false }: ComparisonFieldProps) => {
  const query = useQuery();
  const { columns = '', compare = '' } = useComparison();
  const choose = (columns: string, compare: string): void =>
    query.set({ beside: besideOf(comparisonIn(`${columns},${compare}`)) }, { replace: true });
  const showsChanges = query.get('changes') === 'true';
  const columnsFrom = useDayInput(query.get('columns_from') ?? '', (day) =>
    query.set({ columns_from: day === '' ? null : day }, { replace: true }),
  );
  return (
    <>
      <SelectField
        isPrinted={false}
        label="Columns"
        choices={spanChoices}
        value={columns}
        onInput={(value) => choose(value, compare)}
      />
      {isOfBalances && columns !== '' ? (
        <TextField isPrinted={false} label="Columns from (empty: fiscal year)" type="date" {...columnsFrom} />
      ) : null}
      <SelectField
        isPrinted={false}
        label="Compare with"
        choices={comparisonChoices}
        value={compare}
        onInput={(value) => choose(columns, value)}
      />
      {columns === '' ? null : (
        <button
          type="button"
          class="button is-plain is-small"
          aria-pressed={showsChanges}
          onClick={() => query.set({ changes: showsChanges ? null : true }, { replace: true })}
        >
          Show changes
        </button>
      )}
    </>
  );
};

interface Days {
  readonly label: string;
  /** The first day; null if the column has balances, which count from the beginning. */
  readonly from: string | null;
  readonly to: string;
}

/** The columns of a report that have figures of other days. */
export interface BesideColumns {
  readonly days: readonly Days[];
  /** Whether each column is followed by its change and the change in per cent. */
  readonly hasChange: readonly boolean[];
}

/**
 * Returns the comparative columns of a report. Comparisons always have their changes; consecutive periods have them if the address says
 * so, except the first, which has none.
 */
export const useBeside = (days: readonly Days[]): BesideColumns => {
  const showsChanges = useQuery().get('changes') === 'true';
  return { days, hasChange: days.map(({ label }, index) => isComparison(label) || (showsChanges && index > 0)) };
};

const titleOf = ({ label, from, to }: Days): string => {
  if (!isComparison(label)) return label;
  return from === null ? `To ${to}` : `${from} to ${to}`;
};

/** For screen readers, the title of a change names the column that it belongs to. */
const changeTitle = (title: string, of: Days) => (
  <>
    {title}
    <span class="heard"> of {titleOf(of)}</span>
  </>
);

export const comparisonColumns = <Row extends ReportRow>({
  days,
  hasChange,
}: BesideColumns): readonly Column<Shown<Row>>[] =>
  days.flatMap((one, index) => {
    const balance = amountColumn<Row>(`beside ${one.label}`, titleOf(one), (row) => row.columns[index]?.balance ?? '');
    if (!hasChange[index]) return [balance];
    return [
      balance,
      amountColumn<Row>(
        `change ${one.label}`,
        changeTitle('Change', one),
        (row) => row.columns[index]?.change ?? null,
        true,
      ),
      {
        key: `percent ${one.label}`,
        title: changeTitle('%', one),
        isNumber: true,
        isWide: true,
        cell: (row) => (row.isHeading ? null : <Percent of={row.columns[index]?.change_percent} />),
      },
    ];
  });

const Percent = ({ of: percent }: { readonly of: string | null | undefined }) =>
  percent === null || percent === undefined ? <span class="soft">–</span> : <>{formatAmount(percent, 2)}</>;

interface TotalLineProps {
  readonly name: string;
  readonly amounts: readonly string[];
  readonly beside: BesideColumns;
  /** The number of the amounts that come before those of the comparative columns. Left out: 1. The last of them is compared. */
  readonly own?: number;
}

/** A total below the rows: the report's own amounts, and for each comparative column its amount and change. */
export const TotalLine = ({ name, amounts, beside, own = 1 }: TotalLineProps) => {
  const { days, hasChange } = beside;
  const changes = changesOf(
    amounts[own - 1] ?? '0',
    amounts.slice(own),
    days.map(({ label }) => label),
  );
  return (
    <tr>
      <th scope="row">{name}</th>
      {amounts.slice(0, own).map((amount, index) => (
        <td key={index} class="number">
          <Money of={amount} />
        </td>
      ))}
      {changes.flatMap(({ balance, change, change_percent: percent }, index) => [
        <td key={`${index} balance`} class="number">
          <Money of={balance} />
        </td>,
        ...(hasChange[index]
          ? [
              <td key={`${index} change`} class="number is-wide">
                <Money of={change} />
              </td>,
              <td key={`${index} percent`} class="number is-wide">
                <Percent of={percent} />
              </td>,
            ]
          : []),
      ])}
    </tr>
  );
};
