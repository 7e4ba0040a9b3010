import { callingOf } from '../../../src/kernel/postgres/statement-names';

test.each([
  ['select "a0".* from "accounts" as "a0" where "a0"."code" = $1', 'select accounts'],
  ['insert into "api_keys" ("id") values ($1) on conflict do nothing', 'insert api_keys'],
  ['update "operators" set "name" = $1', 'update operators'],
  ['delete from "sessions" where "id" = $1', 'delete sessions'],
  ['select t.id from unnest($1::uuid[]) as w (id) join transactions t using (id)', 'select transactions'],
  ['  select array[(select count(*) from (select from entries limit 5) few)]', 'select entries'],
  ['with recursive days as (select day from account_days)\nselect 1', 'with account_days'],
  [`set local statement_timeout = 5000`, 'set'],
])('%s is called %s', (text, name) => {
  expect(callingOf(text)).toBe(name);
  // The second call is answered from the cache.
  expect(callingOf(text)).toBe(name);
});
