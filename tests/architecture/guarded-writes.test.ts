/**
 * A store that writes in a transaction of its own cannot trust what its caller has read before. So each such method that changes a
 * row which is there either locks the row and judges under the lock, or compares what was read in the condition of the update.
 * A method that takes `tx` is judged under the locks of its use case, which holds the transaction.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const root = join(__dirname, '../..');

/** Methods that need neither, each with its reason. */
const allowed: Readonly<Record<string, string>> = {
  'PostgresTenantStore.setQuota': 'sets the one value that was sent, and nothing was read before',
  'PostgresStringStore.set': 'sets the one rate that was sent, and nothing was read before',
};

/** Members that say which row is meant, and not how it was. */
const names = new Set(['id', 'key', 'tenantId', 'ledgerId', 'operatorId']);

interface Writing {
  readonly method: string;
  readonly isGuarded: boolean;
}

/** The methods in this source that change rows in a transaction of their own. */
const writingMethods = (source: string): readonly Writing[] => {
  const file = ts.createSourceFile('store.ts', source, ts.ScriptTarget.Latest, true);
  const found: Writing[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isMethodDeclaration(node) && ts.isClassDeclaration(node.parent) && !takesTransaction(node)) {
      const writes = writesIn(node);
      if (writes.length > 0)
        found.push({
          method: `${node.parent.name?.text}.${node.name.getText()}`,
          isGuarded: /\block\w*\(em\b|LockMode\./.test(node.getText()) || writes.every(compares),
        });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
};

const takesTransaction = (method: ts.MethodDeclaration): boolean =>
  method.parameters.some(({ name }) => name.getText() === 'tx');

const writesIn = (node: ts.Node): readonly ts.CallExpression[] => {
  const own =
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    ['nativeUpdate', 'upsert'].includes(node.expression.name.text)
      ? [node]
      : [];
  const within: ts.CallExpression[] = [];
  ts.forEachChild(node, (child) => void within.push(...writesIn(child)));
  return [...own, ...within];
};

/** Whether the condition of the update names more than the row: the value that was read, or a bound on it. */
const compares = ({ arguments: [, where], expression }: ts.CallExpression): boolean =>
  expression.getText().endsWith('nativeUpdate') &&
  where !== undefined &&
  ts.isObjectLiteralExpression(where) &&
  where.properties.some((property) => !names.has(property.name?.getText() ?? ''));

const stores = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) =>
  /\/postgres\/[^/]+\.ts$/.test(file),
);
const methods = stores.flatMap((file) => writingMethods(readFileSync(join(root, 'src', file), 'utf8')));

test('a store that writes by itself locks what it changes, or compares what was read', () => {
  expect(methods.length).toBeGreaterThanOrEqual(10);
  const unguarded = methods.filter(({ isGuarded }) => !isGuarded).map(({ method }) => method);
  expect(unguarded.sort()).toEqual(Object.keys(allowed).sort());
});

test.each([
  ['no guard', '(thing: Thing) { em.nativeUpdate(S, { id }, thing); }', [false]],
  [
    'a guard of one write alone',
    '(id: Id) { em.nativeUpdate(S, { id, was }, {}); em.nativeUpdate(S, { id }, {}); }',
    [false],
  ],
  ['no guard of an upsert', '(thing: Thing) { em.upsert(S, { ...thing }); }', [false]],
  ['a comparison', '(id: Id) { em.nativeUpdate(S, { id, revokedAt: null }, {}); }', [true]],
  ['a lock', '(id: Id) { await lockThing(em, id); em.nativeUpdate(S, { id }, {}); }', [true]],
  ['the transaction of its use case', '(tx: Tx) { em.nativeUpdate(S, { id }, {}); }', []],
])('finds %s', (_, method, guarded) => {
  expect(writingMethods(`class Store { async change${method} }`).map(({ isGuarded }) => isGuarded)).toEqual(guarded);
});
