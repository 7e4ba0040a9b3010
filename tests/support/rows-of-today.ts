/** The rows of a long table that are tested today: every third row, different ones each day. */
import { systemClock } from '../../src/kernel/running/system-clock';

const turns = 3;
const isWhole = process.env['LEDGER_TEST_ROWS'] === 'full';
/** Days since 1970. LEDGER_TEST_DAY sets a different day, to repeat a run. */
const day = Number(process.env['LEDGER_TEST_DAY'] ?? Math.floor(systemClock.now().getTime() / 86_400_000));

/**
 * Returns every third row, and over three days all rows. With LEDGER_TEST_ROWS=full it returns all, as in the first part of `make proof`,
 * which every run of `.ci/run` includes. For a second table of the same rows in a file, pass another `turn`.
 */
export const rowsOfToday = <A>(rows: readonly A[], turn = 0): readonly A[] =>
  isWhole ? rows : rows.filter((_, index) => index % turns === (day + turn) % turns);
