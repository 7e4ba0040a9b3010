/**
 * Stops everything that a run started. Fails if something leaked, if an answer contradicted the document, or if a full run did not produce
 * every documented answer.
 */
import { rmSync } from 'node:fs';
import { takeNotes } from './answers';
import { closeSharedServices } from './shared-service';
import { checkStatuses } from './statuses';

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

export default async (selection: Selection): Promise<void> => {
  const run = globalThis.ledgerTestRun;
  if (!run) return;
  // Test files that jest runs in its own process leave their services open here.
  await closeSharedServices();
  await run.pooler?.stop();
  await run.cluster?.drop();
  await run.postgres.stop();
  rmSync(run.folder, { recursive: true, force: true });
  const { productions, contradictions, leaks } = takeNotes(run.postgres.url);
  const [leak] = leaks;
  if (leak) throw new Error(`${leaks.length} leaks, first in ${leak.test}: ${leak.leak}`);
  const [first] = contradictions;
  if (first) throw new Error(`in ${first.test}, ${first.contradiction}`);
  if (isFull(selection)) checkStatuses(productions);
};

const isFull = ({ testPathPatterns, testNamePattern, shard, ...flags }: Selection): boolean =>
  testPathPatterns.patterns.length === 0 &&
  !testNamePattern &&
  !shard &&
  !(flags.onlyChanged || flags.onlyFailures || flags.lastCommit || flags.findRelatedTests);
