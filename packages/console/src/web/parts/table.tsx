/**
 * A table with one page of a list, and links to the next and the previous page. The page's address contains the cursor of the API. The keys
 * j and k move from row to row, and Enter opens the current row. A table that is longer than a page, such as a report, renders only its
 * visible rows.
 */
import type { ComponentChildren } from 'preact';
import { useLocation } from 'wouter-preact';
import { Link } from 'wouter-preact';
import type { Pagination } from '../api/answer';
import { useQuery } from '../api/place';
import { useStore } from '../api/store';
import { useKeys } from './keys';
import { isPrinting } from './printing';
import { Space, useRowsInView } from './rows-in-view';
import { TableFrame } from './table-frame';

/** The number of rows that are printed on the same page as the total below them. Without them, the total could be alone on a page. */
const rowsOfTotal = 2;

/** The number of rows above which only the visible rows are rendered. In print all rows are rendered. */
const mostRows = 200;

export interface Column<Row> {
  readonly key: string;
  readonly title: ComponentChildren;
  readonly cell: (row: Row) => ComponentChildren;
  /** Whether the column has amounts or counts, which are aligned to the right. */
  readonly isNumber?: boolean;
  /** Whether the column is hidden on narrow screens. */
  readonly isWide?: boolean;
}

export interface TableProps<Row> {
  /** The title of the table. Screen readers read it even if it is hidden. */
  readonly caption: string;
  readonly isCaptionHidden?: boolean;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** Returns the address of a row's page. The first cell of the row becomes the link. */
  readonly href?: (row: Row) => string | undefined;
  readonly rowClass?: (row: Row) => string | undefined;
  readonly foot?: ComponentChildren;
  readonly isLoading?: boolean;
  /** The pagination of the last answer; undefined if the list is complete. */
  readonly pagination?: Pagination | undefined;
}

export const classesOf = <Row,>({ isNumber, isWide }: Column<Row>): string =>
  [...(isNumber ? ['number'] : []), ...(isWide ? ['is-wide'] : [])].join(' ');

export const Table = <Row,>(props: TableProps<Row>) => {
  const { caption, columns, rows, foot, pagination } = props;
  const onPaper = useStore(isPrinting);
  const isLong = rows.length > mostRows && !onPaper;
  const view = useRowsInView<HTMLTableSectionElement>(rows.length);
  const inFoot = onPaper && foot !== undefined ? rows.slice(-rowsOfTotal) : [];
  const drawn = isLong ? rows.slice(view.start, view.end) : rows.slice(0, rows.length - inFoot.length);
  useRowKeys(view.holder);
  return (
    <div>
      <TableFrame>
        <table
          class={`table${props.isLoading ? ' is-loading' : ''}${isLong ? ' is-even' : ''}`}
          aria-busy={props.isLoading}
          aria-rowcount={isLong ? rows.length + 1 : undefined}
        >
          <caption class={props.isCaptionHidden ? 'heard' : ''}>{caption}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.key} scope="col" class={classesOf(column)}>
                  {column.title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody ref={view.holder}>
            {isLong ? <Space height={view.above} /> : null}
            {drawn.map((row) => (
              <Row key={props.rowKey(row)} row={row} table={props} />
            ))}
            {isLong ? <Space height={view.below} /> : null}
          </tbody>
          {foot === undefined ? null : (
            <tfoot>
              {inFoot.map((row) => (
                <Row key={props.rowKey(row)} row={row} table={props} isInFoot />
              ))}
              {foot}
            </tfoot>
          )}
        </table>
      </TableFrame>
      {pagination === undefined ? null : <Pager of={pagination} count={rows.length} />}
    </div>
  );
};

interface RowProps<Data> {
  readonly row: Data;
  readonly table: TableProps<Data>;
  readonly isInFoot?: boolean;
}

const Row = <Data,>({ row, table, isInFoot = false }: RowProps<Data>) => {
  const [, navigate] = useLocation();
  const href = table.href?.(row);
  const classes = [
    ...(isInFoot ? ['is-row'] : []),
    ...(href === undefined ? [] : ['is-linked']),
    table.rowClass?.(row) ?? '',
  ].join(' ');
  return (
    <tr
      class={classes.trim()}
      tabIndex={-1}
      onClick={(event) => href !== undefined && isPlainClick(event) && navigate(href)}
    >
      {table.columns.map((column, index) => (
        <td key={column.key} class={classesOf(column)}>
          {index === 0 && href !== undefined ? (
            <Link href={href} className="row-link">
              {column.cell(row)}
            </Link>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
    </tr>
  );
};

/** Returns whether a click opens the row. A click on a link or button in the row does not, nor does the end of selecting text. */
export const isPlainClick = (event: MouseEvent): boolean =>
  !event.defaultPrevented &&
  event.button === 0 &&
  !event.metaKey &&
  !event.ctrlKey &&
  !event.shiftKey &&
  (getSelection()?.isCollapsed ?? true) &&
  (event.target as Element).closest('a, button, input, select, summary') === null;

/** Matches the elements of a row that can be activated. */
const used = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled)';

/**
 * Registers the keys j and k, which move the focus to the next and the previous row: to the row's first link or control, or to the row
 * itself.
 */
const useRowKeys = (body: { readonly current: HTMLElement | null }): void => {
  const go = (step: number): void => {
    const rows = [...(body.current?.querySelectorAll<HTMLElement>(':scope > tr:not(.space)') ?? [])];
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    const next = rows[at < 0 ? (step > 0 ? 0 : rows.length - 1) : at + step];
    (next?.querySelector<HTMLElement>(used) ?? next)?.focus();
    next?.scrollIntoView({ block: 'nearest' });
  };
  useKeys([
    { key: 'j', does: 'Next row', run: () => go(1) },
    { key: 'k', does: 'Previous row', run: () => go(-1) },
  ]);
};

/**
 * The links to the previous and the next page. The total number of rows is not shown, because counting takes longer than reading a page.
 */
export const Pager = ({ of: pagination, count }: { readonly of: Pagination; readonly count: number }) => {
  const query = useQuery();
  const { previous_cursor: previous, next_cursor: next } = pagination;
  const go = (cursor: string | null): void => {
    query.set({ cursor });
    scrollTo({ top: 0 });
  };
  useKeys([
    { key: '[', does: 'Previous page', run: () => previous !== null && go(previous) },
    { key: ']', does: 'Next page', run: () => next !== null && go(next) },
  ]);
  if (previous === null && next === null) return null;
  return (
    <nav class="pager" aria-label="Pages of this list">
      <span>
        {count} on this page<span class="only-printed">. The list has more pages.</span>
      </span>
      <span class="row">
        <button type="button" class="button is-small" disabled={previous === null} onClick={() => go(previous)}>
          ← Previous
        </button>
        <button type="button" class="button is-small" disabled={next === null} onClick={() => go(next)}>
          Next →
        </button>
      </span>
    </nav>
  );
};
