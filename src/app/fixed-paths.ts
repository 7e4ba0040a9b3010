/**
 * A path without parameters is that path and nothing else: GET /transactions/batch asks nobody for a transaction of the id
 * `batch`. So what such a path cannot do is refused before the paths with parameters are looked at.
 */
import type { Context, Middleware, Next } from 'koa';
import type { Route } from '../kernel/http/route';

export const fixedPaths = (
  routes: readonly Route[],
  prefix: string,
  refuse: (context: Context, allowed: readonly string[]) => void,
): Middleware => {
  const methodsOf = new Map<string, Set<string>>();
  for (const { method, path } of routes) {
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
