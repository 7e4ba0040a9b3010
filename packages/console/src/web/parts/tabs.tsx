/** Tabs, of which one is open. The page's address names the open tab, so that a link can lead to it. */
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { useQuery } from '../api/place';

export interface TabEntry {
  readonly id: string;
  readonly title: string;
  /** Returns the content of the tab. It is rendered only while the tab is open, so that hidden tabs send no requests. */
  readonly draw: () => ComponentChildren;
}

/** Shows the tabs. The first one is open unless the address names another one, such as `?tab=holds`. */
export const Tabs = ({
  tabs,
  label,
  parameter = 'tab',
}: {
  readonly tabs: readonly TabEntry[];
  readonly label: string;
  readonly parameter?: string;
}) => {
  const query = useQuery();
  const id = useId();
  const open = tabs.find((tab) => tab.id === query.get(parameter)) ?? tabs[0];
  const choose = (tab: TabEntry): void =>
    query.set({ [parameter]: tab === tabs[0] ? null : tab.id }, { replace: true });
  const step = (event: KeyboardEvent, by: number): void => {
    const at = tabs.findIndex((tab) => tab === open);
    const next = tabs[(at + by + tabs.length) % tabs.length];
    if (next === undefined) return;
    event.preventDefault();
    choose(next);
    document.getElementById(`${id}-${next.id}`)?.focus();
  };
  const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };
  return (
    <div class="stack">
      <div
        class="tabs"
        role="tablist"
        aria-label={label}
        onKeyDown={(event) => steps[event.key] !== undefined && step(event, steps[event.key] ?? 0)}
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            class="tab"
            id={`${id}-${tab.id}`}
            aria-selected={tab === open}
            aria-controls={`${id}-panel`}
            tabIndex={tab === open ? 0 : -1}
            onClick={() => choose(tab)}
          >
            {tab.title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${open?.id}`}>
        {open?.draw()}
      </div>
    </div>
  );
};
