/**
 * A tree as a table of any length: only the visible rows are rendered. The left and right arrow keys close and open a row, j and k move
 * from row to row, and Enter follows the link of a row.
 */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { Icon } from './icon';
import { useKeys } from './keys';
import { Space, useRowsInView } from './rows-in-view';
import { classesOf, isPlainClick, type Column } from './table';
import type { TreeRow } from './tree-row';
import { TableFrame } from './table-frame';

export type { TreeRow } from './tree-row';

export interface TreeProps<Item> {
  readonly caption: string;
  /** The columns. The first one shows the levels of the tree. */
  readonly columns: readonly Column<Item>[];
  /** The visible rows from top to bottom. The parent component leaves out the children of closed rows. */
  readonly rows: readonly TreeRow<Item>[];
  readonly onToggle: (row: TreeRow<Item>) => void;
  readonly href?: (item: Item) => string;
  readonly rowClass?: (item: Item) => string | undefined;
  readonly foot?: ComponentChildren;
}

export const Tree = <Item,>(props: TreeProps<Item>) => {
  const { caption, columns, rows, onToggle, href, foot } = props;
  const view = useRowsInView<HTMLTableSectionElement>(rows.length);
  const [, navigate] = useLocation();
  const at = useRef<string>(undefined);
  const wanted = useRef<string>(undefined);
  const focusRow = (): void => {
    if (wanted.current === undefined) return;
    const row = view.holder.current?.querySelector<HTMLElement>(`tr[data-key="${CSS.escape(wanted.current)}"]`);
    const target = row?.querySelector<HTMLElement>('a') ?? row?.querySelector<HTMLElement>('button');
    if (!target) return;
    wanted.current = undefined;
    target.focus({ preventScroll: true });
  };
  useEffect(focusRow);
  const go = (step: number): void => {
    const before = rows.findIndex(({ key }) => key === at.current);
    const index = before < 0 ? view.start : Math.min(rows.length - 1, Math.max(0, before + step));
    wanted.current = rows[index]?.key;
    view.show(index);
    focusRow();
  };
  const turn = (isOpen: boolean): void => {
    const row = rows.find(({ key }) => key === at.current);
    if (row !== undefined && row.hasChildren && row.isOpen !== isOpen) {
      wanted.current = row.key;
      onToggle(row);
    }
  };
  useKeys([
    { key: 'j', does: 'Next row', run: () => go(1) },
    { key: 'k', does: 'Previous row', run: () => go(-1) },
    { key: 'ArrowRight', does: 'Expand', run: () => turn(true) },
    { key: 'ArrowLeft', does: 'Collapse', run: () => turn(false) },
  ]);
  return (
    <TableFrame>
      <table class="table tree is-even" aria-rowcount={rows.length + 1}>
        <caption class="heard">{caption}</caption>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <th key={column.key} scope="col" class={classesOf(column)}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={view.holder}>
          <Space height={view.above} />
          {rows.slice(view.start, view.end).map((row, offset) => (
            <tr
              key={row.key}
              data-key={row.key}
              aria-rowindex={view.start + offset + 2}
              class={[href === undefined ? '' : 'is-linked', props.rowClass?.(row.item) ?? ''].join(' ').trim()}
              onFocusCapture={() => {
                at.current = row.key;
              }}
              onClick={(event) => href !== undefined && isPlainClick(event) && navigate(href(row.item))}
            >
              {columns.map((column, index) => (
                <td key={column.key} class={classesOf(column)}>
                  {index === 0 ? (
                    <Branch row={row} onToggle={onToggle} {...(href === undefined ? {} : { href: href(row.item) })}>
                      {column.cell(row.item)}
                    </Branch>
                  ) : (
                    column.cell(row.item)
                  )}
                </td>
              ))}
            </tr>
          ))}
          <Space height={view.below} />
        </tbody>
        {foot === undefined ? null : <tfoot>{foot}</tfoot>}
      </table>
    </TableFrame>
  );
};

interface BranchProps<Item> {
  readonly row: TreeRow<Item>;
  readonly onToggle: (row: TreeRow<Item>) => void;
  readonly href?: string;
  readonly children: ComponentChildren;
}

const Branch = <Item,>({ row, onToggle, href, children }: BranchProps<Item>) => (
  <span class="branch" style={{ paddingInlineStart: `${row.depth * 1.35}rem` }}>
    {row.hasChildren ? (
      <button
        type="button"
        class="icon-button is-small"
        aria-expanded={row.isOpen}
        aria-label={row.isOpen ? 'Collapse' : 'Expand'}
        onClick={() => onToggle(row)}
      >
        <Icon name={row.isOpen ? 'down' : 'right'} />
      </button>
    ) : (
      <span class="leaf" />
    )}
    {href === undefined ? (
      children
    ) : (
      <Link href={href} className="row-link">
        {children}
      </Link>
    )}
  </span>
);
