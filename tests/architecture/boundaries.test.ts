/** The boundary rules of .dependency-cruiser.cjs: the house keeps them, and each one really catches what it forbids. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { spawnSync } from 'node:child_process';

const root = join(__dirname, '..', '..');

/** The names of the rules that a tree breaks. */
const brokenRules = (folder: string): readonly string[] => {
  const run = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'),
      'src',
      '--config',
      '.dependency-cruiser.cjs',
      '--output-type',
      'json',
    ],
    { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  if (!run.stdout.startsWith('{')) throw new Error(run.stderr || run.stdout);
  const { summary } = JSON.parse(run.stdout) as {
    summary: { violations: { rule: { name: string }; from: string; to: string }[] };
  };
  return [...new Set(summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`))];
};

/** A tree of its own with only these files. */
const canary = (files: Readonly<Record<string, string>>): readonly string[] => {
  const folder = mkdtempSync(join(tmpdir(), 'canary-'));
  try {
    for (const name of ['node_modules', '.dependency-cruiser.cjs', 'tsconfig.json'])
      symlinkSync(join(root, name), join(folder, name));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(folder, dirname(path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return brokenRules(folder).map((broken) => broken.split(':')[0] ?? '');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const nothing = 'export const nothing = 0;\n';
const from = (path: string): string => `import * as it from '${path}';\nexport const seen = it;\n`;
const typeFrom = (path: string): string => `import type * as It from '${path}';\nexport type Seen = typeof It;\n`;

describe('the boundary rules', () => {
  test('are kept by the house', () => {
    expect(brokenRules(root)).toEqual([]);
  });

  test('let the embedded database name nothing of the ledger', () => {
    const room = join(root, 'src/embedded-postgres');
    const texts = readdirSync(room).map((file) => readFileSync(join(room, file), 'utf8'));
    expect(texts.flatMap((text) => text.match(/.*(ledger|DATABASE_URL).*/gi) ?? [])).toEqual([]);
  });

  test.each<[rule: string, files: Record<string, string>]>([
    ['domain-is-pure', { 'src/modules/access/domain/a.ts': from('koa') }],
    [
      'domain-is-pure',
      {
        'src/modules/access/domain/a.ts': typeFrom('../application/b'),
        'src/modules/access/application/b.ts': nothing,
      },
    ],
    ['domain-is-pure', { 'src/modules/access/domain/a.ts': from('node:fs') }],
    [
      'application-knows-no-tool',
      { 'src/modules/access/application/a.ts': typeFrom('../http/b'), 'src/modules/access/http/b.ts': nothing },
    ],
    ['application-knows-no-tool', { 'src/modules/access/application/a.ts': typeFrom('io-ts') }],
    [
      'http-never-meets-postgres',
      { 'src/modules/access/http/a.ts': from('../postgres/b'), 'src/modules/access/postgres/b.ts': nothing },
    ],
    [
      'postgres-never-meets-http',
      { 'src/modules/access/postgres/a.ts': from('../http/b'), 'src/modules/access/http/b.ts': nothing },
    ],
    [
      'strings-through-faces',
      {
        'src/modules/strings/application/a.ts': typeFrom('../../ledgering/domain/b'),
        'src/modules/ledgering/domain/b.ts': nothing,
      },
    ],
    [
      'ledgering-faces-from-inside',
      { 'src/modules/ledgering/domain/a.ts': typeFrom('../../catalog/index'), 'src/modules/catalog/index.ts': nothing },
    ],
    [
      'catalog-ladder',
      {
        'src/modules/catalog/application/a.ts': typeFrom('../../ledgering/index'),
        'src/modules/ledgering/index.ts': nothing,
      },
    ],
    ['edge-tools-at-the-edge', { 'src/modules/access/application/a.ts': from('koa') }],
    ['drivers-in-postgres', { 'src/modules/access/application/a.ts': from('pg') }],
    ['measured-in-app', { 'src/modules/access/application/a.ts': from('prom-client') }],
    ['inversify-in-wiring', { 'src/modules/access/application/a.ts': from('inversify') }],
    ['decimal-in-one-place', { 'src/modules/catalog/domain/a.ts': from('decimal.js') }],
    [
      'kernel-knows-no-module',
      { 'src/kernel/a.ts': typeFrom('../modules/access/index'), 'src/modules/access/index.ts': nothing },
    ],
    ['modules-know-no-app', { 'src/modules/access/wiring.ts': from('../../app/main'), 'src/app/main.ts': nothing }],
    [
      'modules-know-no-app',
      {
        'src/modules/access/postgres/a.ts': typeFrom('../../../embedded-postgres'),
        'src/embedded-postgres/index.ts': nothing,
      },
    ],
    [
      'kernel-knows-no-module',
      { 'src/kernel/postgres/a.ts': typeFrom('../../embedded-postgres'), 'src/embedded-postgres/index.ts': nothing },
    ],
    [
      'embedded-postgres-knows-no-ledger',
      { 'src/embedded-postgres/a.ts': typeFrom('../kernel/b'), 'src/kernel/b.ts': nothing },
    ],
    [
      'embedded-postgres-knows-no-ledger',
      { 'src/embedded-postgres/a.ts': from('../app/config'), 'src/app/config.ts': nothing },
    ],
    ['embedded-postgres-knows-no-ledger', { 'src/embedded-postgres/a.ts': from('@mikro-orm/postgresql') }],
    [
      'embedded-postgres-through-its-face',
      { 'src/app/a.ts': typeFrom('../embedded-postgres/place'), 'src/embedded-postgres/place.ts': nothing },
    ],
    ['no-cycles', { 'src/kernel/a.ts': from('./b'), 'src/kernel/b.ts': from('./a') }],
    ['no-orphans', { 'src/kernel/a.ts': nothing }],
  ])('%s catches its canary', (rule, files) => {
    expect(canary(files)).toContain(rule);
  });
});
