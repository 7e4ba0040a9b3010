/** The routes of all that is mounted, composed over no database at all, and what their documents say of each answer. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compose } from '../../src/app/compose';
import { onPostgres } from '../../src/app/installation';
import { adminPath, apiPath } from '../../src/app/server';
import { consolePath } from '../../packages/console/src';
import { codesIn } from '../../src/kernel/http/openapi-refusals';
import type { Route } from '../../src/kernel/http/route';
import { mediaOf, responsesOf, type OpenApiDocument } from './refusals-page';

/** One answer an endpoint may give; a success has no code. */
export interface Outcome {
  readonly endpoint: string;
  readonly status: number;
  readonly code: string;
}

export const keyOf = ({ endpoint, status, code }: Outcome): string => `${endpoint} ${status} ${code}`.trim();

interface Contract {
  /** Those below /api/v1. */
  readonly routes: readonly Route[];
  /** Those by which people sign in and out. */
  readonly sessionRoutes: readonly Route[];
  /** Those below /admin/v1, which have a document of their own. */
  readonly adminRoutes: readonly Route[];
  /** All of them by method and number of segments, each with what a path must look like to reach it. */
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

/** The routes and their document, composed over no database at all: nobody calls them here. */
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

/** Caches a value in the folder of the run, for values that take a while to make and are the same for all test files. */
const onceInRun = (name: string, make: () => unknown): unknown => {
  const folder = process.env['LEDGER_TEST_FOLDER'];
  // There is none in a run without a database, and none any more once a run is over.
  if (folder === undefined || !existsSync(folder)) return make();
  const file = join(folder, `${name}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const made = make();
  // Two workers may be at it: each writes a file of its own, which takes the name whole.
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(made));
  renameSync(`${file}.${process.pid}`, file);
  return made;
};

const outcomesOf = (document: OpenApiDocument): readonly Outcome[] =>
  Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) =>
      responsesOf(document, operation).flatMap(([status, { content }]) => {
        const endpoint = `${method.toUpperCase()} ${belowApi(path)}`;
        // A success has no code, which is written as the empty one.
        const codes = (content && codesIn(mediaOf(content).schema)) ?? [''];
        return codes.map((code) => ({ endpoint, status, code }));
      }),
    ),
  );

/** The path of the route on the server. */
export const pathOf = ({ callers, path }: Route): string => placeOf[callers] + path;

const placeOf = { bookkeepers: apiPath, visitors: consolePath, administrators: adminPath };

/** Whether it is below one of them; their names have one case alone. */
export const isPlaced = (pathname: string): boolean =>
  Object.values(placeOf).some((place) => pathname.startsWith(`${place}/`));

/** The document that describes the route. */
export const documentOf = ({ callers }: Pick<Route, 'callers'>): OpenApiDocument =>
  callers === 'administrators' ? contractOf().adminDocument : contractOf().document;

/** How it is called among the others: below the API without its path. */
export const belowApi = (path: string): string => (path.startsWith(apiPath) ? path.slice(apiPath.length) : path);

export const documentedPath = (route: Route): string => pathOf(route).replace(/:(\w+)/g, '{$1}');

export const endpointOf = (route: Route): string => `${route.method.toUpperCase()} ${belowApi(documentedPath(route))}`;

/** The route as the router finds it: the first that fits, whatever the case. */
export const routeOf = (method: string, path: string): Route | undefined =>
  contractOf()
    .places.get(placeKeyOf(method, path))
    ?.find(({ pattern }) => pattern.test(path))?.route;

const placesOf = (routes: readonly Route[]): ReadonlyMap<string, readonly Place[]> => {
  const places = new Map<string, Place[]>();
  for (const route of routes) {
    const path = pathOf(route);
    const key = placeKeyOf(route.method, path);
    const pattern = new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`, 'i');
    places.set(key, [...(places.get(key) ?? []), { route, pattern }]);
  }
  return places;
};

const placeKeyOf = (method: string, path: string): string =>
  `${method.toLowerCase()} ${path.replace(/\/$/, '').split('/').length}`;
