import { createShares } from '../../../src/kernel/running/fair-shares/shares';
import { OverShare, Unavailable } from '../../../src/kernel/refusal';
import type { Principal } from '../../../src/kernel/principal';

const caller = (callerId: string, tenantId: string): Principal => ({ callerId, tenantId }) as unknown as Principal;

describe('shares', () => {
  const limits = { perKey: 10, perTenant: 15, inAll: 20 };
  const [one, two, other, third] = [caller('1', 'A'), caller('2', 'A'), caller('3', 'B'), caller('4', 'C')] as const;

  test('are limited per key, per tenant and in all, in that order', () => {
    const shares = createShares(limits);
    shares.take(one, 8);
    expect(() => shares.require(one, 3)).toThrow(OverShare);
    expect(() => shares.require(one, 2)).not.toThrow();
    shares.take(two, 6);
    expect(() => shares.require(two, 2)).toThrow(OverShare);
    shares.take(other, 5);
    const inAll = (): void => shares.require(third, 2);
    expect(inAll).not.toThrow(OverShare);
    shares.take(third, 1);
    expect(() => shares.require(third, 1)).toThrow(Unavailable);
  });

  test('are free again after they are released', () => {
    const shares = createShares(limits);
    for (const amount of [8, 2]) shares.take(one, amount);
    expect(() => shares.require(one, 1)).toThrow(OverShare);
    shares.give(one, 8);
    expect(() => shares.require(one, 8)).not.toThrow();
    shares.give(one, 2);
    expect(shares.inHand()).toBe(0);
  });

  test('let a caller that holds nothing take one thing of any size', () => {
    const shares = createShares(limits);
    expect(() => shares.require(one, 1_000)).not.toThrow();
  });
});
