import { Agent, request } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { account, dataOf, expectRefusal, openAccount, openBooks, transaction } from '../support/requests';
import { refusedWrite } from '../support/untouched';

const ledger = ledgerOfFile();
let books: TestBooks;
let trancode: string;

beforeAll(async () => {
  books = await openBooks(ledger);
  const entry = (type: string) => ({ account: 'CASH', type, amount: '1.00' });
  const template = { code: 'SWAP', name: 'Swap', entries_template: { entries: [entry('debit'), entry('credit')] } };
  trancode = dataOf(await books.api.post('/trancodes', template), 201).id;
});

const json = { 'Content-Type': 'application/json' };
const send = (text: string | Buffer, headers: Record<string, string> = json, path = '/accounts') =>
  books.api.send('POST', path, text, headers);
const refuse = (text: string | Buffer, headers?: Record<string, string>, path?: string) =>
  refusedWrite(ledger, books, () => send(text, headers, path));

const maxBytes = 1_048_576;
const padded = (bytes: number): string => JSON.stringify(account()).padEnd(bytes, ' ');

/** Sends a body in chunks, so that its length is not known in advance. */
const sendChunked = (
  chunks: readonly string[],
  { agent, headers: more = json }: { readonly agent?: Agent; readonly headers?: Record<string, string> } = {},
): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const headers = { ...more, Authorization: `Bearer ${books.key}` };
    const sent = request(`${ledger.baseUrl}/api/v1/accounts`, { method: 'POST', headers, agent }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode));
    });
    sent.on('error', reject);
    for (const chunk of chunks) sent.write(chunk);
    sent.end();
  });

describe('the size of a body', () => {
  test('may be one mebibyte', async () => {
    expect((await send(padded(maxBytes))).status).toBe(201);
    expect(await sendChunked([padded(maxBytes / 2), ' '.repeat(maxBytes / 2)])).toBe(201);
  });

  test('over one mebibyte gets 413, and the service continues', async () => {
    expectRefusal(await refuse(padded(maxBytes + 1)), 413, 'PAYLOAD_TOO_LARGE');
    expectRefusal(await refuse('x'.repeat(5 * maxBytes)), 413, 'PAYLOAD_TOO_LARGE');
    expect((await send(padded(1000))).status).toBe(201);
  });

  test('is counted even if it is not announced', async () => {
    expect(await sendChunked([padded(maxBytes), ' '])).toBe(413);
  });

  test.each([
    ['that is too long', 413, json],
    ['of another type', 415, { 'Content-Type': 'text/plain' }],
  ])('%s and not announced leaves its connection usable', async (_what, status, headers) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    try {
      expect(await sendChunked([padded(maxBytes), padded(maxBytes), ' '], { agent, headers })).toBe(status);
      expect(await sendChunked([padded(500)], { agent })).toBe(201);
    } finally {
      agent.destroy();
    }
  });

  test('is counted in bytes, not in characters', async () => {
    const wide = JSON.stringify(account({ metadata: { text: '🏦'.repeat(maxBytes / 4) } }));
    expectRefusal(await refuse(wide), 413, 'PAYLOAD_TOO_LARGE');
  });
});

describe('the type of a body', () => {
  test.each([
    ['application/json'],
    ['application/json; charset=utf-8'],
    ['application/json;charset="UTF-8"'],
    ['Application/JSON; Charset=Utf-8'],
  ])('may be %s', async (type) => {
    expect((await send(padded(300), { 'Content-Type': type })).status).toBe(201);
  });

  test.each<[headers: Record<string, string>]>([
    [{ 'Content-Type': 'text/plain' }],
    [{ 'Content-Type': 'application/x-www-form-urlencoded' }],
    [{ 'Content-Type': 'multipart/form-data; boundary=x' }],
    [{ 'Content-Type': 'application/jsonp' }],
    [{ 'Content-Type': 'application/vnd.api+json' }],
    [{ 'Content-Type': 'text/json' }],
    [{ 'Content-Type': 'application/json; charset=latin1' }],
    [{ 'Content-Type': 'application/json, text/plain' }],
    [{ 'Content-Type': '' }],
    [{ ...json, 'Content-Encoding': 'gzip' }],
    [{ ...json, 'Content-Encoding': 'br' }],
  ])('may not be %j: 415', async (headers) => {
    expectRefusal(await refuse(padded(300), headers), 415, 'UNSUPPORTED_MEDIA_TYPE');
  });

  test('may not be compressed', async () => {
    const bomb = gzipSync(padded(20 * maxBytes));
    expectRefusal(await refuse(bomb, { ...json, 'Content-Encoding': 'gzip' }), 415, 'UNSUPPORTED_MEDIA_TYPE');
  });
});

