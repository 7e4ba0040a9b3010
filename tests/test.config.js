/**
 * `make test` runs these tests: all that are quick. The tests of the API that need PostgreSQL run on it, with a third of the others, a
 * different third each day; the rest run in memory. lanes/lanes.js assigns the files.
 */
const { resolve } = require('node:path');
const { day, ofWorkspaces, onMemory, onPostgres, onPostgresInPart, plain } = require('./lanes/lanes');
const { tests: needMore } = require('./lanes/on-memory');
const {
  maxWorkers,
  testResultsProcessor,
  testSequencer,
  testTimeout,
  workerGracefulExitTimeout,
  workerIdleMemoryLimit,
  ...project
} = require('./jest.config');

const rootDir = resolve(__dirname, '..');

// Prints this in the main process, so once per run and not once per worker.
if (process.env.JEST_WORKER_ID === undefined)
  process.stdout.write(`The API on PostgreSQL: ${onPostgres.length} files, those of LEDGER_TEST_DAY=${day}\n`);

const inTests = (files) => files.map((file) => `tests/${file}`);

const lane = (displayName, files, environment) => ({
  ...project,
  rootDir,
  displayName,
  testMatch: files.map((file) => `<rootDir>/${file}`),
  ...(environment && { testEnvironmentOptions: environment }),
});

module.exports = {
  rootDir,
  ...{ maxWorkers, testResultsProcessor, testSequencer, testTimeout, workerGracefulExitTimeout, workerIdleMemoryLimit },
  projects: [
    lane('plain', [...inTests(plain), ...ofWorkspaces]),
    lane('api on memory', inTests(onMemory), {
      variables: { LEDGER_TEST_STORE: 'memory' },
      leftOut: Object.keys(needMore),
    }),
    lane('api on PostgreSQL', inTests(onPostgres)),
    lane('single tests on PostgreSQL', inTests(onPostgresInPart), { only: Object.keys(needMore) }),
  ],
};
