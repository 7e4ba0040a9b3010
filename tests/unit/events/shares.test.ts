/** The events that a tenant's endpoints keep in memory limit the number of these endpoints that are served at a time. */
import { newId } from '../../../src/kernel/ids';
import { createShares } from '../../../src/kernel/running/fair-shares/shares';
import { createServed, keptLimits } from '../../../src/modules/events/application/shares';

test('a tenant whose endpoints keep the maximum has no other endpoint served, unlike other tenants', () => {
  const kept = createShares(keptLimits);
  const served = createServed(kept);
  const [greedy, other] = [newId<'tenant'>(), newId<'tenant'>()];
  const holder = { callerId: 'endpoint', tenantId: greedy };
  kept.take(holder, keptLimits.perTenant - 1);
  expect(served.hasRoom(greedy)).toBe(true);
  kept.take(holder, 1);
  expect([served.hasRoom(greedy), served.hasRoom(other)]).toEqual([false, true]);
  kept.give(holder, 1);
  expect(served.hasRoom(greedy)).toBe(true);
});

test('no endpoint is served when all tenants together keep the maximum', () => {
  const kept = createShares(keptLimits);
  const served = createServed(kept);
  for (let left = keptLimits.inAll; left > 0; left -= keptLimits.perTenant)
    kept.take({ callerId: `endpoint ${left}`, tenantId: newId<'tenant'>() }, keptLimits.perTenant);
  expect(served.hasRoom(newId<'tenant'>())).toBe(false);
});
