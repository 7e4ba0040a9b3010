/** GET /events: the log of a ledger, oldest first. An event shows its object in the state after the event (docs/use/events.md). */
import { systemClock } from '../../src/kernel/running/system-clock';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { hold as holdIn, openWallet } from '../support/holding';
import { amendAndNote } from '../support/worded';
import { balancesOf, cardSale, eventsOf, feedOf, pageIn, type Event } from '../support/feed';
import {
  credit,
  dataOf,
  debit,
  decide,
  expectRefusal,
  instant,
  nowhere,
  openAccount,
  without,
  type Fields,
} from '../support/requests';

let ledger: TestLedger;
let books: TestBooks;
/** The expected events, oldest first. The data of an event is its subject as the service showed it right after the event. */
const history: { type: string; subject: Fields; data: Fields; reason: string | null }[] = [];
const ids: Record<string, string> = {};
/** All events of the feed, as the first test reads them. */
let first: readonly Event[];

const show = async (id: string): Promise<Fields> => dataOf(await books.api.get(`/transactions/${id}`), 200);
const happened = (type: string, kind: string, data: Fields, reason: string | null = null, id = data['id']): void => {
  history.push({ type, subject: { type: kind, id }, data, reason });
};
type Reason = string | null;
/** Expects an event that shows a transaction as it is now, with the present balances of the transaction's accounts on its layers. */
const transacted = async (type: string, id: string, reason: Reason = null, extension: object | null = null) => {
  const shown = await show(id);
  const balances = type === 'transaction.failed' ? [] : await balancesOf(books.api, shown);
  happened(type, 'transaction', { ...shown, extension, balances }, reason);
};
const ofAccount = (type: string, account: Fields): void => happened(type, 'account', without(account, 'balance'));
const act = async (id: string, what: string, fields: Fields = {}): Promise<Event> =>
  dataOf(await books.api.post(`/transactions/${id}/${what}`, fields), what === 'void' ? 200 : 201);
