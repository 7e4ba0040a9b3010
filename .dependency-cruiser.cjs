/**
 * The boundary rules of docs/architecture.md, executed by tests/architecture. Each has a canary there that breaks it on
 * purpose. Type-only imports count.
 */
const contexts = ['access', 'attributes', 'catalog', 'ledgering', 'strings'];
/** Who may know whom, through the face alone. */
const ladder = {
  access: [],
  attributes: [],
  catalog: [],
  ledgering: ['catalog', 'attributes'],
  strings: ['ledgering', 'attributes'],
};
const module_ = (context) => `^src/modules/${context}/`;
const others = (context) => contexts.filter((other) => other !== context);

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

module.exports = {
  forbidden: [
    forbid(
      'domain-is-pure',
      'domain imports only its own domain, the root files of the kernel, fp-ts and hashing',
      { path: '^src/modules/([^/]+)/domain/' },
      {
        pathNot: [
          '^src/modules/$1/domain/',
          '^src/kernel/[^/]+\\.ts$',
          '^fp-ts',
          'node_modules/fp-ts',
          '^(node:)?crypto$',
          'node_modules/decimal\\.js/',
        ],
      },
    ),
    forbid(
      'application-knows-no-tool',
      'application imports no adapter folder, no framework and no driver',
      { path: '^src/modules/[^/]+/application/' },
      { path: ['/(http|postgres|redis)/', 'node_modules/(koa|@koa|@mikro-orm|pg|redis|prom-client|inversify|io-ts)'] },
    ),
    forbid(
      'http-never-meets-postgres',
      'drivers and stores do not know each other',
      { path: '/http/' },
      { path: ['/postgres/', 'node_modules/(@mikro-orm|pg)/'] },
    ),
    forbid(
      'postgres-never-meets-http',
      'stores and drivers do not know each other',
      { path: '/postgres/' },
      { path: ['/http/', 'node_modules/(koa|@koa)/'] },
    ),
    ...contexts.map((context) =>
      forbid(
        `${context}-through-faces`,
        'another context only through its index.ts, and only from application or wiring (the face may name their types)',
        { path: module_(context) },
        {
          path: others(context).map(module_),
          pathNot: others(context).map((other) => `^src/modules/${other}/index\\.ts$`),
        },
      ),
    ),
    ...contexts.map((context) =>
      forbid(
        `${context}-faces-from-inside`,
        'domain, http and postgres know no other context at all',
        { path: `^src/modules/${context}/(domain|http|postgres)/` },
        { path: others(context).map(module_) },
      ),
    ),
    ...contexts.map((context) =>
      forbid(
        `${context}-ladder`,
        `${context} may know ${ladder[context].join(' and ') || 'nobody'}`,
        { path: module_(context) },
        {
          path: others(context)
            .filter((other) => !ladder[context].includes(other))
            .map(module_),
        },
      ),
    ),
    forbid(
      'edge-tools-at-the-edge',
      'koa and io-ts only in http folders, the server and the configuration',
      { path: '^src/', pathNot: ['/http/', '^src/app/'] },
      { path: 'node_modules/(koa|koa-helmet|@koa|io-ts|raw-body)/' },
    ),
    forbid(
      'drivers-in-postgres',
      'MikroORM and pg only in postgres folders, the embedded database and where the process is put together',
      { path: '^src/', pathNot: ['/postgres/', '^src/app/', '^src/embedded-postgres/'] },
      { path: 'node_modules/(@mikro-orm|pg|knex)/' },
    ),
    forbid(
      'measured-in-app',
      'what is counted is said through kernel/observations; prom-client and OpenTelemetry only where the process is put together',
      { path: '^src/', pathNot: ['^src/app/'] },
      { path: 'node_modules/(prom-client|@opentelemetry)/' },
    ),
    forbid(
      'inversify-in-wiring',
      'inversify only in wiring, token and the composition root',
      { path: '^src/', pathNot: ['/wiring\\.ts$', '^src/kernel/token\\.ts$', '^src/app/(compose|installation)\\.ts$'] },
      { path: 'node_modules/inversify/' },
    ),
    forbid(
      'decimal-in-one-place',
      'decimal.js only where amounts are evaluated exactly',
      { path: '^src/', pathNot: ['^src/kernel/money\\.ts$', '^src/modules/catalog/domain/exact\\.ts$'] },
      { path: 'node_modules/decimal\\.js/' },
    ),
    forbid(
      'kernel-knows-no-module',
      'the kernel is vocabulary',
      { path: '^src/kernel/' },
      { path: '^src/(modules|app|embedded-postgres)/' },
    ),
    forbid(
      'modules-know-no-app',
      'contexts do not know how they are put together',
      { path: '^src/modules/' },
      { path: '^src/(app|embedded-postgres)/' },
    ),
    forbid(
      'embedded-postgres-knows-no-ledger',
      'the embedded database imports itself, Node, pg and its binaries: what is the ledger about it comes as options',
      { path: '^src/embedded-postgres/' },
      {
        pathNot: ['^src/embedded-postgres/', 'node_modules/(@types/)?pg/', 'node_modules/@?embedded-postgres/'],
        dependencyTypesNot: ['core'],
      },
    ),
    forbid(
      'embedded-postgres-through-its-face',
      'the embedded database only through its index.ts',
      { path: '^src/', pathNot: ['^src/embedded-postgres/'] },
      { path: '^src/embedded-postgres/', pathNot: ['^src/embedded-postgres/index\\.ts$'] },
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
    includeOnly: ['^src', 'node_modules', '^(node:)?[a-z_/]+$'],
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['require', 'node', 'types'] },
  },
};
