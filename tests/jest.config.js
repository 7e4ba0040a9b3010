/** Shared by all runs: one PostgreSQL server for the whole run, and one database per test file, cloned from a migrated template. */
const { resolve } = require('node:path');

module.exports = {
  rootDir: '..',
  // jest scans all files below its roots when it starts, so the roots are only the folders with code and tests.
  roots: ['src', 'packages', 'tests'].map((folder) => `<rootDir>/${folder}`),
  testMatch: ['<rootDir>/tests/**/*.test.ts', '<rootDir>/packages/*/tests/**/*.test.ts'],
  // The same for every configuration and every lane, so that all of them share what jest has compiled (support/compiled.js).
  id: resolve(__dirname, '..'),
  transform: { '^.+\\.ts$': '<rootDir>/tests/support/compiled.js' },
  // `make test-next` replaces the pinned version of the PostgreSQL driver with another one.
  moduleNameMapper: process.env.LEDGER_TEST_PG ? { '^pg$': process.env.LEDGER_TEST_PG } : {},
  globalSetup: '<rootDir>/tests/support/start-database.ts',
  globalTeardown: '<rootDir>/tests/support/stop-database.ts',
  testResultsProcessor: '<rootDir>/tests/support/tell-faults.js',
  // The maximum number of milliseconds for a test: a test that takes longer is waiting for something that never happens, even on a busy machine.
  testTimeout: 300_000,
  // An idle worker needs a moment to end. jest reports a worker that has not ended within this time.
  workerGracefulExitTimeout: 30_000,
  testEnvironment: '<rootDir>/tests/support/warm-environment.js',
  runtime: '<rootDir>/tests/support/warm-runtime.js',
  testSequencer: '<rootDir>/tests/support/longest-first.js',
  // The tests wait for PostgreSQL and other processes as often as for a core, so there are more workers than cores.
  maxWorkers: 3,
  // The memory of a worker grows slowly with each file that it runs; above this limit it restarts between two files.
  workerIdleMemoryLimit: '1GB',
};
