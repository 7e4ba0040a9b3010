/** An administrator's key is revoked twice: the second revocation runs between the read and the write of the first. */
import { createAdminKeys } from '../../src/modules/access/application/admin-keys';
import type { AdminKeyStore } from '../../src/modules/access/application/ports';
import { createKeyHashing } from '../../src/modules/access/domain/key-hashing';
import { expected } from '../support/access-in-memory';
import { accessStores } from '../support/access-stores';
import { HandClock } from '../support/hand-clock';
import { withMeanwhile } from '../support/meanwhile';

test.each(accessStores)('two revocations in %s name the time of the first', async (_, open) => {
  const stores = await open();
  const [early, late] = ['2026-01-15T10:00:00.000Z', '2026-01-15T10:01:00.000Z'].map((at) => new HandClock(at)) as [
    HandClock,
    HandClock,
  ];
  const hashing = createKeyHashing({ installationSecret: Buffer.alloc(32, 7), pepper: '', formerPepper: undefined });
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const budgets = { spend: () => Promise.reject(new Error('no budget is spent')) };
  const acts = (store: AdminKeyStore, clock: HandClock) => createAdminKeys({ store, hashing, budgets, clock, log });
  const others = acts(stores.adminKeys, early);
  const { id } = expected(await others.issue({ name: 'ci', tenantId: null }));
  const gated = acts(
    withMeanwhile(stores.adminKeys, 'revoke', () => others.revoke(id)),
    late,
  );
  const ended = { isActive: false, revokedAt: early.now() };
  expect(expected(await gated.revoke(id))).toMatchObject(ended);
  expect(await stores.adminKeys.keyOfId(id)).toMatchObject(ended);
  await stores.close();
});
