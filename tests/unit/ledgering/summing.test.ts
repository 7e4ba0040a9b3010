/** Background summing: a fault in one ledger does not affect the others. */
import { createBackground } from '../../../src/kernel/running/background';
import { newId } from '../../../src/kernel/ids';
import type { Tx, UnitOfWork } from '../../../src/kernel/unit-of-work';
import type { StretchStore } from '../../../src/modules/ledgering/application/ports';
import { createSumming } from '../../../src/modules/ledgering/application/summing';
import { HandClock } from '../../support/hand-clock';

const open = () => {
  const [broken, whole] = [newId<'ledger'>(), newId<'ledger'>()];
  const warned: object[] = [];
  const trouble = { isOver: false };
  const store: StretchStore = {
    ledgersOfEvents: async () => [broken, whole].map((ledgerId) => ({ ledgerId, lastSequence: 8n })),
    stretches: async () => [],
    sum: async (_tx, ledgerId, stretch) => {
      if (ledgerId === broken && !trouble.isOver) throw new Error('this log cannot be read');
      return { ...stretch, transactionsThrough: 8n };
    },
  };
  const unitOfWork = { run: (_scope: unknown, work: (tx: Tx) => unknown) => work({} as Tx) } as unknown as UnitOfWork;
  const log = { info: () => {}, error: () => {}, warn: (fields: object) => warned.push(fields) };
  const clock = new HandClock();
  const background = createBackground(clock, log);
  const summed: string[] = [];
  background.observe((event) => event.kind === 'done' && summed.push(event.subject));
  const summing = createSumming({ unitOfWork, store, sizes: { events: 8n, stretches: 3 }, clock, background, log });
  return { summing, background, clock, broken, whole, warned, summed, trouble };
};

test('a ledger whose log cannot be summed does not delay other ledgers', async () => {
  const { summing, clock, broken, whole, warned, summed } = open();
  summing.start();
  await clock.pass(0);
  await summing.stop();
  expect(warned).toMatchObject([{ ledgerId: broken }]);
  expect(summed).toEqual([whole]);
});

test('a ledger that failed is summed at a later look, and the loop is then idle', async () => {
  const { summing, background, clock, broken, whole, summed, trouble } = open();
  summing.start();
  await clock.pass(0);
  trouble.isOver = true;
  await clock.through(background.idle('sums'));
  expect(summed).toEqual([whole, broken]);
  await summing.stop();
});
