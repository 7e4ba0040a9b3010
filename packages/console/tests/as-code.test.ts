/** Tests a page's requests as code: the copied code must run, and must send the same requests. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { asCurl, asTypeScript, type RecordedRequest } from '../src/web/api/as-code';

const origin = 'https://ledger.example';
const asked = (part: Partial<RecordedRequest>): RecordedRequest => ({
  method: 'GET',
  path: '/api/v1/ledger',
  query: '',
  origin,
  ...part,
});

/** Runs the command in a shell, and returns the arguments that curl would get. */
const argumentsOf = (command: string): readonly string[] => {
  const script = `curl() { for one in "$@"; do printf '%s\\0' "$one"; done; }\nLEDGER_KEY=sk_test\n${command}`;
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
};

test('a read becomes a curl command with one line for the address and one for the key', () => {
  expect(asCurl(asked({ path: '/api/v1/accounts', query: 'tree=true' }))).toBe(
    [`curl -s 'https://ledger.example/api/v1/accounts?tree=true' \\`, `  -H "Authorization: Bearer $LEDGER_KEY"`].join(
      '\n',
    ),
  );
});

test.each([`it's "quoted"`, '$(touch x) `id` $HOME', 'two\nlines \\', 'é ∑ 日'])(
  'a shell passes the body %j to curl unchanged',
  (description) => {
    const body = JSON.stringify({ description });
    expect(argumentsOf(asCurl(asked({ method: 'POST', path: '/api/v1/transactions', body })))).toEqual([
      ...['-s', '-X', 'POST', `${origin}/api/v1/transactions`, '-H', 'Authorization: Bearer sk_test'],
      ...['-H', 'Content-Type: application/json', '-d', body],
    ]);
  },
);

test('an apostrophe in an address does not end the quoted text', () => {
  expect(argumentsOf(asCurl(asked({ query: "reference=O'Neill" })))[1]).toBe(
    `${origin}/api/v1/ledger?reference=O'Neill`,
  );
});

test('curl does not read brackets as a range', () => {
  expect(asCurl(asked({ query: 'attributes%5Bmerchant%5D=Grocer' }))).toMatch(/^curl -sg /);
});

test('the TypeScript client gets the path template and its parameters separately', () => {
  const path = '/api/v1/accounts/0198a1b2-0000-7000-8000-000000000001/entries';
  expect(asTypeScript(asked({ path, query: 'limit=50&layer=settled' }))).toContain(
    `client.GET('/api/v1/accounts/{accountId}/entries', {\n` +
      `  params: { path: { accountId: '0198a1b2-0000-7000-8000-000000000001' }, query: { limit: 50, layer: 'settled' } },\n}`,
  );
});

test.each([
  ['/api/v1/accounts/code/CASH%20BOX/balance', `'/api/v1/accounts/code/{code}/balance'`, `path: { code: 'CASH BOX' }`],
  ['/api/v1/transactions/batch', `'/api/v1/transactions/batch'`, ''],
  ['/api/v1/strings/EU/convert', `'/api/v1/strings/{code}/convert'`, `path: { code: 'EU' }`],
  [
    '/api/v1/account-sets/1/members/2',
    `'/api/v1/account-sets/{id}/members/{memberId}'`,
    `path: { id: '1', memberId: '2' }`,
  ],
])('the path %s has the template %s', (path, template, params) => {
  const text = asTypeScript(asked({ path }));
  expect(text).toContain(`client.GET(${template}`);
  expect(text).toContain(params);
});

/** All paths in both OpenAPI documents. */
const paths = ['openapi.json', 'openapi-admin.json'].flatMap((name) => {
  const text = readFileSync(join(__dirname, '../../../docs', name), 'utf8');
  return Object.keys((JSON.parse(text) as { readonly paths: object }).paths).filter((path) => path.includes('/v1/'));
});

// A code or a key is free text, so it may equal a fixed segment of a path.
test.each(paths)('the template %s is found for any values of its parameters', (path) => {
  for (const text of ['code', 'members', 'strings', 'batch', 'a/b %']) {
    const params: Record<string, string> = {};
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
      params[name] = /^(code|key)$/.test(name) ? text : '0198a1b2-0000-7000-8000-000000000001';
      return encodeURIComponent(params[name]);
    });
    const program = asTypeScript(asked({ path: filled }));
    expect(program).toContain(`client.GET('${path}'`);
    for (const [name, value] of Object.entries(params)) expect(program).toContain(`${name}: '${value}'`);
  }
});

test('a request to the admin API uses the admin key and the admin client', () => {
  const part = { method: 'PATCH', path: '/admin/v1/keys/7', body: '{"rate_limit_per_second":50}' };
  expect(argumentsOf(`LEDGER_ADMIN_KEY=ak_test\n${asCurl(asked(part))}`)).toEqual([
    ...['-s', '-X', 'PATCH', `${origin}/admin/v1/keys/7`, '-H', 'Authorization: Bearer ak_test'],
    ...['-H', 'Content-Type: application/json', '-d', part.body],
  ]);
  expect(asTypeScript(asked(part))).toBe(
    [
      `const client = createAdminClient({ baseUrl: '${origin}', key: process.env.LEDGER_ADMIN_KEY ?? '' });`,
      `const answer = dataOf(await client.PATCH('/admin/v1/keys/{keyId}', {`,
      `  params: { path: { keyId: '7' } },`,
      `  body: {\n    rate_limit_per_second: 50\n  },`,
      '}));',
    ].join('\n'),
  );
});

test.each<Partial<RecordedRequest>>([
  { query: 'attributes[merchant]=Gr%27ocer&attributes[till%20no]=7&limit=5' },
  { method: 'POST', path: '/api/v1/accounts', body: '{"code":"it\'s","metadata":{"a b":[1,null,true,{"c":"\\n"}]}}' },
  { method: 'POST', path: '/api/v1/accounts', body: 'not json `${x}`' },
])('%j becomes a program without syntax errors', (part) => {
  const text = asTypeScript(asked(part));
  const { diagnostics } = ts.transpileModule(text, {
    reportDiagnostics: true,
    compilerOptions: { target: ts.ScriptTarget.ES2022 },
  });
  expect(diagnostics).toEqual([]);
});

test('attribute filters become members of one object', () => {
  expect(asTypeScript(asked({ query: 'attributes[merchant]=Grocer&attributes[city]=Bern' }))).toContain(
    `query: { attributes: { merchant: 'Grocer', city: 'Bern' } }`,
  );
});
