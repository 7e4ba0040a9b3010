/** What the pages of transactions work out by themselves: filters, kept views, T-accounts, relations, and what can be done. */
import { isFoundBy } from '../../../src/console/web/pages/transactions/found';
import { attributesIn, listQueryOf } from '../../../src/console/web/pages/transactions/filters';
import { forgetView, savedViews, saveView } from '../../../src/console/web/pages/transactions/views';
import { offersOn } from '../../../src/console/web/pages/transaction/offers';
import { relationsOf } from '../../../src/console/web/pages/transaction/relations';
import { tAccountsOf } from '../../../src/console/web/pages/transaction/t-accounts';

const entry = (account: string, type: 'debit' | 'credit', amount: string, layer = 'settled') =>
  ({
    ...{ id: `${account} ${type} ${amount}`, account_id: account, account_code: account, account_name: account },
    ...{ amount, type, layer, description: null, metadata: null },
  }) as Parameters<typeof tAccountsOf>[0][number];

type Transaction = Parameters<typeof relationsOf>[0];

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
    ...{ releases_transaction_id: null, reversal_ids: [], entries: [entry('BANK', 'debit', '10.00')] },
    ...fields,
  }) as Transaction;

const from = (values: Readonly<Record<string, string>>) => (name: string) => values[name];

test('the address names the filters, and nothing that the API does not know', () => {
  const get = from({
    status: 'posted',
    layer: 'colour',
    from: '2026-01-01',
    attributes: 'merchant=Grocer, order : 7,=, x',
  });
  expect(listQueryOf(get, '2026-01-31', 'some-id')).toEqual({
    ...{ status: 'posted', from_date: '2026-01-01', to_date: '2026-01-31', account_id: 'some-id' },
    attributes: { merchant: 'Grocer', order: '7' },
  });
  expect(listQueryOf(from({ to: '2026-01-10' }), '2026-01-31', undefined)).toEqual({ to_date: '2026-01-10' });
  expect(attributesIn('')).toEqual({});
});

test('a view is kept by its name, and what somebody else wrote there is no view', () => {
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
  [{ attributes: { merchant: 'Grocer' } }, false],
] as const)('what is posted while one looks is shown where %j would find it: %s', (query, isFound) => {
  expect(isFoundBy(query, transaction())).toBe(isFound);
});

test('each account and layer is one T, what is debited first', () => {
  const drawn = tAccountsOf([
    entry('REVENUE', 'credit', '10.10'),
    entry('BANK', 'debit', '4.05'),
    entry('BANK', 'debit', '6.05'),
    entry('BANK', 'debit', '1.00', 'pending'),
  ]);
  expect(drawn.map(({ code, layer, debited, credited }) => [code, layer, debited, credited])).toEqual([
    ['BANK', 'settled', '10.10', '0'],
    ['BANK', 'pending', '1.00', '0'],
    ['REVENUE', 'settled', '0', '10.10'],
  ]);
});

test('each other transaction stands once, by what it has most to do with this one', () => {
  const settlement = transaction({
    id: 'settlement',
    settles_transaction_id: 'this',
    created_at: '2026-01-16T00:00:00.000Z',
  });
  const earlier = transaction({ id: 'earlier', created_at: '2026-01-14T00:00:00.000Z' });
  const here = transaction({ correlation_id: 'order-7', reversal_ids: ['reversal'] });
  expect(relationsOf(here, [here, settlement, earlier])).toEqual([
    { id: 'reversal', says: 'is reversed by', isBefore: false },
    { id: 'settlement', says: 'is settled by', isBefore: false },
    { id: 'earlier', says: 'same correlation', isBefore: true },
  ]);
});

test('what can be done is offered, with what is left', () => {
  const hold = {
    state: 'open',
    amount: '10.00',
    settled_amount: '4.00',
    released_amount: '0.00',
    remaining_amount: '6.00',
    expires_at: null,
  };
  const named = (fields: Partial<Transaction>) => offersOn(transaction(fields)).map(({ name, left }) => [name, left]);
  expect(named({})).toEqual([
    ['reverse', '7.50'],
    ['void', undefined],
  ]);
  expect(named({ hold: hold as Transaction['hold'], layer: 'pending' })).toEqual([
    ['settle', '6.00'],
    ['release', '6.00'],
    ['void', undefined],
  ]);
  expect(named({ hold: { ...hold, state: 'settled' } as Transaction['hold'] })).toEqual([]);
  for (const status of ['void', 'failed', 'pending', 'reversed'] as const) expect(named({ status })).toEqual([]);
});
