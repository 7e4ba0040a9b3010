/** The pages of GET /events follow each other by cursor, as in every list, up to the end of the log. */
import { eventsOf, feedOf, headOf, pageIn, type Event } from '../support/feed';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { decide, expectRefusal, openBooks } from '../support/requests';

let ledger: TestLedger;
let books: TestBooks;
let cash: string;

beforeAll(async () => {
  ledger = await startLedger();
  books = await openBooks(ledger);
  cash = (await books.api.get('/accounts?search=CASH')).body.data[0].id;
  for (let count = 0; count < 3; count++) await decide(books.api);
});

afterAll(async () => {
  await ledger.close();
  expect(ledger.complaints).toEqual([]);
});

test('cursors lead from page to page to the end of the log, with every filter', async () => {
  for (const query of ['', 'types=transaction.posted', `account_id=${cash}`]) {
    const walked: Event[] = [];
    for (let cursor = ''; ;) {
      const answer = await books.api.get(`/events?limit=2&${query}${cursor}`);
      const page = pageIn(answer);
      const { pagination } = answer.body.meta;
      expect(pagination).toMatchObject({
        has_more: page.through_sequence < page.head_sequence,
        previous_cursor: null,
      });
      walked.push(...page.events);
      if (!pagination.has_more) break;
      cursor = `&cursor=${pagination.next_cursor}`;
    }
    expect(walked).toEqual(await eventsOf(books.api, query));
  }
});

test('a cursor is valid only with its own filters', async () => {
  const { next_cursor: cursor } = (await books.api.get('/events?limit=1&types=transaction.posted')).body.meta
    .pagination;
  expect(await feedOf(books.api, `limit=7&types=transaction.posted&cursor=${cursor}`)).toMatchObject({
    events: expect.any(Array),
  });
  for (const other of ['', '&types=transaction.voided', '&types=transaction.posted&after_sequence=1'])
    expectRefusal(await books.api.get(`/events?cursor=${cursor}${other}`), 422, 'INVALID_CURSOR');
});

test.each(['after_sequence', 'Last-Event-ID'])('a sequence beyond the end of the log is refused: %s', async (name) => {
  const head = await headOf(books.api);
  const ask = (sequence: number) =>
    name === 'after_sequence'
      ? books.api.get(`/events?after_sequence=${sequence}`, { Prefer: 'wait=1' })
      : books.api.get('/events', { Accept: 'text/event-stream', 'Last-Event-ID': String(sequence) });
  for (const beyond of [head + 1, 999_999_999_999_999]) {
    const refused = await ask(beyond);
    expectRefusal(refused, 422, 'SEQUENCE_NOT_REACHED');
    expect(refused.body.message).toContain(`ends at sequence ${head}.`);
  }
});

test.each(['evt_5f7d975fbac0c0bffd11dc522b8ef83a', '-1', '1.5', '1, 2', '9'.repeat(16)])(
  'a stream does not begin anew after the event %s, which has no such sequence',
  async (last) => {
    const stream = { Accept: 'text/event-stream', 'Last-Event-ID': last };
    expectRefusal(await books.api.get('/events', stream), 400, 'MALFORMED_REQUEST');
  },
);

describe('a place in the log is identified by its hash too', () => {
  const otherHash = `01${'5f'.repeat(32)}`;
  const ask = {
    'a page': (query: string) => books.api.get(`/events?${query}`),
    'a page that is waited for': (query: string) => books.api.get(`/events?${query}`, { Prefer: 'wait=1' }),
    'a stream': (query: string) => books.api.get(`/events?${query}`, { Accept: 'text/event-stream' }),
  };

  test.each(Object.entries(ask))('%s after an event that the log does not have is refused', async (_, asked) => {
    const refused = await asked(`after_sequence=2&after_hash=${otherHash}`);
    expectRefusal(refused, 409, 'LOG_CHANGED');
    const [, second] = await eventsOf(books.api);
    expect(refused.body.message).toContain(
      `differs from ${second.hash}, the hash of the event at sequence 2 of this ledger.`,
    );
    // Without the sequence of its event, a hash proves nothing about the log.
    for (const query of [`after_sequence=0&after_hash=${second.hash}`, `after_hash=${second.hash}`])
      expectRefusal(await asked(query), 422, 'VALIDATION_ERROR', ['after_hash']);
  });

  test('each page names the hash for the next request, even if its last event is filtered out', async () => {
    const all = await eventsOf(books.api);
    for (const query of ['', '&types=transaction.posted', `&account_id=${cash}`, '&types=account.deleted']) {
      let place = `after_sequence=0&after_hash=${all[0].previous_hash}`;
      for (;;) {
        const page = await feedOf(books.api, `limit=2&${place}${query}`);
        expect(page.through_hash).toBe(all[page.through_sequence - 1].hash);
        place = `after_sequence=${page.through_sequence}&after_hash=${page.through_hash}`;
        if (page.through_sequence === page.head_sequence) break;
      }
      expect((await feedOf(books.api, place + query)).events).toEqual([]);
    }
  });

  test.each(['', 'x', otherHash.slice(2), otherHash.toUpperCase()])('an invalid hash is refused: %j', async (hash) => {
    const refused = await books.api.get(`/events?after_sequence=1&after_hash=${hash}`);
    expectRefusal(refused, 422, 'VALIDATION_ERROR');
  });
});
