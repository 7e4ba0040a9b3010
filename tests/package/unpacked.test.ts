/** The result of `npm pack`: the program and nothing else, which runs with only its own packages installed. */
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import {
  filesBelow,
  isNpmInstalled,
  manifest,
  newFolder,
  pack,
  programIn,
  repository,
  serveInstalled,
  statusesOf,
} from '../support/packed';
import { install, type Installed } from '../support/service-process';

const describeWithNpm = isNpmInstalled ? describe : describe.skip;
if (!isNpmInstalled) process.stdout.write('package: skipped, because there is no npm\n');

describeWithNpm('the package, unpacked into an empty folder', () => {
  let folder: string;
  let modules: string;
  let unpacked: string;
  let tarball: string;
  let home: Installed;

  /** Links a package of the checkout to the place where npm would install it. */
  const link = (name: string): void => {
    const installed = path.join(repository, 'node_modules', name);
    if (!fs.existsSync(installed)) return;
    fs.mkdirSync(path.dirname(path.join(modules, name)), { recursive: true });
    fs.symlinkSync(installed, path.join(modules, name));
  };

  beforeAll(() => {
    home = install();
    folder = newFolder();
    modules = path.join(folder, 'node_modules');
    unpacked = path.join(modules, 'ledger');
    fs.mkdirSync(unpacked, { recursive: true });
    // Packs the dist that `make test` has built; the package's own scripts would build it again.
    tarball = pack(folder, '--ignore-scripts', '--offline');
    spawnSync('tar', ['-xzf', tarball, '-C', unpacked, '--strip-components=1']);
    Object.keys(manifest.dependencies).forEach(link);
    // Links the program as npm does when it installs a package.
    fs.mkdirSync(path.join(modules, '.bin'));
    fs.symlinkSync('../ledger/bin/ledger', programIn(folder));
  });
  afterAll(async () => {
    await home.remove();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  const statementsIn = (root: string): readonly string[] => filesBelow(root).filter((name) => name.endsWith('.sql'));

  test('contains the program, its migrations and documents, and no tests, sources, maps or build files', () => {
    // npm-shrinkwrap.json is ignored, because only packing with scripts adds it. It pins the tested versions, and installed.test.ts tests
    // it.
    expect(fs.readdirSync(unpacked).filter((name) => name !== 'npm-shrinkwrap.json')).toEqual([
      ...['CHANGELOG.md', 'README.md', 'SECURITY.md', 'bin', 'dist', 'docs', 'migrations', 'package.json'],
    ]);
    expect(fs.readdirSync(path.join(unpacked, 'docs'))).toEqual(['openapi-admin.json', 'openapi.json']);
    expect(fs.readdirSync(path.join(unpacked, 'migrations'))).toEqual(
      fs.readdirSync(path.join(repository, 'migrations')),
    );
    expect(filesBelow(path.join(unpacked, 'dist'))).toEqual(
      expect.arrayContaining(['src/app/cli.js', 'src/app/main.js', 'src/app/swagger-ui/LICENSE', 'console/index.html']),
    );
    expect(statementsIn(path.join(unpacked, 'dist/src'))).toEqual(statementsIn(path.join(repository, 'src')));
    expect(filesBelow(unpacked).filter((name) => /\.(map|tsx?|tsbuildinfo)$|\/\.|\.test\./.test(name))).toEqual([]);
  });

  /** The maximum size of the compressed package, which a registry stores and users download. */
  const maxTarballBytes = 2 * 1024 * 1024;

  test('is smaller than 2 MiB', () => {
    expect(fs.statSync(tarball).size).toBeLessThan(maxTarballBytes);
  });

  const run = (...args: readonly string[]) =>
    spawnSync(programIn(folder), args, {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], LEDGER_DATA_DIR: path.join(folder, 'data') },
    });

  test('prints its version and its usage', () => {
    expect(run('--version')).toMatchObject({ status: 0, stdout: `${manifest.version}\n`, stderr: '' });
    expect(run('--help')).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Usage: ledger /), stderr: '' });
  });

  test.each(['serve', 'migrate'])(
    'prints one line of advice and creates nothing if %s finds no database',
    (command) => {
      const { status, stdout, stderr } = run(command);
      expect([status, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(
        /^There is no database: DATABASE_URL is not set, and the embedded PostgreSQL is not installed \(.*\)\. Set DATABASE_URL to .*\.\n$/,
      );
      expect(fs.existsSync(path.join(folder, 'data'))).toBe(false);
    },
  );

  test('serves on the embedded database if it is installed, with the measured options of Node', async () => {
    Object.keys(manifest.optionalDependencies).forEach(link);
    const service = await serveInstalled(folder, { LEDGER_DATA_DIR: home.dataDirectory });
    try {
      expect(await statusesOf(service, '/readyz', '/docs/swagger-ui-bundle.js', '/console/')).toEqual([200, 200, 200]);
      // The process id belongs to node itself: the shell script has replaced itself with node, so that signals reach the service.
      expect(fs.readFileSync(`/proc/${service.pid}/cmdline`, 'utf8').split('\0')).toContain('--max-semi-space-size=32');
    } finally {
      expect(await service.stop()).toEqual({ code: 0, stderr: '' });
    }
  });
});
