/** The feed as a list: its pages follow each other by cursor, and nobody reads beyond its end. */
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

test('a page is followed by the next by cursor, to the end of the log, with every filter', async () => {
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

test('a cursor is good for its own filters only', async () => {
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
