/** What `make test-memory` runs: tests of the API on the service in memory, so no database is started. */
const { globalSetup, globalTeardown, ...shared } = require('./jest.config');

process.env.LEDGER_TEST_STORE = 'memory';

module.exports = {
  ...shared,
  testMatch: ['<rootDir>/tests/api/**/*.test.ts'],
  // What asks PostgreSQL whether anything was written asks memory instead.
  moduleNameMapper: { '^\\.\\./support/(untouched|requests)$': '<rootDir>/tests/memory/support/$1.ts' },
};
