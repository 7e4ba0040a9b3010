/**
 * A store that writes in its own transaction cannot trust what its caller read before. So each of its methods that changes an existing row
 * must either lock the row before it reads it, or compare the values that were read in the condition of the update. A method with the
 * parameter `tx` relies on the locks of its use case, which has begun that transaction.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { readSourceFile, sourceFiles } from '../support/source-files';

const root = join(__dirname, '../..');

/** Methods that need neither a lock nor a comparison, each with the reason. */
const allowed: Readonly<Record<string, string>> = {
  'PostgresStringStore.set': 'sets the one rate that was sent, and nothing was read before',
};

/** Columns that identify a row. A condition on them does not compare the state of the row. */
const names = new Set(['id', 'key', 'tenantId', 'ledgerId', 'operatorId']);

interface Writing {
  readonly method: string;
  readonly isGuarded: boolean;
}

/** The methods in this source that change rows in their own transaction. */
const writingMethods = (source: string): readonly Writing[] => {
  const file = ts.createSourceFile('store.ts', source, ts.ScriptTarget.Latest, true);
  const found: Writing[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isMethodDeclaration(node) && ts.isClassDeclaration(node.parent) && !takesTransaction(node)) {
      const writes = writesIn(node);
      if (writes.length > 0)
        found.push({
          method: `${node.parent.name?.text}.${node.name.getText()}`,
          isGuarded: /\block\w*\(em\b|LockMode\./.test(withHelpers(node, node.parent)) || writes.every(compares),
        });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
};

/** The text of the method and of the private methods that it calls, because a private method may take the lock or write. */
const withHelpers = (method: ts.MethodDeclaration, store: ts.ClassDeclaration): string => {
  const text = method.getText();
  const helpers = store.members
    .filter((member): member is ts.MethodDeclaration => ts.isMethodDeclaration(member) && member !== method)
    .filter(
      ({ name, modifiers }) =>
        modifiers?.[0]?.kind === ts.SyntaxKind.PrivateKeyword && text.includes(`this.${name.getText()}(`),
    );
  return [text, ...helpers.map((helper) => helper.getText())].join('\n');
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

/** Returns true if the condition of the update has more than the columns that identify the row, such as a value that was read. */
const compares = ({ arguments: [, where], expression }: ts.CallExpression): boolean =>
  expression.getText().endsWith('nativeUpdate') &&
  where !== undefined &&
  ts.isObjectLiteralExpression(where) &&
  where.properties.some((property) => !names.has(property.name?.getText() ?? ''));

const stores = sourceFiles(/\/postgres\/.+\.ts$/);
const methods = stores.flatMap((file) => writingMethods(readSourceFile(file)));

test('a store method with its own transaction locks the row that it changes, or compares what was read', () => {
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

/**
 * Store methods that replace a whole object of a ledger by its id, in the transaction of the use case. The use case must call them inside a
 * turn.
 */
const wholeWrites = [
  'updateAccount',
  'updateCurrency',
  'updateClock',
  'updateCalendar',
  'updateJournal',
  'releasePeriodLock',
  'updateSet',
  'saveStatus',
];

/** Store methods that write other whole objects in the transaction of the use case, each with the lock or comparison that protects it. */
const lockedOtherwise: Readonly<Record<string, string>> = {
  finishIndex: 'compares the round and the state of the index',
  setStrict: 'the attribute rules of the tenant, held alone',
  updateDefinition: 'the attribute rules of the tenant, held alone',
  update: 'the row of the webhook endpoint is locked; only the members that changed are written',
};

/**
 * Finds the calls of methods that replace a whole object, and tells whether each call is inside `inTurn`. That function locks the head of
 * the ledger before the object is read.
 */
const wholeWritesIn = (source: string): readonly { readonly method: string; readonly isInTurn: boolean }[] => {
  const file = ts.createSourceFile('use-case.ts', source, ts.ScriptTarget.Latest, true);
  const found: { readonly method: string; readonly isInTurn: boolean }[] = [];
  const visit = (node: ts.Node, isInTurn: boolean): void => {
    const called = ts.isCallExpression(node) ? node.expression : undefined;
    const name = called && (ts.isPropertyAccessExpression(called) ? called.name.text : called.getText());
    if (name !== undefined && wholeWrites.includes(name)) found.push({ method: name, isInTurn });
    ts.forEachChild(node, (child) => visit(child, isInTurn || name === 'inTurn' || name === 'inTurns'));
  };
  visit(file, false);
  return found;
};

test('a use case that replaces a whole object of a ledger reads it in the same turn', () => {
  const useCases = readdirSync(join(root, 'src/modules'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\/application\/.*\.ts$/.test(file),
  );
  const writes = useCases.flatMap((file) =>
    wholeWritesIn(readFileSync(join(root, 'src/modules', file), 'utf8')).map((write) => ({ file, ...write })),
  );
  expect(new Set(writes.map(({ method }) => method))).toEqual(new Set(wholeWrites));
  expect(writes.filter(({ isInTurn }) => !isInTurn)).toEqual([]);
});

test('every method that replaces a whole object by its id is listed', () => {
  const named = stores.flatMap((file) => wholeUpdatesIn(readSourceFile(file)));
  expect([...new Set(named)].sort()).toEqual([...wholeWrites, ...Object.keys(lockedOtherwise)].sort());
});

/** The methods with the parameter `tx` that update a row with only its id as the condition. */
const wholeUpdatesIn = (source: string): readonly string[] => {
  const file = ts.createSourceFile('store.ts', source, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isMethodDeclaration(node) && takesTransaction(node)) {
      const updates = writesIn(node).filter(({ expression }) => expression.getText().endsWith('nativeUpdate'));
      const isUnlessTaken = /\bupdateUnlessTaken\(/.test(node.getText());
      if (isUnlessTaken || updates.some((write) => !compares(write))) found.push(node.name.getText());
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
};

test.each([
  ['in a turn', 'inTurn(d, id, async ({ tx }) => { await chart.updateAccount(tx, id, account); });', [true]],
  ['outside of a turn', 'const change = async (tx) => { await chart.updateAccount(tx, id, account); };', [false]],
])('finds the write of a whole object %s', (_, source, inTurns) => {
  expect(wholeWritesIn(source).map(({ isInTurn }) => isInTurn)).toEqual(inTurns);
});
