import fc from 'fast-check';
import { csvRow, safeText, unsafeText } from '../../../src/kernel/csv';

describe('a row of comma-separated values', () => {
  test.each([
    [['a', 'b', ''], 'a,b,\r\n'],
    [
      ['Rent, May', 'the "old" flat', 'two\r\nlines', 'one\nmore'],
      '"Rent, May","the ""old"" flat","two\r\nlines","one\nmore"\r\n',
    ],
    [[' kept ', '\ttab', '-12.50'], '" kept ","\ttab",-12.50\r\n'],
    [[''], '\r\n'],
  ])('%j is written as %j', (cells, row) => expect(csvRow(cells)).toBe(row));

  test('is read back unchanged by a reader that follows RFC 4180', () =>
    fc.assert(
      fc.property(fc.array(anyText, { minLength: 1, maxLength: 5 }), (cells) =>
        expect(readRow(csvRow(cells))).toEqual(cells),
      ),
    ));
});

describe('the text of a client in a cell', () => {
  test.each([
    ['=HYPERLINK("http://elsewhere")', '\'=HYPERLINK("http://elsewhere")'],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t'=1"],
    ['\r=1', "'\r'=1"],
    ['\n=1', "'\n'=1"],
    ['a;=1', "a;'=1"],
    ['a\n+1;@b\t-1', "a\n'+1;'@b\t'-1"],
    ["a;'tis", "a;''tis"],
    ['two; = 2\nlines, = 2', 'two; = 2\nlines, = 2'],
    ['＝1', "'＝1"],
    ["'tis", "''tis"],
    ['1 = 1', '1 = 1'],
    ['', ''],
  ])('%j is written as %j and read back', (text, cell) => {
    expect(safeText(text)).toBe(cell);
    expect(unsafeText(cell)).toBe(text);
  });

  test('keeps an apostrophe that another program wrote', () => {
    expect(unsafeText("'tis")).toBe("'tis");
    expect(unsafeText("'")).toBe("'");
  });

  test('is always safe, and is read back unchanged', () =>
    fc.assert(
      fc.property(anyText, (text) => {
        expect(safeText(text)).not.toMatch(/^[\t\r\n]|(?:^|[;\t\r\n])[=+\-@]/);
        expect(unsafeText(safeText(text))).toBe(text);
      }),
    ));
});

const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: fc.constantFrom('=', '+', '-', '@', "'", '"', ',', ';', '\r', '\n', '\t', ' ', 'a') }),
);

/** Reads one row, character by character. */
const readRow = (row: string): readonly string[] => {
  const cells: string[] = [];
  for (let at = 0; ; at++) {
    let cell = '';
    if (row[at] === '"') {
      for (at++; row[at] !== '"' || row[at + 1] === '"'; at++) {
        if (row[at] === '"') at++;
        cell += row[at];
      }
      at++;
    } else while (row[at] !== ',' && !(row[at] === '\r' && row[at + 1] === '\n')) cell += row[at++];
    cells.push(cell);
    if (row[at] !== ',') break;
  }
  return cells;
};
