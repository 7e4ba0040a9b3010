/**
 * Keyboard shortcuts. A shortcut works while its component is rendered. If several components use the same key, the last rendered one gets
 * it.
 */
import { useEffect, useRef } from 'preact/hooks';
import { createStore } from '../api/store';

export interface Key {
  /** The value of `KeyboardEvent.key`, with the prefix `Ctrl+` if Ctrl (Command on a Mac) is held. */
  readonly key: string;
  /** The description of the shortcut in the list of shortcuts. */
  readonly does: string;
  readonly run: () => void;
  /** Whether the key also works while a field has the focus. */
  readonly inFields?: boolean;
}

interface Listed {
  readonly keys: readonly Key[];
}

/** The shortcuts of all rendered components. Those of the innermost component are last. */
export const keysInForce = createStore<readonly Listed[]>([]);

const writes = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

const isShutOff = (target: EventTarget | null): boolean =>
  document.querySelector('dialog[open]') !== null &&
  !(target instanceof HTMLElement && target.closest('dialog[open]') !== null);

const onKeyDown = (event: KeyboardEvent): void => {
  if (event.defaultPrevented || event.altKey) return;
  const name = `${event.ctrlKey || event.metaKey ? 'Ctrl+' : ''}${event.key}`;
  const found = keysInForce
    .get()
    .toReversed()
    .flatMap(({ keys }) => keys)
    .find(({ key, inFields }) => key === name && (inFields === true || !writes(event.target)));
  if (found === undefined || (isShutOff(event.target) && found.inFields !== true)) return;
  event.preventDefault();
  found.run();
};

addEventListener('keydown', onKeyDown);

/** Registers shortcuts for as long as the component is rendered. */
export const useKeys = (keys: readonly Key[]): void => {
  const latest = useRef(keys);
  latest.current = keys;
  const names = keys.map(({ key }) => key).join(' ');
  useEffect(() => {
    const listed: Listed = {
      keys: latest.current.map((one, index) => ({ ...one, run: () => latest.current[index]?.run() })),
    };
    keysInForce.set([...keysInForce.get(), listed]);
    return () => keysInForce.set(keysInForce.get().filter((other) => other !== listed));
  }, [names]);
};
