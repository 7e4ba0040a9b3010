/** `make test-citus` runs the tests of the API and of the cluster itself, on the cluster that CITUS_URL names. */
const shared = require('./jest.config');

process.env.LEDGER_TEST_STORE = 'cluster';

/** Test files of the API that do not run on a cluster, each with the reason. */
const files = {
  'command-line': 'reaches its database as the owner',
  'demo-profiles-command': 'reaches its database as the owner',
  'strings-command-line': 'reaches its database as the owner',
  'database-killed': 'kills its PostgreSQL',
  'embedded-postgres': 'starts servers of its own',
  'embedded-postgres-access': 'starts servers of its own',
  'embedded-postgres-restart': 'starts servers of its own',
  'first-start': 'starts servers of its own',
  'kill-nine': 'starts servers of its own',
  'own-database': 'sets up databases of its own',
  'owner-without-superuser': 'sets up databases of its own',
  'path-of-a-posting': 'counts files, not answers',
  pooler: 'puts a pooler before a server of its own',
  replica: 'a replica is of one node',
};

module.exports = {
  ...shared,
  testMatch: ['<rootDir>/tests/api/**/*.test.ts', '<rootDir>/tests/cluster/**/*.test.ts'],
  testPathIgnorePatterns: Object.keys(files).map((file) => `/tests/api/${file}\\.test\\.ts$`),
};
