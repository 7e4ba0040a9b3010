/** Work of very many entries: one at a time a tenant, with a pause after it, and few batches that wait meanwhile. */
import { setTimeout as delay } from 'node:timers/promises';
import { OverShare } from '../../../src/kernel/refusal';
import { createWideWork } from '../../../src/modules/ledgering/application/writing/wide-work';

const never = new Promise<never>(() => undefined);

describe('wide work', () => {
  test('pauses for twice as long as it took, for its own tenant alone', async () => {
    const wide = createWideWork();
    const startedAt = performance.now();
    const took = 40;
    await wide.inTurn('one', startedAt, () => delay(took));
    const [second, other] = await Promise.all(
      ['one', 'other'].map((tenant) =>
        wide.inTurn(tenant, performance.now(), async () => performance.now() - startedAt),
      ),
    );
    expect(second).toBeGreaterThan(3 * took - 5);
    expect(other).toBeLessThan(second as number);
  });

  test('lets few batches of its tenant wait beside it, and all of another', async () => {
    const wide = createWideWork();
    const waiting = (tenant: string): void => void wide.batch(tenant, () => never);
    for (let count = 0; count < 10; count++) waiting('one');
    await wide.inTurn('one', performance.now(), async () => undefined);
    void wide.inTurn('one', performance.now(), () => never);
    await expect(wide.batch('one', async () => 'done')).rejects.toThrow(OverShare);
    await expect(wide.batch('other', async () => 'done')).resolves.toBe('done');
  });

  test('refuses those that waited before it was known, but for a few', async () => {
    const wide = createWideWork();
    let refused = 0;
    const turns = Array.from({ length: 10 }, () => {
      let begin: () => void = () => undefined;
      const turn = new Promise<void>((resolve) => (begin = resolve));
      const batch = wide.batch('one', async () => {
        await turn;
        wide.requireRoom('one');
        return never;
      });
      batch.catch((error: unknown) => {
        expect(error).toBeInstanceOf(OverShare);
        refused += 1;
      });
      return begin;
    });
    void wide.inTurn('one', performance.now(), () => never);
    for (const begin of turns) {
      begin();
      await delay(1);
    }
    expect(refused).toBe(7);
  });

  test('a tenant without wide work may have as many batches as it likes', async () => {
    const wide = createWideWork();
    for (let count = 0; count < 10; count++) void wide.batch('one', () => never);
    await expect(wide.batch('one', async () => 'done')).resolves.toBe('done');
  });
});
