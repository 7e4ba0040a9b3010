import { ok, refuse } from '../../../src/kernel/refusal';
import { createRateWindows } from '../../../src/modules/access/application/rate-windows';
import { HandClock } from '../../support/hand-clock';

const startAt = (start: string) => {
  const clock = new HandClock(start);
  return { clock, budgets: createRateWindows(clock) };
};

describe('a rate budget', () => {
  test('counts down to zero, then refuses', async () => {
    const { budgets } = startAt('2026-01-15T10:00:00.000Z');
    expect(await budgets.spend('key', 2)).toEqual(ok({ limit: 2, remaining: 1, resetSeconds: 1 }));
    expect(await budgets.spend('key', 2)).toEqual(ok({ limit: 2, remaining: 0, resetSeconds: 1 }));
    expect(await budgets.spend('key', 2)).toEqual(refuse({ limit: 2, remaining: 0, resetSeconds: 1 }));
  });

  test('is full again at the next full second of the clock', async () => {
    const { clock, budgets } = startAt('2026-01-15T10:00:00.999Z');
    await budgets.spend('key', 1);
    expect(await budgets.spend('key', 1)).toMatchObject({ _tag: 'Left' });
    clock.advance(1);
    expect(await budgets.spend('key', 1)).toMatchObject({ _tag: 'Right' });
    clock.advance(999);
    expect(await budgets.spend('key', 1)).toMatchObject({ _tag: 'Left' });
  });

  test('does not save unused requests', async () => {
    const { clock, budgets } = startAt('2026-01-15T10:00:00.000Z');
    await budgets.spend('key', 3);
    clock.advance(10_000);
    expect(await budgets.spend('key', 3)).toMatchObject({ right: { remaining: 2 } });
  });

  test('is separate for each subject', async () => {
    const { budgets } = startAt('2026-01-15T10:00:00.000Z');
    await budgets.spend('one', 1);
    expect(await budgets.spend('one', 1)).toMatchObject({ _tag: 'Left' });
    expect(await budgets.spend('other', 1)).toMatchObject({ _tag: 'Right' });
  });

  test('starts again when the clock is set back', async () => {
    const { clock, budgets } = startAt('2026-01-15T10:00:00.000Z');
    await budgets.spend('key', 1);
    clock.advance(-5_000);
    expect(await budgets.spend('key', 1)).toMatchObject({ _tag: 'Right' });
  });

  test('is refused to new subjects while too many subjects share a second', async () => {
    const { clock, budgets } = startAt('2026-01-15T10:00:00.000Z');
    for (let subject = 0; subject < 200_000; subject++) await budgets.spend(`subject ${subject}`, 2);
    expect(await budgets.spend('newcomer', 2)).toMatchObject({ _tag: 'Left' });
    expect(await budgets.spend('subject 0', 2)).toMatchObject({ _tag: 'Right' });
    clock.advance(1_000);
    expect(await budgets.spend('newcomer', 2)).toMatchObject({ _tag: 'Right' });
  });
});