describe('a body that is not JSON', () => {
  test.each<[what: string, body: string | Buffer]>([
    ['stops half way', '{"code": "X"'],
    ['has a comma too many', '{"code": "X",}'],
    ['has single quotes', "{'code': 'X'}"],
    ['has names without quotes', '{code: "X"}'],
    ['has a comment', '{"code": "X" /* note */}'],
    ['has something after it', '{"code": "X"} {}'],
    ['is two bodies', '{}{}'],
    ['holds NaN', '{"code": NaN}'],
    ['holds a bare control character', '{"code": "X\n"}'],
    ['holds a bad escape', '{"code": "\\x41"}'],
    ['is spaces only', '   '],
    ['is a form', 'code=X&name=Y'],
    ['is XML', '<account/>'],
    ['starts with a byte order mark', `\ufeff${JSON.stringify(account())}`],
    ['never closes half a million brackets', '['.repeat(500_000)],
    ['holds a byte that starts nothing in UTF-8', Buffer.from([0x22, 0xff, 0x22])],
    ['holds half a character in UTF-8', Buffer.from([0x22, 0xe2, 0x82, 0x22])],
    ['holds an overlong form in UTF-8', Buffer.from([0x22, 0xc0, 0xaf, 0x22])],
    ['holds a surrogate in UTF-8', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ['is in UTF-16', Buffer.from(JSON.stringify(account()), 'utf16le')],
    ['is in Latin-1', Buffer.from('{"name": "caf\u00e9"}', 'latin1')],
  ])('because it %s, gets the endpoint’s status for invalid requests', async (_, body) => {
    expectRefusal(await refuse(body), 400, 'VALIDATION_ERROR', ['body']);
    const read = await refuse(body, json, `/trancodes/${trancode}/validate-params`);
    expectRefusal(read, 422, 'VALIDATION_ERROR', ['body']);
  });
});

const objectOf = (members: number): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: members }, (_, at) => [`m${at}`, at])));
const depth = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

describe('a body that nests too deep or is too wide, or names a member twice', () => {
  test.each<[what: string, member: string, body: string]>([
    ['17 levels deep', 'params', `{"params": {"a": ${depth(15)}}}`],
    ['250,000 levels deep', 'body', depth(250_000)],
    ['with a member twice', 'params', '{"params": {}, "params": {}}'],
    ['with a member twice, once in escapes', 'params', '{"params": {}, "\\u0070arams": {}}'],
    ['with a member twice deep inside', 'params.a.1.b', '{"params": {"a": ["}", {"b": 1, "c": {}, "b": 1}]}}'],
    ['with __proto__ twice', 'params.__proto__', '{"params": {"__proto__": 1, "__proto__": 1}}'],
    ['with an empty name twice', 'params.', '{"params": {"": 1, "": 1}}'],
    ['with an object of 4,097 members', 'params.a', `{"params": {"x": [1, 2], "a": ${objectOf(4_097)}}}`],
    ['with a number that would be rounded', 'params.a.2', '{"params": {"a": [0, "\\"[", 0.1234567890123456789]}}'],
    ['that is a number and would be rounded', 'body', '12345678901234567890'],
  ])('%s, gets the endpoint’s status for invalid requests, and names %s', async (_, member, body) => {
    expectRefusal(await refuse(body), 400, 'VALIDATION_ERROR', [member]);
    const read = await refuse(body, json, `/trancodes/${trancode}/validate-params`);
    expectRefusal(read, 422, 'VALIDATION_ERROR', [member]);
    expect(read.body.message).toContain(`is not valid: ${member} must `);
  });

  test('is accepted with 16 levels, equal names in different objects, or braces and quotes in texts', async () => {
    const metadata = {
      a: { b: { a: { b: {} } } },
      list: [{ a: 1 }, { a: 1 }],
      text: '{"a":1,"a":[[[[[[[[[[[[[[[[[[',
      'a\\"b': '"',
    };
    expect(await openAccount(books.api, { metadata })).toMatchObject({ metadata });
    const deep = { metadata: JSON.parse(`{"a": ${depth(14)}}`) };
    expect(await openAccount(books.api, deep)).toMatchObject(deep);
  });
});

