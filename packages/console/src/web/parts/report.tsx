/** The parts that all reports share: their query in the page's address, their rows, and their output as CSV and in print. */
import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { Problem as ProblemValue } from '../api/answer';
import { asAsked } from '../api/as-asked';
import { useHref, useQuery } from '../api/place';
import { isZero, sumOf } from './amount';
import type { Changed } from './changes';
import { Dialog } from './dialog';
import { download } from './download';
import { branchesOf } from './folding';
import { Icon } from './icon';
import { Copy, Moment } from './labels';
import { Money } from './money';
import { printPage } from './printing';
import { QueryField } from './query-fields';
import { Problem } from './states';
import { Table, type Column } from './table';
import { shortCode } from './short-code';

export interface ReportRow {
  readonly account_id: string | null;
  readonly code: string | null;
  readonly name: string;
  readonly type: string;
  readonly depth: number;
  readonly is_subtotal: boolean;
  /** True if the amounts include those of the accounts below this one, which have no rows of their own. */
  readonly is_folded: boolean;
  readonly debits: string;
  readonly credits: string;
  readonly balance: string;
  readonly columns: readonly Changed[];
}

/** Returns the parameter `known_at_sequence` of the page's address, for the API. */
export const useKnownAt = (): { known_at_sequence?: number } => {
  const sequence = asAsked<number>(useQuery().get('known_at_sequence'));
  return sequence === undefined ? {} : { known_at_sequence: sequence };
};

export const KnownAtField = () => (
  <QueryField name="known_at_sequence" label="As known at №" type="number" placeholder="now" />
);

/** A row, and whether it is a heading. A heading groups the rows below it and shows no balance; the sum of the group follows its rows. */
export type Shown<Row> = Row & { readonly isHeading: boolean };

const isEmpty = ({ debits, credits, columns }: ReportRow): boolean =>
  isZero(debits) && isZero(credits) && columns.every(({ balance }) => isZero(balance));

/** Leaves out accounts without a balance, unless the address has `?zero=true`. The ancestors of shown accounts always stay. */
export const useShownRows = <Row extends ReportRow>(rows: readonly Row[]): readonly Shown<Row>[] => {
  const showsAll = useQuery().get('zero') === 'true';
  return useMemo(() => {
    const kept = branchesOf(rows, (row) => showsAll || !isEmpty(row));
    return rows
      .map((row) => ({ ...row, isHeading: !row.is_subtotal && isEmpty(row) && kept.has(row.code) }))
      .filter((row) => showsAll || row.isHeading || (row.is_subtotal ? kept.has(row.code) : !isEmpty(row)));
  }, [rows, showsAll]);
};

export const ZeroSwitch = () => {
  const query = useQuery();
  const showsAll = query.get('zero') === 'true';
  return (
    <button
      type="button"
      class="button is-plain is-small"
      aria-pressed={showsAll}
      onClick={() => query.set({ zero: showsAll ? null : true }, { replace: true })}
    >
      Show zero balances
    </button>
  );
};

/** The buttons for CSV and print. `path` begins with /api/v1 and contains the query. */
export const ReportActions = ({ path, fileName }: { readonly path: string; readonly fileName: string }) => {
  const [problem, setProblem] = useState<ProblemValue>();
  return (
    <>
      <button type="button" class="button is-small" onClick={() => void download(path, fileName).then(setProblem)}>
        <Icon name="table" /> CSV
      </button>
      <button type="button" class="button is-small" onClick={printPage}>
        <Icon name="print" /> Print
      </button>
      {problem === undefined ? null : (
        <Dialog title="The file was not created" onClose={() => setProblem(undefined)}>
          <Problem of={problem} />
        </Dialog>
      )}
    </>
  );
};

interface Head {
  readonly head: { readonly sequence: number; readonly hash: string };
  readonly known_at: string | null;
}

/** Shows the sequence of the log up to which the report is computed. With it, the same report can be requested again at any time. */
export const Colophon = ({ of: { head, known_at: knownAt } }: { readonly of: Head }) => {
  const query = useQuery();
  return (
    <p class="colophon small soft">
      From the books as they were at № {head.sequence.toLocaleString('en')}
      {knownAt === null ? '' : ', '}
      {knownAt === null ? null : <Moment of={knownAt} />}. Hash <code>{head.hash.slice(0, 16)}…</code>
      <Copy text={head.hash} label="Copy the hash" />
      {query.get('known_at_sequence') === undefined ? (
        <button
          type="button"
          class="button is-plain is-small"
          onClick={() => query.set({ known_at_sequence: head.sequence }, { replace: true })}
        >
          Keep the report at this state
        </button>
      ) : null}
    </p>
  );
};

/** Leaves out the sum of a root account that has all other accounts of its section below it, because the section's total is the same. */
export const withoutDouble = <Row extends Shown<ReportRow>>(rows: readonly Row[]): readonly Row[] => {
  const [first, last, ...others] = rows.filter(({ depth }) => depth === 0);
  return first?.isHeading === true && last?.is_subtotal === true && others.length === 0
    ? rows.filter((row) => row !== last)
    : rows;
};

interface SectionProps<Row extends Shown<ReportRow>> {
  readonly title: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly foot: ComponentChildren;
  /** Returns the period of the report as the query of links to accounts. */
  readonly query?: Readonly<Record<string, string | undefined>>;
}

/** Shows the accounts of one type, indented by their level. The sum of a branch follows its accounts. */
export const ReportSection = <Row extends Shown<ReportRow>>({
  title,
  rows,
  columns,
  foot,
  query,
}: SectionProps<Row>) => {
  const href = useHref();
  return (
    <Table
      caption={title}
      rows={rows}
      rowKey={({ code, name, is_subtotal: isSum }) => `${code} ${name} ${isSum}`}
      href={({ account_id: id }) => (id === null ? undefined : href(`accounts/${id}`, query))}
      rowClass={({ is_subtotal: isSum, isHeading }) => (isSum ? 'is-subtotal' : isHeading ? 'is-heading' : undefined)}
      columns={columns}
      foot={foot}
    />
  );
};

export const nameColumn = <Row extends ReportRow>(): Column<Shown<Row>> => ({
  key: 'name',
  title: 'Account',
  cell: (row) => (
    <span class="report-name" style={{ paddingInlineStart: `${row.depth * 1.1}rem` }}>
      {row.is_subtotal ? 'Total ' : ''}
      <bdi>{row.name}</bdi>{' '}
      {row.code === null || row.is_subtotal ? null : <span class="soft small">{shortCode(row.code)}</span>}
      {row.is_folded ? <span class="soft small"> with the accounts below it</span> : null}
    </span>
  ),
});

export const amountColumn = <Row extends ReportRow>(
  key: string,
  title: ComponentChildren,
  amount: (row: Row) => string | null,
  isWide = false,
): Column<Shown<Row>> => ({
  key,
  title,
  isNumber: true,
  isWide,
  cell: (row) => (row.isHeading ? null : <Money of={amount(row)} />),
});

/** Adds several totals of a report, which the page shows as one total. */
export const sum = (...amounts: readonly string[]): string => sumOf(amounts);
