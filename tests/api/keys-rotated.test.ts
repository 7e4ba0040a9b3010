/**
 * A key is revoked while another act rotates, uses or changes it, at every step of that act. The key never works again, and a rotation
 * creates a successor only if it came before the revocation.
 */
import { refused } from '../../src/kernel/refusal';
import { KEY_STORE } from '../../src/modules/access/application/ports';
import { client } from '../support/client';
import { flowingClock } from '../support/hand-clock';
import { interleave, longPatience, steppingAt } from '../support/interleaving';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { dataOf, expectRefusal } from '../support/requests';

const clock = flowingClock();
const chief = 'command line';
/**
 * Rotating, revoking or changing a key reads it and then writes it. So another act can happen before the read, between the two, or after
 * the write.
 */
const maxSteps = 3;
let ledger: TestLedger;
let books: TestBooks;

beforeAll(async () => {
  ledger = await startLedger([steppingAt([KEY_STORE])], { clock });
});
afterAll(() => ledger.close());
beforeEach(async () => {
  books = await ledger.newLedger();
});

const prefixOf = (key: string): string => key.split('_')[1] ?? '';

const actsOn = (key: string) => {
  const { access } = ledger.app;
  return {
    revoke: () => access.revokeKey(prefixOf(key), chief),
    rotate: (graceSeconds: number) => () => access.rotateKey(prefixOf(key), graceSeconds, chief),
    change: () => access.changeKey(prefixOf(key), { name: 'till' }, chief),
    use: () => access.authenticate(`Bearer ${key}`, '192.0.2.7'),
  };
};

/** A process caches a key for at most a second. */
const expectDead = async (key: string): Promise<void> => {
  for (const waitedMs of [1_000, 3_600_000]) {
    clock.advance(waitedMs);
    expectRefusal(await client(ledger.baseUrl, key).get('/ledger'), 401, 'UNAUTHORIZED');
  }
  const kept = (await ledger.app.access.listKeys(books.ledger.id)).find(({ prefix }) => prefix === prefixOf(key));
  expect(kept).toMatchObject({ isActive: false, revokedAt: expect.any(Date) });
};

const steps = Array.from({ length: maxSteps }, (_, at) => at);
const graces = [0, 3_600];
const orders = steps.flatMap((at) => graces.map((grace) => [at, grace] as const));

describe.each(['the rotation', 'the revocation'] as const)('%s is interrupted', (stopped) => {
  const played = new Set<string>();

  test.each(orders)('at step %i, grace %i seconds, by the other act; the key never works again', async (at, grace) => {
    const { key } = books;
    const { revoke, rotate } = actsOn(key);
    const isRotation = stopped === 'the rotation';
    const found = isRotation
      ? await interleave(rotate(grace), revoke, at, longPatience)
      : await interleave(revoke, rotate(grace), at, longPatience);
    const rotated = isRotation ? found.first : found.other;
    expect(isRotation ? found.other : found.first).toMatchObject({ _tag: 'Right' });
    await expectDead(key);
    const others = (await ledger.app.access.listKeys(books.ledger.id)).filter(({ prefix }) => prefix !== prefixOf(key));
    if (refused(rotated as Awaited<ReturnType<ReturnType<typeof rotate>>>)) {
      expect(rotated).toMatchObject({ left: { kind: 'KeyNotActive' } });
      expect(others).toEqual([]);
      played.add('revoked first');
    } else {
      expect(others).toHaveLength(1);
      played.add('rotated first');
    }
  });

  test('with either act done first', () => expect([...played].sort()).toEqual(['revoked first', 'rotated first']));
});

test.each(steps)('a revocation at step %i of a use ends the key within a second', async (at) => {
  const { key } = books;
  const { revoke, use } = actsOn(key);
  clock.advance(1_000);
  await interleave(use, revoke, at);
  await expectDead(key);
});

test.each(steps)('a change that a revocation overtakes at step %i does not restore the key', async (at) => {
  const { key } = books;
  const { revoke, change } = actsOn(key);
  await interleave(change, revoke, at);
  await expectDead(key);
});

test('a successor that is revoked during its own rotation ends together with the first key', async () => {
  const first = await ledger.app.access.rotateKey(prefixOf(books.key), 3_600, chief);
  if (refused(first)) throw new Error(first.left.kind);
  const { key } = first.right.successor;
  dataOf(await client(ledger.baseUrl, key).get('/ledger'), 200);
  const { revoke, rotate } = actsOn(key);
  await interleave(rotate(3_600), revoke, 0);
  await expectDead(key);
  // The revocation ends the rotated key too, although its grace period has not passed.
  expectRefusal(await client(ledger.baseUrl, books.key).get('/ledger'), 401, 'UNAUTHORIZED');
});
