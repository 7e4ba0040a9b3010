/** Summing by itself: what one ledger's trouble does to the others. */
import { newId } from '../../../src/kernel/ids';
import type { Tx, UnitOfWork } from '../../../src/kernel/unit-of-work';
import type { StretchStore } from '../../../src/modules/ledgering/application/ports';
import { createSumming } from '../../../src/modules/ledgering/application/summing';

test('a ledger whose log cannot be summed holds up no other', async () => {
  const [broken, whole] = [newId<'ledger'>(), newId<'ledger'>()];
  const warned: object[] = [];
  let sawWhole: () => void;
  const wholeIsSummed = new Promise<void>((resolve) => (sawWhole = resolve));
  const store: StretchStore = {
    ledgersOfEvents: async () => [broken, whole].map((ledgerId) => ({ ledgerId, lastSequence: 8n })),
    stretches: async () => [],
    sum: async (_tx, ledgerId, stretch) => {
      if (ledgerId === broken) throw new Error('this log cannot be read');
      sawWhole();
      return { ...stretch, transactionsThrough: 8n };
    },
  };
  const unitOfWork = { run: (_scope: unknown, work: (tx: Tx) => unknown) => work({} as Tx) } as unknown as UnitOfWork;
  const log = { info: () => {}, error: () => {}, warn: (fields: object) => warned.push(fields) };
  const summing = createSumming({ unitOfWork, store, sizes: { events: 8n, stretches: 3 }, log });
  summing.start();
  await wholeIsSummed;
  await summing.stop();
  expect(warned).toMatchObject([{ ledgerId: broken }]);
});
