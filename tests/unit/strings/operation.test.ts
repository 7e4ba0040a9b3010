/** The amounts that conversions and transfers move, for all amounts and decimals: exactly the given amounts, to the last digit. */
import fc from 'fast-check';
import { newId } from '../../../src/kernel/ids';
import { formatAmount, maxAmountDigits, type Denomination } from '../../../src/kernel/money';
import { refused } from '../../../src/kernel/refusal';
import {
  planOperation,
  type OperationRequest,
  type StringAccount,
} from '../../../src/modules/strings/domain/operation';
import type { DescribedString, MemberLedger } from '../../../src/modules/strings/domain/string';
import { rounds } from '../../support/random';

const ledgerOf = (code: string, currency: string, storageDecimals: number, displayDecimals = 0): MemberLedger => ({
  id: newId<'ledger'>(),
  code,
  name: code,
  denomination: { currency, storageDecimals, displayDecimals },
});

const stringOf = (...members: readonly MemberLedger[]): DescribedString => ({
  id: newId<'string'>(),
  tenantId: newId<'tenant'>(),
  code: 'S',
  name: 'S',
  description: null,
  isActive: true,
  memberIds: members.map(({ id }) => id),
  members,
  createdAt: new Date(0),
  updatedAt: new Date(0),
});

const accountIn = ({ id }: MemberLedger, changes: Partial<StringAccount> = {}): StringAccount => ({
  id: newId<'account'>(),
  ledgerId: id,
  code: 'ALICE',
  name: 'Alice',
  type: 'liability',
  category: 'customer',
  normalBalance: 'credit',
  isActive: true,
  ...changes,
});

const requestOf = (changes: Partial<OperationRequest> = {}): OperationRequest => ({
  operation: 'convert',
  stringCode: 'S',
  sourceLedgerCode: 'FROM',
  targetLedgerCode: 'TO',
  sourceAccountCode: 'ALICE',
  targetAccountCode: 'ALICE',
  sourceAmount: '1',
  targetAmount: '1',
  rate: null,
  reference: 'R',
  effectiveDate: null,
  description: null,
  attributes: null,
  idempotencyKey: null,
  ...changes,
});

/** An amount in units of its last written decimal: 1050 with 2 decimals is written 10.50. */
interface Written {
  readonly units: bigint;
  readonly decimals: number;
}

const writtenAs = ({ units, decimals }: Written): string => {
  const digits = units.toString().padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
};

const tenTo = (exponent: number): bigint => 10n ** BigInt(exponent);
const decimals = fc.integer({ min: 0, max: 18 });
const written = fc
  .record({ units: fc.bigInt({ min: 1n, max: tenTo(20) - 1n }), decimals })
  .filter((one) => writtenAs(one).replace('.', '').length <= maxAmountDigits);
const rate = fc.option(fc.bigInt({ min: 1n, max: tenTo(12) }).map((units) => writtenAs({ units, decimals: 6 })));

/** The amount in a ledger with this many decimals, computed by multiplication; undefined if it has more decimals. */
const exactly = ({ units, decimals: own }: Written, storageDecimals: number): bigint | undefined => {
  const scaled = units * tenTo(storageDecimals);
  return scaled % tenTo(own) === 0n ? scaled / tenTo(own) : undefined;
};

const plan = (from: MemberLedger, to: MemberLedger, request: OperationRequest) =>
  planOperation({ string: stringOf(from, to), source: from, target: to }, request, [accountIn(from)]);

