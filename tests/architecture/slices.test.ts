/**
 * Long work of all requests takes turns in one line of slices (kernel/running/slices). A loop that yields the event loop by itself is not in
 * that line: twenty such requests would run twenty chunks in one turn of the event loop, and every other request would wait for all of them.
 */
import { readSourceFile, sourceFiles } from '../support/source-files';

/** Its steps wait for the database in between, and it has the line of its ledger, so only one of them runs for each ledger. */
const allowed = ['src/modules/ledgering/application/operations/perform.ts'];

test('the contexts yield the event loop by slices only', () => {
  const sources = sourceFiles(/^src\/modules\/.*\.ts$/);
  expect(sources.filter((file) => /\bnextTurn\b|\bsetImmediate\b/.test(readSourceFile(file)))).toEqual(allowed);
});
