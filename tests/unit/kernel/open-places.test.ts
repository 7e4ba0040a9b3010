import type { TenantId } from '../../../src/kernel/ids';
import { holding, type NoPlaceLeft } from '../../../src/kernel/places';
import { createOpenPlaces } from '../../../src/kernel/running/open-places';

const places = () => createOpenPlaces({ perKey: 2, perTenant: 3, inAll: 4 });
const who = (callerId: string, tenant: string) => ({ callerId, tenantId: tenant as TenantId });
const forGood = new AbortController().signal;

describe('open places', () => {
  test('are limited per key, per tenant and in all, in this order', () => {
    const { take } = places();
    const taken = (key: string, tenant: string): NoPlaceLeft | undefined => take(who(key, tenant), forGood);
    expect([taken('a', 't'), taken('a', 't')]).toEqual([undefined, undefined]);
    expect(taken('a', 't')).toEqual({ max: 2, of: 'this key' });
    expect(taken('b', 't')).toBeUndefined();
    expect(taken('c', 't')).toEqual({ max: 3, of: 'this tenant' });
    expect(taken('d', 'u')).toBeUndefined();
    expect(taken('e', 'v')).toEqual({ max: 4, of: 'this process' });
  });

  test('are freed once when their signal aborts, even if it aborted before', () => {
    const { take } = places();
    const [one, other] = [new AbortController(), new AbortController()];
    take(who('a', 't'), one.signal);
    take(who('a', 't'), other.signal);
    take(who('a', 't'), AbortSignal.abort());
    expect(take(who('a', 't'), forGood)).toEqual({ max: 2, of: 'this key' });
    one.abort();
    one.abort();
    expect(take(who('a', 't'), AbortSignal.abort())).toBeUndefined();
    expect(take(who('a', 't'), forGood)).toBeUndefined();
    expect(take(who('a', 't'), forGood)).toEqual({ max: 2, of: 'this key' });
  });

  test.each([
    [{ max: 2, of: 'this key' }, 'This key has 2'],
    [{ max: 4, of: 'this tenant' }, 'This tenant has 4'],
    [{ max: 12, of: 'this process' }, 'All keys together have 12'],
  ] as const)('that are all taken, %j, are described as %s', (noPlaceLeft, words) =>
    expect(holding(noPlaceLeft)).toBe(words),
  );
});
