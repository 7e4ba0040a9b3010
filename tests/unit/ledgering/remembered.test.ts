import { createBackground } from '../../../src/kernel/running/background';
import { newId } from '../../../src/kernel/ids';
import { createPoster } from '../../../src/modules/ledgering/application/posting/poster';
import { createRemembered } from '../../../src/modules/ledgering/application/posting/remembered';
import type { PendingTransaction } from '../../../src/modules/ledgering/domain/transaction';
import { HandClock } from '../../support/hand-clock';

const pending = (metadataBytes = 0): PendingTransaction => {
  const metadata = metadataBytes === 0 ? null : { text: 'x'.repeat(metadataBytes) };
  return { id: newId(), entries: [{ description: null, metadata }] } as unknown as PendingTransaction;
};

describe('the memory for the poster', () => {
  test('is limited by weight, and drops the oldest transactions', () => {
    const remembered = createRemembered(100_000);
    const heavy = Array.from({ length: 10 }, () => pending(10_000));
    for (const transaction of heavy) remembered.add(transaction);
    expect(remembered.byId.size).toBeLessThan(6);
    expect(remembered.byId.has(heavy[9]?.id as never)).toBe(true);
    expect(remembered.byId.has(heavy[0]?.id as never)).toBe(false);
  });

  test('frees the weight of a forgotten transaction, even if it was added several times', () => {
    const remembered = createRemembered(100_000);
    const [one] = [pending(30_000)];
    for (let time = 0; time < 10; time++) remembered.add(one as PendingTransaction);
    expect(remembered.byId.size).toBe(1);
    remembered.forget((one as PendingTransaction).id);
    for (let each = 0; each < 100; each++) remembered.add(pending());
    expect(remembered.byId.size).toBe(100);
  });

  test('keeps no transaction that was accepted while the poster did not run', async () => {
    const known: number[] = [];
    const store = {
      ledgersWithPendingWork: async () => [],
      lockHead: async () => undefined,
      oldestPending: async () => [],
      claimPending: async (_: object, __: string, ___: number, remembered = new Map<string, unknown>()) => {
        known.push(remembered.size);
        return [];
      },
    };
    const run = (_: object, work: (tx: object) => Promise<unknown>): Promise<unknown> => work({});
    const clock = new HandClock();
    const background = createBackground(clock, {} as never);
    const poster = createPoster({ unitOfWork: { run }, store, clock, background } as never);
    const ledgerId = newId<'ledger'>();
    poster.wake(ledgerId, [pending(), pending()]);
    poster.start();
    poster.wake(ledgerId, [pending()]);
    await background.idle('poster');
    await poster.stop();
    expect(known[known.length - 1]).toBe(1);
  });
});
