import type { AccountType, NormalBalance } from '../../../src/kernel/accounting';
import { accountTypes, normalBalanceOf } from '../../../src/kernel/accounting';
import type { Pieces } from '../../../src/kernel/pieces';
import { balanceOf, sectionsOf, type Reported, type Section } from '../../../src/modules/reports/domain/section';
import {
  differenceOfColumns,
  differenceOfSides,
  sumsOf,
  totalsOf,
} from '../../../src/modules/reports/domain/statements';

/** An account whose id is its code. */
const account = (
  code: string,
  type: AccountType,
  [debits, credits]: readonly [number, number],
  { parent = null, normal = normalBalanceOf(type) }: { parent?: string | null; normal?: NormalBalance } = {},
): Reported => ({
  account: { id: code, code, name: code, type, normalBalance: normal, parentId: parent },
  within: { debits: BigInt(debits), credits: BigInt(credits) },
});

const all = <A>(pieces: Pieces<A>): A => {
  for (;;) {
    const piece = pieces.next();
    if (piece.done) return piece.value;
  }
};

const sections = (...accounts: readonly Reported[]): readonly Section[] => all(sectionsOf(accounts, accountTypes));
const lines = (of: readonly Section[], type: AccountType): readonly (readonly unknown[])[] =>
  of
    .filter((section) => section.type === type)
    .flatMap((section) => section.lines)
    .map(({ account: { code }, depth, parentCode, isSubtotal, sums }) => [
      isSubtotal ? `${code}*` : code,
      depth,
      parentCode,
      balanceOf(type, sums),
    ]);

describe('a section', () => {
  test('lists each tree from its top, with a subtotal after the accounts below', () => {
    const found = sections(
      account('A', 'asset', [1, 0]),
      account('B', 'asset', [0, 0], { parent: 'D' }),
      account('C', 'asset', [4, 1], { parent: 'B' }),
      account('D', 'asset', [10, 0]),
      account('E', 'asset', [20, 0], { parent: 'D' }),
    );
    expect(lines(found, 'asset')).toEqual([
      ['A', 0, null, 1n],
      ['D', 0, null, 10n],
      ['B', 1, 'D', 0n],
      ['C', 2, 'B', 3n],
      ['B*', 1, 'D', 3n],
      ['E', 1, 'D', 20n],
      ['D*', 0, null, 33n],
    ]);
  });

  test('lists only accounts of its type, and those without a listed parent at the top', () => {
    const found = sections(
      account('BOOKS', 'equity', [0, 7]),
      account('CASH', 'asset', [7, 0], { parent: 'BOOKS' }),
      account('COINS', 'asset', [1, 0], { parent: 'CASH' }),
      account('LOST', 'asset', [2, 0], { parent: 'nowhere' }),
    );
    expect(lines(found, 'asset')).toEqual([
      ['CASH', 0, null, 7n],
      ['COINS', 1, 'CASH', 1n],
      ['CASH*', 0, null, 8n],
      ['LOST', 0, null, 2n],
    ]);
    expect(lines(found, 'equity')).toEqual([['BOOKS', 0, null, 7n]]);
  });

  test('subtracts its contra accounts, whose balances are in the other column', () => {
    const [assets] = sections(
      account('VANS', 'asset', [600, 0]),
      account('WEAR', 'asset', [0, 150], { parent: 'VANS', normal: 'credit' }),
    );
    expect(assets?.sums).toEqual({ debits: 600n, credits: 150n, debitBalances: 600n, creditBalances: 150n });
    expect(assets && balanceOf('asset', assets.sums)).toBe(450n);
  });

  test('without accounts of its type is empty', () => {
    expect(sections().map(({ type, lines: none }) => [type, none.length])).toEqual(
      accountTypes.map((type) => [type, 0]),
    );
  });

  test.each([
    ['next to each other', (): string | null => null],
    ['in pairs of parent and child', (index: number) => (index % 2 === 0 ? null : `A${index - 1}`)],
  ])('with accounts %s is computed in pieces of at most 64 accounts', (_, parentOf) => {
    const accounts = Array.from({ length: 640 }, (__, index) =>
      account(`A${index}`, 'asset', [1, 0], { parent: parentOf(index) }),
    );
    expect([...sectionsOf(accounts, accountTypes)].length).toBeGreaterThanOrEqual(3 * (accounts.length / 64));
  });
});

describe('the statements', () => {
  const loss = sections(
    account('BANK', 'asset', [100, 40]),
    account('LOAN', 'liability', [0, 30]),
    account('OWN', 'equity', [0, 50]),
    account('BACK', 'revenue', [5, 0], { normal: 'debit' }),
    account('RENT', 'expense', [40, 0]),
    account('SALE', 'revenue', [0, 25]),
  );

  test('have each type on its own side, and a loss below zero', () => {
    expect(totalsOf(loss)).toEqual({
      ...{ assets: 60n, liabilities: 30n, equity: 50n },
      ...{ revenue: 20n, expense: 40n, netIncome: -20n },
    });
  });

  test('have equal columns and equal sides if the books balance', () => {
    expect([differenceOfColumns(loss), differenceOfSides(totalsOf(loss))]).toEqual([0n, 0n]);
    const { debits, credits, debitBalances, creditBalances } = sumsOf(loss);
    expect([debits, credits, debitBalances, creditBalances]).toEqual([145n, 145n, 105n, 105n]);
  });

  test.each(accountTypes)('report the difference if an account of type %s has too much', (type) => {
    const off = [...loss, ...sections(account('OFF', type, [13, 0]))];
    expect([differenceOfColumns(off), differenceOfSides(totalsOf(off))]).toEqual([13n, 13n]);
  });
});
