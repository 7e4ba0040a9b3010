import { createExpiringCache } from '../../../src/modules/access/application/expiring-cache';

describe('a cached answer', () => {
  test('is valid up to its maximum age', () => {
    const recent = createExpiringCache<string>(1_000, 10);
    recent.set('a', 'answer', 5_000);
    expect(recent.get('a', 6_000)).toBe('answer');
    expect(recent.get('a', 6_001)).toBeUndefined();
  });

  test('is replaced by a newer one, and can be deleted', () => {
    const recent = createExpiringCache<string>(1_000, 10);
    recent.set('a', 'old', 5_000);
    recent.set('a', 'new', 5_500);
    expect(recent.get('a', 6_500)).toBe('new');
    recent.delete('a');
    expect(recent.get('a', 6_500)).toBeUndefined();
  });

  test('is evicted first if it was set before the others', () => {
    const recent = createExpiringCache<string>(1_000, 2);
    for (const key of ['a', 'b', 'a', 'c']) recent.set(key, `answer to ${key}`, 5_000);
    expect(['a', 'b', 'c'].map((key) => recent.get(key, 5_000))).toEqual(['answer to a', undefined, 'answer to c']);
  });
});
