/** Tests the import page: the roles of columns, the accounts, and the maps that the browser stores. */
import {
  accountsIn,
  blankMap,
  columnAt,
  mapIn,
  missingIn,
  roleOf,
  textOf,
  withAccount,
  withRole,
  type Json,
  type RoleOfColumn,
} from '../src/web/pages/import/map';
import { balanceClaim } from '../src/web/pages/import/balance-claim';
import { base64Of, complaintAbout, sizeOf } from '../src/web/pages/import/file';
import { forgetMap, keepMap, keptMaps } from '../src/web/pages/import/kept-maps';
import { amountOf, sideOf } from '../src/web/pages/import/read-row';
import { canPost, cutOffText, mayHavePosted, stateOf, type PostingState } from '../src/web/pages/import/state';

const columns = ['Date', 'Payee', 'Memo', 'Amount', 'Kind', 'Amount'];
const csv = (fields: Json): Json => ({
  csv: { account: 'BANK', contra_account: 'OPEN', ...fields },
});
const first = csv({
  date: { column: 'Date', format: 'DD.MM.YYYY' },
  description: ['Payee'],
  amount: 4,
  negate: true,
});
const rolesOf = (map: Json): readonly string[] => columns.map((_, at) => roleOf(map, columns, at));
const csvOf = (map: Json): Json => map['csv'] as Json;

test('a map refers to a column by number if its name is not unique or there is no header', () => {
  expect(columnAt(columns, 1, true)).toBe('Payee');
  expect(columnAt(columns, 3, true)).toBe(4);
  expect(columnAt(columns, 1, false)).toBe(2);
});

test('each column has the role that the map gives it, by name or by number', () => {
  expect(rolesOf(first)).toEqual(['date', 'description', '', 'amount', '', '']);
  expect(roleOf(csv({ balance: { column: 6, negate: true } }), columns, 5)).toBe('balance');
});

test.each<readonly [name: string, at: number, role: RoleOfColumn, expected: Json]>([
  ['the texts are in the order of the file', 2, 'description', { description: ['Payee', 'Memo'] }],
  ['the date keeps its format', 2, 'date', { date: { column: 'Memo', format: 'DD.MM.YYYY' } }],
  ['the amount moves to that column', 5, 'amount', { amount: 6, negate: true }],
  ['a debit replaces the amount', 5, 'debit', { debit: 6, amount: undefined, negate: undefined }],
  ['a balance leaves the amount in place', 5, 'balance', { balance: 6, amount: 4 }],
  ['a column without a role is unused', 3, '', { amount: undefined, date: { column: 'Date', format: 'DD.MM.YYYY' } }],
])('when a column gets another role, %s', (_, at, role, expected) => {
  const changed = withRole(first, columns, at, role);
  for (const [member, value] of Object.entries(expected)) expect(csvOf(changed)[member]).toEqual(value);
});

test('an amount column replaces the debit and credit columns', () => {
  const sides = csv({ debit: 4, credit: 6, signed: true });
  expect(csvOf(withRole(sides, columns, 3, 'amount'))).toEqual({
    account: 'BANK',
    contra_account: 'OPEN',
    amount: 4,
  });
});

test('a known word of banks marks outgoing amounts; otherwise the first word does', () => {
  const signOf = (cells: readonly string[]) => csvOf(withRole(first, columns, 4, 'sign', cells))['sign'];
  expect(signOf(['Bij', 'Af', 'Af '])).toEqual({
    column: 'Kind',
    negative: ['Af'],
  });
  expect(signOf(['raus', 'rein'])).toEqual({
    column: 'Kind',
    negative: ['raus'],
  });
});

test('the missing roles of a map are listed', () => {
  expect(missingIn(first)).toEqual([]);
  expect(missingIn(csv({}))).toEqual(['the day', 'a text', 'the amount, or what was paid in and out']);
  expect(missingIn({ statement: {} })).toEqual([]);
});

