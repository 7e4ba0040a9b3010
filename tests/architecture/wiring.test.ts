/** The composition root: every token is bound, and every route says what it must. */
import { compose, type App } from '../../src/app/compose';
import { onPostgres, postgresEntities } from '../../src/app/installation';
import { openOrm } from '../../src/kernel/postgres/orm';
import type { Token } from '../../src/kernel/token';
import * as kernelTokens from '../../src/kernel/tokens';
import * as accessPorts from '../../src/modules/access/application/ports';
import * as catalogPorts from '../../src/modules/catalog/application/ports';
import * as ledgeringPorts from '../../src/modules/ledgering/application/ports';
import * as ledgeringReaders from '../../src/modules/ledgering/application/reader';
import * as stringsPorts from '../../src/modules/strings/application/ports';

let app: App;
let close: () => Promise<void>;

beforeAll(async () => {
  // Nothing connects before the first query, and wiring must not need one.
  const orm = await openOrm({
    url: 'postgresql://nobody@127.0.0.1:1/nowhere',
    entities: postgresEntities,
    maxConnections: 1,
    asApplication: true,
  });
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  app = compose({ secrets: { installationSecret: Buffer.alloc(32), pepper: '' }, log }, onPostgres(orm));
  close = () => orm.close(true);
});
afterAll(() => close());

const tokensOf = (module: object): readonly (readonly [name: string, token: Token<unknown>])[] =>
  Object.entries(module).filter((entry): entry is [string, Token<unknown>] => typeof entry[1] === 'symbol');

describe('the composition root', () => {
  test.each(
    [kernelTokens, accessPorts, catalogPorts, ledgeringPorts, ledgeringReaders, stringsPorts]
      .flatMap(tokensOf)
      .filter(([name]) => name !== 'ROUTES'),
  )('resolves %s', (_, token) => {
    expect(app.container.get(token)).toBeDefined();
  });

  test('gives every route a path of its own', () => {
    const paths = app.routes.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ':')}`);
    expect(new Set(paths).size).toBe(paths.length);
  });

  test('documents every route', () => {
    const { paths } = app.document as { paths: Record<string, Record<string, unknown>> };
    for (const { method, path } of app.routes)
      expect(paths[`/api/v1${path.replace(/:(\w+)/g, '{$1}')}`]).toHaveProperty(method);
  });
});
