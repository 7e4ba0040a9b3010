/**
 * A caller loses a right while one of the caller's requests is running. Within a second the service stops sending data for that request,
 * and the request can no longer write anything.
 */
import { request } from 'node:http';
import { replace } from '../../src/kernel/token';
import { CLOCK, LOG } from '../../src/kernel/tokens';
import { ok } from '../../src/kernel/refusal';
import type { AdminKey, OperatorId } from '../../src/modules/access';
import { createEventFeed, EVENT_FEED, feedLimits } from '../../src/modules/events/application/feed';
import { LEDGERING } from '../../src/modules/ledgering';
import { GENERAL_LEDGERS, JOURNAL_EXPORTS } from '../../src/modules/reports';
import type { JournalFile } from '../../src/modules/reports/application/export-journal';
import { appoint } from '../support/administration';
import { client, type Answer, type Client } from '../support/client';
import { openStream } from '../support/event-stream';
import { createGate, createTally } from '../support/happenings';
import { flowingClock } from '../support/hand-clock';
import { expected, startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { join } from '../support/people';
import { dataOf, expectRefusal } from '../support/requests';

type AdminKeyId = AdminKey['id'];
const by = { actor: 'command line', mayRemoveLastAdministrator: true };
const clock = flowingClock();
/** Requests wait at this gate until a test opens it; `waiting` counts them. */
const gate = createGate();
const waiting = createTally();
const held = async (): Promise<void> => {
  waiting.add();
  await gate.pass();
};
async function* inTwoParts(): AsyncIterable<string> {
  yield 'the first part\n';
  await held();
  yield 'the second part\n';
}

const fileInTwoParts = (): JournalFile => ({
  ...{ sequence: 1n, mediaType: 'text/csv', name: 'journal.csv', text: inTwoParts() },
});

let ledger: TestLedger;
let books: TestBooks;

beforeAll(async () => {
  ledger = await startLedger(
    [
      replace(EVENT_FEED, [LEDGERING, CLOCK, LOG], (ledgering, time, log) =>
        createEventFeed({
          ...{ ledgering, limits: feedLimits, clock: time, log, epoch: async () => 'epoch' },
          heads: { movedBeyond: async () => (await held(), true) },
        }),
      ),
      replace(JOURNAL_EXPORTS, [], () => ({ open: async () => ok(fileInTwoParts()) })),
      replace(GENERAL_LEDGERS, [], () => ({ open: async () => ok(fileInTwoParts()) })),
    ],
    { clock },
  );
  books = await ledger.newLedger();
});
afterAll(() => ledger.close());

beforeEach(() => gate.shut());

let made = 0;
/** Lets more than a second pass, writes an event that a waiting poll would return, and then opens the gate. */
const goOn = async (): Promise<void> => {
  clock.advance(1_000);
  dataOf(await books.api.post('/journals', { code: `J${++made}`, name: 'after the end' }), 201);
  gate.open();
};
const headOf = async (): Promise<number> => (await books.api.get('/events?limit=1')).body.meta.head_sequence;
const revoke = (key: string) => ledger.app.access.revokeKey(key.split('_')[1] ?? '');

test('this file tests all long-running reads', () => {
  const lasting = ledger.app.routes
    .filter(({ method, spec }) => method === 'get' && (spec.waits ?? spec.streams ?? spec.onlyFiles))
    .map(({ spec }) => spec.operationId);
  expect(lasting.toSorted()).toEqual(['exportGeneralLedger', 'exportJournal', 'listEvents']);
});

describe('a poll', () => {
  /** Starts a long poll. Resolves when it is waiting. */
  const poll = async (api: Pick<Client, 'get'>): Promise<{ readonly answer: Promise<Answer> }> => {
    const query = `/events?after_sequence=${await headOf()}`;
    const begun = waiting.more(1);
    const answer = api.get(query, { Prefer: 'wait=25' });
    await begun;
    return { answer };
  };

  test('is refused if its key was revoked meanwhile; one of another key returns the new event', async () => {
    const key = await ledger.newKey(books.ledger);
    const [ended, lasting] = [await poll(client(ledger.baseUrl, key)), await poll(books.api)];
    await revoke(key);
    await goOn();
    expectRefusal(await ended.answer, 401, 'UNAUTHORIZED');
    expect(dataOf(await lasting.answer, 200)).toMatchObject([{ type: 'journal.created' }]);
  });

  test.each([
    ['was deactivated', (id: OperatorId) => ledger.app.access.operators.change(id, { isActive: false }, by)],
    ['signed out everywhere', (id: OperatorId) => ledger.app.access.sessions.endAll({ operatorId: id }, 'test')],
  ])('is refused if its person %s meanwhile', async (_, end) => {
    const person = await join(ledger, { tenantId: books.ledger.tenantId, role: 'viewer' });
    const { answer } = await poll(person.on(books));
    await end(person.id as OperatorId);
    await goOn();
    expectRefusal(await answer, 401, 'UNAUTHORIZED');
  });
});

test('a stream of events sends no event after its key was revoked', async () => {
  const key = await ledger.newKey(books.ledger);
  const begun = waiting.more(1);
  const stream = await openStream(ledger.baseUrl, key, `after_sequence=${await headOf()}`);
  await begun;
  await revoke(key);
  await goOn();
  await stream.over;
  expect(stream.frames).toEqual([]);
});

test.each(['/exports/journal?format=csv', '/reports/general-ledger?format=csv&from=2026-01-01'])(
  'the file of %s sends no further part after its key was revoked',
  async (path) => {
    const key = await ledger.newKey(books.ledger);
    const begun = waiting.more(1);
    const received: string[] = [];
    const over = new Promise<void>((resolve, reject) => {
      const headers = { Authorization: `Bearer ${key}` };
      const sent = request(`${ledger.baseUrl}/api/v1${path}`, { agent: false, headers });
      sent.on('error', reject);
      sent.on('response', (response) => {
        response.on('data', (part: Buffer) => received.push(part.toString()));
        response.on('error', () => undefined);
        response.once('close', resolve);
      });
      sent.end();
    });
    await begun;
    await revoke(key);
    gate.open();
    await over;
    expect(received.join('')).toBe('the first part\n');
  },
);

describe('a body that arrives slowly', () => {
  /** Sends half of the request, and the rest after `meanwhile` has resolved. */
  const slowly = (path: string, key: string, body: object, meanwhile: () => Promise<unknown>): Promise<number> =>
    new Promise((resolve, reject) => {
      const text = JSON.stringify(body);
      const sent = request(`${ledger.baseUrl}${path}`, {
        ...{ method: 'POST', agent: false },
        headers: {
          ...{ Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
          ...{ 'Content-Length': String(text.length), Expect: '100-continue' },
        },
      });
      sent.on('error', reject);
      sent.on('response', (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      sent.on('continue', () => {
        sent.write(text.slice(0, 5));
        meanwhile().then(() => sent.end(text.slice(5)), reject);
      });
    });

  test('writes nothing once its key was revoked', async () => {
    const key = await ledger.newKey(books.ledger);
    const before = await headOf();
    const status = await slowly('/api/v1/journals', key, { code: 'LATE', name: 'Late' }, async () => {
      // The slow request was sent first. This later request succeeds, so the service has admitted the slow one already.
      dataOf(await client(ledger.baseUrl, key).get('/ledger'), 200);
      await revoke(key);
      clock.advance(1_000);
    });
    expect([status, await headOf()]).toEqual([401, before]);
  });

  test('creates no tenant once its key was revoked', async () => {
    const { id, key, api } = await appoint(ledger);
    const status = await slowly('/admin/v1/tenants', key, { name: 'Too late' }, async () => {
      dataOf(await api.get('/tenants'), 200);
      expected(await ledger.app.access.adminKeys.revoke(id as AdminKeyId));
      clock.advance(1_000);
    });
    expect(status).toBe(401);
  });

  test('is accepted if its key is still valid', async () => {
    const { key, api } = await appoint(ledger);
    const pause = async (): Promise<void> => clock.advance(1_000);
    expect(await slowly('/admin/v1/tenants', key, { name: 'In time' }, pause)).toBe(201);
    dataOf(await api.get('/tenants'), 200);
    expect(await slowly('/api/v1/journals', books.key, { code: 'INTIME', name: 'In time' }, pause)).toBe(201);
  });
});
