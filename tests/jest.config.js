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
  // A test that takes longer waits for something that never comes, also where other programs use both cores.
  testTimeout: 300_000,
  // A worker that has nothing left to do still needs a moment to end; one that does not end is told.
  workerGracefulExitTimeout: 30_000,
  testEnvironment: '<rootDir>/tests/support/warm-environment.js',
  runtime: '<rootDir>/tests/support/warm-runtime.js',
  testSequencer: '<rootDir>/tests/support/longest-first.js',
  // They wait for PostgreSQL and for other processes as often as for a core.
  maxWorkers: 3,
  // What a worker keeps of the files it ran grows slowly; it begins anew between two of them.
  workerIdleMemoryLimit: '1GB',
};