describe('a conversion', () => {
  test('plans both amounts as given, whatever the rate, or refuses an amount finer than a ledger', () => {
    fc.assert(
      fc.property(written, written, decimals, decimals, rate, (source, target, fromDecimals, toDecimals, given) => {
        const amounts = { sourceAmount: writtenAs(source), targetAmount: writtenAs(target), rate: given };
        const planned = plan(
          ledgerOf('FROM', 'USD', fromDecimals),
          ledgerOf('TO', 'EUR', toDecimals),
          requestOf(amounts),
        );
        const [leaves, enters] = [exactly(source, fromDecimals), exactly(target, toDecimals)];
        if (leaves === undefined || enters === undefined)
          expect(planned).toMatchObject({
            left: {
              kind: 'AmountPrecisionExceeded',
              field: leaves === undefined ? 'source_amount' : 'target_amount',
              storageDecimals: leaves === undefined ? fromDecimals : toDecimals,
            },
          });
        else if ([leaves, enters].some((amount) => amount.toString().length > maxAmountDigits))
          expect(planned).toMatchObject({ left: { kind: 'OperationInvalid' } });
        else expect(planned).toMatchObject({ right: { source: { amount: leaves }, target: { amount: enters } } });
      }),
      { numRuns: rounds(2_000) },
    );
  });

  test('returns the given amount, neither more nor less', () => {
    fc.assert(
      fc.property(written, decimals, decimals, (amount, storageDecimals, display) => {
        const denomination: Denomination = {
          currency: 'USD',
          storageDecimals,
          displayDecimals: Math.min(display, storageDecimals),
        };
        const from = { ...ledgerOf('FROM', 'USD', storageDecimals), denomination };
        const planned = plan(from, ledgerOf('TO', 'EUR', 18), requestOf({ sourceAmount: writtenAs(amount) }));
        if (refused(planned)) return;
        const [whole = '', fraction = ''] = formatAmount(planned.right.source.amount, denomination).split('.');
        expect(BigInt(whole + fraction) * tenTo(amount.decimals)).toBe(amount.units * tenTo(fraction.length));
        expect(fraction.length).toBeGreaterThanOrEqual(denomination.displayDecimals);
      }),
      { numRuns: rounds(2_000) },
    );
  });
});

describe('a transfer', () => {
  test('plans the same value in both ledgers, or is refused', () => {
    fc.assert(
      fc.property(written, decimals, decimals, (amount, fromDecimals, toDecimals) => {
        const text = writtenAs(amount);
        const planned = plan(
          ledgerOf('FROM', 'USD', fromDecimals),
          ledgerOf('TO', 'USD', toDecimals),
          requestOf({ operation: 'transfer', sourceAmount: text, targetAmount: text }),
        );
        const isExact = [fromDecimals, toDecimals].every((kept) => exactly(amount, kept) !== undefined);
        if (refused(planned)) expect(planned.left.kind).toBe(isExact ? 'OperationInvalid' : 'AmountPrecisionExceeded');
        else {
          const { source, target } = planned.right;
          expect(isExact).toBe(true);
          expect(source.amount * tenTo(amount.decimals)).toBe(amount.units * tenTo(fromDecimals));
          expect(source.amount * tenTo(toDecimals)).toBe(target.amount * tenTo(fromDecimals));
        }
      }),
      { numRuns: rounds(2_000) },
    );
  });

  test('names the amount as in its body', () => {
    const request = requestOf({ operation: 'transfer', sourceAmount: '1.5', targetAmount: '1.5' });
    const planned = plan(ledgerOf('FROM', 'USD', 2), ledgerOf('TO', 'USD', 0), request);
    expect(planned).toMatchObject({ left: { field: 'amount', storageDecimals: 0 } });
  });
});

describe('an account that the target lacks', () => {
  const [first, from, to] = [ledgerOf('A', 'GBP', 2), ledgerOf('FROM', 'USD', 2), ledgerOf('TO', 'EUR', 2)];
  const participants = { string: stringOf(first, from, to), source: from, target: to };

  test('is opened like that of the first member, by ledger code, in which the customer has it', () => {
    const model = accountIn(first, { name: 'Alice in A', type: 'asset', normalBalance: 'debit', isActive: false });
    expect(planOperation(participants, requestOf(), [accountIn(from), model])).toMatchObject({
      right: { target: { account: { opens: { name: 'Alice in A', type: 'asset', normalBalance: 'debit' } } } },
    });
  });

  test('is not opened like a system account', () => {
    const system = accountIn(first, { name: 'House', category: 'system' });
    expect(planOperation(participants, requestOf(), [system, accountIn(from)])).toMatchObject({
      right: { target: { account: { opens: { name: 'Alice' } } } },
    });
  });

  test('is not opened if no member has it', () => {
    const request = requestOf({ operation: 'transfer', targetAccountCode: 'BOB' });
    expect(planOperation(participants, request, [accountIn(from)])).toMatchObject({
      left: { kind: 'OperationInvalid' },
    });
  });
});
