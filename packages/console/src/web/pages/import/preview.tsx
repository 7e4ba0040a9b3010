/** The first transactions as the import would post them, and the number of rows that it would reject. */
import type { Problem as ProblemValue } from '../../api/answer';
import type { Schemas } from '../../api/client';
import { Day } from '../../parts/labels';
import { Money } from '../../parts/money';
import { Problem } from '../../parts/states';
import { Table, type Column } from '../../parts/table';
import { balanceClaim } from './balance-claim';
import type { Json } from './map';
import { amountOf, sideOf } from './read-row';

type Shown = Schemas['FilePreview'];
type Row = Shown['rows'][number];

const columns: readonly Column<Row>[] = [
  { key: 'line', title: 'Line', cell: ({ line }) => <span class="soft">{line}</span>, isNumber: true, isWide: true },
  { key: 'day', title: 'Day', cell: ({ date }) => <Day of={date} /> },
  {
    key: 'text',
    title: 'Text',
    cell: ({ description, reference }) => (
      <>
        <span class="cut">{description}</span>
        {reference === null ? null : <span class="small soft cut">{reference}</span>}
      </>
    ),
  },
  { key: 'debit', title: 'Debit', cell: ({ entries }) => sideOf(entries, 'debit'), isWide: true },
  { key: 'credit', title: 'Credit', cell: ({ entries }) => sideOf(entries, 'credit'), isWide: true },
  { key: 'amount', title: 'Amount', cell: ({ entries }) => <Money of={amountOf(entries)} />, isNumber: true },
];

interface PreviewProps {
  readonly of: Shown;
  readonly map: Json;
  readonly missing: readonly string[];
  readonly problem: ProblemValue | undefined;
  readonly isOld: boolean;
}

export const Preview = ({ of: shown, map, missing, problem, isOld }: PreviewProps) => {
  const { rows, counts, left_out: leftOut, rejected, stopped, format } = shown;
  const balances = balanceClaim(map, format, counts);
  return (
    <section class="part">
      <h2>Preview</h2>
      {missing.length > 0 ? (
        <p class="note is-warn" role="status">
          In the columns above, choose which one is {missing.join(', and which is ')}.
        </p>
      ) : problem !== undefined ? (
        <Problem of={problem} />
      ) : stopped !== null ? (
        <p class="note is-bad" role="alert">
          Line {stopped.line}: {stopped.message} Nothing of the file will be imported.
        </p>
      ) : (
        <>
          <p class="import-verdict" role="status">
            <b>{counts.transactions}</b> {counts.transactions === 1 ? 'transaction' : 'transactions'}
            {balances === undefined ? null : <span class="badge">{balances.claim}</span>}
            {counts.left_out > 0 ? <span class="badge">{counts.left_out} skipped</span> : null}
            {counts.rejected > 0 ? <span class="badge is-bad">{counts.rejected} rejected</span> : null}
          </p>
          {balances === undefined ? null : <p class="small soft">{balances.compared}</p>}
        </>
      )}
      {rows.length === 0 ? null : (
        <Table
          caption={
            rows.length < counts.transactions
              ? `The first ${rows.length} of ${counts.transactions} transactions`
              : 'All transactions of the file'
          }
          columns={columns}
          rows={rows}
          rowKey={({ line }) => String(line)}
          isLoading={isOld}
        />
      )}
      <Reasons title="Left out" of={leftOut} count={counts.left_out} />
      <Reasons title="Rejected" of={rejected} count={counts.rejected} />
    </section>
  );
};

interface ReasonsProps {
  readonly title: string;
  readonly of: Shown['left_out'];
  /** The number of all such rows of the file, of which only the first are listed. */
  readonly count: number;
}

const Reasons = ({ title, of: told, count }: ReasonsProps) =>
  told.length === 0 ? null : (
    <ul class="small import-reasons" aria-label={title}>
      {told.map(({ line, code, message }) => (
        <li key={`${line} ${code}`}>
          {title}
          {line > 0 ? `, line ${line}` : ''}: {message}
        </li>
      ))}
      {told.length < count ? (
        <li>
          Only the first {told.length} of {count} are listed.
        </li>
      ) : null}
    </ul>
  );
