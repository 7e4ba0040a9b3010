/** `make mutants`: each test runs a single test in a copy of the repository, which starts what it needs by itself. */
const { transform } = require('../jest.config.js');

module.exports = {
  rootDir: '../..',
  testMatch: ['<rootDir>/tests/mutants/every-mutant-is-caught.ts'],
  transform,
  maxWorkers: 1,
  verbose: true,
};
