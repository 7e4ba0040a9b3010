/** One PostgreSQL server for the whole run, one database a test file, cloned from a migrated template. */
module.exports = {
  rootDir: '..',
  // Code and tests are here. At its start, jest looks through all files below its roots.
  roots: ['src', 'packages', 'tests'].map((folder) => `<rootDir>/${folder}`),
  testMatch: ['<rootDir>/tests/**/*.test.ts', '<rootDir>/packages/*/tests/**/*.test.ts'],
  transform: {
    '^.+\\.ts$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, sourceMaps: 'inline' }],
  },
  // Another version of the driver than the one we pinned: `make test-next`.
  moduleNameMapper: process.env.LEDGER_TEST_PG ? { '^pg$': process.env.LEDGER_TEST_PG } : {},
  globalSetup: '<rootDir>/tests/support/start-database.ts',
  globalTeardown: '<rootDir>/tests/support/stop-database.ts',
  testResultsProcessor: '<rootDir>/tests/support/tell-faults.js',
  // A test that takes longer waits for something that never comes, also where other programs use both cores.
  testTimeout: 300_000,
  // A worker that has nothing left to do still needs a moment to end; one that does not end is told.
  workerGracefulExitTimeout: 30_000,
  testEnvironment: '<rootDir>/tests/support/warm-environment.js',
  runtime: '<rootDir>/tests/support/warm-runtime.js',
  testSequencer: '<rootDir>/tests/support/longest-first.js',
  // They wait for PostgreSQL and for other processes as often as for a core.
  maxWorkers: 3,
  // A worker's memory of the files that it ran grows slowly; above this bound it restarts between two files.
  workerIdleMemoryLimit: '1GB',
};