const open = async (code: string, fields: Fields = {}): Promise<void> => {
  const account = await openAccount(books.api, { code, ...fields });
  ids[code] = account.id;
  ofAccount('account.created', account);
};
const post = async (name: string, fields: Fields = {}): Promise<string> => {
  const { id } = await decide(books.api, fields);
  ids[name] = id;
  await transacted('transaction.posted', id);
  return id;
};
const money = async (): Promise<void> => {
  const one = await post('one');
  const part = await act(one, 'reverse', { reason: 'Half came back', date: '2026-01-20', amount: '4.00' });
  await transacted('transaction.posted', part.id);
  await transacted('transaction.reversed_in_part', one, 'Half came back');
  const rest = await act(one, 'reverse', { reason: 'Booked twice', date: '2026-01-20' });
  await transacted('transaction.posted', rest.id);
  await transacted('transaction.reversed', one, 'Booked twice');
  const two = await post('two');
  await act(two, 'void', { reason: 'Never happened' });
  await transacted('transaction.voided', two, 'Never happened');
  const { id } = await decide(books.api, { entries: [debit('FULL', '1.00'), credit('SALES', '1.00')] });
  await transacted('transaction.failed', id, 'BALANCE_LIMIT_EXCEEDED');
  for (const { type, data, reason } of await amendAndNote(books.api, await post('three')))
    happened(type, 'transaction', data, reason, ids['three']);
};
const holds = async (): Promise<void> => {
  const [held, end] = [await post('hold', { layer: 'pending' }), '2031-01-01T12:00:00.000Z'];
  dataOf(await books.api.post(`/transactions/${held}/extend`, { amount: '12.00', expires_at: end }), 200);
  await transacted('transaction.posted', dataOf(await books.api.get(`/activity?limit=2`), 200)[1].transaction_id);
  const extension = { amount: { before: '10.00', after: '12.00' }, expires_at: { before: null, after: end } };
  await transacted('hold.extended', held, `expires at ${end}, not no time`, extension);
  const released = await act(held, 'release', { reason: 'Cheaper', amount: '2.00' });
  await transacted('transaction.posted', released.id);
  await transacted('hold.released', held, 'Cheaper');
  for (const [amount, final] of [
    ['3.00', false],
    ['4.00', true],
  ] as const) {
    const settled = await act(held, 'settle', { amount, final });
    const [release] = dataOf(await books.api.get(`/activity?limit=3`), 200).slice(2);
    await transacted('transaction.posted', release.transaction_id);
    await transacted('hold.settled', held);
    await transacted('transaction.posted', settled.id);
  }
};
const chart = async (): Promise<void> => {
  const { api } = books;
  const make = async (path: string, body: Fields, type: string, kind: string, reason: string | null = null) => {
    const made = dataOf(await api.post(path, body), 201);
    happened(type, kind, made, reason);
    return made.id as string;
  };
  const change = async (path: string, body: Fields): Promise<Event> => dataOf(await api.put(path, body), 200);
  ofAccount('account.updated', await change(`/accounts/${ids['CASH']}`, { name: 'Cash', code: 'TILL' }));
  ofAccount('account.closed', dataOf(await api.post(`/accounts/${ids['GONE']}/close`), 200).account);
  const gone = dataOf(await api.get(`/accounts/${ids['GONE']}`), 200);
  dataOf(await api.delete(`/accounts/${gone.id}`), 200);
  ofAccount('account.deleted', gone);
  const journal = await make('/journals', { code: 'OLD', name: 'Old' }, 'journal.created', 'journal');
  happened('journal.updated', 'journal', await change(`/journals/${journal}`, { status: 'closed' }));
  const why = 'Year closed';
  const lock = await make(
    ...(['/period-locks', { locked_until: '2025-12-31', reason: why }, 'period.locked', 'period_lock', why] as const),
  );
  const opened = dataOf(await api.post(`/period-locks/${lock}/release`, { reason: 'Late invoice' }), 200);
  happened('period.released', 'period_lock', opened, 'Late invoice');
  const set = await make('/account-sets', { code: 'CASH', name: 'Liquid' }, 'account_set.created', 'account_set');
  const changed = await change(`/account-sets/${set}`, { name: 'Liquid funds', metadata: { note: 'ä"\n' } });
  happened('account_set.updated', 'account_set', changed);
  const member = dataOf(
    await api.post(`/account-sets/${set}/members`, { member_type: 'account', member_id: ids['CASH'] }),
    201,
  );
  const membership = without(without(member, 'code'), 'name');
  happened('account_set.member_added', 'account_set', membership, null, set);
  dataOf(await api.delete(`/account-sets/${set}/members/${ids['CASH']}`), 200);
  happened('account_set.member_removed', 'account_set', membership, null, set);
  dataOf(await api.delete(`/account-sets/${set}`), 200);
  happened('account_set.deleted', 'account_set', changed);
  const code = await make('/trancodes', cardSale, 'trancode.created', 'trancode');
  happened('trancode.deprecated', 'trancode', dataOf(await api.post(`/trancodes/${code}/deprecate`), 200));
  dataOf(await api.post(`/trancodes/${code}/deprecate`), 200);
};
beforeAll(async () => {
  ledger = await startLedger();
  books = await ledger.newLedger();
  await open('CASH');
  await open('SALES', { type: 'revenue', description: 'what we sell', metadata: { b: 1, a: [null, 'ü'] } });
  await open('FULL', { enforce_balance_limits: true, limit_basis: 'available', min_balance: '0', max_balance: '0' });
  await open('GONE');
  await money();
  await holds();
  await chart();
  await post('last', { entries: [debit('TILL', '7.00'), credit('SALES', '7.00')] });
  first = await eventsOf(books.api);
});

afterAll(async () => {
  await ledger.close();
  expect(ledger.complaints).toEqual([]);
});

/** Types of events that do not occur in this history, because only expiries and strings cause them. */
const elsewhere = ['hold.expired', 'string_operation.posted'];

