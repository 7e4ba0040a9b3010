/** Every act on a key that first judges the stored row and then writes it. Another act runs between the two steps. */
import { newId } from '../../src/kernel/ids';
import { refused, type Outcome } from '../../src/kernel/refusal';
import { createChangeKey, createRotateKey } from '../../src/modules/access/application/change-key';
import { createIssueKey } from '../../src/modules/access/application/issue-key';
import { createKeyring } from '../../src/modules/access/application/keyring';
import type { KeyStore } from '../../src/modules/access/application/ports';
import { createRevokeKey } from '../../src/modules/access/application/revoke-key';
import type { ApiKey } from '../../src/modules/access/domain/api-key';
import { createKeyHashing } from '../../src/modules/access/domain/key-hashing';
import { expected } from '../support/access-in-memory';
import { accessStores, type AccessStores } from '../support/access-stores';
import { HandClock } from '../support/hand-clock';
import { withMeanwhile } from '../support/meanwhile';
import { utc } from '../../src/kernel/time-zone';

const denomination = { currency: 'EUR', storageDecimals: 2, displayDecimals: 2 };

describe.each(accessStores)('a key in %s', (_, open) => {
  const clock = new HandClock('2026-01-15T10:00:00.000Z');
  let stores: AccessStores;
  let issued: ApiKey;

  const actsOn = (keys: KeyStore) => {
    const hashing = createKeyHashing({ installationSecret: Buffer.alloc(32, 7), pepper: '', formerPepper: undefined });
    const means = { keys, keyring: createKeyring(keys, stores.tenants, clock), hashing, clock };
    return {
      issue: createIssueKey(means),
      change: createChangeKey(means),
      rotate: createRotateKey(means),
      revoke: createRevokeKey(means),
    };
  };
  const gated = (meanwhile: () => Promise<unknown>) => actsOn(withMeanwhile(stores.keys, 'change', meanwhile));
  const others = () => actsOn(stores.keys);
  const kindOf = (outcome: Outcome<{ readonly kind: string }, unknown>): string =>
    refused(outcome) ? outcome.left.kind : 'written';
  const kept = () => stores.keys.keyOfId(issued.id);

  beforeAll(async () => {
    stores = await open();
  });
  afterAll(() => stores.close());
  beforeEach(async () => {
    const tenantId = newId<'tenant'>();
    await stores.tenants.insert({ id: tenantId, name: 'Tenant', createdAt: clock.now() });
    const ledger = { id: await stores.openLedger(tenantId), tenantId, denomination, timeZone: utc };
    issued = expected(await others().issue({ ledger, name: 'till', rateLimitPerSecond: 1_000 }));
  });

  test('gets no successor if it is revoked during its rotation', async () => {
    const { rotate } = gated(() => others().revoke(issued.id));
    expect(kindOf(await rotate(issued.id, 0))).toBe('KeyNotActive');
    expect(await stores.keys.keysOfLedger(issued.ledgerId)).toHaveLength(1);
  });

  test('passes the name and the rate limit of a concurrent change to its successor', async () => {
    const { rotate } = gated(() => others().change(issued.id, { name: 'shop', rateLimitPerSecond: 1 }));
    const { successor, old } = expected(await rotate(issued.id, 0));
    for (const { id } of [successor, old])
      expect(await stores.keys.keyOfId(id)).toMatchObject({ name: 'shop', rateLimitPerSecond: 1 });
  });

  test('ends with the shorter grace period of two concurrent rotations', async () => {
    const { rotate } = gated(() => others().rotate(issued.id, 10));
    expect(expected(await rotate(issued.id, 86_400)).old.expiresAt).toEqual(new Date('2026-01-15T10:00:10.000Z'));
  });

  test('keeps both of two concurrent changes', async () => {
    const { change } = gated(() => others().change(issued.id, { rateLimitPerSecond: 1 }));
    const changed = expected(await change(issued.id, { name: 'shop' }));
    expect(changed).toMatchObject({ name: 'shop', rateLimitPerSecond: 1 });
    expect(await kept()).toEqual(changed);
  });

  test('stays rotated and revoked if it is renamed at the same time', async () => {
    const { change } = gated(async () => {
      await others().rotate(issued.id, 60);
      await others().revoke(issued.id);
    });
    expected(await change(issued.id, { name: 'shop' }));
    const ended = { isActive: false, revokedAt: clock.now(), expiresAt: new Date('2026-01-15T10:01:00.000Z') };
    expect(await kept()).toMatchObject({ name: 'shop', ...ended });
  });

  test('is revoked once, at the earlier of two times', async () => {
    const first = clock.now();
    const { revoke } = gated(async () => {
      await others().revoke(issued.id);
      clock.advance(1_000);
    });
    expect(expected(await revoke(issued.id)).revokedAt).toEqual(first);
    clock.advance(-1_000);
    expect((await kept())?.revokedAt).toEqual(first);
  });
});
