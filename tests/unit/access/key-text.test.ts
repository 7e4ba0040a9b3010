import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { keyTextIn, keyTextOf, randomBytesOfKey } from '../../../src/modules/access/domain/key-text';

const key = keyTextOf(Buffer.alloc(randomBytesOfKey, 'random'));

describe('the text of a key', () => {
  test('is sk_, a prefix of 12 characters, and a secret of 43 with a checksum of 6', () => {
    expect(key.text).toMatch(/^sk_[a-z0-9]{12}_[0-9A-Za-z]{49}$/);
    expect(key.text.split('_')[1]).toBe(key.prefix);
  });

  test('contains all of its 256 random bits', () => {
    const random = Buffer.alloc(randomBytesOfKey, 0xff);
    const texts = new Set([keyTextOf(random).text]);
    for (let bit = 0; bit < 256; bit++) {
      const other = Buffer.from(random);
      other[randomBytesOfKey - 32 + (bit >> 3)]! ^= 1 << (bit & 7);
      texts.add(keyTextOf(other).text.slice(0, -6));
    }
    expect(texts.size).toBe(257);
  });

  test('follows from its random bytes, and needs all of them', () => {
    expect(keyTextOf(Buffer.alloc(randomBytesOfKey, 'random'))).toEqual(key);
    expect(() => keyTextOf(randomBytes(randomBytesOfKey - 1))).toThrow('48 random bytes');
  });

  test('is read back from its header for any random bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: randomBytesOfKey, maxLength: randomBytesOfKey }), (random) => {
        const made = keyTextOf(Buffer.from(random));
        expect(keyTextIn(`Bearer ${made.text}`)).toEqual(made);
      }),
    );
  });
});

describe('an Authorization header', () => {
  test.each(['Bearer', 'bearer', 'BEARER', 'bEaReR', 'Bearer  '])('may spell its scheme %j', (scheme) => {
    expect(keyTextIn(`${scheme} ${key.text}`)).toEqual(key);
  });

  test.each<[what: string, header: string | undefined]>([
    ['that is missing', undefined],
    ['that is empty', ''],
    ['with the scheme alone', 'Bearer '],
    ['with the key alone', key.text],
    ['with another scheme', `Basic ${key.text}`],
    ['without a space', `Bearer${key.text}`],
    ['with text after the key', `Bearer ${key.text} x`],
    ['with a line break after the key', `Bearer ${key.text}\n`],
    ['with a key cut short', `Bearer ${key.text.slice(0, -1)}`],
    ['with a key made longer', `Bearer ${key.text}0`],
    ['with a prefix in capitals', `Bearer ${key.text.replace(key.prefix, key.prefix.toUpperCase())}`],
    ['with two keys', `Bearer ${key.text}, Bearer ${key.text}`],
    ['with 16 kB', `Bearer ${' '.repeat(8_000)}${'x'.repeat(8_000)}`],
  ])('%s holds no key', (_, header) => {
    expect(keyTextIn(header)).toBeUndefined();
  });

  test('with any one character mistyped holds no key', () => {
    for (let position = 3; position < key.text.length; position++) {
      const mistyped = key.text.charAt(position) === '7' ? '8' : '7';
      const text = key.text.slice(0, position) + mistyped + key.text.slice(position + 1);
      expect(keyTextIn(`Bearer ${text}`)).toBeUndefined();
    }
  });
});
