/**
 * Records which elements the keyboard reaches. It runs inside each page before the page's own scripts, and tests/browser/keyboard reads its
 * results. It is plain JavaScript, because the tests are compiled without DOM types.
 */
(() => {
  const used = [
    ...['a[href]', 'button', 'input:not([type=hidden])', 'select', 'textarea', 'summary', '[contenteditable]'],
    ...['button', 'link', 'checkbox', 'switch', 'tab', 'option', 'menuitem', 'treeitem'].map(
      (role) => `[role=${role}]`,
    ),
    '[tabindex]:not([tabindex="-1"])',
  ].join(', ');

  const isUsable = (element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    !element.matches(':disabled') &&
    element.closest('[inert]') === null &&
    element.getClientRects().length > 0;

  const nameOf = (element) => {
    const text = element.getAttribute('aria-label') ?? element.innerText ?? '';
    const label = element.labels?.[0]?.innerText ?? element.name ?? '';
    return `${element.tagName.toLowerCase()} "${(text.trim() || label).replaceAll(/\s+/g, ' ').slice(0, 60)}"`;
  };

  /** The visible style of the focus, on the element or on the frame around it. */
  const lookOf = (element) =>
    [element, element.parentElement ?? element]
      .map((one) => getComputedStyle(one))
      .map((style) => `${style.outlineStyle} ${style.outlineWidth} ${style.outlineColor} ${style.boxShadow}`)
      .join('; ');

  /** In some groups Tab reaches only one element, and the arrow keys reach the others. */
  const siblingsOf = (element) => {
    if (element.role === 'tab') return [...element.closest('[role=tablist]').querySelectorAll('[role=tab]')];
    if (element.type === 'radio') return [...document.getElementsByName(element.name)];
    if (element.role === 'option') {
      const { id } = element.closest('[role=listbox]');
      return [...document.querySelectorAll(`[role=combobox][aria-controls="${id}"]`)];
    }
    return [];
  };

  let walk;
  document.addEventListener('focusin', ({ target }) => {
    if (walk === undefined) return;
    if (!walk.root.contains(target)) walk.outside.add(nameOf(target));
    if (walk.seen.has(target)) walk.again += target === walk.first ? 1 : 0;
    walk.first ??= target;
    walk.seen.add(target);
    const before = walk.looks.get(target);
    if (before !== undefined && before === lookOf(target)) walk.unseen.add(nameOf(target));
  });

  let openers = [];
  window.print = () => undefined;
  window.keyboard = {
    /** Starts to record which elements below the root Tab reaches. Returns the number of elements to reach. */
    begin: (selector) => {
      document.activeElement?.blur();
      const root = document.querySelector(selector);
      // Focuses the main part, as the skip link at the beginning of the page does.
      if (root.tagName === 'MAIN') root.focus();
      for (const folded of document.querySelectorAll('main details')) folded.open = true;
      const all = [...root.querySelectorAll(used)].filter(isUsable);
      const looks = new Map(all.map((element) => [element, lookOf(element)]));
      walk = { root, all, looks, seen: new Set(), outside: new Set(), unseen: new Set(), first: undefined, again: 0 };
      return all.length;
    },
    /** True if the focus has returned to its first element or has left the root. */
    isRound: () => walk.again > 0 || walk.outside.size > 0,
    /** Elements that were not reached, that showed no focus, or that were reached although they are outside the root. */
    end: () => {
      const { all, seen, outside, unseen, root } = walk;
      const isReached = (element) => seen.has(element) || siblingsOf(element).some((other) => seen.has(other));
      const missed = all.filter((element) => root.contains(element) && isUsable(element) && !isReached(element));
      walk = undefined;
      // Tab may leave a page at its end, but it must not leave a dialog.
      const left = root.tagName === 'DIALOG' ? [...outside] : [];
      return { missed: missed.map(nameOf), unseen: [...unseen], outside: left };
    },
    /** The page's buttons that may open a dialog. */
    openers: () => {
      openers = [...document.querySelectorAll('main button[type=button]:not([role=tab])')].filter(isUsable);
      return openers.map(nameOf);
    },
    isThere: (index) => openers[index]?.isConnected === true && isUsable(openers[index]),
    focus: (index) => openers[index].focus(),
    hasFocus: (index) => document.activeElement === openers[index],
    focused: () => nameOf(document.activeElement),
    /** Closes the dialog and opens the search in one turn of the event loop, as Escape and Ctrl K do on a busy machine. */
    changeOfMind: () => {
      document.querySelector('dialog[open]').requestClose();
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }));
    },
    /** The index of the focused row in its table; -1 if no row has the focus. */
    row: () => {
      const row = document.activeElement.closest('tbody tr');
      return row === null ? -1 : [...row.parentElement.children].indexOf(row);
    },
  };
})();
