/** One PostgreSQL server for the whole run, one database a test file, cloned from a migrated template. */
module.exports = {
  rootDir: '..',
  testMatch: ['<rootDir>/tests/**/*.test.ts'],
  transform: {
    '^.+\\.ts$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, sourceMaps: 'inline' }],
  },
  globalSetup: '<rootDir>/tests/support/start-database.ts',
  globalTeardown: '<rootDir>/tests/support/stop-database.ts',
  testTimeout: 120_000,
  testSequencer: '<rootDir>/tests/support/longest-first.js',
  maxWorkers: 2,
};
