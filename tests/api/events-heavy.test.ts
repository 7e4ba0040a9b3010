/** A page of GET /events ends when it is large enough, and the next one continues without a gap (docs/use/events.md). */
import { refused } from '../../src/kernel/refusal';
import type { Principal } from '../../src/kernel/principal';
import { EVENT_FEED, partBytes, type EventFeed } from '../../src/modules/events/application/feed';
import { openStream } from '../support/event-stream';
import { cardSale, feedOf, type Event } from '../support/feed';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import {
  credit,
  dataOf,
  debit,
  decide,
  openAccount,
  openBooks,
  sale,
  transaction,
  type Fields,
} from '../support/requests';

/** The maximum size of a page, plus 15 %, because the service only estimates the sizes of events. */
const maxBytes = 1.15 * 2_621_440;

let ledger: TestLedger;
let books: TestBooks;

beforeAll(async () => {
  ledger = await startLedger();
});

beforeEach(async () => {
  books = await openBooks(ledger);
});

afterAll(async () => {
  await ledger.close();
  expect(ledger.complaints).toEqual([]);
});

type Page = readonly Event[];

/** Reads all pages to the end. Each page continues after the last sequence that the previous page covered. */
const pagesOf = async (query: string, limit: number): Promise<readonly Page[]> => {
  const pages: Page[] = [];
  for (let through = 0; ;) {
    const { events, through_sequence, head_sequence } = await feedOf(
      books.api,
      `${query}&after_sequence=${through}&limit=${limit}`,
    );
    if (events.length > 0) pages.push(events);
    through = through_sequence;
    if (through >= head_sequence) return pages;
  }
};

const textsOf = (events: Page): readonly string[] => events.map((event) => JSON.stringify(event));
const bytesOf = (events: Page): number => Buffer.byteLength(JSON.stringify(events));
const longest = (length: number): string => 'x'.repeat(length);
/** 99 debits of `each`, and one credit of `amount`, which must be their sum. */
const wide = (amount: string, each: string, fields: Fields = {}): readonly Fields[] => [
  ...Array.from({ length: 99 }, () => debit('CASH', each, fields)),
  credit('SALES', amount, fields),
];

const postAll = async (transactions: readonly Fields[]): Promise<void> => {
  const { head_sequence: head } = await feedOf(books.api, 'limit=1');
  for (let at = 0; at < transactions.length; at += 20)
    dataOf(await books.api.post('/transactions/batch', { transactions: transactions.slice(at, at + 20) }), 202);
  const all = head + transactions.length;
  await ledger.app.background.idle('poster');
  expect(await feedOf(books.api, 'limit=1')).toMatchObject({ head_sequence: all });
};

/** So many events of these tests are always lighter than a page may be. */
const few = 5;

/** Expects pages that end because of their size, with the same content as pages of a few events, which end because of their number. */
const expectLightPages = async (query = ''): Promise<void> => {
  const [pages, short] = [await pagesOf(query, 1_000), await pagesOf(query, few)];
  const all = short.flat();
  expect(short).toHaveLength(Math.ceil(all.length / few));
  expect(textsOf(pages.flat())).toEqual(textsOf(all));
  expect(bytesOf(all)).toBeGreaterThan(maxBytes);
  expect(Math.max(...pages.map(bytesOf))).toBeLessThan(maxBytes);
  // Few pages are much smaller than the limit, because only the last page may be.
  expect(pages.length).toBeLessThan(3 + (3 * bytesOf(all)) / maxBytes);
};

describe('a page of events ends when it is large enough', () => {
  test('if many events repeat one large transaction', async () => {
    const entries = wide('9900.00', '100.00', { description: longest(1_000) });
    const held = await decide(books.api, { layer: 'pending', entries });
    const [first, last] = [held.entries[0].id, held.entries.at(-1).id];
    const part = { reason: 'Less', entries: [first, last].map((entry_id) => ({ entry_id, amount: '1.00' })) };
    for (let count = 0; count < 26; count++)
      dataOf(await books.api.post(`/transactions/${held.id}/release`, part), 201);
    await expectLightPages();
    await expectLightPages(`transaction_id=${held.id}`);
  });

  test('if transactions have much metadata', async () => {
    const metadata = { text: longest(15_000) };
    await postAll(Array.from({ length: 200 }, () => transaction({ metadata })));
    await expectLightPages();
  });

  test('if transaction codes have long templates', async () => {
    const entry = { account: 'CASH', type: 'debit', amount: '{params.amount}', description: longest(900) };
    const entries = [...Array(40).fill(entry), { ...entry, type: 'credit', amount: '{params.amount * 40}' }];
    for (let number = 0; number < 80; number++)
      dataOf(
        await books.api.post('/trancodes', { ...cardSale, code: `C_${number}`, entries_template: { entries } }),
        201,
      );
    await expectLightPages();
  });

  test('if each transaction is very large, and a stream returns the same events', async () => {
    const entries = wide('99.00', '1.00', { description: '€'.repeat(1_000), metadata: { text: longest(500) } });
    for (let count = 0; count < 9; count++) await decide(books.api, { entries });
    await expectLightPages();
    const { head_sequence: head } = await feedOf(books.api, 'limit=1');
    const stream = await openStream(ledger.baseUrl, books.key);
    await stream.have(head);
    stream.close();
    const told = (await pagesOf('', 1_000)).flat();
    expect(textsOf(stream.frames.map(({ event }) => event))).toEqual(textsOf(told));
  });
});

