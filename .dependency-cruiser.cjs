/**
 * The boundary rules, executed by tests/architecture. Each has a canary there that breaks it on purpose. Type-only imports
 * count. Every room has a sentence that says what it is and a list of what it may import, and all else is forbidden: a
 * folder, a package or a context that nobody has thought of yet is so too. `make docs` writes the tables of contexts and
 * rooms in docs/architecture.md from these rules.
 */
const { readdirSync } = require('node:fs');

/** What each context owns, and which others it may know, through the public interface alone. */
const ladder = {
  access: {
    owns: 'tenants and their logs, API keys, keys of administrators, operators and their sessions, capabilities, rate budgets',
    knows: [],
  },
  attributes: { owns: 'attribute definitions, strict mode, judging attributes', knows: [] },
  catalog: { owns: 'transaction codes: parameters, templates, expansion into entries', knows: [] },
  ledgering: {
    owns: "ledgers, accounts, sets, journals, transactions, entries, balances, period locks, the ledger's log",
    knows: ['catalog', 'attributes'],
  },
  strings: { owns: 'strings, members, convert, transfer, rates', knows: ['ledgering', 'attributes'] },
  events: {
    owns: "the feed of a ledger's events (pages, waiting for the next, streams), webhook endpoints and deliveries",
    knows: ['ledgering'],
  },
  proof: {
    owns: 'trees over the logs of ledgers and tenants, signed checkpoints, receipts',
    knows: ['access', 'ledgering'],
  },
  reports: {
    owns: 'trial balance, balance sheet, income and cash flow statement, general ledger, aging; the journal as other programs read it',
    knows: ['ledgering'],
  },
  administration: {
    owns: 'the schedule of verifications; the routes of /admin/v1, which call the public interfaces of other contexts',
    knows: ['access', 'ledgering', 'strings', 'proof'],
  },
};
/** The adapter folders that serve ports, and the tools of each: packages, or modules of Node. */
const drivers = {
  memory: { is: 'stores that need no database', tools: [] },
  postgres: { is: 'stores in PostgreSQL, with their statements in `.sql` files', tools: ['@mikro-orm', 'pg'] },
  redis: { is: 'rate budgets that processes share', tools: ['ioredis'] },
  files: { is: 'the signing key and the checkpoints, kept apart from the database', tools: ['fs/promises', 'path'] },
  rates: { is: 'sources of exchange rates', tools: [] },
  webhooks: {
    is: 'requests to the receivers of events and checkpoints',
    tools: ['dns/promises', 'http', 'https', 'net', 'string_decoder'],
  },
};
/** What they know of the application: what is asked of them stands in `ports.ts`, or in a file that ends with `reader.ts`. */
const ports = 'application/(ports|[a-z-]*reader)\\.ts$';
/** How a context answers over HTTP, for the HTTP of those who pass its refusals on. */
const answers = '^src/modules/[^/]+/http/answers\\.ts$';
/**
 * The bench fills books faster than posting could, and `ledger verify` has to hold of them. So the domain makes what is
 * written, and the service's own stores write the accounts.
 */
const neededToFillBooks =
  '(application/(ports|reader)|domain/(account|chain|event|posting|transaction|formats/index))\\.ts$';

/** The files of the app with which the bench starts the service that it measures. */
const startsServices = '^src/app/(config|embedded-database|installation|log|runtime|server)\\.ts$';

const face = '^src/modules/[^/]+/index\\.ts$';
const wiring = '^src/modules/[^/]+/wiring\\.ts$';
const kernel = '^src/kernel/[^/]+\\.ts$';
/** What runs: the event loop, the machine's clock, loops, lines and pauses, caches. No domain and no public interface may import it. */
const running = '^src/kernel/running/';
const packageRoot = '^src/kernel/running/package-root\\.ts$';
/** The public interface of a workspace. Nobody outside it imports any other file of it. */
const workspaceFace = '^packages/[^/]+/src/index\\.ts$';
const node = (...names) => `^(node:)?(${names.join('|')})$`;
const allOfNode = node('[a-z0-9_/]+');
/** Hashes and random bytes, which are no I/O. Code that waits asks the clock. */
const quietNode = node('crypto');
const dependencies = (...names) => `node_modules/(${names.join('|').replaceAll('.', '\\.')})/`;

// Read where the rules are run, as the paths in them are.
const contexts = readdirSync('src/modules');
for (const context of contexts)
  if (!Object.hasOwn(ladder, context))
    throw new Error(
      `src/modules/${context} has no row in the ladder of .dependency-cruiser.cjs. Say there which contexts it may know.`,
    );

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
/** A room: the sentence that says what it is, and all that it may import. */
const allow = (name, is, room, allowed) => forbid(name, is, { path: room }, { pathNot: allowed });