describe('the events of a ledger', () => {
  test('are listed oldest first, each with its object as the service showed it then', () => {
    expect(first.map(({ type, subject, data, reason }) => ({ type, subject, data, reason }))).toEqual(history);
  });

  test('have their own id and sequence, an actor and a time', () => {
    const { id } = books.ledger;
    first.forEach((event, index) =>
      expect(event).toMatchObject({
        id: `evt_${event.hash.slice(2, 34)}`,
        ledger_id: id,
        sequence: index + 1,
        occurred_at: instant,
        actor: books.key.split('_')[1],
      }),
    );
  });

  test('are chained: each names the hash of the one before', async () => {
    const [start, ...others] = first;
    expect(start.previous_hash).toMatch(/^01[0-9a-f]{64}$/);
    others.forEach(({ previous_hash }, index) => expect(previous_hash).toBe(first[index].hash));
    const { hash } = dataOf(await books.api.get('/activity?limit=1'), 200)[0];
    expect(first.at(-1).hash).toBe(hash);
  });

  test('keep the same bytes after a hundred changes to their objects', async () => {
    const { api } = books;
    for (let change = 0; change < 25; change++) {
      dataOf(await api.put(`/accounts/${ids['CASH']}`, { name: `Cash ${change}`, code: `C-${10 + change}` }), 200);
      dataOf(await api.put(`/accounts/${ids['SALES']}`, { name: `Sales ${change}` }), 200);
      const entries = [debit(`C-${10 + change}`, '1.00'), credit('SALES', '1.00')];
      const { id } = await decide(api, { entries });
      await act(id, 'reverse', { reason: 'Again', date: '2026-01-20' });
    }
    await act(ids['last'] as string, 'reverse', { reason: 'After all', date: '2026-01-20' });
    const again = await eventsOf(api, '', () => 7);
    expect(again.length).toBeGreaterThan(first.length + 100);
    expect(again.slice(0, first.length).map((event) => JSON.stringify(event))).toEqual(
      first.map((event) => JSON.stringify(event)),
    );
  });

  test('include the expiry of a hold', async () => {
    const wallet = await openWallet(ledger, '70.00');
    const { id } = await holdIn(wallet, '60.00', {
      expires_at: new Date(systemClock.now().getTime() + 500).toISOString(),
    });
    const { through_sequence } = await feedOf(wallet.api);
    const [event] = dataOf(await wallet.api.get('/events?types=hold.expired', { Prefer: 'wait=25' }), 200);
    expect(event).toMatchObject({ actor: 'expiry', reason: 'expired', sequence: through_sequence + 2 });
    expect(without(without(event.data, 'balances'), 'extension')).toEqual(
      dataOf(await wallet.api.get(`/transactions/${id}`), 200),
    );
    expect(event.data.hold).toMatchObject({ state: 'expired', released_amount: '60.00', remaining_amount: '0.00' });
  });

  test('belong to one ledger only', async () => {
    const other = await ledger.newLedger({ tenantId: books.ledger.tenantId });
    const genesis = expect.stringMatching(/^01[0-9a-f]{64}$/);
    expect(await feedOf(other.api)).toEqual({
      ...{ events: [], through_sequence: 0, through_hash: genesis, head_sequence: 0, log_epoch: expect.any(String) },
    });
    const query = `account_id=${ids['CASH']}&transaction_id=${ids['one']}`;
    expect((await feedOf(other.api, query)).events).toEqual([]);
  });
});

