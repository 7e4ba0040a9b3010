/**
 * Numbers and dates of a file may be written in different notations. Each notation is imported correctly, and importing the same rows in a
 * different notation adds nothing. LEDGER_TEST_SEED repeats a run.
 */
import { randomRows, written } from '../support/bank-notations';
import { importText } from '../support/importing';
import { ledgerOfFile } from '../support/ledger-of-file';
import { randomFrom, seedOf } from '../support/random';
import { settledOf } from '../support/strings';

jest.setTimeout(600_000);

const seed = seedOf('LEDGER_TEST_SEED', 2 ** 31);
const files = process.env['LEDGER_TEST_IMPORTS'] === 'full' ? 2_000 : 60;

const ledger = ledgerOfFile();

test('random rows are imported once, in any notation', async () => {
  process.stdout.write(`import-notations: LEDGER_TEST_SEED=${seed}\n`);
  const random = randomFrom(seed);
  for (let file = 0; file < files; file++) {
    const rows = randomRows(random);
    const books = await ledger.newLedger({ currency: 'EUR' });
    const moving = rows.filter(({ cents }) => cents !== 0);
    const sum = (moving.reduce((total, { cents }) => total + cents, 0) / 100).toFixed(2);
    for (const isFirst of [true, false]) {
      const { file: text, map } = written(rows, random);
      const { summary, stopped } = await importText(ledger, books, 'csv', text, { map });
      const said = { stopped, posted: summary?.posted, before: summary?.replayed, rejections: summary?.rejections };
      const [posted, before] = isFirst ? [moving.length, 0] : [0, moving.length];
      expect({ ...said, file, map, text: text.toString() }).toEqual({
        ...{ stopped: undefined, posted, before, rejections: [], file, map, text: text.toString() },
      });
      expect((await settledOf(books, 'BANK')) ?? '0.00').toBe(sum);
    }
  }
});
