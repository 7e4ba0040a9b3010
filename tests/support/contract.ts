/** All routes of the server, composed without a database, and the answers that the OpenAPI documents allow for them. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compose } from '../../src/app/compose';
import { onPostgres } from '../../src/app/installation';
import { adminPath, apiPath } from '../../src/app/server';
import { consolePath } from '../../packages/console/src';
import { codesIn } from '../../src/kernel/http/openapi-refusals';
import type { Route } from '../../src/kernel/http/route';
import { mediaOf, responsesOf, type OpenApiDocument } from './refusals-page';

/** One answer that an endpoint may give. `code` is empty for a success. */
export interface Outcome {
  readonly endpoint: string;
  readonly status: number;
  readonly code: string;
}

export const keyOf = ({ endpoint, status, code }: Outcome): string => `${endpoint} ${status} ${code}`.trim();

interface Contract {
  /** The routes below /api/v1. */
  readonly routes: readonly Route[];
  /** The routes by which people sign in and out. */
  readonly sessionRoutes: readonly Route[];
  /** The routes below /admin/v1, which have their own document. */
  readonly adminRoutes: readonly Route[];
  /** All routes by method and number of path segments, each with the pattern of its path. */
  readonly places: ReadonlyMap<string, readonly Place[]>;
  readonly documented: ReadonlyMap<string, Outcome>;
  readonly document: OpenApiDocument;
  readonly adminDocument: OpenApiDocument;
}

interface Place {
  readonly route: Route;
  readonly pattern: RegExp;
}

let contract: Contract | undefined;

/** The routes and their documents. They are composed without a database, because these tests call no route. */
export const contractOf = (): Contract => {
  if (contract) return contract;
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const secrets = { installationSecret: Buffer.alloc(32), pepper: '' };
  const { routes, sessionRoutes, adminRoutes, documents } = compose({ secrets, log }, onPostgres(undefined as never));
  const { document, adminDocument } = onceInRun('documents', documents) as Readonly<
    Record<'document' | 'adminDocument', OpenApiDocument>
  >;
  const outcomes = [...outcomesOf(document), ...outcomesOf(adminDocument)];
  return (contract = {
    routes,
    sessionRoutes,
    adminRoutes,
    places: placesOf([...routes, ...sessionRoutes, ...adminRoutes]),
    documented: new Map(outcomes.map((outcome) => [keyOf(outcome), outcome])),
    document,
    adminDocument,
  });
};

/** Caches a value in the run's folder. For values that are slow to compute and the same in all test files. */
const onceInRun = (name: string, make: () => unknown): unknown => {
  const folder = process.env['LEDGER_TEST_FOLDER'];
  // A run without a database has no folder, and the folder is deleted when a run ends.
  if (folder === undefined || !existsSync(folder)) return make();
  const file = join(folder, `${name}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const made = make();
  // Two workers may write at the same time: each writes its own file and then renames it, which is atomic.
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(made));
  renameSync(`${file}.${process.pid}`, file);
  return made;
};

const outcomesOf = (document: OpenApiDocument): readonly Outcome[] =>
  Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) =>
      responsesOf(document, operation).flatMap(([status, { content }]) => {
        const endpoint = `${method.toUpperCase()} ${belowApi(path)}`;
        // A success has no code: it is represented by an empty one.
        const codes = (content && codesIn(mediaOf(content).schema)) ?? [''];
        return codes.map((code) => ({ endpoint, status, code }));
      }),
    ),
  );

/** The path of the route on the server. */
export const pathOf = ({ callers, path }: Route): string => placeOf[callers] + path;

const placeOf = { bookkeepers: apiPath, visitors: consolePath, administrators: adminPath };

/** Whether the path is below /api/v1, /admin/v1 or the console's path. The comparison is case-sensitive. */
export const isPlaced = (pathname: string): boolean =>
  Object.values(placeOf).some((place) => pathname.startsWith(`${place}/`));

/** The document that describes the route. */
export const documentOf = ({ callers }: Pick<Route, 'callers'>): OpenApiDocument =>
  callers === 'administrators' ? contractOf().adminDocument : contractOf().document;

/** The path in endpoint names: without /api/v1 if the path is below it. */
export const belowApi = (path: string): string => (path.startsWith(apiPath) ? path.slice(apiPath.length) : path);

export const documentedPath = (route: Route): string => pathOf(route).replace(/:(\w+)/g, '{$1}');

export const endpointOf = (route: Route): string => `${route.method.toUpperCase()} ${belowApi(documentedPath(route))}`;

/** The route that the router would choose: the first whose pattern matches. */
export const routeOf = (method: string, path: string): Route | undefined =>
  contractOf()
    .places.get(placeKeyOf(method, path))
    ?.find(({ pattern }) => pattern.test(path))?.route;

const placesOf = (routes: readonly Route[]): ReadonlyMap<string, readonly Place[]> => {
  const places = new Map<string, Place[]>();
  for (const route of routes) {
    const path = pathOf(route);
    const key = placeKeyOf(route.method, path);
    const pattern = new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);
    places.set(key, [...(places.get(key) ?? []), { route, pattern }]);
  }
  return places;
};

const placeKeyOf = (method: string, path: string): string =>
  `${method.toLowerCase()} ${path.replace(/\/$/, '').split('/').length}`;
