/**
 * A cached value may be outdated, so the key of a cache must contain everything that the value depends on (docs/make/architecture, "Guess
 * and fact"). This check finds maps that outlive the function that fills them, and whose key lacks an input of the value.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const root = join(__dirname, '../..');

/** Caches whose key lacks an input, each with the reason why this is safe. */
const allowed: Readonly<Record<string, string>> = {
  'kernel/postgres/orm.ts shapes: raw':
    'the text of a statement, which is made of the key alone: `raw` is that text, parsed',
  'modules/access/domain/key-hashing.ts digests: keyText':
    'compared with the digest of the key that is sent, on every look',
  'modules/events/application/dispatcher.ts leftBehind: ledgerId':
    'an endpoint is of one ledger for good, and its id is its own',
  'modules/events/application/shares.ts works: work, tenantId': 'work that is under way, by its own id',
  'modules/proof/application/signing.ts signed: key, mayGoOn':
    'how far a tree is signed, whoever signed it: a tree only grows, and the round that is too late finds nothing to sign',
  'modules/ledgering/application/posting/quarantine.ts ours: tx':
    'marks that this process made, to be taken back by it',
  'modules/ledgering/domain/judging.ts drafted: attributes': 'requests of one group, by their idempotency keys',
};

interface Lack {
  readonly map: string;
  readonly inputs: readonly string[];
}

type Body = ts.FunctionLikeDeclaration & { readonly body: ts.ConciseBody };

const isFunction = (node: ts.Node): node is Body =>
  (ts.isArrowFunction(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isFunctionExpression(node) ||
    ts.isMethodDeclaration(node)) &&
  node.body !== undefined;

const within = (node: ts.Node, visit: (node: ts.Node) => void): void => {
  visit(node);
  ts.forEachChild(node, (child) => within(child, visit));
};

const namesIn = (node: ts.Node): ReadonlySet<string> => {
  const names = new Set<string>();
  within(node, (one) => {
    const isMember = ts.isPropertyAccessExpression(one.parent) && one.parent.name === one;
    const isLabel = ts.isPropertyAssignment(one.parent) && one.parent.name === one;
    if (ts.isIdentifier(one) && !isMember && !isLabel) names.add(one.text);
  });
  return names;
};

const bindingsOf = (name: ts.BindingName): readonly string[] =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : bindingsOf(element.name)));

/** The parameters of the function that an expression depends on, directly or through constants of the function's body. */
const inputsOf = (
  expression: ts.Node,
  inputs: ReadonlySet<string>,
  constants: ReadonlyMap<string, ts.Node>,
): Set<string> => {
  const found = new Set<string>();
  const seen = new Set<string>();
  const follow = (node: ts.Node): void => {
    for (const name of namesIn(node)) {
      if (seen.has(name)) continue;
      seen.add(name);
      if (inputs.has(name)) found.add(name);
      const constant = constants.get(name);
      if (constant) follow(constant);
    }
  };
  follow(expression);
  return found;
};

/** Finds caches that a function fills with the result of a call under a key that lacks one of the call's inputs. */
const lacksIn = (source: string): readonly Lack[] => {
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true);
  const lacks: Lack[] = [];
  within(file, (node) => {
    if (!isFunction(node)) return;
    const inputs = new Set(node.parameters.flatMap(({ name }) => bindingsOf(name)));
    const constants = new Map<string, ts.Node>();
    const own = new Set<string>();
    within(node.body, (one) => {
      if (!ts.isVariableDeclaration(one)) return;
      for (const name of bindingsOf(one.name)) {
        own.add(name);
        if (one.initializer) constants.set(name, one.initializer);
      }
    });
    within(node.body, (one) => {
      if (!ts.isCallExpression(one) || !ts.isPropertyAccessExpression(one.expression)) return;
      const [key, value] = one.arguments;
      if (one.expression.name.text !== 'set' || !key || !value || one.arguments.length !== 2) return;
      const map = one.expression.expression.getText();
      const isOutside = ts.isIdentifier(one.expression.expression)
        ? !own.has(map) && !inputs.has(map)
        : map.startsWith('this.');
      const isLooked = new RegExp(`${map.replaceAll('.', '\\.')}\\s*\\.(get|has)\\(`).test(source);
      if (!isOutside || !isLooked || !isMade(value, map, constants)) return;
      const ofKey = inputsOf(key, inputs, constants);
      const missing = [...inputsOf(value, inputs, constants)].filter((input) => !ofKey.has(input));
      if (missing.length > 0) lacks.push({ map, inputs: missing });
    });
  });
  return lacks;
};

/**
 * Returns true if a call computes the value from nothing but its inputs. A value that is derived from an earlier value of the map, such as a counter, does not count as a guess.
 */
const isMade = (value: ts.Node, map: string, constants: ReadonlyMap<string, ts.Node>): boolean => {
  let [isCalled, isCount] = [false, false];
  const seen = new Set<string>();
  const follow = (node: ts.Node): void => {
    within(node, (one) => {
      if (!ts.isCallExpression(one)) return;
      isCalled = true;
      if (one.expression.getText() === `${map}.get`) isCount = true;
    });
    for (const name of namesIn(node)) {
      const constant = constants.get(name);
      if (!constant || seen.has(name)) continue;
      seen.add(name);
      follow(constant);
    }
  };
  follow(value);
  return isCalled && !isCount;
};

const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && /^(app|kernel|modules)\//.test(file) && !/\/memory\//.test(file),
);

test('the key of a cache contains every input of its values', () => {
  expect(sources.length).toBeGreaterThan(300);
  const lacking = sources.flatMap((file) =>
    lacksIn(readFileSync(join(root, 'src', file), 'utf8')).map(
      ({ map, inputs }) => `${file} ${map}: ${inputs.join(', ')}`,
    ),
  );
  expect([...new Set(lacking)].sort()).toEqual(Object.keys(allowed).sort());
});

describe('the check of maps that outlive the function', () => {
  const found = (body: string): readonly (readonly string[])[] =>
    lacksIn(`const kept = new Map(); const find = (key) => kept.get(key); ${body}`).map(({ inputs }) => inputs);

  test.each<[what: string, body: string, lacking: readonly (readonly string[])[]]>([
    [
      'finds a key that lacks an input',
      'const keep = (code, scale) => kept.set(code.id, compile(code, scale));',
      [['scale']],
    ],
    [
      'finds a key that lacks an input used through constants',
      `const keep = (code, scale) => {
         const made = compile(code, scale);
         const key = keyOf(code);
         kept.set(key, { made, bytes: weigh(made) });
       };`,
      [['scale']],
    ],
    [
      'finds such a key in a class',
      'class C { keep(code, scale) { this.kept.set(code, make(scale)); return this.kept.get(code); } }',
      [['scale']],
    ],
    [
      'finds a key that lacks a destructured member',
      'const keep = ({ id, scale }) => kept.set(id, make(scale));',
      [['scale']],
    ],
    [
      'accepts a key with all inputs',
      'const keep = (code, scale) => kept.set(keyOf(code, scale), compile(code, scale));',
      [],
    ],
    ['accepts a value that is stored as it was given', 'const keep = (code, thing) => kept.set(code, thing);', []],
    ['accepts a counter', 'const add = (code, by) => kept.set(code, sum(kept.get(code) ?? 0, by));', []],
    [
      'accepts a local map of the function',
      'const all = (a, b) => { const kept = new Map(); kept.set(a, make(b)); };',
      [],
    ],
  ])('%s', (_, body, lacking) => {
    expect(found(body)).toEqual(lacking);
  });
});
