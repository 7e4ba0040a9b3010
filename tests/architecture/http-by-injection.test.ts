/**
 * No use case receives a part of HTTP by injection. The boundary rules see only imports, and `wiring.ts` may import from all layers of its
 * context. But a use case that receives a function which formats answers depends on HTTP as well. So `wiring.ts` may import only the rows
 * of routes from `http/`, because only the server uses them.
 */
import ts from 'typescript';
import { readSourceFile, sourceFiles } from '../support/source-files';

/** The names that `wiring.ts` may import from `http/`: rows of routes, and the webhook descriptions of the OpenAPI document. */
const rows = /Routes?$|^webhookDescriptions$/;

/** The other names that this text of a `wiring.ts` imports from `http/`. */
const injectedIn = (text: string): readonly string[] =>
  ts
    .createSourceFile('wiring.ts', text, ts.ScriptTarget.Latest, true)
    .statements.filter(ts.isImportDeclaration)
    .filter(({ moduleSpecifier }) => /\/http\//.test(moduleSpecifier.getText()))
    .filter(({ moduleSpecifier }) => moduleSpecifier.getText().startsWith(`'./`))
    .flatMap(({ importClause, moduleSpecifier }) => {
      const named = importClause?.namedBindings;
      if (named && ts.isNamedImports(named))
        return named.elements.map(({ name, propertyName = name }) => propertyName.text);
      return [moduleSpecifier.getText()];
    })
    .filter((name) => !rows.test(name));

const wirings = sourceFiles(/^src\/modules\/[^/]+\/wiring\.ts$/);

test.each(wirings)('%s imports only rows of routes from http/', (file) => {
  expect(injectedIn(readSourceFile(file))).toEqual([]);
});

test('the wiring of every context is read', () => {
  expect(wirings.length).toBeGreaterThanOrEqual(9);
});

test.each([
  [`import { eventView } from './http/event-view';`, ['eventView']],
  [`import { feedRoutes, serverSent } from './http/feed';`, ['serverSent']],
  [`import { transactionCodeView as rowRoutes } from './http/views';`, ['transactionCodeView']],
  [`import * as feedRoutes from './http/feed';`, [`'./http/feed'`]],
  [`import { feedRoutes } from './http/feed';\nimport { keyRoutes, logRoute } from './http/keys';`, []],
  [`import { ROUTES } from '../../kernel/http/tokens';\nimport { createFeed } from './application/feed';`, []],
])('%s injects %j', (text, injected) => {
  expect(injectedIn(text)).toEqual(injected);
});
