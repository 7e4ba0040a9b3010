/** The calendar day of an instant in a time zone, and the valid names of zones. */
import { dayIn as dayInConsole } from '../../../packages/console/src/web/parts/day';
import { newId } from '../../../src/kernel/ids';
import { dayIn, parseTimeZone, utc, type TimeZone } from '../../../src/kernel/time-zone';
import { openLedger } from '../../../src/modules/ledgering/domain/ledger';
import { readSourceFile, sourceFiles } from '../../support/source-files';

test.each([
  ['UTC', '2026-11-28T23:59:59.999Z', '2026-11-28'],
  ['Pacific/Kiritimati', '2026-11-28T10:00:00.000Z', '2026-11-29'],
  ['Pacific/Kiritimati', '2026-11-28T09:59:59.999Z', '2026-11-28'],
  ['America/New_York', '2026-11-29T04:59:59.999Z', '2026-11-28'],
  // Daylight saving time began on 29 March 2026 at 01:00 UTC.
  ['Europe/Zurich', '2026-03-28T22:59:59.999Z', '2026-03-28'],
  ['Europe/Zurich', '2026-03-28T23:00:00.000Z', '2026-03-29'],
  ['Europe/Zurich', '2026-03-29T21:59:59.999Z', '2026-03-29'],
  ['Europe/Zurich', '2026-03-29T22:00:00.000Z', '2026-03-30'],
  ['Asia/Kolkata', '2026-02-28T18:30:00.000Z', '2026-03-01'],
  // This is the last possible day, so no other day follows.
  ['Pacific/Auckland', '9999-12-31T23:00:00.000Z', '9999-12-31'],
])('in %s, %s is on %s', (zone, instant, day) => {
  expect(dayIn(zone as TimeZone, new Date(instant))).toBe(day);
  if (!day.startsWith('9999')) expect(dayInConsole(zone, Date.parse(instant))).toBe(day);
});

test('every day of a zone that has daylight saving follows the one before', () => {
  const zone = 'Europe/Lisbon' as TimeZone;
  const days = new Set<string>();
  for (let hour = 0; hour < 366 * 24; hour++) days.add(dayIn(zone, new Date(Date.UTC(2028, 0, 1, hour))));
  expect([...days]).toEqual([...days].sort());
  expect(days.size).toBe(366);
});

test.each([
  ['Europe/Zurich', 'Europe/Zurich'],
  ['europe/zurich', 'Europe/Zurich'],
  ['utc', 'UTC'],
  ['Etc/UTC', 'UTC'],
  ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['Europe/Kyiv', 'Europe/Kyiv'],
  ['Etc/GMT+12', 'Etc/GMT+12'],
])('%s is the zone %s', (text, zone) => expect(parseTimeZone(text)).toBe(zone));

test.each(['', ' UTC', 'Mars/Olympus', '+02:00', 'UTC+2', 'Europe', 'Europe/', '../Europe/Zurich', 'A'.repeat(65)])(
  '%j is no zone',
  (text) => expect(parseTimeZone(text)).toBeUndefined(),
);

test('the name UTC is parsed as the default zone, which a ledger has that names no zone', () => {
  expect(parseTimeZone('UTC')).toBe(utc);
  const request = { tenantId: newId<'tenant'>(), code: 'MAIN', name: 'Main', currency: 'EUR' };
  const zoneOf = (own: object) => openLedger({ ...request, ...own }, newId<'ledger'>(), new Date(0));
  expect(zoneOf({})).toMatchObject({ right: { timeZone: utc } });
  expect(zoneOf({ timeZone: 'europe/zurich' })).toMatchObject({ right: { timeZone: 'Europe/Zurich' } });
});

/** Files that may count days in UTC, because these days do not belong to a ledger. Each file has its reason. */
const mayCountInUtc: Readonly<Record<string, string>> = {
  'src/kernel/time.ts': 'counts days up and down, from midnight to midnight',
  'src/kernel/time-zone.ts': 'a zone that is UTC',
  'src/modules/ledgering/postgres/posting/written-rows.ts': 'the third of the year that sums begin with, in any zone',
  'src/app/cli/demo.ts': 'the made-up books of the demonstration are in UTC',
  'packages/demo-books/src/calendar.ts': 'the made-up books of the demonstration are in UTC',
  'src/app/doctor/database-checks.ts': 'tells an operator of the days of the machine',
  'src/app/doctor/process-checks.ts': 'tells an operator of the days of the machine',
  'src/modules/reports/domain/periods.ts': 'counts days down, from midnight to midnight',
  'packages/console/src/web/parts/day.ts': 'counts days up and down, from midnight to midnight',
  'packages/console/src/web/pages/period-locks/calendar.ts': 'finds the last day of a month',
};

test('only these files count days in UTC', () => {
  const files = sourceFiles(/\.tsx?$/);
  const found = files.filter(
    (file) =>
      !file.startsWith('packages/bench/') && /\bdayInUtc\b|toISOString\(\)\.slice\(0, 10\)/.test(readSourceFile(file)),
  );
  expect(found.sort()).toEqual(Object.keys(mayCountInUtc).sort());
});
