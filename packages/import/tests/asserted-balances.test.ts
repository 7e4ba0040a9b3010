/** Tests the balances that a file asserts: a missing account has a balance of zero, and a balance that cannot be read is a fault. */
import { ok, refuse, type Outcome } from '../../../src/kernel/refusal';
import type { Denomination } from '../../../src/kernel/money';
import type { Day } from '../../../src/kernel/time';
import { createAssertions } from '../src/assertions';
import type { LedgerCalls } from '../src/ledger-calls';
import type { Reason } from '../src/rows';

const denomination: Denomination = { currency: 'EUR', storageDecimals: 2, displayDecimals: 2 };

const check = (balance: Outcome<Reason, object>) => {
  const assertions = createAssertions();
  assertions.add({
    ...{ kind: 'assertion', line: 7, account: 'Bank', date: '2026-01-31' as Day, amount: 500n as never },
    ...{ isWithin: false, isBeforeDay: false, behind: 0n },
  });
  const calls = { call: () => Promise.resolve(balance) } as unknown as LedgerCalls;
  return assertions.check({ calls, denomination, chart: { codeOf: () => ok('BANK') }, names: ['Bank'] });
};

const told = (settled: string, side: 'debit' | 'credit') => ok({ balances: { settled }, normal_balance: side });

test.each([
  [told('5.00', 'debit'), []],
  [told('-5.00', 'credit'), []],
  [told('5.00', 'credit'), [7]],
  [refuse({ code: 'ACCOUNT_NOT_FOUND', message: 'There is none.' }), [7]],
])('%j is compared with the balance that the file asserts', async (balance, lines) => {
  expect((await check(balance)).map(({ line }) => line)).toEqual(lines);
});

test.each([refuse({ code: 'FORBIDDEN', message: 'The caller may not read it.' }), told('much', 'debit')])(
  'a balance that cannot be read is a fault, not a difference: %j',
  async (balance) => {
    await expect(check(balance)).rejects.toThrow();
  },
);