test('a blank map has the most frequent delimiter', () => {
  const map = blankMap('a;b;c\n1,5;2;3\n');
  expect(csvOf(map)['delimiter']).toBe(';');
  expect(missingIn(map)).toEqual([]);
});

test('the accounts of the map and of the rows are listed, and each can get a code', () => {
  const map = {
    ...first,
    accounts: { BANK: { type: 'asset' }, 'Fun:*': { type: 'expense' } },
  };
  expect(accountsIn(map, ['BANK', 'OPEN'])).toEqual([
    { name: 'BANK', code: '', type: 'asset' },
    { name: 'OPEN', code: '', type: '' },
  ]);
  const changed = withAccount(map, { name: 'BANK', code: '1200', type: '' });
  expect(changed['accounts']).toEqual({
    BANK: { code: '1200' },
    'Fun:*': { type: 'expense' },
  });
});

test('a map is printed without empty accounts, and only a JSON object is read as a map', () => {
  const map = { ...first, accounts: { OPEN: {}, BANK: { code: '1200' } } };
  expect(mapIn(textOf(map))).toEqual({
    ...first,
    accounts: { BANK: { code: '1200' } },
  });
  expect(mapIn(textOf({ ...first, accounts: { OPEN: {} } }))).toEqual(first);
  expect([mapIn('[1]'), mapIn('{'), mapIn('null')]).toEqual([undefined, undefined, undefined]);
});

test('the page claims to have compared only balances in the file, and only if there were some', () => {
  const counts = { transactions: 2, left_out: 0 };
  const withBalance = csv({ balance: 'Balance' });
  expect(balanceClaim(first, 'csv', counts)).toBeUndefined();
  expect(balanceClaim({}, 'qif', counts)).toBeUndefined();
  expect(balanceClaim({}, 'ofx', counts)).toBeUndefined();
  expect(balanceClaim(withBalance, 'csv', { transactions: 1, left_out: 0 })).toBeUndefined();
  expect(balanceClaim({}, 'mt940', { transactions: 0, left_out: 0 })).toBeUndefined();
  const table = balanceClaim(withBalance, 'csv', counts);
  const statement = balanceClaim({}, 'camt053', {
    transactions: 1,
    left_out: 0,
  });
  for (const one of [table, statement]) {
    expect(one?.claim).toBe('no difference from the balances in the file');
    expect(one?.compared).toMatch(/balances of this ledger,? were not compared\.$/);
  }
  expect(statement?.compared).toMatch(/has an opening and a closing balance in the currency of this ledger/);
  expect(table?.compared).toMatch(/The first balance of each account, a balance after a row that cannot be read/);
});

test('many arbitrary bytes are encoded as base64', () => {
  const bytes = Uint8Array.from({ length: 100_000 }, (_, at) => at % 256);
  expect(base64Of(bytes)).toBe(Buffer.from(bytes).toString('base64'));
});

test('a file that is empty or too large is not sent, and the cure is named', () => {
  expect(complaintAbout({ name: 'a.csv', size: 2_097_152 })).toBeUndefined();
  expect(complaintAbout({ name: 'a.csv', size: 0 })).toMatch(/empty/);
  expect(complaintAbout({ name: 'a.csv', size: 2_097_153 })).toMatch(/ledger import .*a\.csv/);
  expect([sizeOf(12), sizeOf(2_048), sizeOf(2_097_152)]).toEqual(['12 bytes', '2 KiB', '2.0 MiB']);
});

test('a transaction shows its debited accounts, its credited accounts and its amount', () => {
  const entries = [
    { account: 'BANK', amount: '-4.50' },
    { account: 'FOOD', amount: '4.00' },
    { account: 'TIP', amount: '0.50' },
  ];
  expect([sideOf(entries, 'debit'), sideOf(entries, 'credit'), amountOf(entries)]).toEqual([
    'FOOD, TIP',
    'BANK',
    '4.50',
  ]);
});

