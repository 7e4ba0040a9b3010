/** Reads and writes the query string of an address. */

export type QueryValues = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Returns the query string. Values that are undefined, null or empty are left out. */
export const queryText = (values: QueryValues): string => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value));
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
};

export interface QueryReader {
  /** Returns the value of a parameter; undefined if it is absent or empty. */
  readonly get: (name: string) => string | undefined;
}

/** Returns the `limit` and the `cursor` for a list. The cursor is in the page's address. */
export const pageOf = (query: QueryReader, limit = 50): { limit: number; cursor?: string } => {
  const cursor = query.get('cursor');
  return cursor === undefined ? { limit } : { limit, cursor };
};
