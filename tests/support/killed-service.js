/**
 * The service as users run it, except that it kills itself (SIGKILL) at one named step: `before` or `after` the nth call of a port's
 * method, as in LEDGER_TEST_KILL_AT="after PostingStore.writePosting 1". It is plain JavaScript on top of `dist`, so that it runs as a
 * process of its own.
 */
const { ContainerModule } = require('inversify');
const { readConfig } = require('../../dist/src/app/config');
const { startService } = require('../../dist/src/app/serve');
const ledgering = require('../../dist/src/modules/ledgering/application/ports');
const strings = require('../../dist/src/modules/strings/application/ports');

const ports = {
  UnitOfWork: ledgering.LEDGERING_UNIT_OF_WORK,
  AcceptanceStore: ledgering.ACCEPTANCE_STORE,
  PostingStore: ledgering.POSTING_STORE,
  ChartStore: ledgering.CHART_STORE,
  StringOperationStore: ledgering.STRING_OPERATION_STORE,
  RateSource: strings.RATE_SOURCE,
};

const [, when, method, nth] = /^(before|after) (\w+\.\w+) (\d+)$/.exec(process.env.LEDGER_TEST_KILL_AT ?? '') ?? [];
if (method === undefined || !(method.split('.')[0] in ports)) throw new Error('LEDGER_TEST_KILL_AT names no step');
let calls = 0;

const kill = () => process.kill(process.pid, 'SIGKILL');

const watched = (name, port) =>
  new Proxy(port, {
    get: (target, member) => {
      const own = target[member];
      if (typeof own !== 'function' || `${name}.${String(member)}` !== method) return own;
      return async (...given) => {
        calls += 1;
        const isIt = calls === Number(nth);
        if (isIt && when === 'before') kill();
        const answer = await own.apply(target, given);
        if (isIt) kill();
        return answer;
      };
    },
  });

const override = new ContainerModule(({ onActivation }) => {
  for (const [name, token] of Object.entries(ports)) onActivation(token, (_, port) => watched(name, port));
});

startService(readConfig(process.env).right, { migrate: false, overrides: [override] }).then(({ url }) =>
  process.stdout.write(`The ledger listens on ${url}\n`),
);
