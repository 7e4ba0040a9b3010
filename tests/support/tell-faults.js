/**
 * Adds the faults of a whole run (stop-database.ts) to its report as failed tests, next to the passed tests. Jest calls this last, before
 * it writes the report.
 */
const { resolve } = require('node:path');

const tests = resolve(__dirname, '..');

/** Returns the fault in the form in which jest reports a file with one failed test. */
const failedFile = ({ file, rule, message }) => ({
  ...{ testFilePath: resolve(tests, file), testExecError: null, failureMessage: message, skipped: false },
  ...{ numFailingTests: 1, numPassingTests: 0, numPendingTests: 0, numTodoTests: 0, leaks: false, openHandles: [] },
  perfStats: {
    start: 0,
    end: 0,
    runtime: 0,
    slow: false,
    loadTestEnvironmentStart: 0,
    loadTestEnvironmentEnd: 0,
    setupFilesStart: 0,
    setupFilesEnd: 0,
  },
  snapshot: { added: 0, fileDeleted: false, matched: 0, unchecked: 0, uncheckedKeys: [], unmatched: 0, updated: 0 },
  testResults: [
    {
      ...{ title: rule, fullName: rule, ancestorTitles: [], status: 'failed', invocations: 1, duration: 0 },
      ...{ failureMessages: [message], failureDetails: [], numPassingAsserts: 0, location: null },
    },
  ],
});

module.exports = (results) => {
  const faults = globalThis.ledgerTestFaults ?? [];
  for (const fault of faults) process.stderr.write(`FAIL ${fault.file} > ${fault.rule}: ${fault.message}\n`);
  results.testResults.push(...faults.map(failedFile));
  for (const count of ['numFailedTests', 'numTotalTests', 'numFailedTestSuites', 'numTotalTestSuites'])
    results[count] += faults.length;
  if (faults.length > 0) results.success = false;
  return results;
};
