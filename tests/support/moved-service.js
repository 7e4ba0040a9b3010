/**
 * The service as users run it, except that its clock is ahead by the milliseconds in the file that LEDGER_TEST_CLOCK names. It reads the
 * file when it starts and at SIGUSR2, after which it does all due work at once. It is plain JavaScript on top of `dist`, so that it runs as
 * a process of its own.
 */
const fs = require('node:fs');
const { readConfig } = require('../../dist/src/app/config');
const { startService } = require('../../dist/src/app/serve');
const { systemClock } = require('../../dist/src/kernel/running/system-clock');

const readAheadMs = () => Number(fs.readFileSync(process.env.LEDGER_TEST_CLOCK, 'utf8'));
let aheadMs = readAheadMs();
const clock = { ...systemClock, now: () => new Date(systemClock.now().getTime() + aheadMs) };

startService(readConfig(process.env).right, { migrate: false, clock }).then(({ url, installation }) => {
  process.on('SIGUSR2', () => {
    aheadMs = readAheadMs();
    void installation.background.idle('expiry');
  });
  process.stdout.write(`The ledger listens on ${url}\n`);
});
