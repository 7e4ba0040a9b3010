/**
 * A path without parameters matches only that path: GET /transactions/batch does not ask for a transaction with the id `batch`. So if such
 * a path does not support the method of a request, the request is refused before paths with parameters are tried.
 */
import type { Context, Middleware, Next } from 'koa';
import type { Route } from '../kernel/http/route';

/** Route rows, and the path at which they are mounted. */
export interface MountedRows {
  readonly path: string;
  readonly rows: readonly Route[];
}

interface FixedPath {
  readonly prefix: string;
  readonly rows: Route[];
}

/**
 * Creates a separate router for each fixed path (`routed`), so that a request for it is not compared with every other path. A path with a
 * trailing slash is a different path, and is passed on to the router of all rows.
 */
export const fixedPaths = (
  mounted: readonly MountedRows[],
  routed: (rows: MountedRows) => Middleware,
  refuse: (context: Context, allowed: readonly string[]) => void,
): Middleware => {
  const paths = new Map<string, FixedPath>();
  for (const { path: prefix, rows } of mounted)
    for (const row of rows) {
      if (row.path.includes(':')) continue;
      const path = paths.get(prefix + row.path) ?? { prefix, rows: [] };
      path.rows.push(row);
      paths.set(prefix + row.path, path);
    }
  const answering = new Map(
    [...paths].map(([path, { prefix, rows }]) => [
      path,
      { methods: methodsOf(rows), answer: routed({ path: prefix, rows }) },
    ]),
  );
  return (context: Context, next: Next) => {
    const path = answering.get(context.path);
    if (path === undefined) return next();
    if (path.methods.has(context.method)) return path.answer(context, next);
    return refuse(context, [...path.methods].sort());
  };
};

const methodsOf = (rows: readonly Route[]): ReadonlySet<string> => {
  const methods = new Set(rows.map(({ method }) => method.toUpperCase()));
  if (methods.has('GET')) methods.add('HEAD');
  return methods;
};
