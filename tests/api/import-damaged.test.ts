/**
 * Damaged files: what is wrong is told with its line, and nothing is written that was not in the file. `make test` tries some of them,
 * `make imports` a thousand. LEDGER_TEST_SEED replays a run.
 */
import { randomInt } from 'node:crypto';
import { damages } from '../support/damage';
import { exported } from '../support/exporting';
import { fillImportable } from '../support/importable-books';
import { importText } from '../support/importing';
import { startLedger, type TestLedger } from '../support/ledger';
import { randomFrom } from '../support/random';
import { dataOf } from '../support/requests';

jest.setTimeout(1_800_000);

const seed = Number(process.env['LEDGER_TEST_SEED'] ?? randomInt(2 ** 31));
const isFull = process.env['LEDGER_TEST_IMPORTS'] === 'full';
const names = Object.keys(damages);
const formats = ['hledger', 'beancount', 'csv'] as const;
/** Of each damage in each format. */
const times = isFull ? Math.ceil(1_000 / names.length / formats.length) : 1;

let ledger: TestLedger;
const texts = new Map<string, Buffer>();

beforeAll(async () => {
  process.stdout.write(`import-damaged: LEDGER_TEST_SEED=${seed}\n`);
  ledger = await startLedger();
  const books = await ledger.newLedger();
  await fillImportable(books, randomFrom(seed), 40);
  for (const format of formats) texts.set(format, Buffer.from(await exported(ledger, books, format)));
});
afterAll(async () => {
  await ledger.close();
  expect(ledger.complaints).toEqual([]);
});

/** Amounts and days as they stand in a file of any format. */
const factsIn = (text: string): ReadonlySet<string> => new Set(text.match(/\d{4}-\d\d-\d\d|\d+\.\d\d/g));

describe.each(formats)('a %s file', (format) => {
  test.each(names)('that is damaged by %s', async (name) => {
    const random = randomFrom(seed ^ (names.indexOf(name) * 7_919) ^ (formats.indexOf(format) * 104_729));
    for (let time = 0; time < times; time++) {
      const bytes = (damages[name] as (typeof damages)[string])(texts.get(format) as Buffer, random);
      const books = await ledger.newLedger();
      const { summary, stopped, rejected } = await importText(ledger, books, format, bytes);
      if (!summary) {
        expect(stopped).toMatch(/^[A-Z_0-9]+: .+ Nothing was imported\.$/s);
        expect(dataOf(await books.api.get('/events'), 200)).toMatchObject({ head_sequence: 0 });
        continue;
      }
      for (const { line, code, message } of summary.rejections) {
        expect(line > 0 || code === 'FILE_CUT_OFF').toBe(true);
        expect(code).toMatch(/^[A-Z_0-9]+$/);
        expect(message).toMatch(/^\S.*\.$|^\S.*\)$|\}$/s);
      }
      expect(rejected === undefined).toBe(summary.rejected === 0);
      expect(summary.posted + summary.replayed).toBeLessThanOrEqual(summary.transactions);
      const facts = factsIn(bytes.toString('latin1'));
      const posted = (await exported(ledger, books, 'jsonl')).split('\n').filter((line) => line !== '');
      for (const line of posted) {
        const { effective_date: day, entries } = JSON.parse(line);
        expect(facts).toContain(day);
        for (const { amount } of entries) expect(facts).toContain(amount);
      }
      expect(await ledger.app.ledgering.verify(books.ledger.id)).toMatchObject({ findings: [] });
    }
  });
});
