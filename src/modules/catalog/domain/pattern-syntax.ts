/** Parses a pattern: characters, classes, groups, alternatives, repetitions, and the anchors for the start and the end of a text. */
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import type { Complaint } from './complaints';

export type CharacterTest = (codePoint: number) => boolean;

export type Piece =
  | { readonly kind: 'one'; readonly test: CharacterTest }
  | { readonly kind: 'start' | 'end' }
  | { readonly kind: 'all' | 'either'; readonly pieces: readonly Piece[] }
  | { readonly kind: 'repeat'; readonly piece: Piece; readonly min: number; readonly max: number };

const maxGroups = 16;
const maxRepetitions = 1_000;

export const parsePattern = (source: string): Parsed => {
  const cursor: Cursor = { source, at: 0, depth: 0 };
  const piece = readAlternatives(cursor);
  if (refused(piece) || cursor.at === source.length) return piece;
  return refuse({ text: 'closes a group that was never opened', at: cursor.at + 1 });
};

interface Cursor {
  readonly source: string;
  at: number;
  depth: number;
}

type Parsed = Outcome<Complaint, Piece>;

const readAlternatives = (cursor: Cursor): Parsed => {
  const pieces: Piece[] = [];
  do {
    const branch = readSequence(cursor);
    if (refused(branch)) return branch;
    pieces.push(branch.right);
  } while (take(cursor, '|'));
  return ok(pieces.length === 1 && pieces[0] ? pieces[0] : { kind: 'either', pieces });
};

const readSequence = (cursor: Cursor): Parsed => {
  const pieces: Piece[] = [];
  while (cursor.at < cursor.source.length && !'|)'.includes(cursor.source.charAt(cursor.at))) {
    const piece = readRepeated(cursor);
    if (refused(piece)) return piece;
    pieces.push(piece.right);
  }
  return ok({ kind: 'all', pieces });
};

const readRepeated = (cursor: Cursor): Parsed => {
  const start = cursor.at;
  const piece = readPiece(cursor);
  if (refused(piece)) return piece;
  const counts = /^(?:([*+?])|\{(\d{1,4})(?:(,)(\d{0,4}))?\})\??/.exec(cursor.source.slice(cursor.at));
  if (!counts) return piece;
  if (piece.right.kind === 'start' || piece.right.kind === 'end')
    return refuse({ text: 'repeats ^ or $, but only characters and groups can be repeated', at: start + 1 });
  const [whole, sign, least, comma, most] = counts;
  const min = sign === undefined ? Number(least) : sign === '+' ? 1 : 0;
  const unbounded = sign === undefined ? comma !== undefined && most === '' : sign !== '?';
  const max = unbounded ? Infinity : sign === '?' ? 1 : comma === undefined ? min : Number(most);
  if (max < min || min > maxRepetitions || (max > maxRepetitions && !unbounded))
    return refuse({
      text: `has an invalid count: write counts of at most ${maxRepetitions}, the smaller one first`,
      at: cursor.at + 1,
    });
  cursor.at += whole.length;
  return ok({ kind: 'repeat', piece: piece.right, min, max });
};

const readPiece = (cursor: Cursor): Parsed => {
  const { source } = cursor;
  const start = cursor.at;
  if (take(cursor, '^')) return ok({ kind: 'start' });
  if (take(cursor, '$')) return ok({ kind: 'end' });
  if (take(cursor, '.')) return ok({ kind: 'one', test: (codePoint) => !isLineEnd(codePoint) });
  if (take(cursor, '[')) return bracket(cursor, start);
  if (take(cursor, '(')) {
    if (source.startsWith('?', cursor.at) && !take(cursor, '?:'))
      return refuse({ text: 'has a group other than ( ) and (?: ), which is not supported', at: start + 1 });
    if (++cursor.depth > maxGroups)
      return refuse({ text: `has groups nested more than ${maxGroups} deep`, at: start + 1 });
    const inside = readAlternatives(cursor);
    if (refused(inside)) return inside;
    cursor.depth--;
    return take(cursor, ')') ? inside : refuse({ text: 'opens a group that is never closed', at: start + 1 });
  }
  if ('*+?{}]'.includes(source.charAt(start)))
    return refuse({
      text: `has a ${source.charAt(start)} with nothing before it: write \\${source.charAt(start)} for the character`,
      at: start + 1,
    });
  const test = character(cursor);
  return refused(test) ? test : ok({ kind: 'one', test: testOf(test.right) });
};

/** A single code point, or a test for a class of characters such as `\d`. */
type Character = number | CharacterTest;

const testOf = (character: Character): CharacterTest =>
  typeof character === 'number' ? (codePoint) => codePoint === character : character;

const character = (cursor: Cursor): Outcome<Complaint, Character> => {
  const { source, at } = cursor;
  const codePoint = source.codePointAt(at) ?? 0;
  cursor.at += codePoint > 0xffff ? 2 : 1;
  if (codePoint !== backslash) return ok(codePoint);
  const escaped = source.charAt(cursor.at++);
  const known = escapes.get(escaped);
  if (known !== undefined) return ok(known);
  if (/^[^A-Za-z0-9\s]$/.test(escaped)) return ok(escaped.charCodeAt(0));
  return refuse({
    text: `has \\${escaped}, which is not supported: use \\d, \\w, \\s, their capitals, \\t, \\n or \\r`,
    at: at + 1,
  });
};

const bracket = (cursor: Cursor, start: number): Parsed => {
  const negated = take(cursor, '^');
  const tests: CharacterTest[] = [];
  for (;;) {
    if (cursor.at >= cursor.source.length)
      return refuse({ text: 'opens a bracket that is never closed', at: start + 1 });
    if (take(cursor, ']')) break;
    const at = cursor.at;
    const low = character(cursor);
    if (refused(low)) return low;
    if (!cursor.source.startsWith('-', cursor.at) || cursor.source.startsWith('-]', cursor.at)) {
      tests.push(testOf(low.right));
      continue;
    }
    cursor.at++;
    const high = character(cursor);
    if (refused(high)) return high;
    const [from, to] = [low.right, high.right];
    if (typeof from !== 'number' || typeof to !== 'number' || from > to)
      return refuse({ text: 'has an invalid range: write two single characters, the lower one first', at: at + 1 });
    tests.push((codePoint) => codePoint >= from && codePoint <= to);
  }
  return ok({ kind: 'one', test: (codePoint) => tests.some((test) => test(codePoint)) !== negated });
};

const backslash = 92;
const isDigit: CharacterTest = (codePoint) => codePoint >= 48 && codePoint <= 57;
const isWord: CharacterTest = (codePoint) => codePoint < 128 && /\w/.test(String.fromCharCode(codePoint));
const isSpace: CharacterTest = (codePoint) => /\s/.test(String.fromCodePoint(codePoint));
const isLineEnd: CharacterTest = (codePoint) => [10, 13, 0x2028, 0x2029].includes(codePoint);
const not =
  (test: CharacterTest): CharacterTest =>
  (codePoint) =>
    !test(codePoint);

const escapes: ReadonlyMap<string, Character> = new Map<string, Character>([
  ['d', isDigit],
  ['D', not(isDigit)],
  ['w', isWord],
  ['W', not(isWord)],
  ['s', isSpace],
  ['S', not(isSpace)],
  ['t', 9],
  ['n', 10],
  ['r', 13],
]);

const take = (cursor: Cursor, expected: string): boolean => {
  if (!cursor.source.startsWith(expected, cursor.at)) return false;
  cursor.at += expected.length;
  return true;
};
