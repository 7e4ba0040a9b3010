/** Faults that the teardown finds in the whole run are failed tests in the report of the run. A missing report counts as a failure. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '../..');
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'report-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Writes the report of a run in which one test passed and the teardown found these faults. */
const reportWith = (faults: readonly object[]): { readonly path: string; readonly isSuccess: boolean } => {
  const path = join(folder, 'test.json');
  const write = `
    const { formatTestResults, makeEmptyAggregatedTestResult } = require('@jest/test-result');
    globalThis.ledgerTestFaults = ${JSON.stringify(faults)};
    const results = { ...makeEmptyAggregatedTestResult(), success: true, numPassedTests: 1, numTotalTests: 1 };
    const told = require('./tests/support/tell-faults.js')(results);
    require('node:fs').writeFileSync(${JSON.stringify(path)}, JSON.stringify(formatTestResults(told)));
    process.stdout.write(String(told.success));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', write], { cwd: root, encoding: 'utf8' });
  if (stdout === '') throw new Error(stderr);
  return { path, isSuccess: stdout === 'true' };
};

const summaryOf = (testReport: string, proofReport: string): readonly string[] =>
  spawnSync(process.execPath, ['tests/lanes/summary.mjs', testReport, proofReport], { cwd: root, encoding: 'utf8' })
    .stdout.trimEnd()
    .split('\n');

const proofReport = (): string => {
  const path = join(folder, 'proof.json');
  writeFileSync(path, JSON.stringify({ passed: 2, failed: 0, skipped: 0, failures: [] }));
  return path;
};

test('an answer that contradicts the document fails the run, and the report keeps the passed tests', () => {
  const message = 'GET /events 401 contradicts the document: the header is not documented';
  const { path, isSuccess } = reportWith([
    { file: 'judged-again', rule: 'no answer contradicts the document', message },
  ]);
  expect(isSuccess).toBe(false);
  expect(summaryOf(path, proofReport())).toEqual([
    `FAILED test: tests/judged-again > no answer contradicts the document: ${message}`,
    '3 passed, 1 failed',
  ]);
});

test('the report of a run without faults is unchanged', () => {
  const { path, isSuccess } = reportWith([]);
  expect(isSuccess).toBe(true);
  expect(summaryOf(path, proofReport())).toEqual(['3 passed, 0 failed']);
});

test('a missing report counts as one failure, and the other report still counts', () => {
  const { path } = reportWith([]);
  expect(summaryOf(path, join(folder, 'none.json'))).toEqual([
    'FAILED proof: it wrote no report',
    '1 passed, 1 failed',
  ]);
  expect(summaryOf(join(folder, 'none.json'), proofReport())).toEqual([
    'FAILED test: jest wrote no report',
    '2 passed, 1 failed',
  ]);
});
