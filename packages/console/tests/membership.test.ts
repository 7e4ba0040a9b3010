/** Tests the tree of an account set: opened branches are shown, and a set in two branches is opened separately in each. */
import { rowsOf, type Inside, type Member } from '../src/web/pages/account-sets/membership';

const account = (id: string): Member => ({ member_type: 'account', member_id: id, code: id, name: id });
const set = (id: string): Member => ({ member_type: 'account_set', member_id: id, code: id, name: id });
const inside = (members: readonly Member[], nextCursor: string | null = null): Inside => ({ members, nextCursor });

const insides = new Map([
  ['root', inside([account('cash'), set('one'), set('two')])],
  ['one', inside([set('shared')])],
  ['two', inside([set('shared')], 'further')],
  ['shared', inside([account('bank')])],
]);
const seen = (open: readonly string[]) =>
  rowsOf('root', insides, new Set(open)).map(({ key, depth, item }) => `${depth} ${item.isMore ? 'more' : key}`);

test('a set that is not loaded yet has no rows', () => expect(rowsOf('other', insides, new Set())).toEqual([]));

test('closed sets show no members', () => expect(seen([])).toEqual(['0 /cash', '0 /one', '0 /two']));

test('an open branch shows its members, and a row for more if its list continues', () =>
  expect(seen(['/two', '/two/shared'])).toEqual([
    '0 /cash',
    '0 /one',
    '0 /two',
    '1 /two/shared',
    '2 /two/shared/bank',
    '1 more',
  ]));

test('keys are unique if a set appears twice', () => {
  const keys = rowsOf('root', insides, new Set(['/one', '/two', '/one/shared', '/two/shared'])).map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
});
