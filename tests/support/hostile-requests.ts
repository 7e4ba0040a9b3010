/** Hostile parts of a request other than its field values: encodings, headers, and the body as a whole. */

/** Texts that are put into a path or a query unencoded. Every other hostile text is sent in its proper encoding. */
export const hostileEncodings = [
  '%00',
  '%zz',
  '%',
  '%ED%A0%80',
  '%C0%AF',
  '%2F',
  '%2e%2e',
  '%F0%9F%8F%A6',
  '+',
  '%25%30%30',
];

export const hostileBodies: readonly (string | Buffer)[] = [
  '',
  ' ',
  'null',
  'true',
  '0',
  '"text"',
  '[]',
  '[{}]',
  '{',
  '}',
  '{}{}',
  '{"a":1,}',
  "{'a':1}",
  '{"a":NaN}',
  '{"a":1,"a":1}',
  '{"a":"\\x41"}',
  '{"a":"\u0001"}',
  '{"":""}',
  '{"__proto__":{"admin":true},"constructor":{"prototype":{}}}',
  `${'['.repeat(17)}${']'.repeat(17)}`,
  '['.repeat(100_000),
  `{"a":${'9'.repeat(10_000)}}`,
  `{${Array.from({ length: 5_000 }, (_, index) => `"f${index}":1`).join(',')}}`,
  '\ufeff{}',
  Buffer.from('{"a":"\xff"}', 'latin1'),
  Buffer.from('{}', 'utf16le'),
  Buffer.from([0, 1, 2, 3, 0xff]),
  'a=b&c=d',
  '<a/>',
  'x'.repeat(1_048_577),
];

export const hostileHeaders: readonly Readonly<Record<string, string>>[] = [
  ...['', ' ', 'x'.repeat(255), 'x'.repeat(256), 'caf\u00e9', '\u00ff\u00fe', 'a,b', '"', '{}', "' or 1=1"].map(
    (key) => ({
      'Idempotency-Key': key,
    }),
  ),
  ...['wait', 'wait=', 'wait=-1', 'wait=1e9', 'wait=99999999', 'wait=0', 'respond-async; wait=x', '\u00e9'].map(
    (value) => ({
      Prefer: value,
    }),
  ),
  ...['', 'x'.repeat(65), 'a b', '<b>', '\u00e9', '../..'].map((value) => ({ 'X-Request-Id': value })),
  ...['application/xml', 'text/html;q=0.1', '*/*;q=x', ''].map((value) => ({ Accept: value })),
  ...['text/plain', 'application/json; charset=latin1', 'application/json; charset=', 'multipart/form-data', ''].map(
    (value) => ({ 'Content-Type': value }),
  ),
  ...['gzip', 'br', 'identity, gzip', 'x'].map((value) => ({ 'Content-Encoding': value })),
  { 'X-HTTP-Method-Override': 'DELETE' },
  { 'X-Forwarded-For': "' or 1=1", 'X-Forwarded-Host': 'evil.example' },
  { Cookie: 'a='.repeat(2_000) },
  { 'If-Match': '*', 'If-None-Match': '*', Range: 'bytes=0-1' },
];
