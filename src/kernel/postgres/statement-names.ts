/**
 * Names statements for operators that have no name of their own: those of the ORM, and those composed for one call. The
 * name is the verb and the first table, such as `select transactions`: words from our sources, never a value, because
 * values are bound.
 */
const verbAndTable = /^\s*(?=(\w+))(?:.*?\b(?:from|join|into|update)\s+"?([a-z_]\w*)\b(?!\s*\())?/is;

/** A list with other filters is another text, so the cache is cleared when it is full; names are then derived again. */
const maxKept = 1_000;
const kept = new Map<string, string>();

export const callingOf = (text: string): string => {
  const known = kept.get(text);
  if (known !== undefined) return known;
  const [, verb = '', table] = verbAndTable.exec(text) ?? [];
  const name = table === undefined ? verb.toLowerCase() : `${verb.toLowerCase()} ${table}`;
  if (kept.size >= maxKept) kept.clear();
  kept.set(text, name);
  return name;
};
