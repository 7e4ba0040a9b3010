/**
 * The service as it is run, but that its clock is ahead by the milliseconds in the file that LEDGER_TEST_CLOCK names. It reads the
 * file at its start, and at SIGUSR2, when it also looks at once for what became due. Plain JavaScript on top of `dist`, so that it can be a
 * process of its own.
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
