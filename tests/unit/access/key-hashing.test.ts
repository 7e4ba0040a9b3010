import { createKeyHashing } from '../../../src/modules/access/domain/key-hashing';

const secrets = { installationSecret: Buffer.alloc(32, 1), pepper: 'pepper' };
const hashing = createKeyHashing(secrets);
const text = 'sk_prefix000001_secret';

describe('the hash of a key', () => {
  test('has 32 bytes and matches only its own key', () => {
    expect(hashing.hashOf(text)).toHaveLength(32);
    expect(hashing.matches(text, hashing.hashOf(text))).toBe(true);
    expect(hashing.matches(`${text}x`, hashing.hashOf(text))).toBe(false);
  });

  test('survives a restart with the same secrets', () => {
    expect(createKeyHashing(secrets).matches(text, hashing.hashOf(text))).toBe(true);
  });

  test.each([
    ['installation', { ...secrets, installationSecret: Buffer.alloc(32, 2) }],
    ['pepper', { ...secrets, pepper: '' }],
  ])('does not match with another %s', (_, others) => {
    expect(createKeyHashing(others).matches(text, hashing.hashOf(text))).toBe(false);
  });

  test('matches under the former pepper too, and is then recognised as outdated', () => {
    const after = createKeyHashing({ ...secrets, pepper: 'another', formerPepper: 'pepper' });
    const [former, present] = [hashing.hashOf(text), after.hashOf(text)];
    // Each hash is checked twice: the cache answers the second check.
    for (const hash of [former, former, present, present]) expect(after.matches(text, hash)).toBe(true);
    expect([after.isOutlived(former), after.isOutlived(present)]).toEqual([true, false]);
    expect(after.matches(`${text}x`, hashing.hashOf(text))).toBe(false);
    expect(after.matches(text, undefined)).toBe(false);
  });

  test.each([text, ''])('matches no text if it is missing: %j', (presented) => {
    expect(hashing.matches(presented, undefined)).toBe(false);
  });
});
