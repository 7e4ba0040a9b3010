/** Tests that an answer of the API becomes a value, data or a problem, and never an exception. */
import { ask, markWrite } from '../src/web/api/answer';
import { pageOf, queryText } from '../src/web/api/query';

const pagination = { limit: 50, has_more: true, next_cursor: 'n', previous_cursor: null };

describe('an answer', () => {
  test('has the data, the meta and the pagination', async () => {
    const meta = { pagination, statement: { from: '2026-01-01' } };
    const response = new Response('{}', { status: 200 });
    expect(await ask(Promise.resolve({ data: { data: [1], meta }, response }))).toEqual({
      ...{ ok: true, data: [1], pagination, meta },
    });
  });

  test('unwraps the nested pagination of the entries of an account', async () => {
    const meta = { account: {}, pagination: { pagination } };
    const answer = await ask(Promise.resolve({ data: { data: [], meta }, response: new Response() }));
    expect(answer).toMatchObject({ ok: true, pagination });
  });

  test('that refuses has the message, the code, the field errors and the time to retry', async () => {
    const error = { success: false, code: 'RATE_LIMIT_EXCEEDED', message: 'Wait.', errors: { code: ['is taken'] } };
    const response = new Response(null, { status: 429, headers: { 'Retry-After': '3', 'X-Request-Id': 'r-1' } });
    expect(await ask(Promise.resolve({ error, response }))).toEqual({
      ok: false,
      problem: {
        ...{ status: 429, code: 'RATE_LIMIT_EXCEEDED', message: 'Wait.', errors: { code: ['is taken'] } },
        ...{ retryAfterSeconds: 3, requestId: 'r-1' },
      },
    });
  });

  test('that does not come from the API becomes a problem with its HTTP status', async () => {
    const response = new Response('<html>', { status: 502 });
    expect(await ask(Promise.resolve({ error: '<html>', response }))).toMatchObject({
      ok: false,
      problem: { status: 502, code: 'HTTP_502', errors: {} },
    });
  });

  test('that never arrives becomes the problem UNREACHABLE', async () => {
    expect(await ask(Promise.reject(new TypeError('Failed to fetch')))).toMatchObject({
      ok: false,
      problem: { status: 0, code: 'UNREACHABLE', message: expect.stringContaining('Failed to fetch') },
    });
  });

  test('to a write is in doubt if it is lost or faulty, and not if it refuses', async () => {
    const doubtOf = async (status: number): Promise<string | undefined> => {
      const response = new Response(null, { status });
      markWrite(response);
      const answer = await ask(Promise.resolve({ error: {}, response }));
      return answer.ok ? undefined : answer.problem.doubt;
    };
    const lost = new TypeError('Failed to fetch');
    markWrite(lost);
    const doubt = expect.stringContaining('may have happened');
    expect(await ask(Promise.reject(lost))).toMatchObject({ problem: { doubt } });
    expect([await doubtOf(503), await doubtOf(422)]).toEqual([doubt, undefined]);
    expect(await ask(Promise.reject(new TypeError('A read')))).not.toHaveProperty('problem.doubt');
  });
});

describe('an address', () => {
  test('has only the parameters that are set', () => {
    const values = { as_of: '2026-01-31', search: '', type: undefined, cursor: null, zero: true, limit: 5 };
    expect(queryText(values)).toBe('?as_of=2026-01-31&zero=true&limit=5');
    expect(queryText({ search: '' })).toBe('');
  });

  test('preserves special characters in a search text', () => {
    const search = 'a&b=c #1?+/é';
    expect(new URLSearchParams(queryText({ search })).get('search')).toBe(search);
  });

  test('selects the page of a list by limit and cursor', () => {
    expect(pageOf({ get: () => undefined })).toEqual({ limit: 50 });
    expect(pageOf({ get: (name) => (name === 'cursor' ? 'abc' : undefined) }, 100)).toEqual({
      limit: 100,
      cursor: 'abc',
    });
  });
});
