/**
 * Damaged files: mistakes are reported with their line, and only transactions that are whole in the file are posted. `make test` tries each
 * damage in one of the formats, `make imports` a thousand files. LEDGER_TEST_SEED repeats a run.
 */
import { isDeepStrictEqual } from 'node:util';
import { damages } from '../support/damage';
import { judgeDamaged } from '../support/damaged-judge';
import { exported } from '../support/exporting';
import { headOf } from '../support/feed';
import { fillImportable } from '../support/importable-books';
import { importText } from '../support/importing';
import { ledgerOfFile } from '../support/ledger-of-file';
import { randomFrom, seedOf } from '../support/random';

jest.setTimeout(1_800_000);

const seed = seedOf('LEDGER_TEST_SEED', 2 ** 31);
const isFull = process.env['LEDGER_TEST_IMPORTS'] === 'full';
const names = Object.keys(damages);
const formats = ['hledger', 'beancount', 'csv'] as const;
/** The number of files to try for each kind of damage in each format. */
const times = isFull ? Math.ceil(1_000 / names.length / formats.length) : 1;

const ledger = ledgerOfFile();
const texts = new Map<string, Buffer>();

beforeAll(async () => {
  process.stdout.write(`import-damaged: LEDGER_TEST_SEED=${seed}\n`);
  const books = await ledger.newLedger();
  await fillImportable(books, randomFrom(seed), 40);
  for (const format of formats) texts.set(format, Buffer.from(await exported(ledger, books, format)));
});

describe.each(formats)('a %s file', (format) => {
  const tried = names.filter((_, place) => isFull || (place + seed) % formats.length === formats.indexOf(format));

  test.each(tried)('damaged by %s posts only its whole transactions', async (name) => {
    const random = randomFrom(seed ^ (names.indexOf(name) * 7_919) ^ (formats.indexOf(format) * 104_729));
    const undamaged = texts.get(format) as Buffer;
    const wrong: unknown[] = [];
    for (let time = 0; time < times; time++) {
      const damaged = (damages[name] as (typeof damages)[string])(undamaged, random);
      const books = await ledger.newLedger();
      const { summary, stopped, rejected = '' } = await importText(ledger, books, format, damaged);
      if (!summary) {
        expect(stopped).toMatch(/^[A-Z_0-9]+: .+ Nothing was imported\.$/s);
        expect(await headOf(books.api)).toBe(0);
        continue;
      }
      for (const { line, code, message } of summary.rejections) {
        expect(line).toBeGreaterThan(0);
        expect(code).toMatch(/^[A-Z_0-9]+$/);
        expect(message).toMatch(/^\S.*\.$|^\S.*\)$|\}$/s);
      }
      expect(rejected === '').toBe(summary.rejected === 0);
      expect(summary.posted + summary.replayed + summary.rejected).toBe(summary.read);
      const written = Buffer.from(await exported(ledger, books, format));
      const judged = judgeDamaged({ format, undamaged, damaged, written, rejected: Buffer.from(rejected) });
      if (!isDeepStrictEqual(judged, { otherwise: [], untold: [], misplaced: [], written: summary.posted }))
        wrong.push({ time, damage: otherLines(undamaged, damaged), ...judged });
      expect(await ledger.app.ledgering.verify(books.ledger.id)).toMatchObject({ findings: [] });
    }
    expect(wrong).toEqual([]);
  });
});

/** The first lines of the damaged file that differ from the undamaged one. */
const otherLines = (undamaged: Buffer, damaged: Buffer): readonly string[] => {
  const before = undamaged.toString('latin1').split('\n');
  const lines = damaged.toString('latin1').split('\n');
  return lines
    .flatMap((line, index) => (before[index] === line ? [] : [`${index + 1}: ${line.slice(0, 200)}`]))
    .slice(0, 20);
};