describe('no body at all', () => {
  test.each([
    ['/accounts', ['code', 'name', 'type', 'category']],
    ['/transactions', ['effective_date', 'description', 'idempotency_key']],
    ['/transactions/batch', ['transactions']],
    ['/trancodes', ['code', 'name', 'entries_template']],
  ])('is refused by POST %s, which names the required members', async (path, needed) => {
    expectRefusal(await refusedWrite(ledger, books, (api) => api.post(path)), 400, 'VALIDATION_ERROR', needed);
    expectRefusal(await refuse('', json, path), 400, 'VALIDATION_ERROR', needed);
  });

  test('is needed by an endpoint without one, which ignores any body', async () => {
    const deprecated = await send('not JSON', { 'Content-Type': 'text/plain' }, `/trancodes/${trancode}/deprecate`);
    expect(dataOf(deprecated, 200)).toMatchObject({ status: 'deprecated' });
  });
});

describe('unknown members', () => {
  const ignoredOf = async (fields: object, path = '/accounts') =>
    (
      await send(JSON.stringify({ ...(path === '/accounts' ? account() : transaction()), ...fields }), json, path)
    ).headers.get('X-Ignored-Fields');

  test('are ignored and named', async () => {
    const answer = await send(JSON.stringify(account({ colour: 'red', id: 'mine', balance: '100.00', ledger_id: 1 })));
    expect(dataOf(answer, 201)).toMatchObject({ balance: '0.00', ledger_id: books.ledger.id });
    expect(answer.headers.get('X-Ignored-Fields')?.split(',').sort()).toEqual(['balance', 'colour', 'id', 'ledger_id']);
  });

  test('are not named if there are none', async () => {
    expect(await ignoredOf({})).toBeNull();
    expect(await ignoredOf({ metadata: { anything: 1 } })).toBeNull();
  });

  test('are named even if the request is refused', async () => {
    expect(await ignoredOf({ colour: 'red', name: '' })).toBe('colour');
  });

  test('are named once, even if every entry has them', async () => {
    const entries = ['debit', 'credit'].map((type) => ({ account_code: 'CASH', type, amount: '1', colour: 'red' }));
    expect(await ignoredOf({ entries }, '/transactions')).toBe('colour');
  });

  test.each([
    ['a b', 'a%20b'],
    ['a,b', 'a%2Cb'],
    ['100%', '100%25'],
    ['naïve', 'na%C3%AFve'],
    ['🏦', '%F0%9F%8F%A6'],
    ['x\r\nSet-Cookie: a=b', 'x%0D%0ASet%2DCookie%3A%20a%3Db'],
    ['constructor', 'constructor'],
    ['', ''],
  ])('are percent-encoded: %j', async (name, encoded) => {
    expect(await ignoredOf(JSON.parse(`{${JSON.stringify(name)}: 1}`))).toBe(encoded);
  });

  test('may be called __proto__', async () => {
    const answer = await send(
      `{"__proto__": {"name": "Polluted"}, "code": "PROTO", "type": "asset", "category": "system"}`,
    );
    expectRefusal(answer, 400, 'VALIDATION_ERROR', ['name']);
    expect(answer.headers.get('X-Ignored-Fields')).toBe('__proto__');
  });

  test('are named up to twenty', async () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`field${index}`, index]));
    expect((await ignoredOf(many))?.split(',')).toEqual(Object.keys(many).slice(0, 20));
  });

  test('are named up to twenty in a refusal, like errors in entries', async () => {
    const many = JSON.stringify({ ...account(), ...(JSON.parse(objectOf(4_000)) as object) });
    const strict = await send(many, { ...json, Prefer: 'handling=strict' });
    expectRefusal(strict, 400, 'VALIDATION_ERROR');
    expect(Object.keys(strict.body.errors)).toHaveLength(20);
    const entries = Array.from({ length: 100 }, () => ({}));
    const empty = await send(JSON.stringify(transaction({ entries })), json, '/transactions');
    expectRefusal(empty, 400, 'VALIDATION_ERROR');
    expect(Object.keys(empty.body.errors)).toHaveLength(20);
  });
});
