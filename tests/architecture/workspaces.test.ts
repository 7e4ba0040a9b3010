/**
 * Each workspace in packages has a description, and lists exactly the packages that it imports, at one version for the whole repository.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { readSourceFile, sourceFiles } from '../support/source-files';

const root = join(__dirname, '../..');
const rooms = readdirSync(join(root, 'packages'));

type Versions = Readonly<Record<string, string>>;

interface Manifest {
  readonly name: string;
  readonly private: boolean;
  readonly description?: string;
  readonly dependencies?: Versions;
  readonly devDependencies?: Versions;
  readonly optionalDependencies?: Versions;
}

const manifestIn = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;

const listedIn = ({ dependencies, devDependencies, optionalDependencies }: Manifest): Versions => ({
  ...dependencies,
  ...devDependencies,
  ...optionalDependencies,
});

const specifier = /(?:\bfrom |\bimport |\b(?:import|require|require\.resolve)\()'([@\w][^'\s]*)'/g;

/** `preact/hooks` is in the package `preact`, and `@koa/router/x` in `@koa/router`. */
const packageOf = (name: string): string =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');

const importedIn = (text: string): readonly string[] =>
  [...text.matchAll(specifier)]
    .map(([, name = '']) => packageOf(name))
    .filter((name) => !name.startsWith('node:') && !builtinModules.includes(name));

const importedBy = (room: string, pattern: RegExp): readonly string[] => {
  const files = sourceFiles(pattern).filter((file) => file.startsWith(`packages/${room}/`));
  return [...new Set(files.flatMap((file) => importedIn(readSourceFile(file))))].sort();
};

describe.each(rooms)('the workspace %s', (room) => {
  const manifest = manifestIn(`packages/${room}`);

  test('has a name, a description, a face, a README and tests, and is private', () => {
    expect(manifest).toMatchObject({ name: `@ledger/${room}`, private: true, description: expect.any(String) });
    for (const name of ['README.md', 'src/index.ts', 'tests'])
      expect([name, existsSync(join(root, 'packages', room, name))]).toEqual([name, true]);
  });

  test('lists the packages that it imports, and no others', () => {
    expect(Object.keys(listedIn(manifest)).sort()).toEqual(importedBy(room, /\.(tsx?|mjs)$/));
  });
});

test('each package has one version, and the root lists all dependencies of the workspaces', () => {
  const { dependencies, optionalDependencies } = manifestIn('.');
  const versions = new Map<string, Set<string>>();
  for (const folder of ['.', ...rooms.map((room) => `packages/${room}`)])
    for (const [name, version] of Object.entries(listedIn(manifestIn(folder))))
      versions.set(name, (versions.get(name) ?? new Set()).add(version));
  expect([...versions].filter(([, found]) => found.size > 1)).toEqual([]);
  const needed = rooms.map((room) => manifestIn(`packages/${room}`));
  expect(dependencies).toMatchObject(Object.assign({}, ...needed.map((one) => one.dependencies)));
  expect(optionalDependencies).toMatchObject(Object.assign({}, ...needed.map((one) => one.optionalDependencies)));
});

test.each([
  [`import { h } from 'preact/hooks';`, ['preact']],
  [`const { Server } = await import('@modelcontextprotocol/server/stdio');`, ['@modelcontextprotocol/server']],
  [`import 'uplot/dist/uPlot.min.css';`, ['uplot']],
  [`import { join } from 'node:path'; import { b } from './b';`, []],
])('%s imports %j', (text, names) => {
  expect(importedIn(text)).toEqual(names);
});