test('a stream is sent in parts, and a part over the limit holds only one event', async () => {
  const metadata = { text: longest(15_000) };
  await postAll(Array.from({ length: 20 }, (_, index) => transaction(index % 5 === 0 ? { metadata } : {})));
  const entries = wide('99.00', '1.00', { description: longest(1_000) });
  await decide(books.api, { entries });
  const { head_sequence: head } = await feedOf(books.api, 'limit=1');
  const caller = { callerId: 'reader', tenantId: books.ledger.tenantId, ledgerId: books.ledger.id } as Principal;
  const left = new AbortController();
  const feed = ledger.app.container.get<EventFeed>(EVENT_FEED);
  const everything = { after: 0n, types: undefined, accountId: undefined, transactionId: undefined };
  const stream = await feed.open(caller, everything, left.signal);
  if (refused(stream)) throw new Error(stream.left.kind);
  const parts: { readonly bytes: number; readonly events: number }[] = [];
  for await (const part of stream.right) {
    parts.push({ bytes: part.length, events: part.toString().split('\n\n').length - 1 });
    if (parts.reduce((sum, { events }) => sum + events, 0) === head) left.abort();
  }
  // A part may exceed its limit only slightly, because the estimated size of an event is close to the length of its text.
  for (const { bytes, events } of parts) if (events > 1) expect(bytes).toBeLessThan(1.15 * partBytes);
  expect(Math.max(...parts.map(({ bytes }) => bytes))).toBeGreaterThan(partBytes);
  expect(parts.length).toBeLessThan(10);
});

test('a page of ordinary events reaches its limit of events', async () => {
  await postAll(Array.from({ length: 300 }, () => transaction()));
  expect((await feedOf(books.api, 'limit=300')).events).toHaveLength(300);
});

test('a page with a filter ends early if many entries lie between its events, with correct balances', async () => {
  await openAccount(books.api, { code: 'OTHER' });
  const voided = async (): Promise<void> => {
    const { id } = await decide(books.api, { entries: sale('5.00') });
    dataOf(await books.api.post(`/transactions/${id}/void`, { reason: 'Never happened' }), 200);
  };
  await voided();
  await voided();
  await postAll(Array.from({ length: 210 }, () => transaction({ entries: wide('99.00', '1.00') })));
  await voided();
  const pages = await pagesOf('types=transaction.voided', 1_000);
  expect(pages.map(({ length }) => length)).toEqual([2, 1]);
  const events = pages.flat();
  expect(events.map(({ data }) => data.balances.map(({ balance }: Event) => balance))).toEqual([
    ...Array(2).fill(['0.00', '0.00']),
    ['20790.00', '20790.00'],
  ]);
  for (const event of events) {
    const [alone] = (await feedOf(books.api, `after_sequence=${event.sequence - 1}&limit=1`)).events;
    expect(JSON.stringify(alone)).toBe(JSON.stringify(event));
  }
});

test('events keep the old code and name of an account, however long its other fields are', async () => {
  const metadata = { text: longest(10_000) };
  const name = '"1:ß;🏦'.repeat(36);
  const { id } = await openAccount(books.api, { code: 'LONG', name, description: longest(1_000), metadata });
  const posted = await decide(books.api, { entries: [debit('LONG', '1.00'), credit('SALES', '1.00')] });
  dataOf(await books.api.put(`/accounts/${id}`, { name: 'Short', code: 'SHRT' }), 200);
  const [event] = (await feedOf(books.api, `transaction_id=${posted.id}`)).events;
  expect(event.data.entries[0]).toMatchObject({ account_code: 'LONG', account_name: name });
  expect(event.data.balances[0]).toMatchObject({ account_code: 'LONG', balance: '1.00' });
});
