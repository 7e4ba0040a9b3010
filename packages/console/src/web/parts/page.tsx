/** The frame of every page inside a ledger: its heading, its buttons, and its API requests as code. */
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { mayAs, type Role } from '../api/session';
import { usePlace } from '../api/place';
import { AsCode } from './as-code';
import { formatDay } from './day';
import { setApart } from './direction';

export interface PageProps {
  readonly title: ComponentChildren;
  /** The title of the browser tab, if `title` is not a plain string. */
  readonly name?: string;
  /** The link above the heading, which leads to the parent page. */
  readonly over?: ComponentChildren;
  /** The description that is shown below the heading. */
  readonly under?: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

export const Page = ({ title, name, over, under, actions, children }: PageProps) => {
  const { ledger, asOf } = usePlace();
  const shown = name ?? (typeof title === 'string' ? title : 'Ledger');
  useEffect(() => {
    document.title = `${setApart(shown)} · ${ledger.code}`;
  }, [shown, ledger.code]);
  return (
    <div class="page">
      <header class="page-head">
        <div>
          {over === undefined ? null : <p class="over">{over}</p>}
          <h1>{title}</h1>
          {under === undefined ? null : <div class="under soft">{under}</div>}
          <p class="only-printed">
            {ledger.tenant_name} · {ledger.name} ({ledger.code})
            {asOf === undefined ? '' : ` · as of ${formatDay(asOf)}`}
          </p>
        </div>
        <div class="row is-not-printed">
          <AsCode />
          {actions}
        </div>
      </header>
      {children}
    </div>
  );
};

/** Shows its content only to people with this role or a higher one: `<For least="bookkeeper">…</For>`. */
export const For = ({ least, children }: { readonly least: Role; readonly children: ComponentChildren }) =>
  mayAs(usePlace().role, least) ? <>{children}</> : null;