describe('a page of events', () => {
  test.each([1, 2, 7, 1_000])('with a limit of %i is followed by the next', async (limit) => {
    expect((await eventsOf(books.api, '', () => limit)).slice(0, first.length)).toEqual(first);
  });

  test('names the last sequence that it covers, and the last of the ledger', async () => {
    const { head_sequence: head } = await feedOf(books.api);
    expect(await feedOf(books.api, 'limit=2&after_sequence=3')).toMatchObject({
      events: first.slice(3, 5),
      ...{ through_sequence: 5, through_hash: first[4].hash, head_sequence: head },
    });
    const through_hash = (await eventsOf(books.api)).at(-1)?.hash;
    const nothing = { events: [], through_sequence: head, through_hash, head_sequence: head };
    expect(await feedOf(books.api, `after_sequence=${head}`)).toMatchObject(nothing);
    expect(await feedOf(books.api, 'types=hold.expired')).toMatchObject(nothing);
  });

  const names = (): readonly string[] => [...new Set(history.map(({ type }) => type))];
  test('can be filtered by every type of event', async () => {
    for (const type of names()) {
      const wanted = first.filter((event) => event.type === type);
      expect((await eventsOf(books.api, `types=${type}`)).slice(0, wanted.length)).toEqual(wanted);
    }
    const both = first.filter(({ type }) => ['journal.created', 'period.locked'].includes(type));
    for (const types of ['types=journal.created, period.locked', 'types=journal.created&types=period.locked'])
      expect(await eventsOf(books.api, types)).toEqual(both);
    const { errors } = (await books.api.get('/events?types=x')).body;
    const known: string[] = errors.types[0].split(': ')[1].split(', ');
    expect(known.toSorted()).toEqual([...names(), ...elsewhere].toSorted());
  });

  test('can be filtered by transaction, or by account with the transactions that move it', async () => {
    const about = (id: string | undefined) => first.filter(({ subject }) => subject.id === id);
    expect(await eventsOf(books.api, `transaction_id=${ids['one']}`)).toEqual(about(ids['one']));
    expect(await eventsOf(books.api, `account_id=${ids['GONE']}`)).toEqual(about(ids['GONE']));
    const moving = first.filter(
      ({ subject, data, type }) =>
        (subject.type === 'account' && subject.id === ids['CASH']) ||
        (subject.id === ids['three'] && type !== 'transaction.posted') ||
        (type !== 'transaction.failed' &&
          data.entries?.some(({ account_id }: { account_id: string }) => account_id === ids['CASH'])),
    );
    const found = await eventsOf(books.api, `account_id=${ids['CASH']}`);
    expect(found.slice(0, moving.length)).toEqual(moving);
    expect(await eventsOf(books.api, `account_id=${nowhere}`)).toEqual([]);
    expect(await eventsOf(books.api, `account_id=${ids['GONE']}&transaction_id=${ids['one']}`)).toEqual([]);
  });

  test.each([
    ['types=transaction.posted,unheard.of', 'types'],
    ['types=transaction_posted', 'types'],
    ['types=', 'types'],
    ['after_sequence=-1', 'after_sequence'],
    ['after_sequence=1.5', 'after_sequence'],
    ['after_sequence=9007199254740992', 'after_sequence'],
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['account_id=CASH', 'account_id'],
    ['transaction_id=1', 'transaction_id'],
  ])('is refused with %s', async (query, field) => {
    expectRefusal(await books.api.get(`/events?${query}`), 422, 'VALIDATION_ERROR', [field]);
  });
});

describe('a request that waits for the next event', () => {
  test('gets it when it happens, or at once if it already exists', async () => {
    const { head_sequence: head } = await feedOf(books.api);
    const query = `/events?after_sequence=${head}&types=transaction.posted`;
    const waiting = books.api.get(query, { Prefer: 'wait=20' });
    // An event that the filter excludes does not end the wait.
    dataOf(await books.api.put(`/accounts/${ids['SALES']}`, { name: 'Sales' }), 200);
    const { id } = await decide(books.api, { entries: [debit('FULL', '1.00'), credit('FULL', '1.00')] });
    const [event] = dataOf(await waiting, 200);
    expect([event.subject.id, event.sequence]).toEqual([id, head + 2]);
    expect(dataOf(await books.api.get(query, { Prefer: 'wait=20' }), 200)).toEqual([event]);
  });

  test('gets an empty page when its time is over', async () => {
    const { head_sequence: head } = await feedOf(books.api);
    const answer = await books.api.get(`/events?after_sequence=${head}`, { Prefer: 'wait=1' });
    const through_hash = (await eventsOf(books.api)).at(-1)?.hash;
    expect(pageIn(answer)).toMatchObject({ events: [], through_sequence: head, through_hash, head_sequence: head });
  });
});
