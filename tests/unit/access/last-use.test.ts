import { accessInMemory, expected, home, ledger, type AccessInMemory } from '../../support/access-in-memory';

let access: AccessInMemory['access'];
let clock: AccessInMemory['clock'];
let issue: AccessInMemory['issue'];
let keys: AccessInMemory['keys'];
let present: AccessInMemory['present'];
let startAnother: AccessInMemory['startAnother'];
let warnings: AccessInMemory['warnings'];

/** Waits for the work that the service does after it has answered. */
const settle = (): Promise<void> => new Promise(setImmediate);

beforeEach(() => {
  ({ access, clock, issue, keys, present, startAnother, warnings } = accessInMemory());
});

describe('the last use of a key', () => {
  const lastUse = async (): Promise<Date | null | undefined> => (await access.listKeys(ledger.id))[0]?.lastUsedAt;

  test('is written once a minute', async () => {
    const { key } = await issue();
    expect(await lastUse()).toBeNull();
    const firstUse = clock.now();
    for (let seconds = 0; seconds <= 60; seconds += 10) {
      await present(key);
      await settle();
      expect(await lastUse()).toEqual(firstUse);
      clock.advance(10_000);
    }
    const nextSample = clock.now();
    await present(key);
    await settle();
    expect(await lastUse()).toEqual(nextSample);
  });

  test('is not written again within the minute by another process', async () => {
    const { key } = await issue();
    const firstUse = clock.now();
    await present(key);
    await settle();
    clock.advance(30_000);
    await present(key, home, startAnother());
    await settle();
    expect(await lastUse()).toEqual(firstUse);
  });

  test('is not written for a key that is refused', async () => {
    const { key, id } = await issue();
    expected(await access.revokeKey(id));
    await present(key);
    await settle();
    expect(await lastUse()).toBeNull();
  });

  test('that cannot be written is logged once a minute, and the request succeeds', async () => {
    const { key } = await issue();
    keys.state = 'read-only';
    for (let request = 0; request < 3; request++) {
      expect(await present(key)).toMatchObject({ kind: 'known' });
      await settle();
    }
    expect(warnings).toEqual(['the last use of some keys was not written']);
  });
});
