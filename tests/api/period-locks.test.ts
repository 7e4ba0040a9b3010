import { client, quiet } from '../support/client';
import { HandClock } from '../support/hand-clock';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import {
  accept,
  dataOf,
  expectRefusal,
  idsOf,
  instant,
  nowhere,
  openBooks,
  transaction,
  uuid,
  walkBothWays,
  type Fields,
} from '../support/requests';
import { refusedUntouched } from '../support/untouched';

const today = '2026-11-15';

let ledger: TestLedger;
let books: TestBooks;

beforeAll(async () => {
  // This file stops the poster, so its service must not be shared with other files.
  ledger = await startLedger([], { alone: true, clock: new HandClock(`${today}T12:00:00Z`, { flows: true }) });
  books = await openBooks(ledger);
});

afterAll(async () => {
  await ledger.close();
  expect(ledger.complaints).toEqual([]);
});

const lock = async ({ api }: TestBooks, until: string, reason = 'Books closed') =>
  dataOf(await api.post('/period-locks', { locked_until: until, reason }), 201);
const release = async ({ api }: TestBooks, id: string, reason = 'Late invoice') =>
  dataOf(await api.post(`/period-locks/${id}/release`, { reason }), 200);

describe('locking a period', () => {
  test('answers 201 with the whole lock', async () => {
    const answer = await books.api.post('/period-locks', { locked_until: '2019-12-31', reason: 'Year closed' });
    const data = dataOf(answer, 201);
    const shape = {
      ledger_id: books.ledger.id,
      locked_until: '2019-12-31',
      reason: 'Year closed',
      released_at: null,
      release_reason: null,
    };
    expect(answer.body).toEqual({ success: true, data: { id: uuid, ...shape, created_at: instant } });
    expect(answer.headers.get('Location')).toBe('/api/v1/period-locks');
    expect(dataOf(await books.api.get('/period-locks'), 200)).toEqual([data]);
  });

  test.each<[field: string, body: Fields]>([
    ['locked_until', { reason: 'x' }],
    ['locked_until', { reason: 'x', locked_until: null }],
    ['locked_until', { reason: 'x', locked_until: '2026-02-29' }],
    ['locked_until', { reason: 'x', locked_until: '2026-01-01T00:00:00Z' }],
    ['locked_until', { reason: 'x', locked_until: '10000-01-01' }],
    ['reason', { locked_until: '2019-01-31' }],
    ['reason', { locked_until: '2019-01-31', reason: '' }],
    ['reason', { locked_until: '2019-01-31', reason: null }],
    ['reason', { locked_until: '2019-01-31', reason: 'x'.repeat(1001) }],
    ['reason', { locked_until: '2019-01-31', reason: '\0' }],
  ])('is refused for its %s: %j', async (field, body) => {
    const refused = await refusedUntouched(ledger, books, (api) => api.post('/period-locks', body));
    expectRefusal(refused, 422, 'VALIDATION_ERROR', [field]);
  });

  test.each([[[]], [null]])('is not valid as %j', async (body) => {
    expectRefusal(
      await refusedUntouched(ledger, books, (api) => api.post('/period-locks', body)),
      422,
      'VALIDATION_ERROR',
      ['body'],
    );
  });

  test('is refused while transactions of the period wait, and possible once they are posted', async () => {
    const { poster } = ledger.app;
    const waiting = await openBooks(ledger);
    await poster.stop();
    await accept(waiting.api, { effective_date: '2026-01-31' });
    for (const until of ['2026-01-31', '2026-02-01', '9999-12-31']) {
      const send = () =>
        waiting.api.post('/period-locks', { locked_until: until, reason: 'Closed', includes_open_days: true });
      expectRefusal(await refusedUntouched(ledger, waiting, send), 409, 'PERIOD_HAS_PENDING');
    }
    await lock(waiting, '2026-01-30');
    poster.start();
    await quiet(waiting.api);
    await lock(waiting, '2026-01-31');
    expect(dataOf(await waiting.api.get('/transactions'), 200)).toMatchObject([{ status: 'posted' }]);
  });
});

describe('a lock that reaches today or later', () => {
  test.each([today, '9999-12-31'])('is refused with PERIOD_NOT_OVER: %s', async (until) => {
    const send = (api: TestBooks['api']) => api.post('/period-locks', { locked_until: until, reason: 'Closed' });
    const refused = await refusedUntouched(ledger, books, send);
    expectRefusal(refused, 422, 'PERIOD_NOT_OVER');
    expect(refused.body.message).toContain(`today is ${today}`);
    const isFalse = await books.api.post('/period-locks', {
      ...{ locked_until: until, reason: 'Closed', includes_open_days: false },
    });
    expectRefusal(isFalse, 422, 'PERIOD_NOT_OVER');
  });

  test('is accepted with includes_open_days', async () => {
    const own = await openBooks(ledger);
    const body = { locked_until: today, reason: 'Closed for today', includes_open_days: true };
    dataOf(await own.api.post('/period-locks', body), 201);
    expectRefusal(await own.api.post('/transactions', transaction({ effective_date: today })), 409, 'PERIOD_LOCKED');
  });
});

