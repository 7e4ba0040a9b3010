/**
 * Stops everything that a run started. A leak, an answer that contradicts the document, and in a full run a documented answer that no test
 * produced, become failed tests of the report (tell-faults.js): an error that is thrown here would prevent the whole report.
 */
import { rmSync } from 'node:fs';
import { takeNotes, type Notes, type Production } from './notes';
import { closeSharedServices } from './shared-service';

/** The arguments of jest that select some of the tests. */
interface Selection {
  readonly testPathPatterns: { readonly patterns: readonly string[] };
  readonly testNamePattern?: string;
  readonly shard?: object;
  readonly onlyChanged: boolean;
  readonly onlyFailures: boolean;
  readonly lastCommit: boolean;
  readonly findRelatedTests: boolean;
}

/** A fault of the whole run. `file` is the test that met it, or the check that found it. */
export interface FaultOfRun {
  readonly file: string;
  readonly rule: string;
  readonly message: string;
}

declare global {
  var ledgerTestFaults: readonly FaultOfRun[] | undefined;
}

export default async (selection: Selection): Promise<void> => {
  const run = globalThis.ledgerTestRun;
  if (!run) return;
  // Test files that jest runs in its own process leave their services open here.
  await closeSharedServices();
  await run.pooler?.stop();
  await run.cluster?.drop();
  await run.postgres.stop();
  rmSync(run.folder, { recursive: true, force: true });
  globalThis.ledgerTestFaults = await faultsOf(takeNotes(run.postgres.url), isFull(selection));
};

const faultsOf = async (
  { productions, contradictions, leaks }: Notes,
  isWhole: boolean,
): Promise<readonly FaultOfRun[]> => [
  ...firstOfEach(leaks.map(({ test, leak }) => ({ file: test, rule: 'nothing leaks', message: leak }))),
  ...firstOfEach(
    contradictions.map(({ test, contradiction }) => ({
      ...{ file: test, rule: 'no answer contradicts the document', message: contradiction },
    })),
  ),
  ...(isWhole ? await faultsOfStatuses(productions) : []),
];

/** The first fault of each file, with the number of faults of that file. */
const firstOfEach = (faults: readonly FaultOfRun[]): readonly FaultOfRun[] =>
  [...new Set(faults.map(({ file }) => file))].flatMap((file) => {
    const [first, ...more] = faults.filter((fault) => fault.file === file);
    return first ? [{ ...first, rule: more.length > 0 ? `${first.rule} (${more.length + 1} times)` : first.rule }] : [];
  });

const faultsOfStatuses = async (productions: readonly Production[]): Promise<readonly FaultOfRun[]> => {
  // Loaded only if needed, because this module imports the whole service.
  const { checkStatuses } = await import('./statuses.ts');
  try {
    checkStatuses(productions);
    return [];
  } catch (error) {
    const { message } = error as Error;
    return [{ file: 'docs/reference/statuses.md', rule: 'each documented status has a test', message }];
  }
};

const isFull = ({ testPathPatterns, testNamePattern, shard, ...flags }: Selection): boolean =>
  testPathPatterns.patterns.length === 0 &&
  !testNamePattern &&
  !shard &&
  !(flags.onlyChanged || flags.onlyFailures || flags.lastCommit || flags.findRelatedTests);
