/**
 * The comparative columns of a report. The page's address names them, the request of the report contains them, and they are shown next to
 * the report's own column.
 */
import { useQuery } from '../api/place';
import { comparisonIn } from './comparison-query';
import { SelectField } from './form';
import { Money } from './money';
import { amountColumn, type ReportRow, type Shown } from './report';
import type { Column } from './table';

const choices = [
  { value: '', label: 'Nothing' },
  { value: 'month', label: 'Each month' },
  { value: 'quarter', label: 'Each quarter' },
  { value: 'year', label: 'Each year' },
  { value: 'prior_period', label: 'Previous period' },
  { value: 'prior_year', label: 'Previous year' },
] as const;
type Choice = (typeof choices)[number]['value'];

export const useComparison = (): ReturnType<typeof comparisonIn> => comparisonIn(useQuery().get('beside'));

export const ComparisonField = () => {
  const query = useQuery();
  const chosen = choices.find(({ value }) => value === query.get('beside'))?.value ?? '';
  return (
    <SelectField
      label="Compare with"
      choices={choices}
      value={chosen}
      onInput={(value) => query.set({ beside: (value as Choice) === '' ? null : value }, { replace: true })}
    />
  );
};

interface Days {
  readonly label: string;
  readonly to: string;
}

const titleOf = ({ label, to }: Days): string =>
  label === 'prior_period' || label === 'prior_year' ? `To ${to}` : label;

export const comparisonColumns = <Row extends ReportRow>(columns: readonly Days[]): readonly Column<Shown<Row>>[] =>
  columns.map((days, index) =>
    amountColumn<Row>(`beside ${days.label}`, titleOf(days), (row) => row.columns[index]?.balance ?? ''),
  );

/** A total below the rows: the report's own amount, and the amount of each comparative column. */
export const TotalLine = ({ name, amounts }: { readonly name: string; readonly amounts: readonly string[] }) => (
  <tr>
    <th scope="row">{name}</th>
    {amounts.map((amount, index) => (
      <td key={index} class="number">
        <Money of={amount} />
      </td>
    ))}
  </tr>
);
