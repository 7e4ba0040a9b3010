/** `make check` runs these tests: none needs a database, so none is started. */
const { globalSetup, globalTeardown, ...shared } = require('./jest.config');

module.exports = {
  ...shared,
  testMatch: ['tests/architecture', 'tests/formats', 'tests/unit', 'packages/*/tests'].map(
    (folder) => `<rootDir>/${folder}/**/*.test.ts`,
  ),
};
