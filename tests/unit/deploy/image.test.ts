/** The image, as far as the Dockerfile shows: `make test-package` also executes its steps. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as path from 'node:path';
import { promisify } from 'node:util';
import { drainMs } from '../../../src/app/listen';
import {
  complaintAbout,
  dockerfile,
  finalStage,
  healthCommand,
  isLetIn,
  isSetting,
  read,
  restOf,
} from '../../support/deploy';
import { filesBelow, repository } from '../../support/packed';

const image = finalStage();

test('the image does not run as root, uses the exec form, and stops on SIGTERM', () => {
  expect(restOf(image, 'USER')).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  expect(restOf(image, 'STOPSIGNAL')).toBe('SIGTERM');
  const entrypoint = JSON.parse(restOf(image, 'ENTRYPOINT')) as string[];
  expect(entrypoint).toEqual([`${restOf(image, 'WORKDIR')}/bin/ledger`]);
  expect(complaintAbout(JSON.parse(restOf(image, 'CMD')) as string[])).toBeUndefined();
});

test('the image listens on all addresses, and sets only variables that the service knows', () => {
  const variables = restOf(image, 'ENV')
    .split(' ')
    .map((each) => each.split('=') as [string, string]);
  expect(variables.map(([name]) => name).filter((name) => !isSetting(name))).toEqual([]);
  expect(Object.fromEntries(variables)).toMatchObject({ HOST: '0.0.0.0' });
});

test('the base images name their version and that of a Node that the package supports', () => {
  const froms = dockerfile()
    .filter(({ name }) => name === 'FROM')
    .map(({ rest }) => rest.split(' ')[0] as string);
  expect(froms).toEqual([expect.stringMatching(/^node:\$\{NODE_VERSION\}-/), expect.stringMatching(/-slim$/)]);
  const [, ...version] = /^NODE_VERSION=(\d+)\.(\d+)\.\d+$/.exec(restOf(dockerfile(), 'ARG')) ?? [];
  const { engines } = JSON.parse(fs.readFileSync(path.join(repository, 'package.json'), 'utf8')) as {
    engines: { node: string };
  };
  const [, ...least] = /^>=(\d+)\.(\d+)$/.exec(engines.node) ?? [];
  const ordered = (parts: readonly string[]): number => Number(parts[0]) * 1_000 + Number(parts[1]);
  expect(ordered(version)).toBeGreaterThanOrEqual(ordered(least));
});

test('the make targets of the image name only files in its build context', async () => {
  const runs = dockerfile().filter(({ name }) => name === 'RUN');
  const targets = runs.flatMap(({ rest }) => /^make ([\w ]+?) +&& npm pack/.exec(rest)?.[1]?.split(' ') ?? []);
  const output = async (program: string, ...args: readonly string[]): Promise<string> =>
    (await promisify(execFile)(program, args, { cwd: repository })).stdout;
  const commands = await output('make', '--dry-run', '--always-make', ...targets);
  const tracked = new Set((await output('git', 'ls-files')).trim().split('\n'));
  const named = commands.split(/[\s'";|()]+/).filter((word) => tracked.has(word));
  expect(named).toContain('tsconfig.json');
  expect(named.filter((name) => !isLetIn(name))).toEqual([]);
});

test('the build context has the program and its build files, and no books, secrets or history', () => {
  const manifest = JSON.parse(fs.readFileSync(path.join(repository, 'package.json'), 'utf8')) as { files: string[] };
  const packed = manifest.files.filter((name) => !/^!|^dist$|^npm-shrinkwrap/.test(name));
  const needed = [
    ...packed,
    'src/app/main.ts',
    'packages/console/src/web/index.html',
    'Makefile',
    'tsconfig.json',
    '.npmrc',
  ];
  expect(needed.filter((name) => !isLetIn(name) || !fs.existsSync(path.join(repository, name)))).toEqual([]);
  const hidden = [
    '.data/postgres.password',
    '.git/config',
    '.env',
    'deploy/secrets/database_url',
    'node_modules/pg',
    'dist/app',
  ];
  expect(hidden.filter(isLetIn)).toEqual([]);
  expect(filesBelow(path.join(repository, 'tests')).filter((name) => isLetIn(`tests/${name}`))).toEqual([]);
  const workspaces = fs.readdirSync(path.join(repository, 'packages')).map((name) => `packages/${name}`);
  expect(workspaces.filter((name) => !isLetIn(`${name}/package.json`) || isLetIn(`${name}/tests/a.test.ts`))).toEqual(
    [],
  );
  const manifests = dockerfile().flatMap(({ name, rest }) => (name === 'COPY' ? rest.split(' ').slice(0, -1) : []));
  // npm refuses a lock file if it does not find all its workspaces.
  expect(manifests).toEqual(expect.arrayContaining(workspaces.map((name) => `${name}/package.json`)));
});

describe('the health check of the image', () => {
  /** The exit status of the health check when the service answers with this status; undefined for a port on which nothing listens. */
  const asked = async (status: number | undefined): Promise<number | string | undefined> => {
    const paths: (string | undefined)[] = [];
    const server = createServer(({ url }, response) => {
      paths.push(url);
      response.writeHead(status ?? 0).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    if (status === undefined) server.close();
    const [program, ...args] = healthCommand();
    expect(program).toBe('node');
    const ended = await new Promise<number | string | undefined>((resolve) =>
      execFile(process.execPath, args, { env: { PORT: String(port) } }, (fault) => resolve(fault?.code ?? 0)),
    );
    server.close();
    expect(paths).toEqual(status === undefined ? [] : ['/healthz']);
    return ended;
  };

  test.each([
    [200, 0],
    [503, 1],
    [undefined, 1],
  ])('with the answer %p exits with %p', async (status, code) => {
    expect(await asked(status)).toBe(code);
  });
});

test('every deployment waits at least twice the drain time before it kills the service', () => {
  const waits = {
    compose: Number(/stop_grace_period: (\d+)s\n {2}mem_limit/.exec(read('compose.yaml'))?.[1]),
    systemd: Number(/TimeoutStopSec=(\d+)/.exec(read('systemd/ledger-api.service'))?.[1]),
    helm: Number(/terminationGracePeriodSeconds: (\d+)/.exec(read('helm/ledger/templates/deployments.yaml'))?.[1]),
  };
  for (const seconds of Object.values(waits)) expect(seconds * 1000).toBeGreaterThanOrEqual(2 * drainMs);
});
