/** Bugs in the ledger's time: the present day, and the clock that determines it. */
import type { Mutant } from './mutant';

export const bugsOfTime: readonly Mutant[] = [
  {
    bug: 'counts the days of each ledger in UTC',
    changes: [
      {
        file: 'src/kernel/time-zone.ts',
        from: 'if (zone === utc) return dayInUtc(instant);',
        to: 'if (zone === utc || instant) return dayInUtc(instant);',
      },
    ],
    caughtBy: { file: 'tests/api/time-zones.test.ts', test: 'balances without a day are of that day' },
  },
  {
    bug: 'dates the expiry of a hold by the day in UTC',
    changes: [
      {
        file: 'src/modules/ledgering/domain/hold.ts',
        from: 'dayIn(timeZone, hold.expiresAt)',
        to: "dayIn('UTC' as typeof timeZone, hold.expiresAt)",
      },
    ],
    caughtBy: {
      file: 'tests/api/time-zones.test.ts',
      test: 'a hold in Europe/Zurich that ends at 2026-12-31T23:30:00.000Z expires on 2027-01-01',
    },
  },
  {
    bug: 'keeps keys with the former time zone in the cache of the process that changed it',
    changes: [
      {
        file: 'src/modules/administration/application/change-calendar.ts',
        from: 'if (!refused(changed)) await afterWriting(access.forgetKeysOf(ledger.id));',
        to: 'void [access, afterWriting];',
      },
    ],
    caughtBy: { file: 'tests/api/time-zones.test.ts', test: 'takes effect at once for keys that were used before' },
  },
  {
    bug: 'uses the clock of the machine instead of the shared time',
    changes: [
      {
        file: 'src/kernel/running/shared-time.ts',
        from: 'base === undefined ? own.now().getTime() : base + own.elapsed()',
        to: 'own.now().getTime()',
      },
    ],
    caughtBy: {
      file: 'tests/unit/kernel/shared-time.test.ts',
      test: 'a machine clock that is ahead by 3600000 ms does not affect the shared time',
    },
  },
  {
    bug: 'releases holds although the clock of its machine is wrong',
    changes: [{ file: 'src/modules/ledgering/application/posting/expiry.ts', from: '    isTimed: true,\n', to: '' }],
    caughtBy: {
      file: 'tests/unit/ledgering/expiry.test.ts',
      test: 'nothing is released while the clock of the machine is wrong',
    },
  },
];
