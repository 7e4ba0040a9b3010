/** What `make test-memory` runs: tests of the API on the service in memory, so no database is started. */
const { globalSetup, globalTeardown, ...shared } = require('./jest.config');

process.env.LEDGER_TEST_STORE = 'memory';

/** Files that stay out, each with what they need: statements of their own, other processes, or PostgreSQL itself. */
const files = {
  'attributes-at-once': 'processes',
  'attributes-backfill': 'statements',
  'bank-1993': 'statements',
  'command-line': 'processes',
  'command-line-events': 'processes',
  'command-line-export': 'processes',
  'command-line-import': 'processes',
  'command-line-lists': 'processes',
  'command-line-operators': 'processes',
  'command-line-webhooks': 'processes',
  'database-killed': 'PostgreSQL',
  'demo-profiles-command': 'processes',
  'embedded-postgres': 'PostgreSQL',
  'embedded-postgres-access': 'PostgreSQL',
  'embedded-postgres-restart': 'PostgreSQL',
  'exports-reading': 'PostgreSQL',
  'fair-shares': 'statements',
  'first-start': 'processes',
  'hostile-input': 'statements',
  'import-killed': 'processes',
  isolation: 'statements',
  'kill-nine': 'processes',
  'own-database': 'PostgreSQL',
  'owner-without-superuser': 'PostgreSQL',
  package: 'processes',
  'path-of-a-posting': 'PostgreSQL',
  pooler: 'PostgreSQL',
  'posting-at-once': 'statements',
  'rate-budgets': 'processes',
  replica: 'PostgreSQL',
  'strings-command-line': 'processes',
  'strings-killed': 'processes',
  'try-it-out': 'processes',
  'webhooks-workers': 'processes',
};

/** The same for single tests of files that otherwise run, by what their names contain. */
const tests = {
  'and are judged at once, however many ways lead through them': 'statements',
  'is read as a tree, whole and by code': 'statements',
  'fails a transaction with PERIOD_LOCKED': 'statements',
  'never change, whatever is tried': 'statements',
  'are found too where they were accepted before ids were kept in one case': 'statements',
  'are told that the first still runs, while another process works on it': 'locks',
  'are served in turn or told to come back, and none loses its connection': 'locks',
  'is in use while another request with it still runs': 'locks',
  'while its key is in use': 'locks',
  'while another request with its key still runs': 'locks',
  'asks for the rate from the source’s currency to the target’s, and keeps it with the legs': 'statements',
  'are good for a day, in their own direction': 'statements',
  'is guarded by the database itself against': 'PostgreSQL',
  'is not taken for one:': 'statements',
  'takes entries and changes like any other': 'statements',
  'keeps its currency, for the service and for the database': 'PostgreSQL',
  'answers 503 when its ledger is held by somebody else': 'locks',
  'answers 500 without a word about why, when something breaks': 'PostgreSQL',
  'are counted over two processes': 'processes',
  'are locked in ledger order, whichever way value moves': 'locks',
  'answers 503 while the database takes nobody in, and 200 afterwards': 'PostgreSQL',
  'logs each request with its id and key where that is asked for': 'processes',
  'sends traces of requests and statements to an OTLP endpoint': 'processes',
};

module.exports = {
  ...shared,
  testMatch: ['<rootDir>/tests/api/**/*.test.ts'],
  testPathIgnorePatterns: Object.keys(files).map((file) => `/tests/api/${file}\\.test\\.ts$`),
  testNamePattern: `^(?!.*(${Object.keys(tests).join('|')}))`,
};
