/**
 * The name under which operators see a request: the pattern of its route, such as `/api/v1/accounts/:accountId`. The
 * router supplies it for requests that it handles; a request that is refused earlier, for its key or its budget, is
 * named here by its path.
 */
import type { Context } from 'koa';
import type { MountedRows } from './fixed-paths';

/** Returns the pattern that the path matches, whatever the method; undefined if there is none. */
export type RouteNames = (path: string) => string | undefined;

/** The member of the Koa context in which the router stores the pattern. */
const matched = '_matchedRoute';

export const nameRoute = (context: Context, name: string): void => {
  context[matched] = name;
};

export const routeOf = (context: Context, names: RouteNames): string | undefined =>
  (context[matched] as string | undefined) ?? names(context.path);

/** A segment of a path, and the segments that may follow it. */
interface Segment {
  readonly fixed: Map<string, Segment>;
  parameter: Segment | undefined;
  name: string | undefined;
}

const newSegment = (): Segment => ({ fixed: new Map(), parameter: undefined, name: undefined });

export const createRouteNames = (mounted: readonly MountedRows[]): RouteNames => {
  const root = newSegment();
  for (const { path: prefix, rows } of mounted)
    for (const { path } of rows) {
      const name = prefix + path;
      let segment = root;
      for (const part of name.split('/'))
        segment = part.startsWith(':') ? parameterOf(segment) : fixedOf(segment, part);
      segment.name ??= name;
    }
  return (path) => find(root, path.split('/'), 0);
};

const parameterOf = (segment: Segment): Segment => (segment.parameter ??= newSegment());

const fixedOf = ({ fixed }: Segment, part: string): Segment => {
  let next = fixed.get(part);
  if (!next) fixed.set(part, (next = newSegment()));
  return next;
};

/** A fixed word matches before a parameter does, as in `fixed-paths`. */
const find = (segment: Segment | undefined, parts: readonly string[], at: number): string | undefined => {
  if (!segment) return undefined;
  const part = parts[at];
  if (part === undefined) return segment.name;
  return (
    find(segment.fixed.get(part), parts, at + 1) ?? find(part === '' ? undefined : segment.parameter, parts, at + 1)
  );
};
