/** `make check` runs these tests. They need no database, so the configuration starts none. */
const { globalSetup, globalTeardown, ...shared } = require('./jest.config');

module.exports = {
  ...shared,
  testMatch: ['tests/architecture', 'tests/formats', 'tests/unit', 'packages/*/tests'].map(
    (folder) => `<rootDir>/${folder}/**/*.test.ts`,
  ),
};
