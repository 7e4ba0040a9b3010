/** Many concurrent requests through two processes: the maximum number of keys holds, strict mode is enforced, and no request waits forever. */
import { client, everyPage, quiet, type Client } from '../support/client';
import { asOwner } from '../support/database';
import { createTally } from '../support/happenings';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { dataOf, openBooks, transaction } from '../support/requests';
import { startSecond, type SecondProcess } from '../support/second-process';

let ledger: TestLedger;
let second: SecondProcess;
let books: TestBooks;
/** The clients of two ledgers of one tenant. Each ledger has one client to each of the two processes. */
let ways: readonly Client[];
/** The requests that the first process could not serve in time, each of which it logs. */
let unserved = 0;

beforeAll(async () => {
  ledger = await startLedger();
  second = await startSecond(ledger);
});
beforeEach(async () => {
  books = await openBooks(ledger);
  const sister = await openBooks(ledger, { tenantId: books.ledger.tenantId });
  ways = [books.api, client(second.baseUrl, books.key), client(second.baseUrl, sister.key), sister.api];
});
afterAll(async () => {
  await second.close();
  await ledger.close();
  expect(ledger.complaints.map(({ message }) => message)).toEqual(
    Array.from({ length: unserved }, () => 'a request could not be served now'),
  );
});

const way = (index: number): Client => ways[index % ways.length] as Client;
const declared = async (): Promise<readonly string[]> =>
  (await everyPage(books.api, '/attribute-definitions')).map(({ key }) => key);
const inUse = async (): Promise<ReadonlySet<string>> => {
  const all = [...(await everyPage(books.api, '/transactions')), ...(await everyPage(way(3), '/transactions'))];
  return new Set(all.flatMap(({ attributes }) => Object.keys(attributes ?? {})));
};

test('fifty concurrent requests with new keys never exceed the cap', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, one) =>
      way(one).post(
        '/transactions',
        transaction({
          attributes: Object.fromEntries(Array.from({ length: 7 }, (__, other) => [`key_${one}_${other}`, 'x'])),
        }),
      ),
    ),
  );
  const refused = answers.filter(({ status }) => status === 422);
  expect(refused.map(({ body }) => body.code)).toEqual(refused.map(() => 'ATTRIBUTE_KEY_CAP_EXCEEDED'));
  // A tenant may declare 200 keys. Each request declares seven, so 28 requests declare 196, and one more request would exceed the limit.
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(28);
  expect(await declared()).toHaveLength(196);
  expect([...(await inUse())].sort()).toEqual([...(await declared())].sort());
});

test('concurrent batches with a new key per item fill the cap exactly', async () => {
  await Promise.all(
    Array.from({ length: 6 }, (_, one) =>
      way(one).post('/transactions/batch', {
        transactions: Array.from({ length: 50 }, (__, other) =>
          transaction({ attributes: { [`key_${one}_${other}`]: 'x' } }),
        ),
      }),
    ),
  );
  expect(await declared()).toHaveLength(200);
  expect([...(await inUse())].sort()).toEqual([...(await declared())].sort());
});

test('concurrent requests declare the same new key once', async () => {
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, one) =>
      way(one).post('/transactions', transaction({ attributes: { region: `${one}` } })),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202));
  expect(await declared()).toEqual(['region']);
  await quiet(books.api);
  await quiet(way(3));
  expect((await books.api.get('/attribute-definitions')).body.data[0].usage_count).toBe(40);
});

test('strict mode admits no undeclared key after its request is answered', async () => {
  let isStrict = false;
  let isOver = false;
  const late: string[] = [];
  const answers = createTally();
  const clients = Array.from({ length: 12 }, async (_, one) => {
    for (let sent = 0; !isOver; sent++) {
      const key = `key_${one}_${sent}`;
      // True if strict mode is known to be in force before this request is sent. The service must then refuse the request.
      const tooLate = isStrict;
      const { status, body } = await way(one).post('/transactions', transaction({ attributes: { [key]: 'x' } }));
      answers.add();
      if (status === 202 && tooLate) late.push(key);
      if (status !== 202 && !['ATTRIBUTE_NOT_DECLARED', 'ATTRIBUTE_KEY_CAP_EXCEEDED'].includes(body.code))
        throw new Error(JSON.stringify(body));
    }
  });
  await answers.reaches(24);
  expect(dataOf(await books.api.put('/attribute-settings', { strict_mode: true }), 200)).toEqual({ strict_mode: true });
  isStrict = true;
  const atTheAnswer = new Set([...(await declared()), ...(await inUse())]);
  await answers.more(60);
  isOver = true;
  await Promise.all(clients);
  expect(late).toEqual([]);
  // By the time the request for strict mode was answered, every request that had been running had been refused or had finished. So no key
  // was declared afterwards.
  expect(new Set([...(await declared()), ...(await inUse())])).toEqual(atTheAnswer);
  expect([...(await inUse())].sort()).toEqual([...(await declared())].sort());
});

test('the rules can change amid a stream of transactions with known keys', async () => {
  await books.api.post('/attribute-definitions', { key: 'region' });
  let isOver = false;
  const clients = Array.from({ length: 12 }, async (_, one) => {
    while (!isOver) dataOf(await way(one).post('/transactions', transaction({ attributes: { region: 'x' } })), 202);
  });
  for (let change = 0; change < 10; change++) {
    dataOf(await way(change).put('/attribute-settings', { strict_mode: change % 2 === 0 }), 200);
    dataOf(await way(change).patch('/attribute-definitions/region', { label: `label ${change}` }), 200);
  }
  isOver = true;
  await Promise.all(clients);
});

test('every request is answered, even with hardly a spare connection', async () => {
  const narrow = await startSecond(ledger, [], 5);
  const others = await Promise.all(Array.from({ length: 6 }, () => openBooks(ledger)));
  const apis = others.map(({ key }) => client(narrow.baseUrl, key));
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, one) => {
      const api = apis[one % apis.length] as Client;
      return one % 5 === 4
        ? api.get('/transactions')
        : api.post('/transactions', transaction({ attributes: { [`key_${one % 7}`]: 'x' } }));
    }),
  );
  expect([...new Set(answers.map(({ status }) => status))].sort()).toEqual([200, 202]);
  await narrow.close();
});

test('a tenant with locked rules does not block another tenant', async () => {
  const neighbour = await openBooks(ledger);
  await asOwner(ledger.databaseUrl, async (owner) => {
    await owner.query('begin');
    await owner.query('select lock_attribute_rules($1)', [books.ledger.tenantId]);
    const stuck = Array.from({ length: 8 }, (_, one) =>
      way(one).post('/transactions', transaction({ attributes: { [`key_${one}`]: 'x' } })),
    );
    for (let one = 0; one < 5; one++)
      dataOf(await neighbour.api.post('/transactions', transaction({ attributes: { [`key_${one}`]: 'x' } })), 202);
    await owner.query('rollback');
    // Some requests waited so long that they were refused with 503, and wrote nothing. Behind a pooler with few connections, many do.
    for (const [one, { status }] of (await Promise.all(stuck)).entries()) {
      expect([202, 503]).toContain(status);
      if (status === 503 && [books.api, ways[3]].includes(way(one))) unserved++;
    }
  });
  expect([...(await inUse())].sort()).toEqual([...(await declared())].sort());
});
