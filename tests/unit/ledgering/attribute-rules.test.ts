/** The lock on the attribute rules: it is requested early, and may be awaited late. */
import { Busy } from '../../../src/kernel/refusal';
import { holdRules } from '../../../src/modules/ledgering/application/guesses';
import type { AcceptanceStore } from '../../../src/modules/ledgering/application/ports';

const fault = new Busy('Somebody changes the rules.');

test('a fault is handled at once, and is thrown to the code that awaits the lock', async () => {
  const holding: Promise<void> = Promise.reject(fault);
  const noted = jest.spyOn(holding, 'then');
  const store = { holdRules: () => holding } as Partial<AcceptanceStore> as AcceptanceStore;
  const held = holdRules(store, {} as never, { rules: {} } as never);
  expect(noted).toHaveBeenCalledTimes(1);
  await expect(held).rejects.toBe(fault);
});
