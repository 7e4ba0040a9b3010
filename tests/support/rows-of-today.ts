/** The rows of a long table that are tested today: every third, others each day. */
import { systemClock } from '../../src/kernel/running/system-clock';

const turns = 3;
const isWhole = process.env['LEDGER_TEST_ROWS'] === 'full';
/** Days since 1970. LEDGER_TEST_DAY names another one, to repeat a run. */
const day = Number(process.env['LEDGER_TEST_DAY'] ?? Math.floor(systemClock.now().getTime() / 86_400_000));

/**
 * Returns every third row, and all of them within three days. LEDGER_TEST_ROWS=full asks for all, as the first part of `make proof` does,
 * which every run of `.ci/run` plays. A table that is asked for twice in one file gives another `turn` each time.
 */
export const rowsOfToday = <A>(rows: readonly A[], turn = 0): readonly A[] =>
  isWhole ? rows : rows.filter((_, index) => index % turns === (day + turn) % turns);
