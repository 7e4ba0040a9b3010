/** `summary.mjs TEST PROOF`: names the tests that failed in the two reports of a run, and ends with one line that counts all. */
import { readFileSync } from 'node:fs';
import { countsIn } from './counts.mjs';

const [testReport, proofReport] = process.argv.slice(2);

/** A proof that wrote no report counts as one failed test. */
const proofIn = (report) => {
  try {
    return JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    return { passed: 0, failed: 1, skipped: 0, failures: ['proof: it wrote no report'] };
  }
};

const test = countsIn(testReport);
const proof = proofIn(proofReport);
const sum = (count) => test[count] + proof[count];
const say = (text) => process.stdout.write(`${text}\n`);
for (const failure of [...test.failures.map((one) => `test: ${one}`), ...proof.failures]) say(`FAILED ${failure}`);
const skipped = sum('skipped');
say(`${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
