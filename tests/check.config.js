/** `make check` runs these tests: none needs a database, so none is started. */
const { globalSetup, globalTeardown, ...shared } = require('./jest.config');

module.exports = {
  ...shared,
  testMatch: ['architecture', 'formats', 'unit'].map((folder) => `<rootDir>/tests/${folder}/**/*.test.ts`),
};
