/** `make test-memory` runs these tests: those of the API on the service in memory, so no database is started. */
const { globalSetup, ...shared } = require('./jest.config');
const { files, tests } = require('./lanes/on-memory');

module.exports = {
  ...shared,
  globalTeardown: '<rootDir>/tests/support/stop-services.ts',
  testMatch: ['<rootDir>/tests/api/**/*.test.ts'],
  testPathIgnorePatterns: Object.keys(files).map((file) => `/tests/api/${file}\\.test\\.ts$`),
  testEnvironmentOptions: { variables: { LEDGER_TEST_STORE: 'memory' }, leftOut: Object.keys(tests) },
};
