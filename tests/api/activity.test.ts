import { client, everyPage, type Client } from '../support/client';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import {
  credit,
  dataOf,
  debit,
  decide,
  expectRefusal,
  instant,
  nowhere,
  openAccount,
  walkBothWays,
  type Fields,
} from '../support/requests';
import { refusedUntouched } from '../support/untouched';

const ledger = ledgerOfFile();
let books: TestBooks;
/** The expected events, oldest first. */
const history: Fields[] = [];
let second: string;
const ids: Record<string, string> = {};
const events = [
  'transaction.posted',
  'transaction.failed',
  'transaction.reversed',
  'transaction.reversed_in_part',
  'transaction.voided',
  'account.created',
  'account.updated',
  'account.deleted',
  'journal.created',
  'journal.updated',
  'period.locked',
  'period.released',
  'account_set.created',
  'account_set.updated',
  'account_set.deleted',
  'account_set.member_added',
  'account_set.member_removed',
] as const;

const prefixOf = (key: string): string => key.split('_')[1] ?? '';
const happened = (type: (typeof events)[number], fields: Fields = {}): void => {
  history.push({
    sequence: history.length + 1,
    type,
    transaction_id: null,
    account_id: null,
    journal_id: null,
    period_lock_id: null,
    account_set_id: null,
    member_id: null,
    trancode_id: null,
    string_operation_id: null,
    reason: null,
    actor: prefixOf(books.key),
    occurred_at: instant,
    // The stored hash of an event: the number of its format, and a SHA-256 value.
    hash: expect.stringMatching(/^01[0-9a-f]{64}$/),
    ...fields,
  });
};
const open = async (code: string, fields: Fields = {}): Promise<void> => {
  ids[code] = (await openAccount(books.api, { code, ...fields })).id;
  happened('account.created', { account_id: ids[code] });
};

/** Creates an account set, adds a member, changes the set, removes the member, and deletes the set. */
const group = async (api: Client, other: Client): Promise<void> => {
  const set = dataOf(await api.post('/account-sets', { code: 'LIQUID', name: 'Liquid funds' }), 201);
  happened('account_set.created', { account_set_id: set.id });
  ids['set'] = set.id;
  const members = `/account-sets/${set.id}/members`;
  dataOf(await other.post(members, { member_type: 'account', member_id: ids['CASH'] }), 201);
  const membership = { account_set_id: set.id, member_id: ids['CASH'] };
  happened('account_set.member_added', { ...membership, actor: prefixOf(second) });
  dataOf(await api.put(`/account-sets/${set.id}`, { name: 'Cash and bank' }), 200);
  happened('account_set.updated', { account_set_id: set.id });
  dataOf(await api.delete(`${members}/${ids['CASH']}`), 200);
  happened('account_set.member_removed', membership);
  dataOf(await api.delete(`/account-sets/${set.id}`), 200);
  happened('account_set.deleted', { account_set_id: set.id });
};

