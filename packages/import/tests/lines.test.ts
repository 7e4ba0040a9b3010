/** Tests splitting bytes into lines: encodings, and lines that are too long. */
import { createLineSplitter, maxLineBytes, WrongEncoding } from '../src/lines';

const linesOf = (pieces: Iterable<Buffer>): readonly string[] => {
  const all: string[] = [];
  const splitter = createLineSplitter({
    line: (text, number) => all.push(`${number} ${text.length > 40 ? text.length : text}`),
    unreadable: (number, { code }) => all.push(`${number} ${code}`),
    end: () => all.push('end'),
  });
  for (const piece of pieces) splitter.push(piece);
  splitter.end();
  return all;
};
const inPieces = (bytes: Buffer, size: number): readonly Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );

describe.each([1, 2, 3, 5, 64])('bytes in pieces of %i', (size) => {
  test.each([
    ['', ['end']],
    ['a', ['1 a', 'end']],
    ['a\nb\r\n\nc\n', ['1 a', '2 b\r', '3 ', '4 c', 'end']],
    ['\uFEFFä\n😀', ['1 ä', '2 😀', 'end']],
  ])('are split into the lines of %j', (text, lines) => {
    expect(linesOf(inPieces(Buffer.from(text), size))).toEqual(lines);
  });

  test('are reported with their line number if they are not text', () => {
    const bytes = Buffer.concat([Buffer.from('a\n'), Buffer.from([0xc3, 0x28, 0x0a]), Buffer.from('b\n\0\nc\n')]);
    expect(linesOf(inPieces(bytes, size))).toEqual(['1 a', '2 WRONG_ENCODING', '3 b', '4 NUL_CHARACTER', '5 c', 'end']);
  });

  test.each(['utf16le', 'utf16be'])('are refused in %s', (encoding) => {
    const bytes = Buffer.from('\uFEFFab\n', 'utf16le');
    expect(() => linesOf(inPieces(encoding === 'utf16le' ? bytes : bytes.swap16(), size))).toThrow(WrongEncoding);
  });
});

test('a line of 1 MiB is read, and a longer one is reported', () => {
  const line = (length: number): Buffer => Buffer.alloc(length, 'x');
  const end = Buffer.from('\n');
  expect(
    linesOf(inPieces(Buffer.concat([line(maxLineBytes), end, line(maxLineBytes + 1), end, Buffer.from('b')]), 65_536)),
  ).toEqual(['1 1048576', '2 LINE_TOO_LONG', '3 b', 'end']);
});

test('a line of a gigabyte is never held in memory', () => {
  const piece = Buffer.alloc(1_048_576, 'x');
  function* pieces(): Generator<Buffer> {
    yield Buffer.from('a\n');
    for (let megabytes = 0; megabytes < 1_024; megabytes++) yield piece;
    yield Buffer.from('\nb');
  }
  const before = process.memoryUsage().rss;
  expect(linesOf(pieces())).toEqual(['1 a', '2 LINE_TOO_LONG', '3 b', 'end']);
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1_048_576);
});
