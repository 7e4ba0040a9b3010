/** The source files of the repository: those of the ledger in `src`, and those of the workspaces in `packages`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const repository = resolve(__dirname, '../..');

/** `src`, and `packages/<room>/src` of each workspace. */
const sourceFolders: readonly string[] = [
  'src',
  ...readdirSync(join(repository, 'packages')).map((room) => `packages/${room}/src`),
];

/** `tests`, and `packages/<room>/tests` of each workspace. */
const testFolders: readonly string[] = [
  'tests',
  ...readdirSync(join(repository, 'packages')).map((room) => `packages/${room}/tests`),
];

const filesIn = (folders: readonly string[], pattern: RegExp): readonly string[] =>
  folders
    .flatMap((folder) =>
      readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
    )
    .filter((file) => pattern.test(file));

/** All source files whose names match, by their paths from the root: `src/app/main.ts`, `packages/import/src/rows.ts`. */
export const sourceFiles = (pattern: RegExp): readonly string[] => filesIn(sourceFolders, pattern);

/** All files of tests, by their paths from the root: `tests/api/holds.test.ts`, `packages/import/tests/csv.test.ts`. */
export const testFiles = (): readonly string[] => filesIn(testFolders, /\.test\.tsx?$/);

export const readSourceFile = (file: string): string => readFileSync(join(repository, file), 'utf8');