beforeAll(async () => {
  books = await ledger.newLedger();
  second = await ledger.newKey(books.ledger);
  const { api } = books;
  await open('CASH');
  await open('SALES', { type: 'revenue' });
  await open('FULL', { enforce_balance_limits: true, max_balance: '0' });
  await open('GONE');
  for (const name of ['one', 'two']) {
    ids[name] = (await decide(api)).id;
    happened('transaction.posted', { transaction_id: ids[name] });
  }
  ids['failed'] = (await decide(api, { entries: [debit('FULL', '1.00'), credit('SALES', '1.00')] })).id;
  happened('transaction.failed', { transaction_id: ids['failed'], reason: 'BALANCE_LIMIT_EXCEEDED' });
  const other = client(ledger.baseUrl, second);
  const reverse = async (fields: Fields) =>
    dataOf(await other.post(`/transactions/${ids['one']}/reverse`, { date: '2026-01-20', ...fields }), 201);
  const part = await reverse({ reason: 'Half came back', amount: '5.00' });
  happened('transaction.posted', { transaction_id: part.id, actor: prefixOf(second) });
  const inPart = { transaction_id: ids['one'], actor: prefixOf(second), reason: 'Half came back' };
  happened('transaction.reversed_in_part', inPart);
  const reversal = await reverse({ reason: 'Booked twice' });
  ids['reversal'] = reversal.id;
  happened('transaction.posted', { transaction_id: reversal.id, actor: prefixOf(second) });
  happened('transaction.reversed', { transaction_id: ids['one'], actor: prefixOf(second), reason: 'Booked twice' });
  dataOf(await api.post(`/transactions/${ids['two']}/void`, { reason: 'Never happened' }), 200);
  happened('transaction.voided', { transaction_id: ids['two'], reason: 'Never happened' });
  dataOf(await other.put(`/accounts/${ids['CASH']}`, { name: 'Cash' }), 200);
  happened('account.updated', { account_id: ids['CASH'], actor: prefixOf(second) });
  dataOf(await api.delete(`/accounts/${ids['GONE']}`), 200);
  happened('account.deleted', { account_id: ids['GONE'] });
  const journal = dataOf(await api.post('/journals', { code: 'OLD', name: 'Old' }), 201);
  happened('journal.created', { journal_id: journal.id });
  ids['journal'] = journal.id;
  dataOf(await api.put(`/journals/${journal.id}`, { status: 'closed' }), 200);
  happened('journal.updated', { journal_id: journal.id });
  const lock = dataOf(await api.post('/period-locks', { locked_until: '2025-12-31', reason: 'Year closed' }), 201);
  ids['lock'] = lock.id;
  happened('period.locked', { period_lock_id: lock.id, reason: 'Year closed' });
  dataOf(await other.post(`/period-locks/${lock.id}/release`, { reason: 'Late invoice' }), 200);
  happened('period.released', { period_lock_id: lock.id, actor: prefixOf(second), reason: 'Late invoice' });
  await group(api, other);
  ids['last'] = (await decide(other)).id;
  happened('transaction.posted', { transaction_id: ids['last'], actor: prefixOf(second) });
});

const listed = async (query = '') => everyPage(books.api, `/activity${query}`);
const newestFirst = (fits: (event: Fields) => boolean): readonly Fields[] => history.filter(fits).toReversed();

describe('the activity of a ledger', () => {
  test('lists every event with its actor, time and reason, newest first', async () => {
    expect(await listed()).toEqual(newestFirst(() => true));
  });

  test('is sorted by time, and shows when a transaction was posted', async () => {
    const moments = (await listed()).map(({ occurred_at }) => occurred_at);
    expect(moments).toEqual([...moments].sort().reverse());
    const [{ occurred_at }] = await listed(`?transaction_id=${ids['last']}`);
    expect(dataOf(await books.api.get(`/transactions/${ids['last']}`), 200).posted_at).toBe(occurred_at);
  });

  test('has a hash for each event, and the chain of hashes verifies', async () => {
    const hashes = (await listed()).map(({ hash }) => hash);
    expect(new Set(hashes).size).toBe(history.length);
    const report = await ledger.app.ledgering.verify(books.ledger.id);
    expect(report.findings).toEqual([]);
    expect(report).toMatchObject({ ok: true, events: history.length });
  });

  test('never changes earlier events', async () => {
    const before = await listed();
    await decide(books.api).then(({ id }) => happened('transaction.posted', { transaction_id: id }));
    expect((await listed()).slice(1)).toEqual(before);
  });

  test('omits refused requests, and lists replayed ones once', async () => {
    const before = await listed();
    await refusedUntouched(ledger, books, (api) =>
      api.post(`/transactions/${ids['one']}/reverse`, { reason: 'Again', date: '2026-01-20' }),
    );
    await refusedUntouched(ledger, books, (api) => api.delete(`/accounts/${ids['CASH']}`));
    await refusedUntouched(ledger, books, (api) => api.put(`/accounts/${ids['CASH']}`, { code: 'TOO-LONG' }));
    const { idempotency_key } = dataOf(await books.api.get(`/transactions/${ids['failed']}`), 200);
    const replay = {
      effective_date: '2026-01-15',
      description: 'Cash sale',
      idempotency_key,
      entries: [debit('FULL', '1.00'), credit('SALES', '1.00')],
    };
    dataOf(await books.api.post('/transactions', replay), 202);
    expect(await listed()).toEqual(before);
  });

  test('lists only the events of its own ledger', async () => {
    const other = await ledger.newLedger({ tenantId: books.ledger.tenantId });
    expect(dataOf(await other.api.get('/activity'), 200)).toEqual([]);
    expect(dataOf(await other.api.get(`/activity?transaction_id=${ids['one']}`), 200)).toEqual([]);
    expect(dataOf(await other.api.get(`/activity?account_id=${ids['CASH']}`), 200)).toEqual([]);
  });
});

