import { withoutLiterals } from '../../../src/app/telemetry';

test.each([
  [`set local ledger.scope = '{0198f7a0-0000-7000-8000-000000000001}'`, 'set local ledger.scope = ?'],
  [`select 'it''s' as told, "code" from accounts`, 'select ? as told, "code" from accounts'],
  ['select $1::uuid, $12 from accounts2 a1 limit 26', 'select $1::uuid, $12 from accounts2 a1 limit ?'],
  ['set local lock_timeout = 400; select 1.5', 'set local lock_timeout = ?; select ?'],
])('of %s a trace says %s', (text, told) => expect(withoutLiterals(text)).toBe(told));
