/** Checks the declarations of a route before it is served: an incomplete route prevents the start of the service. */
import type { Route } from './route';

/** Returns one sentence for each missing declaration; empty if the route is complete. */
export const complaintsAbout = ({ method, path, spec }: Partial<Route>): readonly string[] => {
  const endpoint = `${method?.toUpperCase()} ${path}`;
  if (!spec) return [`${endpoint} declares nothing at all`];
  const parameters = [...(path ?? '').matchAll(/:(\w+)/g)].map(([, name]) => name as string);
  const known = Object.keys((spec.params?.schema['properties'] ?? {}) as object);
  const statuses = Object.values(spec.refusals ?? {});
  return [
    ...(spec.needs === undefined ? ['does not say who may call it (needs)'] : []),
    ...(parameters.every((name) => known.includes(name)) ? [] : ['has no codec for its path (params)']),
    ...(spec.description ? [] : ['does not say what it does (description)']),
    ...(spec.answer === undefined ? ['has no codec for its answer (answer)'] : []),
    ...(spec.ok >= 200 && spec.ok < 300 ? [] : ['declares no status of success (ok)']),
    ...(spec.refusals === undefined ? ['does not say how it refuses (refusals)'] : []),
    ...(statuses.every(({ status, code }) => status >= 400 && status < 600 && code !== '')
      ? []
      : ['has a refusal without a status or a code']),
  ].map((complaint) => `${endpoint} ${complaint}`);
};

/** Throws one error that lists every missing declaration of all rows. */
export const requireDeclared = (routes: readonly Route[]): void => {
  const complaints = routes.flatMap(complaintsAbout);
  if (complaints.length > 0) throw new Error(`routes are incomplete: ${complaints.join('; ')}`);
};
