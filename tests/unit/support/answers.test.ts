/** The tests of the API detect differences between an answer and the document. */
import { contractOf, judge, keyOf } from '../../support/answers';
import { nowhere } from '../../support/requests';

const at = '2026-01-15T10:00:00.000Z';
const journal = {
  id: nowhere,
  ledger_id: nowhere,
  code: 'DEFAULT',
  name: 'Default journal',
  description: null,
  status: 'active',
  metadata: null,
  created_at: at,
  updated_at: at,
};
const pagination = { limit: 25, has_more: false, next_cursor: null, previous_cursor: null };
const page = { success: true, data: [journal], meta: { pagination } };
const refusal = { success: false, code: 'JOURNAL_NOT_FOUND', message: 'This ledger has no such journal.' };

const headers = (more: Record<string, string> = {}): Headers =>
  new Headers({ 'Content-Type': 'application/json', 'X-Request-Id': 'a', 'X-RateLimit-Limit': '10', ...more });

const faultsOf = (status: number, body: unknown, path = '/journals', method = 'GET'): readonly string[] | undefined =>
  judge({ method, status, body, url: `http://localhost/api/v1${path}` })?.faults;

describe('an answer as documented', () => {
  test.each<[status: number, body: unknown, path: string, endpoint: string]>([
    [200, page, '/journals?limit=25', 'GET /journals 200'],
    [200, { success: true, data: journal }, `/journals/${nowhere}`, 'GET /journals/{journalId} 200'],
    [404, refusal, '/journals/x', 'GET /journals/{journalId} 404 JOURNAL_NOT_FOUND'],
  ])('%i is recognised as its documented outcome', (status, body, path, endpoint) => {
    const judged = judge({ method: 'GET', status, body, url: `http://localhost/api/v1${path}` });
    expect(judged && { ...judged, outcome: keyOf(judged.outcome) }).toEqual({ outcome: endpoint, faults: [] });
  });

  test.each([
    ['GET', '/nowhere', 404],
    ['PATCH', '/journals', 405],
    ['GET', '/../../healthz', 200],
  ])('%s %s belongs to no endpoint', (method, path, status) => {
    expect(faultsOf(status, { success: false }, path, method)).toBeUndefined();
  });

  test('exists for every declared route', () => {
    const { routes, sessionRoutes, adminRoutes, documented } = contractOf();
    expect(new Set([...documented.values()].map(({ endpoint }) => endpoint)).size).toBe(
      routes.length + sessionRoutes.length + adminRoutes.length,
    );
    expect(documented.has('PUT /journals/{journalId} 403 JOURNAL_RENAME_FORBIDDEN')).toBe(true);
    expect(documented.has('POST /transactions 202')).toBe(true);
  });
});

describe('an answer that is not as documented', () => {
  const { description: _, ...undescribed } = journal;

  const answers: readonly [what: string, status: number, body: unknown, path?: string][] = [
    ['a status of another endpoint', 201, page],
    ['a code of another endpoint', 404, refusal],
    ['a known code under another status', 409, refusal, '/journals/x'],
    ['a body that is not an object', 200, 'ok'],
    ['no body', 200, undefined],
    ['a missing member', 200, { ...page, data: [undescribed] }],
    ['an additional member', 200, { ...page, data: [{ ...journal, balance: '0.00' }] }],
    ['a member of another type', 200, { ...page, data: [{ ...journal, status: 'open' }] }],
    ['a time without milliseconds', 200, { ...page, data: [{ ...journal, created_at: '2026-01-15T10:00:00Z' }] }],
    ['an additional member beside data', 200, { ...page, count: 1 }],
    ['a list without pagination', 200, { success: true, data: [] }],
    ['pagination that contradicts itself', 200, { ...page, meta: { pagination: { ...pagination, has_more: true } } }],
    ['pagination without a list', 200, { success: true, data: journal, meta: { pagination } }, '/journals/x'],
    ['a failure without a message', 404, { ...refusal, message: '' }, '/journals/x'],
    ['a failure that calls itself a success', 404, { ...refusal, success: true }, '/journals/x'],
    ['errors that are not lists of texts', 404, { ...refusal, errors: { id: 'wrong' } }, '/journals/x'],
    ['data in a failure', 404, { ...refusal, data: null }, '/journals/x'],
    ['a stack in a failure', 404, { ...refusal, stack: 'at…' }, '/journals/x'],
  ];

  test.each(answers.map(([what, ...answer]) => [what, answer] as const))('is noticed by %s', (_what, answer) => {
    expect(faultsOf(...answer)).not.toEqual([]);
  });
});

describe('a header', () => {
  const faultsWith = (more: Record<string, string>): readonly string[] | undefined =>
    judge({ method: 'GET', url: 'http://localhost/api/v1/journals', status: 200, body: page, headers: headers(more) })
      ?.faults;

  test('must be declared in the document for this answer', () => {
    expect(faultsWith({})).toEqual([]);
    expect(faultsWith({ 'Retry-After': '1' })).toEqual(['the header retry-after is not documented']);
    expect(faultsWith({ 'X-Surprise': '1' })).toEqual(['the header x-surprise is not documented']);
  });
});
