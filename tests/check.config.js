/** What `make check` runs: everything that needs no database, so none is started. */
const { globalSetup, globalTeardown, ...shared } = require('./jest.config');

module.exports = {
  ...shared,
  testMatch: ['architecture', 'formats', 'unit'].map((folder) => `<rootDir>/tests/${folder}/**/*.test.ts`),
};
