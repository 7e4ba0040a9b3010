/**
 * `make mutants` uses this configuration. Each of its tests runs another test in a copy of the repository with a deliberate bug; that test
 * starts everything that it needs.
 */
const { transform } = require('../jest.config.js');

module.exports = {
  rootDir: '../..',
  testMatch: ['<rootDir>/tests/mutants/every-mutant-is-caught.ts'],
  transform,
  maxWorkers: 1,
  verbose: true,
};
