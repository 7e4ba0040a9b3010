/** Tests the rows of the chart of accounts: sums of branches, closed branches, and filtered rows. */
import type { Schemas } from '../src/web/api/schemas';
import { branchesOf, chartOf, countOf, normalBalanceOf, rowsOf } from '../src/web/pages/chart-of-accounts/chart';

type Account = Schemas['AccountNode'];

const account = (code: string, type: Account['type'], children: Account[] = [], isActive = true): Account => ({
  ...({
    ledger_id: 'l',
    category: 'system',
    parent_id: null,
    description: null,
    is_system: false,
    metadata: null,
    cash_flow: null,
    is_group: false,
  } as const),
  ...({ enforce_balance_limits: false, limit_basis: 'settled', min_balance: null, max_balance: null } as const),
  ...{ created_at: '', updated_at: '', balance: '0', normal_balance: 'debit' as const },
  ...{ id: code, code, name: `Name of ${code}`, type, is_active: isActive, children },
});

const none = { text: '', type: '', active: '' };
const settled = new Map([
  ['ASSETS', '1.00'],
  ['CASH', '10.50'],
  ['WEAR', '-0.25'],
  ['DEBT', '4.00'],
]);
/** The liability DEBT is below an asset, so it reduces the sum of the branch. */
const nodes = chartOf(
  [
    account('ASSETS', 'asset', [
      account('CASH', 'asset', [account('TILL', 'asset')]),
      account('WEAR', 'asset'),
      account('DEBT', 'liability'),
    ]),
    account('OLD', 'expense', [], false),
  ],
  { settled },
);

const codes = (...given: Parameters<typeof rowsOf>): readonly string[] =>
  rowsOf(...given).map(({ item, depth }) => `${'.'.repeat(depth)}${item.account.code}`);

test('a branch has its own balance and a sum that subtracts accounts of the other side', () => {
  expect(nodes[0]?.own).toEqual({ settled: '1.00' });
  expect(nodes[0]?.sums).toEqual({ settled: '7.25' });
  expect(nodes[0]?.children[0]?.sums).toEqual({ settled: '10.50' });
});

test('a balance is shown on the normal side of its account, even if its type has the other side', () => {
  const [contra, usual] = [account('WEAR', 'asset'), account('CASH', 'asset')];
  expect(normalBalanceOf({ ...contra, normal_balance: 'credit' }, settled)).toBe('0.25');
  expect(normalBalanceOf(usual, settled)).toBe('10.50');
  expect(normalBalanceOf({ ...account('DEBT', 'liability'), normal_balance: 'credit' }, settled)).toBe('4.00');
  expect(normalBalanceOf(account('NEW', 'asset'), settled)).toBe('0');
});

test('a layer that is not loaded yet has no sum', () => {
  expect(chartOf([account('A', 'asset')], {})[0]?.sums.pending).toBeUndefined();
});

test('all branches are open until they are closed', () => {
  expect(codes(nodes, new Set(), none)).toEqual(['ASSETS', '.CASH', '..TILL', '.WEAR', '.DEBT', 'OLD']);
  expect(codes(nodes, new Set(['CASH']), none)).toEqual(['ASSETS', '.CASH', '.WEAR', '.DEBT', 'OLD']);
  expect(codes(nodes, new Set(['ASSETS']), none)).toEqual(['ASSETS', 'OLD']);
});

test.each([
  [{ text: 'till' }, ['ASSETS', '.CASH', '..TILL']],
  [{ text: 'name of wear' }, ['ASSETS', '.WEAR']],
  [{ type: 'liability' }, ['ASSETS', '.DEBT']],
  [{ active: 'false' }, ['OLD']],
  [{ text: 'till', type: 'expense' }, []],
])('the filter %j shows the matches and their ancestors, even in a closed branch', (filter, found) => {
  expect(codes(nodes, new Set(['ASSETS', 'CASH']), { ...none, ...filter })).toEqual(found);
});

test('the chart counts its accounts and lists its branches from a given depth', () => {
  expect(countOf(nodes)).toBe(6);
  expect(branchesOf(nodes)).toEqual(['ASSETS', 'CASH']);
  expect(branchesOf(nodes, 1)).toEqual(['CASH']);
});
