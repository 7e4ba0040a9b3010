/**
 * Gives operators a name for statements that have none: those of the ORM, and those composed for one call. The name is the verb and the
 * first table, such as `select transactions`: words from our sources, never a value, because values are bound.
 */
const verbAndTable = /^\s*(?=(\w+))(?:.*?\b(?:from|join|into|update)\s+"?([a-z_]\w*)\b(?!\s*\())?/is;

/**
 * The maximum size of the cache of names. Each combination of a list's filters gives a different text, so the cache is cleared when it is
 * full.
 */
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
