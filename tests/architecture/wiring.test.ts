/** Every token of the composition root is bound, and every route has all required properties. */
import { join } from 'node:path';
import { compose, type App } from '../../src/app/compose';
import { inMemory } from '../../src/app/in-memory';
import { onPostgres } from '../../src/app/installation';
import { ROUTES } from '../../src/kernel/http/tokens';
import { openPool } from '../../src/kernel/postgres/pool';
import type { Token } from '../../src/kernel/token';
import type { Ledgering } from '../../src/modules/ledgering';
import { readSourceFile, sourceFiles } from '../support/source-files';

const root = join(__dirname, '..', '..');

/** The number of tokens that a file declares, and the tokens that it exports. This test cannot resolve a token that is not exported. */
const declaredIn = (
  file: string,
): { readonly declared: number; readonly exported: readonly (readonly [name: string, token: Token<unknown>])[] } => {
  const declared = readSourceFile(file).match(/\btoken[<(]/g)?.length ?? 0;
  if (declared === 0) return { declared, exported: [] };
  const module = jest.requireActual<Record<string, unknown>>(join(root, file));
  const tokens = Object.entries(module).filter(
    (entry): entry is [string, Token<unknown>] => typeof entry[1] === 'symbol',
  );
  return { declared, exported: tokens };
};

const files = sourceFiles(/\.ts$/)
  .map((name) => [name, declaredIn(name)] as const)
  .filter(([, { declared }]) => declared > 0);

/** Returns the tokens that a composition with this store binds: all except those of the other store's adapters. */
const boundOn = (store: 'postgres' | 'memory'): readonly (readonly [name: string, token: Token<unknown>])[] =>
  files.flatMap(([name, { exported }]) =>
    name.includes(store === 'memory' ? '/postgres/' : '/memory/') ? [] : exported,
  );

let app: App;
let inMemoryApp: App;
let close: () => Promise<void>;

beforeAll(async () => {
  // The pool connects at the first query, and wiring must not need a query.
  const pool = openPool({ url: 'postgresql://nobody@127.0.0.1:1/nowhere', maxConnections: 1 });
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const surroundings = { secrets: { installationSecret: Buffer.alloc(32), pepper: '' }, log };
  app = compose(surroundings, onPostgres(pool));
  inMemoryApp = compose(surroundings, inMemory());
  close = () => pool.close();
});
afterAll(() => close());

describe('the composition root', () => {
  test.each(files)('has an export for every token of %s', (_, { declared, exported }) => {
    expect(exported).toHaveLength(declared);
  });

  // Each context with routes binds the token ROUTES itself, so the container cannot return one value for it.
  const resolved = ({ routes, container }: App, token: Token<unknown>): unknown =>
    token === ROUTES ? routes[0] : container.get(token);

  test.each(boundOn('postgres'))('resolves %s on PostgreSQL', (_, token) => {
    expect(resolved(app, token)).toBeDefined();
  });

  test.each(boundOn('memory'))('resolves %s in memory', (_, token) => {
    expect(resolved(inMemoryApp, token)).toBeDefined();
  });

  test('gives every route its own method and path', () => {
    const paths = app.routes.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ':')}`);
    expect(new Set(paths).size).toBe(paths.length);
  });

  test('documents every route', () => {
    const { paths } = app.documents().document as { paths: Record<string, Record<string, unknown>> };
    for (const { method, path } of app.routes)
      expect(paths[`/api/v1${path.replace(/:(\w+)/g, '{$1}')}`]).toHaveProperty(method);
  });
});

/** No test calls this function. The compiler checks that each marked line is an error. */
export const neighboursCannot = (ledgering: Ledgering): void => {
  // @ts-expect-error other contexts must not start or stop the poster of ledgering
  void ledgering.poster;
  // @ts-expect-error ledgering does not export the services that only its own routes use
  void ledgering.accept;
};
