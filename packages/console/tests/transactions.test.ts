/** Tests the functions of the transaction pages: filters, saved views, T-accounts, relations, and possible acts. */
import { isFoundBy } from '../src/web/pages/transactions/found';
import {
  attributesIn,
  filterNames,
  isNewestFirst,
  isSearch,
  listQueryOf,
  orderIn,
  viewNames,
} from '../src/web/pages/transactions/filters';
import { unreadableIn } from '../src/web/pages/transactions/unreadable';
import { forgetView, ownerOf, savedViews, saveView } from '../src/web/pages/transactions/views';
import { offersOn } from '../src/web/pages/transaction/offers';
import { historyOf } from '../src/web/pages/transaction/history';
import { tAccountsOf } from '../src/web/pages/transaction/t-accounts';

const entry = (account: string, type: 'debit' | 'credit', amount: string, layer = 'settled') =>
  ({
    ...{ id: `${account} ${type} ${amount}`, account_id: account, account_code: account, account_name: account },
    ...{ amount, type, layer, description: null, metadata: null },
  }) as Parameters<typeof tAccountsOf>[0][number];

type Transaction = Parameters<typeof isFoundBy>[1];

const transaction = (fields: Partial<Transaction> = {}): Transaction =>
  ({
    ...{
      id: 'this',
      description: 'Sale',
      reference: null,
      effective_date: '2026-01-15T00:00:00.000Z',
      layer: 'settled',
    },
    ...{
      status: 'posted',
      total_amount: '10.00',
      reversed_amount: '2.50',
      hold: null,
      created_at: '2026-01-15T10:00:00.000Z',
    },
    ...{
      correlation_id: null,
      correlation_source_id: null,
      reverses_transaction_id: null,
      settles_transaction_id: null,
    },
    ...{
      releases_transaction_id: null,
      extends_transaction_id: null,
      reversal_ids: [],
      entries: [entry('BANK', 'debit', '10.00')],
    },
    ...fields,
  }) as Transaction;

const from = (values: Readonly<Record<string, string>>) => (name: string) => values[name];

test('the address sets the filters, and a value that the API does not know is sent, so that the API refuses it', () => {
  const get = from({
    status: 'posted',
    layer: 'colour',
    from: '2026-01-01',
    attributes: 'merchant=Smith, Jones & Co, order : 7',
  });
  expect(listQueryOf(get, '2026-01-31', 'some-id')).toEqual({
    ...{ status: 'posted', layer: 'colour', from_date: '2026-01-01', to_date: '2026-01-31', account_id: 'some-id' },
    attributes: { merchant: 'Smith, Jones & Co', order: '7' },
  });
  expect(listQueryOf(from({ to: '2026-01-10' }), '2026-01-31', undefined)).toEqual({ to_date: '2026-01-10' });
  expect(attributesIn(' , = , x')).toEqual({});
});

test.each([
  ['status', 'nonsense', 'Choose one of: pending'],
  ['hold', 'weird', 'Choose one of: open'],
  ['layer', 'colour', 'Choose one of: settled'],
  ['sort', 'colour', 'Choose one of: -sequence'],
  ['releases', 'shown', 'Choose one of: hidden'],
  ['attributes', 'merchant', 'Write key=value, such as merchant=Grocer'],
  ['attributes', 'merchant=', 'Write key=value'],
  ['attributes', 'a=1, b', undefined],
  ['attributes', 'a=1, a=2', 'Give each key once: a.'],
  ['metadata', 'x', 'Write key=value, such as invoice=2026-17'],
  ['metadata', 'invoice=A, order:7', undefined],
  ['from', '2026-02-30', 'Enter a day that exists'],
  ['to', 'tomorrow', 'Enter a day that exists'],
  ['min', '10,50', 'Enter an amount'],
  ['max', '1,250.00', undefined],
])('the filter %s=%s is readable, or the page says how to write it', (name, value, cure) => {
  const found = unreadableIn(from({ status: 'posted', [name]: value }));
  expect(found.map((one) => [one.name, one.value])).toEqual(cure === undefined ? [] : [[name, value]]);
  if (cure !== undefined) expect(found[0]?.cure).toContain(cure);
});

