/** A copy of the repository with one bug, and the run of a single test in it. */
import { execFile } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { promisify } from 'node:util';
import { transformFileSync } from '@swc/core';
import { sourceFiles } from '../support/source-files';
import type { Change, Mutant } from './mutant';

const repository = path.resolve(__dirname, '../..');
const copied = [
  ...['src', 'packages', 'tests', 'migrations', 'docs', 'bin'],
  ...['package.json', 'tsconfig.json', 'tsconfig.check.json'],
];
const withinMs = 240_000;

/** The file with the change applied. Throws if the text of the change is not in the file exactly once. */
export const applied = (text: string, { file, from, to }: Change): string => {
  const [before, after, ...more] = text.split(from);
  if (before === undefined || after === undefined)
    throw new Error(`a deliberate bug does not apply any more: ${file} holds nowhere\n${from}`);
  if (more.length > 0) throw new Error(`a deliberate bug is not clear any more: ${file} holds more than once\n${from}`);
  return before + to + after;
};

export const readSource = (file: string): string => fs.readFileSync(path.join(repository, file), 'utf8');

export interface Workshop {
  /** The result of the test, or undefined if no test of the file has this name. */
  run(caughtBy: Mutant['caughtBy']): Promise<'passed' | 'failed' | undefined>;
  remove(): void;
}

export const openWorkshop = (changes: readonly Change[]): Workshop => {
  const home = fs.mkdtempSync(path.join(fs.realpathSync(tmpdir()), 'ledger-mutant-'));
  for (const name of copied) fs.cpSync(path.join(repository, name), path.join(home, name), { recursive: true });
  fs.symlinkSync(path.join(repository, 'node_modules'), path.join(home, 'node_modules'));
  for (const change of changes) {
    const file = path.join(home, change.file);
    fs.writeFileSync(file, applied(fs.readFileSync(file, 'utf8'), change));
  }
  build(home);
  return {
    run: async ({ file, test }) => {
      const report = path.join(home, 'report.json');
      fs.rmSync(report, { force: true });
      const { NODE_OPTIONS: _, JEST_WORKER_ID: __, ...environment } = process.env;
      const escaped = test.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
      const jest = [path.join(repository, 'node_modules/jest/bin/jest.js'), '-c', 'tests/jest.config.js', '--ci'];
      await promisify(execFile)(
        process.execPath,
        [...jest, file, '-t', escaped, '--json', `--outputFile=${report}`],
        // Fault tests run in their short form even if the environment asks for the full form, because the short form must catch the bug.
        { cwd: home, env: { ...environment, LEDGER_TEST_FAULTS: '' }, timeout: withinMs, maxBuffer: 64 * 1024 * 1024 },
      ).catch(() => undefined);
      if (!fs.existsSync(report)) throw new Error(`the run of ${file} gave no report`);
      return outcomeIn(JSON.parse(fs.readFileSync(report, 'utf8')) as Report);
    },
    remove: () => fs.rmSync(home, { recursive: true, force: true }),
  };
};

interface Report {
  readonly testResults: readonly { readonly assertionResults: readonly { readonly status: string }[] }[];
}

const outcomeIn = ({ testResults }: Report): 'passed' | 'failed' | undefined => {
  const statuses = testResults.flatMap(({ assertionResults }) => assertionResults.map(({ status }) => status));
  if (statuses.includes('failed')) return 'failed';
  return statuses.includes('passed') ? 'passed' : undefined;
};

/** Compiles the service for tests that start processes. Skips the type check, because a bug need not be well typed. */
const build = (home: string): void => {
  const recorded = fs.readdirSync(path.join(home, 'docs/recorded')).map((name) => `docs/recorded/${name}`);
  for (const name of [...sourceFiles(/\.(ts|sql)$/), ...recorded]) {
    const target = path.join(home, 'dist', name.replace(/\.ts$/, '.js'));
    fs.mkdirSync(path.dirname(target), { recursive: true });
    if (/\.(json|sql)$/.test(name)) fs.copyFileSync(path.join(home, name), target);
    if (!name.endsWith('.ts')) continue;
    const { code } = transformFileSync(path.join(home, name), {
      jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
      module: { type: 'commonjs' },
      swcrc: false,
    });
    fs.writeFileSync(target, code);
  }
};
