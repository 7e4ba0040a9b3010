/** The page runner detects the faults of a page: a runner that accepts everything would prove nothing. */
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { toldOf } from '../../support/outside';
import { blocksOf, runPage, type PageOptions } from '../../support/page-runner';

let folder: string;

beforeAll(() => {
  folder = fs.mkdtempSync(path.join(tmpdir(), 'ledger-pages-'));
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const fence = '```';
const page = (...blocks: readonly (readonly [info: string, text: string])[]): string => {
  const file = path.join(folder, 'page.md');
  fs.writeFileSync(file, blocks.map(([info, text]) => `Words.\n\n${fence}${info}\n${text}\n${fence}\n`).join('\n'));
  return path.relative(path.resolve(__dirname, '../../..'), file);
};
const run = (options: PageOptions, ...blocks: readonly (readonly [string, string])[]) =>
  runPage(page(...blocks), options);

test('blocks run in order in one shell, and see the variables of earlier blocks', async () => {
  const ran = await run(
    { yours: { NAME: "it's" } },
    ['sh yours', 'NAME=…'],
    ['sh', 'GREETING="Hello, $NAME"'],
    ['sh', 'echo "$GREETING"'],
    ['text', 'Hello, …'],
  );
  expect(ran.map(({ stdout }) => stdout.trim())).toEqual(['', '', "Hello, it's"]);
});

test.each<[string, RegExp, PageOptions, (readonly [string, string])[]]>([
  [
    'a block that fails, by its line',
    /page\.md:9 ended with 3: out\nerr$/,
    {},
    [
      ['sh', 'true'],
      ['sh', 'echo out; echo err >&2; exit 3'],
      ['sh', 'true'],
    ],
  ],
  ['a command that fails in the middle of a block', /ended with 1/, {}, [['sh', 'false\ntrue']]],
  [
    'a shown text that differs from the output',
    /shows\ngood day\n\nand this was printed:\ngood night/,
    {},
    [
      ['sh', 'echo good night'],
      ['text', 'good day'],
    ],
  ],
  ['a variable that the test does not give', /asks for NAME; the test gives $/, {}, [['sh yours', 'NAME=…']]],
  [
    'a value that the page does not ask for',
    /asks for ; the test gives NAME/,
    { yours: { NAME: '' } },
    [['sh', 'true']],
  ],
  ['an unknown word after the language', /nobody knows what `sh skipped` means/, {}, [['sh skipped', 'true']]],
  ['a block that takes too long', /ended with SIGKILL/, { withinMs: 200 }, [['sh', 'sleep 60']]],
])('reports %s', async (_, said, options, blocks) => {
  await expect(run(options, ...blocks)).rejects.toThrow(said);
});

test('a page sees no variables of the test, and processes that it leaves running are ended', async () => {
  const [block] = await run({ programs: { systemctl: 'echo "told: $*"' } }, [
    'sh',
    'sleep 60 &\necho $!\nsystemctl stop it\nenv | cut -d= -f1 | sort | xargs',
  ]);
  const [pid = '', told, names] = block?.stdout.split('\n') ?? [];
  expect([told, names]).toEqual(['told: stop it', expect.stringMatching(/^HOME LANG( OLDPWD)? PATH PWD( _)?$/)]);
  // A process that has ended is a zombie until its new parent collects it.
  const [, state] = /^State:\s+(\w)/m.exec(toldOf(Number(pid), 'status') ?? '') ?? [];
  expect([undefined, 'Z']).toContain(state);
});

test('a block in a list is found', () => {
  expect(blocksOf(`- so\n\n  ${fence}sh\n  echo a\n    b\n  ${fence}\n`)).toEqual([
    { line: 3, words: ['sh'], text: 'echo a\n  b\n' },
  ]);
});

/**
 * Whether a block starts a service with npx and ends it with `kill`. npx does not pass on the signal, so the service would keep running and
 * keep its port.
 */
const stopsNpx = (text: string): boolean => /\bnpx [^\n&]*(?<!&)&\s*$/m.test(text) && /\bkill \$!/.test(text);

test('no page stops by `kill $!` a service that npx started', () => {
  const repository = path.resolve(__dirname, '../../..');
  const folders = ['docs', 'deploy', 'clients'].flatMap((name) =>
    fs
      .readdirSync(path.join(repository, name), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.md') && !file.includes('node_modules'))
      .map((file) => path.join(name, file)),
  );
  const wrong = ['README.md', ...folders].filter((file) =>
    stopsNpx(
      blocksOf(fs.readFileSync(path.join(repository, file), 'utf8'))
        .map(({ text }) => text)
        .join('\n'),
    ),
  );
  expect(folders.length).toBeGreaterThan(30);
  expect(wrong).toEqual([]);
  expect(stopsNpx('PORT=1 npx ledger serve > out 2> log &\nkill $!\n')).toBe(true);
});
