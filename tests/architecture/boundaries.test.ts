/** The boundary rules of .dependency-cruiser.cjs: the repository obeys them, and each rule detects a violation. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { spawnSync } from 'node:child_process';

const root = join(__dirname, '..', '..');

interface Violation {
  readonly rule: { readonly name: string };
  readonly from: string;
  readonly to: string;
}

/** Runs the rules on a folder, and returns the violations. */
const violationsIn = (folder: string): readonly Violation[] => {
  const run = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'),
      ...['src', 'packages'],
      '--config',
      '.dependency-cruiser.cjs',
      '--output-type',
      'json',
    ],
    { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  if (!run.stdout.startsWith('{')) throw new Error(run.stderr || run.stdout);
  const { summary } = JSON.parse(run.stdout) as { summary: { violations: readonly Violation[] } };
  return summary.violations;
};

/**
 * A rule, a file, and an import that the rule forbids in that file: one of our files, a package, or a module of Node. The import is null if
 * the rule forbids the file itself.
 */
type Canary = readonly [rule: string, file: string, imported: string | null];

const isOurs = (imported: string): boolean => /^(src|packages)\//.test(imported);

/**
 * Creates a tree with only these files, each with all its forbidden imports, and returns the violations. All imports are type-only, because
 * the rules must detect these too.
 */
