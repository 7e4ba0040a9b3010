/**
 * The long work of all requests is divided into slices, which wait in one queue (kernel/running/slices). A loop that yields the event loop
 * by itself is not in that queue: twenty such requests would run twenty chunks in one turn of the event loop, and every other request would
 * wait for all of them.
 */
import { readSourceFile, sourceFiles } from '../support/source-files';

/**
 * The files that may yield the event loop directly. `perform.ts` may, because it waits for the database between its steps, and because each
 * ledger runs one such request at a time.
 */
const allowed = ['src/modules/ledgering/application/operations/perform.ts'];

test('the contexts yield the event loop by slices only', () => {
  const sources = sourceFiles(/^src\/modules\/.*\.ts$/);
  expect(sources.filter((file) => /\bnextTurn\b|\bsetImmediate\b/.test(readSourceFile(file)))).toEqual(allowed);
});
