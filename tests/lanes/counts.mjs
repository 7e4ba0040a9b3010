/** Counts the tests in a jest report, and describes each failure in a line. */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** A run without a report counts as failed. */
export const countsIn = (report) => {
  try {
    const told = JSON.parse(readFileSync(report, 'utf8'));
    return {
      passed: told.numPassedTests,
      failed: told.numFailedTests + told.numRuntimeErrorTestSuites,
      skipped: told.numPendingTests,
      failures: told.testResults.flatMap(failuresOf),
    };
  } catch {
    return { passed: 0, failed: 1, skipped: 0, failures: ['jest wrote no report'] };
  }
};

/**
 * A line for each failed test of the file, with the beginning of its error message. If no test could run, the line has the error of the
 * file.
 */
const failuresOf = ({ name, status, message, assertionResults }) => {
  const file = relative(process.cwd(), name);
  const failed = assertionResults.filter((result) => result.status === 'failed');
  if (failed.length === 0) return status === 'failed' ? [`${file}: ${startOf(message)}`] : [];
  return failed.map(({ fullName, failureMessages }) => `${file} > ${fullName}: ${startOf(failureMessages[0] ?? '')}`);
};

/** The first meaningful lines of a message, without colours and without the stack trace. */
const startOf = (message) =>
  stripVTControlCharacters(message)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('at '))
    .slice(0, 6)
    .join(' | ')
    .slice(0, 500);
