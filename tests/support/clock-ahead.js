/**
 * A module to require before a program: it moves the process's clock ahead by LEDGER_TEST_CLOCK_AHEAD_MS milliseconds. Measurements that do
 * not use the time of day are unaffected.
 */
const aheadMs = Number(process.env.LEDGER_TEST_CLOCK_AHEAD_MS);
const OwnDate = Date;

globalThis.Date = class Date extends OwnDate {
  constructor(...given) {
    super(...(given.length === 0 ? [OwnDate.now() + aheadMs] : given));
  }

  static now() {
    return OwnDate.now() + aheadMs;
  }
};
