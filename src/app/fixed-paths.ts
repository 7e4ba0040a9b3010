/**
 * A path without parameters means only that path: GET /transactions/batch does not ask for a transaction with the id
 * `batch`. So a method that such a path does not have is refused before the paths with parameters are looked at.
 */
import type { Context, Middleware, Next } from 'koa';
import type { Route } from '../kernel/http/route';

/** Rows, and where they are mounted. */
export interface MountedRows {
  readonly path: string;
  readonly rows: readonly Route[];
}

export const fixedPaths = (
  mounted: readonly MountedRows[],
  refuse: (context: Context, allowed: readonly string[]) => void,
): Middleware => {
  const methodsOf = new Map<string, Set<string>>();
  for (const { path: prefix, rows } of mounted)
    for (const { method, path } of rows) {
      if (path.includes(':')) continue;
      const methods = methodsOf.get(prefix + path) ?? new Set();
      methods.add(method.toUpperCase());
      if (method === 'get') methods.add('HEAD');
      methodsOf.set(prefix + path, methods);
    }
  return (context: Context, next: Next) => {
    const methods = methodsOf.get(context.path);
    if (methods === undefined || methods.has(context.method)) return next();
    refuse(context, [...methods].sort());
  };
};
