/**
 * The service as users run it, except for its webhook delivery times, which LEDGER_TEST_WEBHOOKS contains as JSON. Each delivery names the
 * process that sent it. It is plain JavaScript on top of `dist`, so that it runs as a process of its own.
 */
const { systemClock } = require('../../dist/src/kernel/running/system-clock');
const { replace } = require('../../dist/src/kernel/token');
const { readConfig } = require('../../dist/src/app/config');
const { startService } = require('../../dist/src/app/serve');
const { DELIVERY_TIMES, WEBHOOK_SENDER } = require('../../dist/src/modules/events/application/ports');
const { createHttpSender } = require('../../dist/src/modules/events/webhooks/http-sender');

const { timeoutMs, ...times } = JSON.parse(process.env.LEDGER_TEST_WEBHOOKS ?? '{}');
const config = readConfig(process.env).right;

const impatient = () => {
  const sender = createHttpSender({ clock: systemClock, allowed: config.webhookAllow, timeoutMs });
  const signed = ({ headers, ...request }) => ({ ...request, headers: { ...headers, 'x-process': `${process.pid}` } });
  return { ...sender, send: (request) => sender.send(signed(request)) };
};

const overrides = [replace(DELIVERY_TIMES, [], () => times), replace(WEBHOOK_SENDER, [], impatient)];

startService(config, { migrate: false, overrides }).then(({ url }) =>
  process.stdout.write(`The ledger listens on ${url}\n`),
);