describe('filtering the activity', () => {
  test.each(events)('by the type %s lists only its events', async (type) => {
    const expected = newestFirst((event) => event['type'] === type);
    expect(expected).not.toEqual([]);
    expect(await listed(`?type=${type}`)).toEqual(expected);
  });

  test.each(['one', 'two', 'failed', 'reversal', 'last'])('by transaction lists only its events: %s', async (name) => {
    expect(await listed(`?transaction_id=${ids[name]}`)).toEqual(
      newestFirst((event) => event['transaction_id'] === ids[name]),
    );
  });

  test.each(['CASH', 'SALES', 'GONE'])('by account lists only its events: %s', async (code) => {
    expect(await listed(`?account_id=${ids[code]}`)).toEqual(newestFirst((event) => event['account_id'] === ids[code]));
  });

  const isAbout = (event: Fields, name: string): boolean =>
    Object.entries(event).some(([field, value]) => field.endsWith('_id') && value === ids[name]);

  test.each([...['one', 'two', 'failed', 'reversal', 'last', 'CASH', 'SALES', 'GONE'], ...['set', 'journal', 'lock']])(
    'by subject lists only its events: %s',
    async (name) => {
      const expected = newestFirst((event) => isAbout(event, name));
      expect(expected).not.toEqual([]);
      expect(await listed(`?subject_id=${ids[name]}`)).toEqual(expected);
      const [{ type }] = expected as readonly [Fields];
      expect(await listed(`?subject_id=${ids[name]}&type=${type as string}`)).toEqual(
        expected.filter((event) => event['type'] === type),
      );
      expect((await walkBothWays(books.api, `/activity?subject_id=${ids[name]}`, 1)).flat()).toEqual(expected);
    },
  );

  test.each([
    ['transaction_id', 'one', 'transaction.reversed', 1],
    ['transaction_id', 'one', 'transaction.posted', 1],
    ['transaction_id', 'one', 'transaction.voided', 0],
    ['account_id', 'CASH', 'account.updated', 1],
    ['account_id', 'CASH', 'account.deleted', 0],
  ])('by %s of %s and the type %s lists only events that match both', async (filter, name, type, count) => {
    const expected = newestFirst((event) => event[filter] === ids[name] && event['type'] === type);
    expect(expected).toHaveLength(count);
    expect(await listed(`?${filter}=${ids[name]}&type=${type}`)).toEqual(expected);
  });

  test('by unknown or unrelated ids lists nothing', async () => {
    expect(await listed(`?transaction_id=${nowhere}`)).toEqual([]);
    expect(await listed(`?account_id=${nowhere}`)).toEqual([]);
    expect(await listed(`?subject_id=${nowhere}`)).toEqual([]);
    expect(await listed(`?transaction_id=${ids['one']}&account_id=${ids['CASH']}`)).toEqual([]);
    expect(await listed(`?transaction_id=${ids['one']}&subject_id=${ids['CASH']}`)).toEqual([]);
  });

  test.each([
    ['transaction_id=1', 'transaction_id'],
    ['account_id=CASH', 'account_id'],
    ['subject_id=CASH', 'subject_id'],
    ['type=transaction', 'type'],
    ['type=', 'type'],
    ['type=account.created&type=account.created', 'type'],
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
  ])('by %s is not valid', async (query, field) => {
    expectRefusal(await books.api.get(`/activity?${query}`), 422, 'VALIDATION_ERROR', [field]);
  });
});

describe('paging through the activity', () => {
  test.each([1, 2, 5, 100])('%i at a time gives the same both ways', async (limit) => {
    expect((await walkBothWays(books.api, '/activity', limit)).flat()).toEqual(newestFirst(() => true));
  });

  test.each(['type=account.created', 'transaction_id=one', 'account_id=CASH'])(
    'keeps to the filter %s',
    async (filter) => {
      const [name = '', value = ''] = filter.split('=');
      const wanted = ids[value] ?? value;
      const pages = await walkBothWays(books.api, `/activity?${name}=${wanted}`, 1);
      expect(pages.flat()).toEqual(newestFirst((event) => event[name] === wanted));
    },
  );

  test('refuses a cursor of other filters or of another list', async () => {
    const { next_cursor } = (await books.api.get('/activity?limit=1')).body.meta.pagination;
    for (const path of ['/activity?type=account.created&', '/transactions?', '/period-locks?'])
      expectRefusal(await books.api.get(`${path}cursor=${next_cursor}`), 422, 'INVALID_CURSOR');
  });
});