test('the search parameters of the address are sent to the service and count as a search', () => {
  const searched = { text: 'rent', min: '10.00', max: '20', code: 'RENT', origin: 'post', metadata: 'invoice=2026-17' };
  const asked = listQueryOf(from(searched), undefined, undefined);
  expect(asked).toEqual({
    ...{ text: 'rent', min_amount: '10.00', max_amount: '20', trancode: 'RENT', origin: 'post' },
    metadata: { invoice: '2026-17' },
  });
  expect(Object.keys(searched).filter((name) => !filterNames.some((one) => one === name))).toEqual([]);
  expect(Object.entries(asked).every(([name, value]) => isSearch({ [name]: value }))).toBe(true);
  expect(isSearch(listQueryOf(from({ status: 'posted', reference: 'A' }), undefined, undefined))).toBe(false);
});

test('the address sets the order, and the default order is not sent', () => {
  const asked = listQueryOf(from({ sort: '-effective_date' }), undefined, undefined);
  expect(asked).toEqual({ sort: '-effective_date' });
  expect([isNewestFirst(asked), isSearch(asked)]).toEqual([false, false]);
  for (const sort of ['-sequence', 'colour']) expect(listQueryOf(from({ sort }), undefined, undefined)).toEqual({});
  expect(orderIn(from({})).label).toBe('Newest first');
  expect(viewNames).toContain('sort');
});

test('each person has their own saved views, and starts with a copy of the shared ones', () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  };
  const view = { name: 'Holds', filters: { hold: 'open', sort: 'sequence' } };
  saveView('books', view, storage);
  const anna = ownerOf('books', 'anna', storage);
  expect(savedViews(anna, storage)).toEqual([view]);
  forgetView(anna, 'Holds', storage);
  // Views that were saved before views had owners are copied to a person only once, so a deleted view stays deleted.
  expect(savedViews(ownerOf('books', 'anna', storage), storage)).toEqual([]);
  const berta = ownerOf('books', 'berta', storage);
  saveView(berta, { name: 'Failed', filters: { status: 'failed' } }, storage);
  expect(savedViews(berta, storage).map(({ name }) => name)).toEqual(['Holds', 'Failed']);
  expect(savedViews(anna, storage)).toEqual([]);
});

test('a saved view replaces one of the same name, and malformed views are ignored', () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  };
  saveView('books', { name: ' Open holds ', filters: { hold: 'open' } }, storage);
  saveView('books', { name: 'Open holds', filters: { hold: 'open', layer: 'pending' } }, storage);
  expect(savedViews('books', storage)).toEqual([{ name: 'Open holds', filters: { hold: 'open', layer: 'pending' } }]);
  expect(savedViews('others', storage)).toEqual([]);
  expect(forgetView('books', 'Open holds', storage)).toEqual([]);
  for (const text of ['{', '{}', '[1, {"name": 3}, {"name": "x", "filters": {"a": 1}}]'])
    expect(savedViews('books', { getItem: () => text })).toEqual([]);
});

test.each([
  [{}, true],
  [{ status: 'posted', layer: 'settled', from_date: '2026-01-15', to_date: '2026-01-15', account_id: 'BANK' }, true],
  [{ status: 'failed' }, false],
  [{ to_date: '2026-01-14' }, false],
  [{ account_id: 'CASH' }, false],
  [{ attributes: { merchant: 'Grocer', order: '7' } }, true],
  [{ attributes: { merchant: 'Baker' } }, false],
  [{ hold_state: 'open' }, false],
  [{ journal_id: 'general', batch_id: 'another' }, false],
] as const)('a new transaction is shown if the filter %j matches it: %s', (query, isFound) => {
  const attributes = { merchant: 'Grocer', order: '7' };
  expect(isFoundBy(query, transaction({ attributes, journal_id: 'general', batch_id: 'one' }))).toBe(isFound);
});

