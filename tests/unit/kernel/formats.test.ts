/** Formats of stored hashes: a hash of an older format is checked with that format, even after newer ones exist. */
import { formatsOf, jsonMember, keptHashBytes, membersText } from '../../../src/kernel/formats';

interface Note {
  readonly text: string;
  readonly author: string | null;
}

const noteV1 = ({ text }: Note): string => membersText(['note', '1', text]);
const noteV2 = ({ text, author }: Note): string => membersText(['note', '2', text, author]);

const before = formatsOf(1, { 1: noteV1 });
const after = formatsOf(2, { 1: noteV1, 2: noteV2 });
const note = { text: 'tea', author: null };

describe('formats', () => {
  test('write the format in front of the hash', () => {
    expect(before.hashOf(note)).toHaveLength(keptHashBytes);
    expect([before, after].map((formats) => formats.hashOf(note)[0])).toEqual([1, 2]);
  });

  test('check a hash of an older format with that format', () => {
    const kept = before.hashOf(note);
    expect(after.isHashOf(kept, note)).toBe(true);
    expect(after.fingerprintOf(note).matches(kept)).toBe(true);
    expect(after.isHashOf(kept, { ...note, text: 'milk' })).toBe(false);
  });

  test('match no hash whose first byte is not the number of a known format', () => {
    for (let version = 0; version < 256; version++) {
      const kept = before.hashOf(note);
      kept[0] = version;
      expect([version, before.isHashOf(kept, note)]).toEqual([version, version === 1]);
      expect(before.textBehind(kept, note)).toBe(version === 1 ? noteV1(note) : undefined);
    }
  });

  test('match no hash of an unknown format', () => {
    const kept = after.hashOf(note);
    expect(before.isHashOf(kept, note)).toBe(false);
    expect(before.isHashOf(Buffer.alloc(0), note)).toBe(false);
    expect(() => formatsOf(3, { 1: noteV1 })).toThrow('there is no format 3');
  });

  test('return the hash under each format', () => {
    expect(after.hashesOf(note)).toEqual([before.hashOf(note), after.hashOf(note)]);
  });

  test('write different lists of members as different texts', () => {
    const lists = [['a', 'b'], ['ab', ''], ['a;1:b'], ['', 'ab'], [null, 'ab'], ['ab', null], ['ab'], [], ['-;']];
    expect(new Set(lists.map(membersText)).size).toBe(lists.length);
    expect(jsonMember({ b: 1, a: [2, { d: 3, c: null }] })).toBe('{"a":[2,{"c":null,"d":3}],"b":1}');
    expect(jsonMember(null)).toBeNull();
  });
});
