/** GET /events as Server-Sent Events: a continuous stream that can be resumed where it was lost (docs/use/events.md). */
import { connect } from 'node:net';
import { replace } from '../../src/kernel/token';
import { refused } from '../../src/kernel/refusal';
import { EVENT_FEED, FEED_LIMITS, type EventFeed } from '../../src/modules/events/application/feed';
import { createTally } from '../support/happenings';
import { openStream, type OpenStream } from '../support/event-stream';
import { eventsOf } from '../support/feed';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { accept, dataOf, decide, openAccount, openBooks, transaction } from '../support/requests';

const limits = { perKey: 3, perTenant: 4, inAll: 6, toldPerSecond: 10_000, bytesPerSecond: 20_000_000, quietMs: 300 };

let ledger: TestLedger;
let books: TestBooks;
const opened: OpenStream[] = [];
/**
 * Counts the streams that the service opened, and those whose end it noticed. When both numbers are equal, no stream counts towards the
 * limits any more.
 */
const [given, givenBack] = [createTally(), createTally()];
const allGivenBack = (): Promise<void> => givenBack.reaches(given.count);

beforeAll(async () => {
  ledger = await startLedger([replace(FEED_LIMITS, [], () => limits)]);
  const feed = ledger.app.container.get<EventFeed>(EVENT_FEED);
  const open = feed.open.bind(feed);
  jest.spyOn(feed, 'open').mockImplementation(async (caller, asked, gone) => {
    const outcome = await open(caller, asked, gone);
    if (refused(outcome)) return outcome;
    given.add();
    gone.addEventListener('abort', () => givenBack.add());
    return outcome;
  });
});

beforeEach(async () => {
  books = await openBooks(ledger);
});

afterEach(async () => {
  for (const stream of opened.splice(0)) stream.close();
  await allGivenBack();
});

afterAll(async () => {
  await ledger.close();
  expect(ledger.complaints).toEqual([]);
});

const stream = async (query = '', headers = {}, { key } = books): Promise<OpenStream> => {
  const one = await openStream(ledger.baseUrl, key, query, headers);
  opened.push(one);
  return one;
};
const sequencesOf = ({ frames }: OpenStream): readonly number[] => frames.map(({ id }) => id);