test('each account and layer has one T-account, and debited accounts come first', () => {
  const drawn = tAccountsOf([
    entry('REVENUE', 'credit', '10.10'),
    entry('BANK', 'debit', '4.05'),
    entry('BANK', 'debit', '6.05'),
    entry('BANK', 'debit', '1.00', 'pending'),
  ]);
  expect(drawn.map(({ code, layer, debits, credits }) => [code, layer, debits.sum, credits.sum])).toEqual([
    ['BANK', 'settled', '10.10', '0'],
    ['BANK', 'pending', '1.00', '0'],
    ['REVENUE', 'settled', '0', '10.10'],
  ]);
});

test('the page offers the possible acts with the remaining amounts', () => {
  const hold = {
    extended_amount: '0.00',
    state: 'open',
    amount: '10.00',
    settled_amount: '4.00',
    excess_amount: '0.00',
    released_amount: '0.00',
    remaining_amount: '6.00',
    expires_at: null,
  };
  const named = (fields: Partial<Transaction>) => offersOn(transaction(fields)).map(({ name, left }) => [name, left]);
  expect(named({})).toEqual([['reverse', '7.50']]);
  expect(named({ hold: hold as Transaction['hold'], layer: 'pending' })).toEqual([
    ['settle', '6.00'],
    ['release', '6.00'],
    ['extend', '10.00'],
  ]);
  const untouched = { ...hold, settled_amount: '0.00', remaining_amount: '10.00' } as Transaction['hold'];
  expect(named({ hold: untouched }).map(([name]) => name)).toEqual(['settle', 'release', 'extend', 'void']);
  const raised = { ...untouched, extended_amount: '2.00' } as Transaction['hold'];
  expect(named({ hold: raised }).map(([name]) => name)).toEqual(['settle', 'release', 'extend']);
  expect(named({ extends_transaction_id: 'hold' })).toEqual([]);
  expect(named({ hold: { ...hold, state: 'settled' } as Transaction['hold'] })).toEqual([]);
  for (const status of ['void', 'failed', 'pending', 'reversed'] as const) expect(named({ status })).toEqual([]);
  expect(named({ reverses_transaction_id: 'another' })).toEqual([]);
  expect(named({ reversed_amount: '0.00' })).toEqual([
    ['reverse', '10.00'],
    ['void', undefined],
  ]);
});

test('an act is marked as touched once a part of the transaction was undone or extended', () => {
  const touched = (fields: Partial<Transaction>) => offersOn(transaction(fields)).map(({ isTouched }) => isTouched);
  const hold = { ...{ state: 'open', amount: '10.00', remaining_amount: '10.00', extended_amount: '0.00' } };
  const held = (changed: object) => touched({ hold: { ...hold, ...changed } as Transaction['hold'] });
  expect(held({})).toEqual([false, false, false, false]);
  expect(held({ remaining_amount: '6.00' })).toEqual([true, true, true]);
  expect(held({ extended_amount: '2.00' })).toEqual([true, true, true]);
  expect(touched({})).toEqual([true]);
  expect(touched({ reversed_amount: '0.00' })).toEqual([false, false]);
});

test('the history follows the order of the log and ends with events to come', () => {
  const act = (sequence: number, type: string, reason: string | null = null) =>
    ({ sequence, type, reason, actor: 'a1b2', occurred_at: `2026-01-15T10:00:0${sequence}.000Z` }) as Parameters<
      typeof historyOf
    >[1][number];
  const hold = { state: 'open', expires_at: '2026-01-22T00:00:00.000Z' } as Transaction['hold'];
  const told = historyOf(transaction({ hold }), [
    act(2, 'transaction.reversed_in_part', 'Refund'),
    act(1, 'transaction.posted'),
  ]);
  expect(told.map(({ what, by, why, tone }) => [what, by, why, tone])).toEqual([
    ['accepted', undefined, undefined, 'good'],
    ['posted', 'a1b2', undefined, 'good'],
    ['reversed in part', 'a1b2', 'Refund', 'undone'],
    ['hold expires', undefined, undefined, 'to-come'],
  ]);
  expect(historyOf(transaction(), [])).toHaveLength(1);
});
