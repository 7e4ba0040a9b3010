/** The TypeScript client in another project: packed, installed by path into an empty folder, and run as both kinds of modules. */
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { blocksOf, runProgram } from '../support/client-programs';
import { startLedger, type TestLedger } from '../support/ledger';

const repository = path.resolve(__dirname, '../..');
const source = path.join(repository, 'clients/typescript');
const isNpmInstalled = spawnSync('npm', ['--version']).status === 0;
if (!isNpmInstalled) process.stdout.write('typescript-package: skipped, because there is no npm\n');
const describeWithNpm = isNpmInstalled ? describe : describe.skip;

const [quickstart = ''] = blocksOf(path.join(source, 'README.md'), 'js');
const said = ['posted 10.50', '10.50', '422 REVERSAL_EXCEEDS_REMAINDER', 'TICKETS 10.50', 'TILL 10.50'];

describeWithNpm('the packed client', () => {
  let ledger: TestLedger;
  let folder: string;

  const npm = (...args: readonly string[]) => {
    const environment = { ...process.env, npm_config_cache: path.join(folder, 'cache'), npm_config_loglevel: 'error' };
    const run = spawnSync('npm', args, { cwd: folder, encoding: 'utf8', env: environment });
    if (run.status !== 0) throw new Error(run.stderr);
    return run.stdout;
  };

  beforeAll(async () => {
    if (!fs.existsSync(path.join(source, 'dist/cjs/package.json')))
      throw new Error('clients/typescript/dist is missing: run `make build` before these tests');
    folder = fs.mkdtempSync(path.join(fs.realpathSync(tmpdir()), 'ledger-client-'));
    fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name: 'shop', private: true }));
    const file = npm('pack', '--offline', '--ignore-scripts', source).trim();
    // The client must be installable without a registry.
    npm('install', '--offline', '--no-audit', '--no-fund', `./${file}`);
    ledger = await startLedger();
  });
  afterAll(async () => {
    await ledger.close();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  test('contains only code and types, and installs no dependency', () => {
    const installed = path.join(folder, 'node_modules/@ledger-service/client');
    expect(fs.readdirSync(installed).sort()).toEqual(['README.md', 'dist', 'package.json']);
    expect(fs.readdirSync(path.join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      '@ledger-service',
    ]);
  });

  const asCommonJs = (module: string): string =>
    `${module.replace(/^import (.*) from ('.*');$/gm, 'const $1 = require($2);').replace(/^/, '(async () => {\n')}\n})();\n`;

  test.each([
    ['an ES module', 'quickstart.mjs', quickstart],
    ['CommonJS', 'quickstart.cjs', asCommonJs(quickstart)],
  ])('runs the quickstart of its README as %s', async (_, name, program) => {
    fs.writeFileSync(path.join(folder, name), program);
    const { key } = await ledger.newLedger();
    const { stdout, stderr, code } = await runProgram(process.execPath, [name], folder, {
      LEDGER_URL: ledger.baseUrl,
      LEDGER_KEY: key,
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.trim().split('\n')).toEqual([...said, expect.stringMatching(/^\d+ transaction\.posted$/)]);
  });

  test('has types for both kinds of modules, and a wrong call does not compile', async () => {
    const wrong = fs.readFileSync(path.join(__dirname, 'wrong-calls.ts'), 'utf8');
    const calls = wrong.replaceAll('../../clients/typescript/src', '@ledger-service/client');
    fs.writeFileSync(path.join(folder, 'wrong.mts'), calls);
    fs.writeFileSync(path.join(folder, 'wrong.cts'), calls);
    // Compiles the calls again without the @ts-expect-error directives, to show that each of them is an error.
    fs.writeFileSync(path.join(folder, 'unmarked.mts'), calls.replaceAll('// @ts-expect-error', '//'));
    const options = {
      strict: true,
      noEmit: true,
      module: 'nodenext',
      target: 'es2022',
      lib: ['es2022', 'dom'],
      types: [],
    };
    const files = ['wrong.mts', 'wrong.cts', 'unmarked.mts'];
    fs.writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files }));
    const compiler = path.join(repository, 'node_modules/typescript/bin/tsc');
    const compiled = await runProgram(process.execPath, [compiler, '--pretty', 'false'], folder, {});
    const complaints = compiled.stdout.split('\n').filter((line) => line.includes('error TS'));
    expect(complaints.filter((line) => !line.startsWith('unmarked.mts'))).toEqual([]);
    expect(complaints).toHaveLength(wrong.split('// @ts-expect-error').length - 1);
  });
});
