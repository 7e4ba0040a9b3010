/** A list of the API as a table: while it loads, if it is empty, after a problem, and page by page. */
import type { ComponentChildren } from 'preact';
import type { Asking } from '../api/use-answer';
import { Icon } from './icon';
import { Answered } from './states';
import { Table, type Column, type TableProps } from './table';

interface ListProps<Row> extends Omit<TableProps<Row>, 'rows' | 'isLoading' | 'pagination'> {
  readonly by: Asking<readonly Row[]>;
  /** Shown while the list loads. */
  readonly what?: string;
  /** Shown in place of the table if there are no rows. */
  readonly empty: ComponentChildren;
  /** Shown above the table if there are rows. */
  readonly above?: ComponentChildren;
}

export const List = <Row,>({ by, what, empty, above, ...table }: ListProps<Row>) => (
  <Answered by={by} {...(what === undefined ? {} : { what })}>
    {(rows) =>
      rows.length === 0 ? (
        <>{empty}</>
      ) : (
        <>
          {above}
          <Table isCaptionHidden {...table} rows={rows} isLoading={by.isLoading} pagination={by.pagination} />
        </>
      )
    }
  </Answered>
);

const lastColumn =
  (key: string, title: string) =>
  <Row,>(cell: (row: Row) => ComponentChildren): Column<Row> => ({
    key,
    title: <span class="heard">{title}</span>,
    isNumber: true,
    cell,
  });

/** The link to the log of each row. */
export const logColumn = lastColumn('log', 'Log');

/** The buttons of each row. */
export const actColumn = lastColumn('do', 'Actions');

interface RowButtonProps {
  /** The name of the row, for screen readers. */
  readonly of: string;
  readonly onClick: () => void;
  readonly isDisabled?: boolean;
  readonly children: string;
}

export const RowButton = ({ of, onClick, isDisabled = false, children }: RowButtonProps) => (
  <button type="button" class="button is-plain is-small" disabled={isDisabled} onClick={onClick}>
    {children}
    <span class="heard"> {of}</span>
  </button>
);

/** Opens the form for another row. */
export const NewButton = ({ onClick, children }: { readonly onClick: () => void; readonly children: string }) => (
  <button type="button" class="button is-main" onClick={onClick}>
    <Icon name="plus" /> {children}
  </button>
);
