/** One PostgreSQL server for the whole run, one database a test file, cloned from a migrated template. */
module.exports = {
  rootDir: '..',
  testMatch: ['<rootDir>/tests/**/*.test.ts'],
  transform: {
    '^.+\\.ts$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, sourceMaps: 'inline' }],
  },
  // Another version of the driver than the one we pinned: `make test-next`.
  moduleNameMapper: process.env.LEDGER_TEST_PG ? { '^pg$': process.env.LEDGER_TEST_PG } : {},
  globalSetup: '<rootDir>/tests/support/start-database.ts',
  globalTeardown: '<rootDir>/tests/support/stop-database.ts',
  testTimeout: 120_000,
  testSequencer: '<rootDir>/tests/support/longest-first.js',
  maxWorkers: 2,
};