describe('the capability periods:admin', () => {
  test('is required to lock and to release, before any other check, but not to read', async () => {
    const { id } = await lock(books, '2019-01-31');
    const plain = client(ledger.baseUrl, await ledger.newKey(books.ledger, { capabilities: ['attributes:admin'] }));
    const refuse = (path: string, body: unknown) => refusedUntouched(ledger, books, () => plain.post(path, body));
    for (const body of [{ locked_until: '2019-02-28', reason: 'Closed' }, {}])
      expectRefusal(await refuse('/period-locks', body), 403, 'FORBIDDEN');
    for (const lockId of [id, nowhere, 'not-an-id'])
      expectRefusal(await refuse(`/period-locks/${lockId}/release`, { reason: 'Opened' }), 403, 'FORBIDDEN');
    expect(idsOf(dataOf(await plain.get('/period-locks'), 200))).toContain(id);
  });
});

describe('releasing a period lock', () => {
  test('answers 200 with the released lock', async () => {
    const locked = await lock(books, '2019-01-31');
    const released = { ...locked, released_at: instant, release_reason: 'Late invoice' };
    expect(await release(books, locked.id)).toEqual(released);
    expect(dataOf(await books.api.get('/period-locks?limit=1'), 200)).toEqual([released]);
  });

  test('a second time changes nothing, and returns the lock as it is', async () => {
    const { id } = await lock(books, '2019-01-31');
    const first = await release(books, id);
    expect(
      (await refusedUntouched(ledger, books, (api) => api.post(`/period-locks/${id}/release`, { reason: 'Other' })))
        .body.data,
    ).toEqual(first);
  });

  test.each<[field: string, body: unknown]>([
    ['reason', {}],
    ['reason', { reason: '' }],
    ['reason', { reason: null }],
    ['reason', { reason: 'x'.repeat(1001) }],
    ['reason', undefined],
    ['body', null],
  ])('is refused for its %s: %j', async (field, body) => {
    const { id } = await lock(books, '2019-01-31');
    const refused = await refusedUntouched(ledger, books, (api) => api.post(`/period-locks/${id}/release`, body));
    expectRefusal(refused, 422, 'VALIDATION_ERROR', [field]);
  });

  test('answers 404 for a lock of another ledger, or an unknown one', async () => {
    const other = await ledger.newLedger({ tenantId: books.ledger.tenantId });
    const foreign = await lock(other, '2019-01-31');
    for (const id of [foreign.id, nowhere, 'not-an-id']) {
      const refused = await refusedUntouched(ledger, books, (api) =>
        api.post(`/period-locks/${id}/release`, { reason: 'Mine' }),
      );
      expectRefusal(refused, 404, 'PERIOD_LOCK_NOT_FOUND');
    }
    expect(dataOf(await other.api.get('/period-locks'), 200)).toEqual([foreign]);
  });

  test('leaves the other locks in force', async () => {
    const { id } = await lock(books, '2020-06-30');
    await lock(books, '2020-03-31');
    await release(books, id);
    expect((await books.api.post('/transactions', transaction({ effective_date: '2020-04-01' }))).status).toBe(202);
    expectRefusal(
      await books.api.post('/transactions', transaction({ effective_date: '2020-03-31' })),
      409,
      'PERIOD_LOCKED',
    );
    await quiet(books.api);
  });
});

describe('the list of period locks', () => {
  test.each([1, 3, 7])('is read %i at a time in both directions, newest first, with released ones', async (limit) => {
    const { api, ...mine } = await ledger.newLedger();
    const made = [];
    for (const day of [
      '2020-05-31',
      '2020-01-31',
      '2020-03-31',
      '2020-01-31',
      '2020-12-31',
      '2019-12-31',
      '2020-02-29',
    ])
      made.unshift((await lock({ ...mine, api }, day)).id);
    await release({ ...mine, api }, made[3]);
    expect(idsOf((await walkBothWays(api, '/period-locks', limit)).flat())).toEqual(made);
  });

  test('is not valid with a limit of 0', async () => {
    expectRefusal(await books.api.get('/period-locks?limit=0'), 422, 'VALIDATION_ERROR', ['limit']);
  });
});
