/** What `npm pack` gives: a package that runs where only the packages that it names as its own are installed. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { freePort, install, until, type Installed } from '../support/service-process';

jest.setTimeout(240_000);

const repository = path.resolve(__dirname, '../..');
const isNpmInstalled = spawnSync('npm', ['--version']).status === 0;
/** Skips visibly where there is none. */
const describeWithNpm = isNpmInstalled ? describe : describe.skip;

interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}
const manifest = JSON.parse(fs.readFileSync(path.join(repository, 'package.json'), 'utf8')) as Manifest;

describeWithNpm('the package, unpacked into an empty folder', () => {
  let folder: string;
  let ledger: string;
  let home: Installed;

  beforeAll(() => {
    home = install();
    folder = fs.mkdtempSync(path.join(fs.realpathSync(tmpdir()), 'ledger-package-'));
    const modules = path.join(folder, 'node_modules');
    const unpacked = path.join(modules, 'ledger');
    fs.mkdirSync(unpacked, { recursive: true });
    // `make test` built dist: packing it again must not need the tools that build it.
    const packed = spawnSync('npm', ['pack', '--ignore-scripts', '--offline', '--pack-destination', folder], {
      cwd: repository,
      encoding: 'utf8',
      env: { ...process.env, npm_config_cache: path.join(folder, 'cache') },
    });
    const file = fs.readdirSync(folder).find((name) => name.endsWith('.tgz'));
    if (file === undefined) throw new Error(`npm pack gave nothing: ${packed.stderr}`);
    spawnSync('tar', ['-xzf', path.join(folder, file), '-C', unpacked, '--strip-components=1']);
    for (const name of Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })) {
      const installed = path.join(repository, 'node_modules', name);
      if (!fs.existsSync(installed)) continue;
      fs.mkdirSync(path.dirname(path.join(modules, name)), { recursive: true });
      fs.symlinkSync(installed, path.join(modules, name));
    }
    // As npm links it.
    fs.mkdirSync(path.join(modules, '.bin'));
    ledger = path.join(modules, '.bin', 'ledger');
    fs.symlinkSync('../ledger/bin/ledger', ledger);
  });
  afterAll(async () => {
    await home.remove();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  const filesOf = (name: string): readonly string[] => fs.readdirSync(path.join(folder, 'node_modules/ledger', name));

  const statementsIn = (root: string): readonly string[] =>
    fs
      .readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.sql'))
      .sort();

  test('holds the program, its migrations and its documents, and neither tests nor sources', () => {
    expect([...filesOf('.')].sort()).toEqual([
      'README.md',
      'bin',
      'clients',
      'dist',
      'docs',
      'migrations',
      'package.json',
    ]);
    expect(filesOf('migrations')).toEqual(fs.readdirSync(path.join(repository, 'migrations')));
    expect(filesOf('dist/app')).toEqual(expect.arrayContaining(['main.js', 'cli.js']));
    expect(statementsIn(path.join(folder, 'node_modules/ledger/dist'))).toEqual(
      statementsIn(path.join(repository, 'src')),
    );
  });

  const run = (argument: string) =>
    spawnSync(ledger, [argument], { cwd: folder, encoding: 'utf8', env: { PATH: process.env['PATH'] } });

  test('says its version and how to use it', () => {
    expect(run('--version')).toMatchObject({ status: 0, stdout: `${manifest.version}\n`, stderr: '' });
    expect(run('--help')).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Usage: ledger /), stderr: '' });
  });

  test('serves on the embedded database, with the options of Node that it is measured with', async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const environment = { LEDGER_DATA_DIR: home.dataDirectory, PORT: String(port), LOG_LEVEL: 'warn' };
    const service = spawn(ledger, ['serve'], {
      cwd: folder,
      env: { PATH: process.env['PATH'], ...environment },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let stderr = '';
    service.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    const ended = once(service, 'exit');
    try {
      await until(
        'it is ready',
        async () => {
          if (service.exitCode !== null) throw new Error(`it did not start: ${stderr}`);
          return fetch(`${url}/readyz`).then(
            ({ ok }) => ok,
            () => false,
          );
        },
        60_000,
      );
      const bundle = await fetch(`${url}/docs/swagger-ui-bundle.js`);
      // Read to its end: an answer left half read keeps its connection, and so this process, until memory is tidied up.
      await bundle.arrayBuffer();
      expect(bundle.status).toBe(200);
      // The shell that began has become node: signals reach the service itself.
      expect(fs.readFileSync(`/proc/${service.pid}/cmdline`, 'utf8').split('\0')).toContain('--max-semi-space-size=32');
    } finally {
      service.kill('SIGTERM');
    }
    expect([...(await ended), stderr]).toEqual([0, null, '']);
  });
});