module.exports = {
  forbidden: [
    // The rooms of a context, which is $1.
    allow(
      'domain-is-pure',
      'values, rules and lasting formats, as pure functions that decide',
      '^src/modules/([^/]+)/domain/',
      ['^src/modules/$1/domain/', kernel, node('crypto'), dependencies('fp-ts', 'decimal.js')],
    ),
    allow(
      'application-knows-no-tool',
      'use cases and ports: they read, let the domain decide, and write',
      '^src/modules/([^/]+)/application/',
      ['^src/modules/$1/(domain|application)/', face, kernel, running, quietNode, dependencies('fp-ts')],
    ),
    allow(
      'http-drives-the-application',
      'routes, codecs, views, and the status of each refusal',
      '^src/modules/(?!administration/)([^/]+)/http/',
      [
        ...['^src/modules/$1/(domain|application|http)/', '^src/modules/$1/index\\.ts$'],
        ...[answers, kernel, '^src/kernel/http/', quietNode, dependencies('io-ts', 'fp-ts')],
      ],
    ),
    allow(
      'administration-drives-faces',
      'the routes of `/admin/v1`, which call the public interfaces of other contexts',
      '^src/modules/administration/http/',
      [
        ...['^src/modules/administration/(domain|application|http)/', '^src/modules/administration/index\\.ts$'],
        ...[face, answers, kernel, '^src/kernel/http/', quietNode, dependencies('io-ts', 'fp-ts')],
      ],
    ),
    ...Object.entries(drivers).map(([folder, { is, tools }]) =>
      allow(`${folder}-serves-ports`, is, `^src/modules/([^/]+)/${folder}/`, [
        ...[`^src/modules/$1/${folder}/`, '^src/modules/$1/domain/', `^src/modules/$1/${ports}`],
        ...[kernel, running, `^src/kernel/${folder}/`, quietNode, node(...tools), dependencies(...tools)],
      ]),
    ),
    allow(
      'face-is-narrow',
      'the public interface: all that other contexts may call',
      '^src/modules/([^/]+)/index\\.ts$',
      ['^src/modules/$1/(domain|application)/', face, kernel],
    ),
    allow('wiring-wires', 'says which adapter serves which port', '^src/modules/([^/]+)/wiring\\.ts$', [
      '^src/modules/$1/',
      face,
      kernel,
      running,
      '^src/kernel/[^/]+/tokens\\.ts$',
      dependencies('inversify'),
    ]),
    // Between the contexts.
    forbid(
      'through-faces',
      'another context only through its index.ts, and for HTTP through its http/answers.ts',
      { path: '^src/modules/([^/]+)/' },
      { path: '^src/modules/', pathNot: ['^src/modules/$1/', face, answers] },
    ),
    ...contexts.map((context) =>
      forbid(
        `${context}-ladder`,
        ladder[context].owns,
        { path: `^src/modules/${context}/` },
        { path: '^src/modules/', pathNot: `^src/modules/(${[context, ...ladder[context].knows].join('|')})/` },
      ),
    ),
    forbid(
      'modules-know-no-app',
      'contexts know neither how they are put together nor the workspaces beside src',
      { path: '^src/modules/' },
      { path: '^(src|packages)/', pathNot: '^src/(modules|kernel)/' },
    ),
    // The rooms of the house.
    allow(
      'kernel-is-vocabulary',
      'the shared vocabulary: ids, money, time, pages, refusals, and the ports of clock and unit of work',
      '^src/kernel/(?!network\\.ts$)[^/]+\\.ts$',
      [kernel, node('crypto'), dependencies('fp-ts', 'inversify', 'uuidv7')],
    ),
    allow(
      'addresses-are-numbers',
      'addresses and networks, as numbers; it connects to nothing',
      '^src/kernel/network\\.ts$',
      [kernel, node('net')],
    ),
    allow('kernel-speaks-http', 'what routes are made of: codecs, rows, the OpenAPI document', '^src/kernel/http/', [
      ...['^src/kernel/http/', kernel, running, allOfNode, dependencies('koa', '@koa', 'raw-body', 'io-ts', 'fp-ts')],
    ]),
    allow(
      'kernel-speaks-sql',
      'the connections, units of work, migrations, and the one door for raw SQL',
      '^src/kernel/postgres/',
      [...['^src/kernel/postgres/', kernel, running, allOfNode, dependencies(...drivers.postgres.tools)]],
    ),
    allow(
      'kernel-runs',
      'the machinery of the event loop: turns, background loops, clocks, shares, caches',
      '^src/kernel/running/(?!package-root\\.ts$)',
      [running, kernel],
    ),
    allow('package-is-found', 'finds the folder of the installed package', packageRoot, [node('fs', 'path')]),
    allow('kernel-in-memory', 'units of work without a database', '^src/kernel/memory/', [
      ...['^src/kernel/memory/', kernel],
    ]),
    // The workspaces: what is not the ledger.
    forbid(
      'workspaces-have-faces',
      'src imports of a workspace its src/index.ts and nothing else',
      { path: '^src/' },
      { path: '^packages/', pathNot: workspaceFace },
    ),
    forbid(
      'workspaces-keep-apart',
      'a workspace imports of another one its src/index.ts and nothing else',
      { path: '^packages/([^/]+)/' },
      { path: '^packages/', pathNot: ['^packages/$1/', workspaceFace] },
    ),
    allow(
      'import-asks-the-routes',
      "reads other programs' files, and asks the routes that it is handed",
      '^packages/import/src/',
      [
        ...['^packages/import/src/', kernel, '^src/kernel/http/', face, dependencies('io-ts', 'fp-ts', 'saxes')],
        node('buffer', 'crypto', 'fs', 'fs/promises', 'os', 'path'),
      ],
    ),
    allow(
      'mcp-asks-the-api',
      'the ledger for language models: a client of the API like any other',
      '^packages/mcp/src/',
      ['^packages/mcp/src/', node('crypto', 'stream'), dependencies('@modelcontextprotocol')],
    ),
    allow(
      'console-asks-faces',
      'signs people in, serves the pages, takes uploads',
      '^packages/console/src/(server/|index\\.ts$)',
      [
        ...['^packages/console/src/server/', kernel, '^src/kernel/http/', running],
        ...[face, '^packages/import/src/index\\.ts$'],
        node('http', 'fs', 'path'),
        dependencies('koa', 'io-ts', 'fp-ts'),
      ],
    ),
    allow(
      'app-through-faces',
      'configuration, composition, command line, and what happens to every request',
      '^src/app/',
      [...['^src/(app|kernel)/', workspaceFace, face, wiring, allOfNode, 'node_modules/']],
    ),
    allow(
      'embedded-postgres-knows-no-ledger',
      'the PostgreSQL of a start without DATABASE_URL; all that it knows of the ledger comes as options',
      '^packages/embedded-postgres/src/',
      [
        '^packages/embedded-postgres/src/',
        allOfNode,
        dependencies('pg', '@types/pg', 'embedded-postgres', '@embedded-postgres'),
      ],
    ),
    allow(
      'demo-books-ask-the-routes',
      'sample books of businesses, made through the routes as a client would',
      '^packages/demo-books/src/',
      ['^packages/demo-books/src/', kernel, face, '^src/app/(compose|in-process)\\.ts$', quietNode],
    ),
    allow(
      'bench-measures',
      'measures the service against the textbook way, on the same PostgreSQL',
      '^packages/bench/src/(?!postgres/)',
      [
        ...['^packages/bench/src/', kernel, packageRoot, face, '^packages/embedded-postgres/src/index\\.ts$'],
        ...[startsServices, allOfNode],
      ],
    ),
    allow(
      'bench-fills-books',
      'fills books faster than posting could, with what the domain and the stores of the service write',
      '^packages/bench/src/postgres/',
      [
        ...['^packages/bench/src/', kernel, '^src/kernel/postgres/', face, startsServices],
        ...[`^src/modules/ledgering/${neededToFillBooks}`, allOfNode, dependencies(...drivers.postgres.tools)],
      ],
    ),
    allow(
      'console-asks-the-api',
      'the pages of the console in the browser, a client of the API like any other',
      '^packages/console/src/web/(?!vite\\.config\\.mjs$)',
      [
        ...['^packages/console/src/web/', '^clients/typescript/(admin-)?schema\\.ts$'],
        dependencies('preact', 'wouter-preact', 'uplot', 'openapi-fetch'),
      ],
    ),
    forbid(
      'rooms-are-known',
      'a folder has its rules here before it has its first file',
      {
        path: '^(src|packages)/',
        pathNot: [
          ...[
            '^src/(app|kernel/(http|memory|postgres|running))/',
            '^packages/(bench|demo-books|embedded-postgres|import|mcp)/src/',
            '^packages/console/src/(index\\.ts$|server/|web/)',
            kernel,
            face,
            wiring,
          ],
          `^src/modules/[^/]+/(domain|application|http|${Object.keys(drivers).join('|')})/`,
        ],
      },
      {},
    ),
    // What is wanted in few places only.
    forbid(
      'inversify-in-wiring',
      'inversify only in wiring, token and the composition root',
      {
        path: '^(src|packages)/',
        pathNot: [wiring, '^src/kernel/token\\.ts$', '^src/app/(compose|in-memory|installation)\\.ts$'],
      },
      { path: dependencies('inversify') },
    ),
    forbid(
      'decimal-in-one-place',
      'decimal.js only where amounts are evaluated exactly',
      { path: '^(src|packages)/', pathNot: '^src/modules/catalog/domain/exact\\.ts$' },
      { path: dependencies('decimal.js') },
    ),
    forbid('no-cycles', 'what is imported in a circle cannot be understood one at a time', {}, { circular: true }),
    forbid(
      'no-orphans',
      'a file nobody imports is not part of the house',
      { orphan: true, pathNot: ['^src/app/(main|cli)\\.ts$'] },
      {},
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    includeOnly: ['^src', '^packages/[^/]+/src/', '^clients', 'node_modules', allOfNode],
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      ...{ exportsFields: ['exports'], conditionNames: ['require', 'node', 'types'] },
      // The tool looks for fewer files, and for no file twice: nothing changes while the rules are run.
      ...{ extensions: ['.ts', '.tsx', '.js', '.json', '.d.ts'], cachedInputFileSystem: { cacheDuration: 600_000 } },
    },
  },
};
