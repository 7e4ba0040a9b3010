/**
 * Tests unclosed quotes. The result must be as if each line were tried separately, but the time must be proportional to the length of the
 * file. LEDGER_TEST_SEED repeats a run.
 */
import { createRecords, type CsvRecord } from '../src/csv-records';
import { randomFrom, rounds, seedOf, type Random } from '../../../tests/support/random';

type Told = readonly [line: number, what: 'record' | 'wrong', text: string];

const read = (lines: readonly string[]): readonly Told[] => {
  const told: Told[] = [];
  const reader = createRecords(',', {
    record: ({ line, cells }: CsvRecord) => told.push([line, 'record', JSON.stringify(cells)]),
    wrong: (line, raw) => told.push([line, 'wrong', raw]),
    end: () => undefined,
  });
  for (const [index, text] of lines.entries()) reader.line(text, index + 1);
  reader.end();
  return told;
};

/** Returns whether a quoted cell is still open at the end of the text. */
const endsOpen = (text: string): boolean => {
  let rest = text;
  for (;;) {
    const cell = /^"(?:[^"]|"")*"[^,]*|^[^",][^,]*|^(?=,|$)/.exec(rest);
    if (!cell) return true;
    rest = rest.slice(cell[0].length);
    if (rest === '') return false;
    rest = rest.slice(1);
  }
};

/**
 * The expected result, computed slowly: a line that opens a quote is read together with the lines after it. If none of them closes the
 * quote, only the first line is rejected.
 */
const triedAnew = (lines: readonly string[]): readonly Told[] => {
  const told: Told[] = [];
  for (let from = 0; from < lines.length;) {
    let to = from + 1;
    while (to < lines.length && endsOpen(lines.slice(from, to).join('\n'))) to += 1;
    const text = lines.slice(from, to).join('\n');
    if (endsOpen(text)) {
      told.push([from + 1, 'wrong', lines[from] as string]);
      from += 1;
      continue;
    }
    for (const [, what, said] of read([text])) told.push([from + 1, what, said]);
    from = to;
  }
  return told;
};

const lineOf = (random: Random): string =>
  Array.from({ length: 1 + Math.floor(random.next() * 3) }, () =>
    random.pick(['a', 'b c', '"q"', '"o', 'e"', '']),
  ).join(',');

test('lines with open quotes give the same records as if each were tried alone', () => {
  const seed = seedOf('LEDGER_TEST_SEED');
  process.stdout.write(`open-quotes: LEDGER_TEST_SEED=${seed}\n`);
  const random = randomFrom(seed);
  for (let round = 0; round < rounds(2_000); round++) {
    const lines = Array.from({ length: 1 + Math.floor(random.next() * 8) }, () => lineOf(random));
    expect({ lines, told: read(lines) }).toEqual({ lines, told: triedAnew(lines) });
  }
});

test('open quotes in every line are read in time proportional to the file', () => {
  const lines = Array.from({ length: 20_000 }, () => `a","${'b'.repeat(200)}`);
  const told = read(lines);
  expect([told.length, told[0], told.at(-1)]).toEqual([20_000, [1, 'wrong', lines[0]], [20_000, 'wrong', lines[0]]]);
});
