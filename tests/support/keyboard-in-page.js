/**
 * The elements that the keyboard reaches, as the page itself sees them: run in each page before its own scripts, and read by
 * tests/browser/keyboard. Plain JavaScript, because there is no document where tests are compiled.
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

  /** The visible sign of the focus, at the element or at the frame that it fills. */
  const lookOf = (element) =>
    [element, element.parentElement ?? element]
      .map((one) => getComputedStyle(one))
      .map((style) => `${style.outlineStyle} ${style.outlineWidth} ${style.outlineColor} ${style.boxShadow}`)
      .join('; ');

  /** In some groups Tab reaches only one element, and arrows lead to the others. */
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
    /** Begins to record how far Tab gets below the root. Returns the number of elements that must be reached. */
    begin: (selector) => {
      document.activeElement?.blur();
      const root = document.querySelector(selector);
      // As the link at the very beginning of the page does.
      if (root.tagName === 'MAIN') root.focus();
      for (const folded of document.querySelectorAll('main details')) folded.open = true;
      const all = [...root.querySelectorAll(used)].filter(isUsable);
      const looks = new Map(all.map((element) => [element, lookOf(element)]));
      walk = { root, all, looks, seen: new Set(), outside: new Set(), unseen: new Set(), first: undefined, again: 0 };
      return all.length;
    },
    /** The focus is where it was first, or has left what is looked at. */
    isRound: () => walk.again > 0 || walk.outside.size > 0,
    /** Elements that were not reached, that showed no focus, or that were reached although they are outside the root. */
    end: () => {
      const { all, seen, outside, unseen, root } = walk;
      const isReached = (element) => seen.has(element) || siblingsOf(element).some((other) => seen.has(other));
      const missed = all.filter((element) => root.contains(element) && isUsable(element) && !isReached(element));
      walk = undefined;
      // A page is left by its end; a window is not.
      const left = root.tagName === 'DIALOG' ? [...outside] : [];
      return { missed: missed.map(nameOf), unseen: [...unseen], outside: left };
    },
    /** Buttons of the page that may open a window above it. */
    openers: () => {
      openers = [...document.querySelectorAll('main button[type=button]:not([role=tab])')].filter(isUsable);
      return openers.map(nameOf);
    },
    isThere: (index) => openers[index]?.isConnected === true && isUsable(openers[index]),
    focus: (index) => openers[index].focus(),
    hasFocus: (index) => document.activeElement === openers[index],
    focused: () => nameOf(document.activeElement),
    /** Escape and Ctrl K in one turn, which a busy machine makes of what a hand does. */
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