describe('a stream of events', () => {
  test('returns existing events, then new ones as they happen', async () => {
    const reader = await stream();
    expect(reader.status).toBe(200);
    expect(reader.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    await reader.have(2);
    const { id } = await decide(books.api);
    await reader.have(3);
    expect(reader.frames.at(-1)).toMatchObject({ id: 3, type: 'transaction.posted', event: { subject: { id } } });
    expect(reader.frames.map(({ event }) => event)).toEqual(await eventsOf(books.api));
  });

  test('begins after the given sequence and returns only the requested types', async () => {
    const reader = await stream('after_sequence=1&types=account.created,account.updated');
    await reader.have(1);
    await decide(books.api);
    const { id } = await openAccount(books.api);
    await reader.have(2);
    expect(sequencesOf(reader)).toEqual([2, 4]);
    expect(reader.frames[1]?.event.subject.id).toBe(id);
  });

  test('resumes after the last event, without gaps or repetitions', async () => {
    const posting = (async () => {
      for (let batch = 0; batch < 12; batch++) {
        const transactions = Array.from({ length: 25 }, () => transaction());
        dataOf(await books.api.post('/transactions/batch', { transactions }), 202);
      }
    })();
    const seen: number[] = [];
    while (seen.length < 302) {
      // A client that reconnects sends the same URL again, so the header Last-Event-ID must override `after_sequence`.
      const reader = await stream('after_sequence=0', seen.length > 0 ? { 'Last-Event-ID': String(seen.at(-1)) } : {});
      await reader.have(Math.min(1 + Math.floor(Math.random() * 60), 302 - seen.length));
      seen.push(...sequencesOf(reader));
      reader.close();
      await allGivenBack();
    }
    await posting;
    expect(seen).toEqual(Array.from({ length: 302 }, (_, index) => index + 1));
  });

  test('sends comments while nothing happens', async () => {
    const reader = await stream();
    await reader.haveComments(3);
    expect(reader.comments.slice(0, 3)).toEqual(['the stream is open', 'nothing new', 'nothing new']);
    await decide(books.api);
    await reader.have(3);
  });

  test('sends comments while only events happen that it does not ask for', async () => {
    const reader = await stream('types=account.closed');
    let isDone = false;
    const posting = (async () => {
      while (!isDone) await accept(books.api);
    })();
    await reader.haveComments(3);
    isDone = true;
    await posting;
    expect(reader.frames).toEqual([]);
  });

  test('is sent only if the Accept header asks for it; otherwise the answer is JSON', async () => {
    for (const accept of ['*/*', 'application/json', 'text/html, application/json;q=0.9'])
      expect((await books.api.get('/events', { Accept: accept })).headers.get('content-type')).toMatch(/json/);
  });
});

describe('the place of a stream', () => {
  test('is refused at the maximum of a key, of a tenant and of all keys', async () => {
    const refusedFor = async (from: TestBooks, of: string) => {
      const turnedAway = await stream('', {}, from);
      await turnedAway.over;
      expect([turnedAway.status, JSON.parse(turnedAway.text())]).toEqual([
        429,
        { success: false, code: 'EVENT_STREAMS_EXHAUSTED', message: expect.stringContaining(of) },
      ]);
    };
    for (let count = 0; count < limits.perKey; count++) expect((await stream()).status).toBe(200);
    await refusedFor(books, 'This key has 3 event streams open');
    // A caller with too many streams can still read pages.
    expect((await books.api.get('/events', { Accept: 'text/event-stream' })).status).toBe(429);
    expect((await books.api.get('/events')).status).toBe(200);
    const sister = await ledger.newLedger({ tenantId: books.ledger.tenantId });
    await stream('', {}, sister);
    await refusedFor(sister, 'This tenant has 4 event streams open');
    const stranger = await ledger.newLedger();
    await stream('', {}, stranger);
    await stream('', {}, stranger);
    await refusedFor(stranger, 'All keys together have 6 event streams open');
  });

  test('is free again after its reader hangs up', async () => {
    for (let round = 0; round < 3; round++) {
      const readers = [await stream(), await stream(), await stream()];
      expect(readers.map(({ status }) => status)).toEqual([200, 200, 200]);
      readers.forEach((reader) => reader.close());
      await allGivenBack();
    }
  });

  test('is free again after its reader only closes its side, as an ending process does', async () => {
    const { hostname, port } = new URL(ledger.baseUrl);
    const sockets = await Promise.all(
      Array.from({ length: limits.perKey }, async () => {
        const socket = connect(Number(port), hostname);
        const head = ['GET /api/v1/events HTTP/1.1', 'Host: x', `Authorization: Bearer ${books.key}`];
        socket.write(`${[...head, 'Accept: text/event-stream'].join('\r\n')}\r\n\r\n`);
        await new Promise((resolve) => socket.once('data', resolve));
        return socket;
      }),
    );
    expect((await stream()).status).toBe(429);
    sockets.forEach((socket) => socket.end());
    await allGivenBack();
    expect((await stream()).status).toBe(200);
    sockets.forEach((socket) => socket.destroy());
  });

  test('takes no place of a working request, and neither does a long poll', async () => {
    const readers = [await stream(), await stream(), await stream()];
    const waits = { Prefer: 'wait=20' };
    const waiting = Array.from({ length: 50 }, () => books.api.get('/events?after_sequence=2', waits));
    for (const reader of readers) await reader.have(2);
    await accept(books.api);
    for (const answer of await Promise.all(waiting)) expect(dataOf(answer, 200)).toHaveLength(1);
  });
});

test('a stream ends when its key is revoked', async () => {
  const key = await ledger.newKey(books.ledger);
  const [ending, lasting] = [await stream('', {}, { ...books, key }), await stream()];
  await ending.have(2);
  await ledger.app.access.revokeKey(key.split('_')[1] ?? '');
  await ending.over;
  expect((await stream('', {}, { ...books, key })).status).toBe(401);
  expect(lasting.isOver()).toBe(false);
});

describe('a reader that reads nothing', () => {
  test('delays nobody, and gets every event when it reads again', async () => {
    const lazy = await stream();
    await lazy.have(2);
    lazy.pause();
    const metadata = { text: 'x'.repeat(3_000) };
    for (let batch = 0; batch < 10; batch++) {
      const transactions = Array.from({ length: 50 }, () => transaction({ metadata }));
      dataOf(await books.api.post('/transactions/batch', { transactions }), 202);
    }
    await decide(books.api);
    const quick = await stream();
    await quick.have(503);
    expect(lazy.frames).toHaveLength(2);
    lazy.resume();
    await lazy.have(503);
    expect(sequencesOf(lazy)).toEqual(sequencesOf(quick));
  });
});

test('a stopping service ends its streams and answers waiting requests', async () => {
  const own = await startLedger([], { alone: true });
  const { key, api } = await openBooks(own);
  const readers = await Promise.all(Array.from({ length: 5 }, () => openStream(own.baseUrl, key)));
  for (const reader of readers) await reader.have(2);
  const waiting = api.get('/events?after_sequence=2', { Prefer: 'wait=20' });
  own.app.events.stopStreams();
  for (const reader of readers) await reader.over;
  expect(dataOf(await waiting, 200)).toEqual([]);
  await own.close();
});
