/** Work of very many entries: one at a time a tenant, with a pause after it, and few batches that wait meanwhile. */
import { nextTurn } from '../../../src/kernel/event-loop';
import { OverShare } from '../../../src/kernel/refusal';
import { createWideWork } from '../../../src/modules/ledgering/application/writing/wide-work';
import { HandClock } from '../../support/hand-clock';

const never = new Promise<never>(() => undefined);

describe('wide work', () => {
  test('pauses for twice as long as it took, for its own tenant alone', async () => {
    const clock = new HandClock();
    const wide = createWideWork(clock);
    const enter = (tenant: string): Promise<number> =>
      wide.inTurn(tenant, clock.elapsed(), async () => clock.elapsed());
    await wide.inTurn('one', clock.elapsed(), async () => clock.advance(40));
    expect(await clock.through(Promise.all([enter('one'), enter('other')]))).toEqual([120, 40]);
  });

  test('lets few batches of its tenant wait beside it, and all of another', async () => {
    const wide = createWideWork(new HandClock());
    const waiting = (tenant: string): void => void wide.batch(tenant, () => never);
    for (let count = 0; count < 10; count++) waiting('one');
    await wide.inTurn('one', 0, async () => undefined);
    void wide.inTurn('one', 0, () => never);
    await expect(wide.batch('one', async () => 'done')).rejects.toThrow(OverShare);
    await expect(wide.batch('other', async () => 'done')).resolves.toBe('done');
  });

  test('refuses those that waited before it was known, but for a few', async () => {
    const wide = createWideWork(new HandClock());
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
    void wide.inTurn('one', 0, () => never);
    for (const begin of turns) {
      begin();
      await nextTurn();
    }
    expect(refused).toBe(7);
  });

  test('a tenant without wide work may have as many batches as it likes', async () => {
    const wide = createWideWork(new HandClock());
    for (let count = 0; count < 10; count++) void wide.batch('one', () => never);
    await expect(wide.batch('one', async () => 'done')).resolves.toBe('done');
  });
});
