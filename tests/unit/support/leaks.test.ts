/** The check at the end of a run finds leaked texts. */
import { leaksIn } from '../../support/leaks';

// A run with a database sets this variable to the names of its constraints. A run without a database leaves it unset.
process.env['LEDGER_TEST_CONSTRAINTS'] ??= 'accounts_ledger_id_code_key';

test.each([
  ['a key', `{"key":"sk_0123456789ab_${'x'.repeat(49)}"}`],
  ['a stack trace', 'Error: x\n    at judge (/srv/ledger/dist/src/app/server.js:10:5)'],
  ['a stack trace in JSON', JSON.stringify({ stack: new Error('x').stack })],
  ['a statement', '{"message":"select id, name from accounts where ledger_id = $1"}'],
  ['another statement', 'insert into entries (id) values (1)'],
  ['a password', 'cannot reach postgresql://ledger:hunter2@db.example/ledger'],
  ['a constraint', 'duplicate key value violates unique constraint "accounts_ledger_id_code_key"'],
])('%s is noticed', (_, text) => {
  expect(leaksIn(text)).not.toEqual([]);
});

test.each([
  '{"success":false,"message":"This ledger has no such account.","code":"ACCOUNT_NOT_FOUND"}',
  '{"actor":"0123456789ab","idempotency_key":"select","reference":"update from the bank"}',
  '{"message":"The API key is missing. Send a valid one as \\"Authorization: Bearer sk_…\\"."}',
])('%s contains no leak', (text) => {
  expect(leaksIn(text)).toEqual([]);
});
