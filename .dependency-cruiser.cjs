/**
 * The boundary rules of docs/architecture.md, executed by tests/architecture. Each has a canary there that breaks it on
 * purpose. Type-only imports count. Every room of the house has a list of what it may import, and all else is forbidden: a
 * folder, a package or a context that nobody has thought of yet is so too.
 */
const { readdirSync } = require('node:fs');

/** Who may know whom, through the face alone. */
const ladder = {
  access: [],
  attributes: [],
  catalog: [],
  ledgering: ['catalog', 'attributes'],
  strings: ['ledgering', 'attributes'],
  events: ['ledgering'],
  proof: ['access', 'ledgering'],
  reports: ['ledgering'],
  administration: ['access', 'ledgering', 'strings'],
};
/** The adapter folders that serve ports, and what each is there to talk to: packages, or modules of Node. */
const drivers = {
  memory: [],
  postgres: ['@mikro-orm', 'pg'],
  redis: ['redis'],
  files: ['fs/promises', 'path'],
  rates: [],
  webhooks: ['dns/promises', 'http', 'https', 'net', 'string_decoder'],
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
/** What runs: the event loop, the machine's clock, loops, lines and pauses, caches. No domain and no face may import it. */
const running = '^src/kernel/running/';
const packageRoot = '^src/kernel/running/package-root\\.ts$';
/** The face of a workspace. Nobody outside it imports any other file of it. */
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
/** All that a room may import. */
const allow = (name, comment, room, allowed) => forbid(name, comment, { path: room }, { pathNot: allowed });

module.exports = {
  forbidden: [
    // The rooms of a context, which is $1.
    allow(
      'domain-is-pure',
      'domain imports its own domain, the root files of the kernel, fp-ts and hashing',
      '^src/modules/([^/]+)/domain/',
      ['^src/modules/$1/domain/', kernel, node('crypto'), dependencies('fp-ts', 'decimal.js')],
    ),
    allow(
      'application-knows-no-tool',
      'application imports its own domain, application and face, the faces of others, the root files of the kernel, what runs, and fp-ts',
      '^src/modules/([^/]+)/application/',
      ['^src/modules/$1/(domain|application)/', face, kernel, running, quietNode, dependencies('fp-ts')],
    ),
    allow(
      'http-drives-the-application',
      'http imports its own domain, application and face, how other contexts answer, the kernel and its HTTP, and codecs',
      '^src/modules/(?!administration/)([^/]+)/http/',
      [
        '^src/modules/$1/((domain|application|http)/|index\\.ts$)',
        ...[answers, kernel, '^src/kernel/http/', quietNode, dependencies('io-ts', 'fp-ts')],
      ],
    ),
    allow(
      'administration-drives-faces',
      'its http drives the faces of others as its own application, and imports what any other may',
      '^src/modules/administration/http/',
      [
        '^src/modules/administration/((domain|application|http)/|index\\.ts$)',
        ...[face, answers, kernel, '^src/kernel/http/', quietNode, dependencies('io-ts', 'fp-ts')],
      ],
    ),
    ...Object.entries(drivers).map(([folder, tools]) =>
      allow(
        `${folder}-serves-ports`,
        `${folder} imports the ports that it serves, its own domain, the kernel, and ${tools.join(' and ') || 'no tool'}`,
        `^src/modules/([^/]+)/${folder}/`,
        [
          `^src/modules/$1/(${folder}/|domain/|${ports})`,
          ...[kernel, running, `^src/kernel/${folder}/`, quietNode, node(...tools), dependencies(...tools)],
        ],
      ),
    ),
    allow(
      'face-is-narrow',
      'the face imports its own domain and application, the faces of others and the root files of the kernel',
      '^src/modules/([^/]+)/index\\.ts$',
      ['^src/modules/$1/(domain|application)/', face, kernel],
    ),
    allow(
      'wiring-wires',
      'wiring imports all of its own context, the faces of others, the root files and tokens of the kernel, what runs, and Inversify',
      '^src/modules/([^/]+)/wiring\\.ts$',
      ['^src/modules/$1/', face, kernel, running, '^src/kernel/[^/]+/tokens\\.ts$', dependencies('inversify')],
    ),
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
        `${context} may know ${ladder[context].join(' and ') || 'nobody'}`,
        { path: `^src/modules/${context}/` },
        { path: '^src/modules/', pathNot: `^src/modules/(${[context, ...ladder[context]].join('|')})/` },
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
      'the root files of the kernel are for every layer, so they carry neither HTTP nor a database into it',
      '^src/kernel/(?!network\\.ts$)[^/]+\\.ts$',
      [kernel, node('crypto'), dependencies('fp-ts', 'inversify', 'uuidv7')],
    ),
    allow(
      'addresses-are-numbers',
      'what an address is, Node knows best; nothing is connected',
      '^src/kernel/network\\.ts$',
      [...[kernel, node('net')]],
    ),
    allow('kernel-speaks-http', 'http in the kernel knows no database and no context', '^src/kernel/http/', [
      ...['^src/kernel/http/', kernel, running, allOfNode, dependencies('koa', '@koa', 'raw-body', 'io-ts', 'fp-ts')],
    ]),
    allow('kernel-speaks-sql', 'postgres in the kernel knows no HTTP and no context', '^src/kernel/postgres/', [
      ...['^src/kernel/postgres/', kernel, running, allOfNode, dependencies(...drivers.postgres)],
    ]),
    allow(
      'kernel-runs',
      'what runs knows no HTTP, no database and no context',
      '^src/kernel/running/(?!package-root\\.ts$)',
      [running, kernel],
    ),
    allow('package-is-found', 'its root is the folder with its package.json', packageRoot, [node('fs', 'path')]),
    allow('kernel-in-memory', 'memory in the kernel knows no HTTP, no database and no context', '^src/kernel/memory/', [
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
      'the import reads files and asks the routes that it is handed: it imports itself, the kernel and its HTTP, faces and codecs',
      '^packages/import/src/',
      [
        ...['^packages/import/src/', kernel, '^src/kernel/http/', face, dependencies('io-ts', 'fp-ts', 'saxes')],
        node('buffer', 'crypto', 'fs', 'fs/promises', 'os', 'path'),
      ],
    ),
    allow(
      'mcp-asks-the-api',
      'what language models are served asks the REST API and knows nothing else of the ledger: it imports itself, the SDK and Node',
      '^packages/mcp/src/',
      ['^packages/mcp/src/', node('crypto', 'stream'), dependencies('@modelcontextprotocol')],
    ),
    allow(
      'console-asks-faces',
      'the server side of the console drives faces, as HTTP does: it imports itself, the kernel, its HTTP and what runs, faces, that of the import too, and codecs, and reads the files of its pages',
      '^packages/console/src/(server/|index\\.ts$)',
      [
        ...['^packages/console/src/server/', kernel, '^src/kernel/http/', running],
        ...[face, '^packages/import/src/index\\.ts$'],
        node('http', 'fs', 'path'),
        dependencies('koa', 'io-ts', 'fp-ts'),
      ],
    ),
    allow('app-through-faces', 'the app knows of a context its face and its wiring; it may use any tool', '^src/app/', [
      ...['^src/(app|kernel)/', workspaceFace, face, wiring, allOfNode, 'node_modules/'],
    ]),
    allow(
      'embedded-postgres-knows-no-ledger',
      'the embedded database imports itself, Node, pg and its binaries: what is the ledger about it comes as options',
      '^packages/embedded-postgres/src/',
      [
        '^packages/embedded-postgres/src/',
        allOfNode,
        dependencies('pg', '@types/pg', 'embedded-postgres', '@embedded-postgres'),
      ],
    ),
    allow(
      'demo-books-ask-the-routes',
      'the sample books are made through the routes, as a client would: they import themselves, the kernel, faces, and how the app asks its own routes',
      '^packages/demo-books/src/',
      ['^packages/demo-books/src/', kernel, face, '^src/app/(compose|in-process)\\.ts$', quietNode],
    ),
    allow(
      'bench-measures',
      'the bench imports itself, the kernel, faces, and of the app what starts a service; the code that fills books, also what is named for it above, and SQL',
      '^packages/bench/src/(?!postgres/)',
      [
        ...['^packages/bench/src/', kernel, packageRoot, face, '^packages/embedded-postgres/src/index\\.ts$'],
        ...[startsServices, allOfNode],
      ],
    ),
    allow('bench-fills-books', 'see above', '^packages/bench/src/postgres/', [
      ...['^packages/bench/src/', kernel, '^src/kernel/postgres/', face, startsServices],
      ...[`^src/modules/ledgering/${neededToFillBooks}`, allOfNode, dependencies(...drivers.postgres)],
    ]),
    allow(
      'console-asks-the-api',
      'what runs in the browser imports itself, what it is drawn with, and of all the rest the types of the API alone',
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
