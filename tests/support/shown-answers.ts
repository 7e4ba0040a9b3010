/** Compares the answers that a page shows with the real ones. A page may leave out members, but those that it shows must be correct. */

const anyText = '…';

/** Whether the texts are equal, apart from surrounding white space; `…` matches any text, also of several lines. */
export const isLike = (shown: string, printed: string): boolean =>
  new RegExp(
    `^${shown
      .trim()
      .split(anyText)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('[^]*?')}$`,
  ).test(printed.replaceAll('\r\n', '\n').trim());

/** True if the last of the JSON values, or the `data` in it, contains everything that the page shows. Lists must have the same length. */
export const showsJson = (shown: unknown, came: readonly unknown[]): boolean => {
  const last = came.at(-1);
  return contains(shown, last) || contains(shown, (last as { data?: unknown } | undefined)?.data);
};

const contains = (shown: unknown, came: unknown): boolean => {
  if (typeof shown === 'string') return typeof came === 'string' && isLike(shown, came);
  if (typeof shown !== 'object' || shown === null) return shown === came;
  if (typeof came !== 'object' || came === null) return false;
  if (Array.isArray(shown))
    return (
      Array.isArray(came) && shown.length === came.length && shown.every((one, index) => contains(one, came[index]))
    );
  return Object.entries(shown).every(([name, value]) => contains(value, (came as Record<string, unknown>)[name]));
};

/** The JSON objects and lists in a text that contains several of them, as several calls of curl print. */
export const jsonValuesIn = (text: string): readonly unknown[] => {
  const values: unknown[] = [];
  let start = 0;
  let depth = 0;
  let isText = false;
  for (let place = 0; place < text.length; place++) {
    const character = text[place];
    if (isText) {
      if (character === '\\') place++;
      else if (character === '"') isText = false;
    } else if (character === '"') isText = true;
    else if (character === '{' || character === '[') {
      if (depth++ === 0) start = place;
    } else if ((character === '}' || character === ']') && --depth === 0)
      values.push(JSON.parse(text.slice(start, place + 1)));
  }
  return values;
};
