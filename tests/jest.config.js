/** One PostgreSQL server for the whole run, one database a test file, cloned from a migrated template. */
module.exports = {
  rootDir: '..',
  testMatch: ['<rootDir>/tests/**/*.test.ts'],
  transform: {
    '^.+\\.ts$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, sourceMaps: 'inline' }],
  },
  globalSetup: '<rootDir>/tests/support/start-database.ts',
  globalTeardown: '<rootDir>/tests/support/stop-database.ts',
  // Still being finished: they have a target of their own until they are, `make test-more`.
  testPathIgnorePatterns: process.env.LEDGER_TEST_MORE
    ? ['/node_modules/']
    : [
        '/node_modules/',
        '/tests/model/model.test.ts',
        '/tests/(api|contract|unit)/(attributes|strings?)',
        '/tests/api/every-endpoint',
      ],
  testTimeout: 120_000,
  maxWorkers: 2,
};
