/**
 * Shows a list from the API as a table, page by page. Also shows that the list is loading, that it is empty, or that a problem occurred.
 */
import type { ComponentChildren } from 'preact';
import type { Asking } from '../api/use-answer';
import { Icon } from './icon';
import { Answered } from './states';
import { Table, type Column, type TableProps } from './table';

interface ListProps<Row> extends Omit<TableProps<Row>, 'rows' | 'isLoading' | 'pagination'> {
  readonly by: Asking<readonly Row[]>;
  /** The text that is shown while the list loads. */
  readonly what?: string;
  /** The content in place of the table if the list is empty. */
  readonly empty: ComponentChildren;
  /** The content above the table if the list is not empty. */
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

/** The last column of a list, which links each row to its log. */
export const logColumn = lastColumn('log', 'Log');

/** The last column of a list, which contains the buttons of each row. */
export const actColumn = lastColumn('do', 'Actions');

interface RowButtonProps {
  /** The name of the row, which screen readers add to the button's label. */
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

/** The button that opens the form for a new item of the list. */
export const NewButton = ({ onClick, children }: { readonly onClick: () => void; readonly children: string }) => (
  <button type="button" class="button is-main" onClick={onClick}>
    <Icon name="plus" /> {children}
  </button>
);
