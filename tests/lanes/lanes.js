/**
 * Assigns test files to lanes. `make test` is quick and runs before every merge; `make proof` takes long, and runs in full at night and in
 * parts in CI. A file that is in no list belongs to `make test`, so that a new file cannot be forgotten.
 */
const { readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
const { files: needMore, tests: testsThatNeedMore } = require('./on-memory');

const repository = join(__dirname, '../..');
const tests = join(repository, 'tests');

/** Folders and files that only `make proof` runs: they start servers, browsers and packages, or run thousands of random rounds. */
const proofOnly = [
  ...['browser', 'clients', 'cluster', 'guides', 'operating', 'package', 'mutants'].map((folder) => `${folder}/`),
  ...['crashing', 'hold-races', 'storm', 'webhooks', 'workers-killed'].map((name) => `faults/${name}.test.ts`),
  ...[
    'bank-1993',
    'database-killed',
    'demo-interrupted',
    'demo-profiles',
    'demo-profiles-command',
    'embedded-postgres',
    'embedded-postgres-access',
  ].map(api),
  ...['embedded-postgres-restart', 'first-start', 'hostile-input', 'import-killed', 'kill-nine'].map(api),
  ...['own-database', 'owner-without-superuser', 'pooler', 'replica', 'strings-killed'].map(api),
  ...['restored-log-webhooks', 'watching', 'webhooks-neighbours', 'webhooks-workers'].map(api),
  ...['contract/replica', 'process/bench-parts', 'process/first-service', 'process/shared-redis'].map(
    (name) => `${name}.test.ts`,
  ),
];

function api(name) {
  return `api/${name}.test.ts`;
}

const isProof = (file) => proofOnly.some((start) => file.startsWith(start));

const all = readdirSync(tests, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts'))
  .sort();
/**
 * The test files of the workspaces in packages/, by their paths from the root of the repository, such as
 * `packages/import/tests/csv.test.ts`.
 */
const ofWorkspaces = readdirSync(join(repository, 'packages')).flatMap((room) =>
  readdirSync(join(repository, 'packages', room, 'tests'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => `packages/${room}/tests/${file}`)
    .sort(),
);
const quick = all.filter((file) => !isProof(file));
const apiFiles = quick.filter((file) => file.startsWith('api/'));
const nameOf = (file) => file.slice('api/'.length, -'.test.ts'.length);

/** Files with long tables, of which `make test` runs every third row, and different rows each day (support/rows-of-today.ts). */
const tablesInTurn = quick.filter((file) => readFileSync(join(tests, file), 'utf8').includes('rowsOfToday('));

/** In so many days, every file of the API that can also run in memory runs on PostgreSQL once. */
const turns = 3;
/** The number of the day since 1970. LEDGER_TEST_DAY sets a different day, to repeat a run. */
const day = Number(process.env.LEDGER_TEST_DAY ?? Math.floor(Date.now() / 86_400_000));
/** A third of the files. Every third file of the list belongs to the same day, so the thirds have equal sizes. */
const ofToday = (files) => files.filter((_, index) => index % turns === day % turns);

/** These files catch deliberate SQL bugs (tests/mutants/list.ts), so they run on PostgreSQL every day. */
const catchBugs = [
  ...['balances', 'batches-atomic', 'idempotency', 'limits-available', 'movements-together', 'protocol-lists'].map(api),
  api('transactions-refusals'),
];

/**
 * Files of which single tests cannot run in memory. Those tests run on PostgreSQL every day, the other tests of the file every third day.
 */
const needMoreInPart = apiFiles.filter((file) => {
  const text = readFileSync(join(tests, file), 'utf8');
  return Object.keys(testsThatNeedMore).some((name) => text.includes(name));
});

/**
 * Families of files that test one thing in several ways: commands that read PostgreSQL, exports that hledger reads, and damage that
 * `verify` finds. None of them catches a deliberate bug alone. A third of each family runs each day, and the proof runs all of them.
 */
const families = [
  ['checkpoints', 'export', 'import', 'lists', 'operators', 'post-again'].map((name) => api(`command-line-${name}`)),
  ['exports', 'exports-monthly', 'exports-profiles'].map((name) => `model/${name}.test.ts`),
  ['tamperings', 'verify-entries', 'verify-keys', 'verify-rewritten', 'verify-stretches', 'verify-undone'].map(
    (name) => `contract/${name}.test.ts`,
  ),
];
const waitsForItsDay = new Set(families.flatMap((family) => family.filter((file) => !ofToday(family).includes(file))));

const onEither = apiFiles.filter((file) => !(nameOf(file) in needMore));
const onPostgresAlone = apiFiles.filter((file) => nameOf(file) in needMore);

/** Files whose tests depend on each other, so all tests of the file run on one store. */
const goTogether = ['every-endpoint', 'strings-rates'].map(api);

const everyDay = new Set([...onPostgresAlone, ...catchBugs, ...goTogether].filter((file) => !waitsForItsDay.has(file)));
const inTurn = new Set(ofToday(onEither.filter((file) => !everyDay.has(file))));
const onPostgres = [...everyDay, ...inTurn];

/**
 * Most files have the same result on PostgreSQL and in memory, so each run uses one of the two stores: memory on two days of three. The
 * files that run on PostgreSQL every day and can also run in memory do so on one day of three.
 */
const onceMore = new Set(ofToday([...catchBugs, ...goTogether]));
const onMemory = onEither.filter((file) => (everyDay.has(file) ? onceMore.has(file) : !inTurn.has(file)));

const proof = all.filter(isProof);
const among = (...starts) => proof.filter((file) => starts.some((start) => file.startsWith(start)));
const proofApi = (...names) => proof.filter((file) => names.some((name) => file === api(name)));

/** The parts of `make proof`, with the minutes that each takes on two idle cores. */
const parts = [
  {
    name: 'api on PostgreSQL',
    minutes: 8,
    variables: { LEDGER_TEST_ROWS: 'full' },
    files: [...new Set([...apiFiles, ...tablesInTurn])],
  },
  {
    name: 'faults',
    minutes: 12,
    alone: true,
    variables: { LEDGER_TEST_FAULTS: 'full' },
    folders: ['faults/', 'contract/house-faults'],
  },
  {
    name: 'workers',
    minutes: 20,
    variables: { LEDGER_TEST_WORKERS: 'full' },
    folders: ['faults/workers-killed'],
  },
  {
    name: 'storm',
    minutes: 25,
    alone: true,
    variables: { LEDGER_TEST_STORM: 'full' },
    folders: ['faults/storm'],
  },
  {
    name: 'kills',
    minutes: 6,
    files: proofApi('database-killed', 'import-killed', 'kill-nine', 'strings-killed', 'first-start'),
  },
  {
    name: 'processes',
    minutes: 5,
    files: [...among('process/'), ...proofApi('watching', 'webhooks-neighbours', 'webhooks-workers')],
  },
  {
    name: 'long contracts',
    minutes: 8,
    variables: {
      ...{
        LEDGER_TEST_COLUMNS: '100',
        LEDGER_TEST_KINDS: '8',
        LEDGER_TEST_TRANSACTIONS: '40000',
        LEDGER_TEST_TAMPERINGS: '100',
      },
      LEDGER_TEST_ROWS: 'full',
    },
    folders: [
      'contract/verify',
      'contract/tamperings',
      'contract/plans',
      'contract/journal-reader',
      'api/reports-known-at',
    ],
  },
  {
    name: 'databases',
    minutes: 5,
    files: [
      ...proofApi('embedded-postgres', 'embedded-postgres-access', 'embedded-postgres-restart', 'own-database'),
      ...proofApi('owner-without-superuser', 'pooler', 'replica'),
      'contract/replica.test.ts',
    ],
  },
  {
    name: 'pages',
    minutes: 6,
    alone: true,
    variables: { LEDGER_TEST_PAGES: 'full' },
    files: among('operating/pages', 'guides/'),
  },
  {
    name: 'backups',
    minutes: 6,
    alone: true,
    variables: { LEDGER_TEST_BACKUPS: 'full' },
    files: among('operating/backups', 'operating/restore', 'operating/ways-in'),
  },
  { name: 'browser', minutes: 9, alone: true, variables: { LEDGER_TEST_BROWSER: 'small' }, folders: ['browser/'] },
  { name: 'package', minutes: 8, alone: true, variables: { LEDGER_TEST_PACKAGE: 'full' }, folders: ['package/'] },
  {
    name: 'clients',
    minutes: 4,
    files: [
      ...among('clients/'),
      ...among('operating/doctor', 'operating/roles'),
      ...proofApi('restored-log-webhooks'),
    ],
  },
  {
    name: 'bank data',
    minutes: 4,
    variables: { LEDGER_TEST_BANK: 'full' },
    files: proofApi('bank-1993', 'demo-interrupted', 'demo-profiles', 'demo-profiles-command'),
  },
  { name: 'hostile values', minutes: 5, variables: { LEDGER_TEST_HOSTILE: 'full' }, files: proofApi('hostile-input') },
  {
    name: 'long model',
    minutes: 11,
    variables: { MODEL_SEQUENCES: '400', DRY_RUN_PAIRS: '5000', LEDGER_TEST_RANDOM: 'full' },
    folders: [
      ...[
        'model/model',
        'model/dry-runs',
        'model/feed',
        'model/holds-at-once',
        'model/one-posting-path',
        'model/readers',
      ],
      ...['unit/catalog', 'unit/edge/client-cases', 'unit/events/network', 'unit/ledgering', 'unit/strings'],
      ...[
        'api/agreement',
        'api/available-on-each-day',
        'api/reports-',
        'api/strings-at-once',
        'contract/entry-lists',
        'contract/feed-balances',
        'contract/sums-over-time',
        'contract/transaction-lists',
      ],
    ],
  },
  {
    // 3,400 random histories of postings for each of three kinds of account, and 850 through the API.
    name: 'histories',
    minutes: 30,
    variables: { LIMITS_HISTORIES: '3400' },
    folders: ['contract/limits-by-day', 'api/available-on-each-day'],
  },
  {
    name: 'interleavings',
    minutes: 14,
    variables: { LEDGER_TEST_INTERLEAVINGS: 'full' },
    folders: ['model/interleavings'],
  },
  {
    name: 'imports',
    minutes: 10,
    alone: true,
    variables: { LEDGER_TEST_IMPORTS: 'full', LEDGER_TEST_ROWS: 'full' },
    folders: ['api/import', 'model/exports'],
  },
  { name: 'neighbours', minutes: 30, command: ['node', ['dist/src/app/cli.js', 'bench', '--only', 'neighbours']] },
];

module.exports = {
  day,
  /** Tests outside the API. Each of these files decides itself which database it needs. */
  plain: quick.filter((file) => !file.startsWith('api/') && !waitsForItsDay.has(file)),
  families,
  /** Tests that need no database. `make test` runs them together with the unit tests. */
  ofWorkspaces,
  /** Test files that can run in memory and do not run on PostgreSQL today. */
  onMemory,
  /**
   * The test files that run on PostgreSQL today: those that cannot run in memory, those that catch deliberate bugs, and a third of the
   * others.
   */
  onPostgres,
  /** Files of which only some tests run on PostgreSQL today: those that cannot run in memory. */
  onPostgresInPart: needMoreInPart.filter((file) => !onPostgres.includes(file)),
  /**
   * The files of which `make test` runs every test on PostgreSQL today. If `make test` has just run, the first part of the proof skips
   * these files.
   */
  wholeOnPostgres: onPostgres.filter((file) => !tablesInTurn.includes(file)),
  proof,
  parts,
};
