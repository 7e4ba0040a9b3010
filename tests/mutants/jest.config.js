/** `make mutants`: each test runs one test in a copy of the repository, which starts everything that it needs. */
const { transform } = require('../jest.config.js');

module.exports = {
  rootDir: '../..',
  testMatch: ['<rootDir>/tests/mutants/every-mutant-is-caught.ts'],
  transform,
  maxWorkers: 1,
  verbose: true,
};