const violationsOf = (canaries: readonly Canary[]): readonly Violation[] => {
  const texts = new Map<string, string>();
  for (const [, file, imported] of canaries) {
    texts.set(file, texts.get(file) ?? 'export const nothing = 0;\n');
    if (imported === null) continue;
    const path = isOurs(imported) ? relative(dirname(file), imported).replace(/^(?!\.)/, './') : imported;
    const name = `It${texts.get(file)?.length}`;
    texts.set(
      file,
      `${texts.get(file)}import type * as ${name} from '${path}';\nexport type Of${name} = typeof ${name};\n`,
    );
    if (isOurs(imported)) texts.set(imported, texts.get(imported) ?? 'export const nothing = 0;\n');
  }
  const folder = mkdtempSync(join(tmpdir(), 'canary-'));
  try {
    for (const name of ['node_modules', '.dependency-cruiser.cjs', 'tsconfig.json'])
      symlinkSync(join(root, name), join(folder, name));
    for (const [file, text] of texts) {
      mkdirSync(join(folder, dirname(file)), { recursive: true });
      writeFileSync(join(folder, `${file}.ts`), text);
    }
    return violationsIn(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const isOf = ([rule, file, imported]: Canary, violation: Violation): boolean =>
  violation.rule.name === rule &&
  violation.from === `${file}.ts` &&
  (imported === null || isOurs(imported)
    ? violation.to === `${imported ?? file}.ts`
    : [imported.replace(/^node:/, ''), imported].includes(violation.to) ||
      violation.to.includes(`node_modules/${imported}/`));

const canaries: readonly Canary[] = [
  ['domain-is-pure', 'src/modules/access/domain/a', 'koa'],
  ['domain-is-pure', 'src/modules/access/domain/a', 'node:fs'],
  ['domain-is-pure', 'src/modules/access/domain/a', 'src/modules/access/application/b'],
  ['domain-is-pure', 'src/modules/ledgering/domain/a', 'src/modules/catalog/index'],

  ['application-knows-no-tool', 'src/modules/strings/application/a', 'io-ts'],
  ['application-knows-no-tool', 'src/modules/strings/application/a', 'koa'],
  ['application-knows-no-tool', 'src/modules/strings/application/a', 'pg'],
  ['application-knows-no-tool', 'src/modules/strings/application/a', 'pino'],
  ['application-knows-no-tool', 'src/modules/strings/application/a', 'prom-client'],
  ['application-knows-no-tool', 'src/modules/strings/application/a', 'inversify'],
  ['application-knows-no-tool', 'src/modules/strings/application/a', 'node:http'],
  ['application-knows-no-tool', 'src/modules/strings/application/a', 'node:http2'],
  ['application-knows-no-tool', 'src/modules/strings/application/a', 'node:fs/promises'],
  ['application-knows-no-tool', 'src/modules/strings/application/a', 'src/modules/strings/http/b'],
  ['application-knows-no-tool', 'src/modules/strings/application/a', 'src/modules/strings/postgres/b'],
  ['application-knows-no-tool', 'src/modules/strings/application/a', 'src/modules/strings/rates/b'],
  ['application-knows-no-tool', 'src/modules/strings/application/a', 'src/modules/attributes/http/answers'],
  ['application-knows-no-tool', 'src/modules/strings/application/a', 'src/kernel/http/b'],

  ['http-drives-the-application', 'src/modules/strings/http/a', 'pg'],
  ['http-drives-the-application', 'src/modules/strings/http/a', 'src/modules/strings/postgres/a'],
  ['http-drives-the-application', 'src/modules/strings/http/a', 'src/modules/attributes/index'],
  ['http-drives-the-application', 'src/modules/strings/http/a', 'src/modules/attributes/http/status'],

  ['postgres-serves-ports', 'src/modules/ledgering/postgres/a', 'koa'],
  ['postgres-serves-ports', 'src/modules/ledgering/postgres/a', 'src/modules/ledgering/http/b'],
  ['postgres-serves-ports', 'src/modules/ledgering/postgres/a', 'src/modules/ledgering/application/reverse'],
  ['postgres-serves-ports', 'src/modules/ledgering/postgres/a', 'src/modules/ledgering/index'],
  ['postgres-serves-ports', 'src/modules/strings/postgres/a', 'src/modules/strings/http/a'],
  ['memory-serves-ports', 'src/modules/ledgering/memory/a', 'src/modules/ledgering/postgres/b'],
  ['memory-serves-ports', 'src/modules/ledgering/memory/a', 'src/modules/ledgering/application/reverse'],
  ['memory-serves-ports', 'src/modules/ledgering/memory/a', 'src/modules/attributes/index'],
  ['memory-serves-ports', 'src/modules/ledgering/memory/a', 'src/kernel/postgres/b'],
  ['memory-serves-ports', 'src/modules/strings/memory/a', 'pg'],
  ['files-serves-ports', 'src/modules/proof/files/a', 'node:http'],
  ['files-serves-ports', 'src/modules/proof/files/a', 'src/modules/proof/postgres/b'],
  ['redis-serves-ports', 'src/modules/access/redis/a', 'src/modules/access/postgres/b'],
  ['redis-serves-ports', 'src/modules/access/redis/a', 'src/modules/access/application/rate-windows'],
  ['rates-serves-ports', 'src/modules/strings/rates/a', 'pg'],
  ['rates-serves-ports', 'src/modules/strings/rates/a', 'src/modules/ledgering/index'],
  ['webhooks-serves-ports', 'src/modules/events/webhooks/a', 'node:fs'],
  ['webhooks-serves-ports', 'src/modules/events/webhooks/a', 'pg'],
  ['webhooks-serves-ports', 'src/modules/events/webhooks/a', 'src/modules/events/index'],
  ['webhooks-serves-ports', 'src/modules/events/webhooks/a', 'src/modules/events/application/deliver'],
  ['webhooks-serves-ports', 'src/modules/events/webhooks/a', 'src/modules/ledgering/index'],

  ['face-is-narrow', 'src/modules/access/index', 'src/modules/access/postgres/b'],
  ['face-is-narrow', 'src/modules/access/index', 'src/modules/access/http/b'],
  ['wiring-wires', 'src/modules/strings/wiring', 'pg'],
  ['wiring-wires', 'src/modules/strings/wiring', 'src/modules/ledgering/wiring'],

  ['through-faces', 'src/modules/strings/application/a', 'src/modules/ledgering/domain/b'],
  ['through-faces', 'src/modules/strings/application/a', 'src/modules/ledgering/wiring'],
  ['through-faces', 'src/modules/strings/postgres/a', 'src/modules/ledgering/domain/b'],
  ['catalog-ladder', 'src/modules/catalog/application/a', 'src/modules/ledgering/index'],
  ['catalog-ladder', 'src/modules/catalog/http/a', 'src/modules/attributes/http/answers'],
  ['modules-know-no-app', 'src/modules/access/wiring', 'src/app/main'],
  ['modules-know-no-app', 'src/modules/access/wiring', 'packages/bench/src/b'],

  ['kernel-is-vocabulary', 'src/kernel/a', 'node:http'],
  ['kernel-is-vocabulary', 'src/kernel/a', 'src/kernel/http/b'],
  ['kernel-is-vocabulary', 'src/kernel/a', 'src/modules/access/index'],
  ['kernel-speaks-http', 'src/kernel/http/a', 'pg'],
  ['kernel-speaks-http', 'src/kernel/http/a', 'src/kernel/postgres/b'],
  ['kernel-speaks-sql', 'src/kernel/postgres/a', 'koa'],
  ['kernel-speaks-sql', 'src/kernel/postgres/a', 'src/kernel/http/b'],
  ['kernel-in-memory', 'src/kernel/memory/a', 'src/kernel/postgres/b'],
  ['kernel-in-memory', 'src/kernel/memory/a', 'src/modules/ledgering/index'],
  ['kernel-in-memory', 'src/kernel/memory/a', 'node:fs'],
  ['kernel-runs', 'src/kernel/running/fair-shares/a', 'src/kernel/postgres/b'],
  ['kernel-runs', 'src/kernel/running/fair-shares/a', 'src/modules/ledgering/index'],
  ['kernel-runs', 'src/kernel/running/fair-shares/a', 'node:fs'],
  // The folder kernel/running contains tools for concurrency. The domain must not import them, because its functions wait for nothing.
  ['domain-is-pure', 'src/modules/ledgering/domain/a', 'src/kernel/running/fair-shares/b'],
  ['domain-is-pure', 'src/modules/reports/domain/a', 'src/kernel/running/slices'],
  ['domain-is-pure', 'src/modules/reports/domain/a', 'src/kernel/running/event-loop'],
  ['face-is-narrow', 'src/modules/reports/index', 'src/kernel/running/slices'],
  ['kernel-is-vocabulary', 'src/kernel/a', 'src/kernel/running/b'],
  ['http-drives-the-application', 'src/modules/strings/http/a', 'src/kernel/running/b'],
  ['import-asks-the-routes', 'packages/import/src/a', 'src/kernel/running/b'],
  ['mcp-asks-the-api', 'packages/mcp/src/a', 'src/kernel/b'],
  ['mcp-asks-the-api', 'packages/mcp/src/a', 'src/modules/ledgering/index'],
  ['mcp-asks-the-api', 'packages/mcp/src/a', 'node:fs'],
  ['app-through-faces', 'src/app/a', 'packages/mcp/src/reading'],
  ['app-through-faces', 'src/app/a', 'src/modules/ledgering/domain/b'],
  ['app-through-faces', 'src/app/a', 'src/modules/ledgering/application/ports'],
  ['app-through-faces', 'src/app/a', 'src/modules/ledgering/memory/b'],
  ['app-through-faces', 'src/app/a', 'src/modules/ledgering/postgres/b'],
  ['app-through-faces', 'src/app/a', 'src/modules/ledgering/http/b'],
  ['app-through-faces', 'src/app/a', 'packages/embedded-postgres/src/place'],
  ['import-asks-the-routes', 'packages/import/src/a', 'src/app/compose'],
  ['import-asks-the-routes', 'packages/import/src/a', 'src/kernel/postgres/b'],
  ['import-asks-the-routes', 'packages/import/src/a', 'src/modules/ledgering/http/operations/batches'],
  ['import-asks-the-routes', 'packages/import/src/a', 'src/modules/reports/domain/journal/formats'],
  ['import-asks-the-routes', 'packages/import/src/a', 'pg'],
  ['import-asks-the-routes', 'packages/import/src/a', 'node:http'],
  // No layer may import timers, because code may only wait through the clock.
  ['application-knows-no-tool', 'src/modules/access/application/a', 'node:timers/promises'],
  ['http-drives-the-application', 'src/modules/access/http/a', 'node:timers/promises'],
  ['administration-drives-faces', 'src/modules/administration/http/a', 'node:timers/promises'],
  ['postgres-serves-ports', 'src/modules/access/postgres/a', 'node:timers/promises'],
  ['redis-serves-ports', 'src/modules/access/redis/a', 'node:timers/promises'],
  ['webhooks-serves-ports', 'src/modules/events/webhooks/a', 'node:perf_hooks'],
  ['kernel-is-vocabulary', 'src/kernel/a', 'node:timers/promises'],
  ['import-asks-the-routes', 'packages/import/src/a', 'node:timers/promises'],
  ['mcp-asks-the-api', 'packages/mcp/src/a', 'node:timers/promises'],
  ['administration-drives-faces', 'src/modules/administration/http/a', 'src/modules/access/domain/tenant'],
  ['administration-drives-faces', 'src/modules/administration/http/a', 'src/kernel/postgres/b'],
  ['addresses-are-numbers', 'src/kernel/network', 'node:http'],
  ['app-through-faces', 'src/app/a', 'packages/import/src/rows'],
  ['app-through-faces', 'src/app/a', 'packages/console/src/server/routes'],
  ['console-asks-faces', 'packages/console/src/server/a', 'src/app/server'],
  ['console-asks-faces', 'packages/console/src/server/a', 'src/modules/access/domain/operator'],
  ['console-asks-faces', 'packages/console/src/server/a', 'packages/import/src/run'],
  ['console-asks-faces', 'packages/console/src/server/a', 'src/kernel/postgres/b'],
  ['console-asks-faces', 'packages/console/src/server/a', 'node:child_process'],
  ['embedded-postgres-knows-no-ledger', 'packages/embedded-postgres/src/a', 'src/kernel/b'],
  ['embedded-postgres-knows-no-ledger', 'packages/embedded-postgres/src/a', 'src/app/config'],
  ['embedded-postgres-knows-no-ledger', 'packages/embedded-postgres/src/a', '@mikro-orm/postgresql'],
  ['kernel-speaks-sql', 'src/kernel/postgres/a', 'packages/embedded-postgres/src/index'],
  ['postgres-serves-ports', 'src/modules/access/postgres/a', 'packages/embedded-postgres/src/index'],
  ['bench-measures', 'packages/bench/src/a', 'packages/embedded-postgres/src/place'],
  ['bench-measures', 'packages/bench/src/a', 'pg'],
  ['bench-measures', 'packages/bench/src/a', 'src/modules/ledgering/domain/account'],
  ['bench-fills-books', 'packages/bench/src/postgres/a', 'src/modules/ledgering/domain/draft'],
  ['bench-fills-books', 'packages/bench/src/postgres/a', 'src/modules/ledgering/application/reverse'],
  ['bench-fills-books', 'packages/bench/src/postgres/a', 'src/modules/ledgering/postgres/b'],
  ['console-asks-the-api', 'packages/console/src/web/a', 'src/kernel/b'],
  ['console-asks-the-api', 'packages/console/src/web/a', 'src/app/b'],
  ['console-asks-the-api', 'packages/console/src/web/a', 'fp-ts'],
  ['console-asks-the-api', 'packages/console/src/web/a', 'node:fs'],
  ['rooms-are-known', 'src/modules/strings/folders/a', 'src/modules/strings/application/ports'],
  ['rooms-are-known', 'src/modules/strings/answers', 'src/modules/strings/index'],
  ['rooms-are-known', 'packages/console/src/a', 'src/kernel/b'],
  ['rooms-are-known', 'packages/reports/src/a', 'src/kernel/b'],
  ['workspaces-have-faces', 'src/kernel/http/a', 'packages/import/src/rows'],
  ['workspaces-have-faces', 'src/app/a', 'packages/bench/src/stage'],
  ['workspaces-keep-apart', 'packages/bench/src/a', 'packages/import/src/rows'],
  ['workspaces-keep-apart', 'packages/console/src/server/a', 'packages/import/src/run'],
  ['demo-books-ask-the-routes', 'packages/demo-books/src/a', 'src/app/serve'],
  ['demo-books-ask-the-routes', 'packages/demo-books/src/a', 'src/modules/ledgering/domain/b'],
  ['demo-books-ask-the-routes', 'packages/demo-books/src/a', 'pg'],
  ['bench-measures', 'packages/bench/src/a', 'src/app/compose'],
  ['modules-know-no-app', 'src/modules/access/wiring', 'packages/import/src/index'],
  ['kernel-runs', 'src/kernel/running/a', 'src/kernel/postgres/b'],
  ['kernel-runs', 'src/kernel/running/a', 'src/modules/ledgering/index'],
  ['kernel-runs', 'src/kernel/running/a', 'node:http'],
  ['package-is-found', 'src/kernel/running/package-root', 'src/kernel/b'],
  ['rooms-are-known', 'src/kernel/redis/a', 'src/kernel/b'],

  ['inversify-in-wiring', 'src/app/a', 'inversify'],
  ['decimal-in-one-place', 'src/modules/catalog/domain/a', 'decimal.js'],
  // The row of postgres-serves-ports has the opposite import, so the two imports form a cycle.
  ['no-cycles', 'src/modules/strings/http/a', 'src/modules/strings/postgres/a'],
  ['no-orphans', 'src/kernel/alone', null],
];

describe('the boundary rules', () => {
  test('hold in the whole repository', () => {
    expect(violationsIn(root)).toEqual([]);
  });

  test('keep the embedded database free of names from the ledger', () => {
    const room = join(root, 'packages/embedded-postgres/src');
    const texts = readdirSync(room).map((file) => readFileSync(join(room, file), 'utf8'));
    expect(texts.flatMap((text) => text.match(/.*(ledger|DATABASE_URL).*/gi) ?? [])).toEqual([]);
  });

  describe('catch', () => {
    let caught: readonly Violation[];
    beforeAll(() => {
      caught = violationsOf(canaries);
    });

    test.each(canaries)('by %s: %s, which imports %s', (rule, file, imported) => {
      const those = caught.filter(({ from }) => from === `${file}.ts`);
      expect(those.some((violation) => isOf([rule, file, imported], violation)) || those).toBe(true);
    });
  });

  test('are not run while a context has no row in the ladder', () => {
    const folder = mkdtempSync(join(tmpdir(), 'sixth-'));
    try {
      mkdirSync(join(folder, 'src/modules/sixth'), { recursive: true });
      const rules = JSON.stringify(join(root, '.dependency-cruiser.cjs'));
      const read = spawnSync(process.execPath, ['-e', `require(${rules})`], { cwd: folder, encoding: 'utf8' });
      expect(read.status).toBe(1);
      expect(read.stderr).toContain('src/modules/sixth has no row in the ladder');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('have a canary each', () => {
    const { forbidden } = jest.requireActual<{ forbidden: readonly { readonly name: string }[] }>(
      join(root, '.dependency-cruiser.cjs'),
    );
    // The rules named `…-ladder` are generated in the same way for every context, so the canary for `catalog-ladder` is enough for all of
    // them.
    const names = forbidden.map(({ name }) => name.replace(/^.*-ladder$/, 'catalog-ladder'));
    expect(new Set(canaries.map(([rule]) => rule))).toEqual(new Set(names));
  });
});