describe('maps stored in the browser', () => {
  const storage = (): Storage & { readonly texts: Map<string, string> } => {
    const texts = new Map<string, string>();
    return {
      texts,
      getItem: (name) => texts.get(name) ?? null,
      setItem: (name, text) => void texts.set(name, text),
    };
  };
  type Storage = Parameters<typeof keepMap>[2];

  test('belong to one ledger, replace a map of the same name, and can be deleted', () => {
    const kept = storage();
    keepMap('one', { name: ' Giro ', text: '{"csv":{}}' }, kept);
    keepMap('one', { name: 'Giro', text: '{"csv":{"amount":1}}' }, kept);
    expect(keptMaps('one', kept)).toEqual([{ name: 'Giro', text: '{"csv":{"amount":1}}' }]);
    expect(keptMaps('other', kept)).toEqual([]);
    expect(forgetMap('one', 'Giro', kept)).toEqual([]);
    expect(keptMaps('one', kept)).toEqual([]);
  });

  test.each(['{', '{}', '[{"name":"x"}]', '[{"name":"x","text":"["}]', 'null'])('are none if %s is stored', (text) => {
    expect(keptMaps('one', { getItem: () => text })).toEqual([]);
  });

  test('last as long as the page if the browser stores nothing', () => {
    const full = {
      getItem: () => null,
      setItem: () => {
        throw new Error('full');
      },
    };
    expect(keepMap('one', { name: 'Giro', text: '{}' }, full)).toEqual([{ name: 'Giro', text: '{}' }]);
  });
});

const tried = { is_dry_run: true, posted: 2, untried: 1, rejected: 0 };
const posted = { is_dry_run: false, posted: 2, untried: 0, rejected: 0 };
const stateWith = (outcome: PostingState['outcome'], changed: Partial<PostingState> = {}) => ({
  ...{
    outcome,
    hasNewRows: false,
    isAllOrNothing: false,
    mayBePosted: false,
    isSending: false,
  },
  ...changed,
});

test.each<[what: string, state: ReturnType<typeof stateWith>, mayPost: boolean, said: RegExp]>([
  ['before the dry run', stateWith(undefined, { hasNewRows: true }), false, /dry run writes nothing/],
  ['before posting', stateWith(tried), true, /With the same map, .* Another account/],
  ['before posting new rows', stateWith(tried, { hasNewRows: true }), true, /only once/],
  ['after a dry run of nothing', stateWith({ ...tried, posted: 0, untried: 0 }), false, /nothing to post/],
  ['after posting', stateWith(posted), false, /With the same map, .* Another account/],
  ['after posting new rows', stateWith(posted, { hasNewRows: true }), false, /Do not import/],
  [
    'after an import of new rows whose answer was lost',
    stateWith(tried, { hasNewRows: true, mayBePosted: true }),
    false,
    /Part of the file may have been posted/,
  ],
  ['after that, without the option for new rows', stateWith(tried, { mayBePosted: true }), true, /With the same map/],
  ['with rejected rows', stateWith({ ...tried, rejected: 2 }), true, /With the same map/],
  [
    'with rejected rows, if every row must be valid',
    stateWith({ ...tried, rejected: 2 }, { isAllOrNothing: true }),
    false,
    /Nothing is posted while 2 rows are rejected/,
  ],
])('%s, the bar says whether the file may be posted', (_, state, mayPost, said) => {
  expect(stateOf(state)).toMatch(said);
  expect(canPost(state)).toBe(mayPost);
});

test('an import may have posted rows if its answer was lost, but not if it was refused', () => {
  expect([0, 401, 500, 503].map((status) => mayHavePosted({ status, code: '' }))).toEqual([true, true, true, true]);
  expect([403, 404, 422, 429].map((status) => mayHavePosted({ status, code: '' }))).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

test('after a session ends during an import, the page says whether to import again', () => {
  const cutOff = { ledgerId: 'one', file: 'may.csv' };
  expect(cutOffText({ ...cutOff, hasNewRows: true })).toMatch(/“may\.csv” .* Do not import it as new rows again/);
  expect(cutOffText({ ...cutOff, hasNewRows: false })).toMatch(/You can import it again/);
});
