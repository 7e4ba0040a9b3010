/** The currencies that a ledger may have, and the period in which a currency can be corrected. */
import { newId } from '../../../src/kernel/ids';
import { refused } from '../../../src/kernel/refusal';
import {
  correctCurrency,
  openLedger,
  type Ledger,
  type NewCurrency,
} from '../../../src/modules/ledgering/domain/ledger';

const now = new Date('2026-01-15T10:00:00.000Z');
const later = new Date('2026-01-16T10:00:00.000Z');

const opening = (currency: NewCurrency) =>
  openLedger({ tenantId: newId<'tenant'>(), code: 'MAIN', name: 'Main', ...currency }, newId<'ledger'>(), now);
const opened = (currency: NewCurrency): Ledger => {
  const ledger = opening(currency);
  if (refused(ledger)) throw new Error(JSON.stringify(ledger.left));
  return ledger.right;
};

describe('a new ledger', () => {
  test.each(['XYZ', 'EURO', 'DEM', 'BTC', 'XXX'])('is not opened in %s, which ISO 4217 does not have', (currency) => {
    expect(opening({ currency })).toMatchObject({
      left: { kind: 'InvalidLedger', errors: { currency: [expect.any(String)] } },
    });
  });

  test('is opened in any code of the type crypto', () => {
    expect(opened({ currency: 'XYZ', currencyType: 'crypto' }).denomination).toEqual({
      currency: 'XYZ',
      storageDecimals: 8,
      displayDecimals: 8,
    });
  });

  test.each([
    ['EUR', 2],
    ['JPY', 0],
    ['KWD', 3],
    ['CLF', 4],
    ['XCG', 2],
  ])('in %s has %s decimals', (currency, decimals) => {
    expect(opened({ currency }).denomination).toEqual({
      currency,
      storageDecimals: decimals,
      displayDecimals: decimals,
    });
  });
});

describe('the currency of a ledger', () => {
  const free = { hasTransactions: false, hasLimits: false };
  const ledger = opened({ currency: 'USD' });

  test('can be corrected before anything is accepted, and takes the decimals of the new one', () => {
    expect(correctCurrency(ledger, { currency: 'JPY' }, free, later)).toMatchObject({
      right: {
        id: ledger.id,
        updatedAt: later,
        denomination: { currency: 'JPY', storageDecimals: 0, displayDecimals: 0 },
      },
    });
  });

  test.each([
    [{ hasTransactions: true, hasLimits: false }, { currency: 'EUR' }, 'LedgerInUse'],
    [{ hasTransactions: false, hasLimits: true }, { currency: 'JPY' }, 'LedgerInUse'],
    [free, { currency: 'XYZ' }, 'InvalidLedger'],
  ])('is not corrected with %j to %j', (use, currency, kind) => {
    expect(correctCurrency(ledger, currency, use, later)).toMatchObject({ left: { kind } });
  });

  test('can be corrected under limits if the decimals stay the same', () => {
    expect(correctCurrency(ledger, { currency: 'EUR' }, { ...free, hasLimits: true }, later)).toMatchObject({
      right: { denomination: { currency: 'EUR' } },
    });
  });

  test('can be set to its present value in any ledger', () => {
    expect(
      correctCurrency(ledger, { currency: 'USD' }, { hasTransactions: true, hasLimits: true }, later),
    ).toMatchObject({ right: ledger });
  });
});
