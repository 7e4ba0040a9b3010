/**
 * The real process is killed with SIGKILL at every step of a conversion: afterwards either both legs exist or neither does, and a retry
 * with the same key gets that result.
 */
import { join } from 'node:path';
import { client, everyPage } from '../support/client';
import { serviceEnvironment, superuserUrlOf } from '../support/database';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { workIsDone } from '../support/outside';
import { dataOf, without } from '../support/requests';
import { install, type Installed, type Service } from '../support/service-process';
import {
  clearingCodeOf,
  conversion,
  openCustomer,
  openMembers,
  settledOf,
  startRateService,
  type RateService,
} from '../support/strings';

const program = [join(__dirname, '../support/killed-service.js')];

/** The steps of a conversion in order. Its first database transaction looks up the key, and the second one moves the value. */
const steps: readonly (readonly [step: string, at: string, leaves: 'nothing' | 'both legs'])[] = [
  ['before the key is looked up', 'before UnitOfWork.run 1', 'nothing'],
  ['before the rate is asked for', 'before RateSource.rate 1', 'nothing'],
  ['after the rate is known', 'after RateSource.rate 1', 'nothing'],
  ['after the attribute rules are held', 'after AcceptanceStore.holdRules 1', 'nothing'],
  ['between the locks of the two heads', 'after PostingStore.lockHead 1', 'nothing'],
  ['after both heads are locked', 'after PostingStore.lockHead 2', 'nothing'],
  ['after the clearing account of the source is opened', 'after ChartStore.insertAccount 1', 'nothing'],
  ['after the source leg is accepted', 'after AcceptanceStore.writeAcceptances 1', 'nothing'],
  ['between the legs: after the source leg is posted', 'after PostingStore.writePosting 1', 'nothing'],
  ['after the account of the target is opened', 'after ChartStore.insertAccount 2', 'nothing'],
  ['after the target leg is accepted', 'after AcceptanceStore.writeAcceptances 2', 'nothing'],
  ['after the target leg is posted', 'after PostingStore.writePosting 2', 'nothing'],
  ['before the new attribute key is declared', 'after StringOperationStore.insertOperation 1', 'nothing'],
  ['before the commit', 'after AcceptanceStore.declareKeys 1', 'nothing'],
  ['after the commit', 'after UnitOfWork.run 2', 'both legs'],
];
const stringCodes = steps.map((_, index) => `S${index}`);

let home: Installed;
let rates: RateService;
let ledger: TestLedger;
let dollars: TestBooks;
let euros: TestBooks;

beforeAll(async () => {
  home = install();
  rates = await startRateService();
  // This file verifies all ledgers, so it needs its own installation.
  ledger = await startLedger([], { alone: true });
  // Each step uses a different string, so that its conversion opens new clearing accounts.
  [dollars, euros] = await openMembers(ledger, stringCodes, [{ currency: 'USD' }, { currency: 'EUR' }]);
});
afterAll(async () => {
  await home.remove();
  await rates.close();
  await ledger.close();
  expect(ledger.complaints).toEqual([]);
});

const serveUntil = (at: string): Promise<Service> =>
  home.serve(
    {
      ...serviceEnvironment(ledger.databaseUrl),
      LEDGER_FX_URL: rates.template,
      LEDGER_ROLE: 'api',
      LEDGER_TEST_KILL_AT: at,
    },
    program,
  );
const begun = new Map<string, Promise<Service>>();
/**
 * Returns the service that kills itself at this step. Also starts the service for the next step, because a start takes longer than a step.
 */
const servedUntil = (at: string): Promise<Service> => {
  const index = steps.findIndex(([, step]) => step === at);
  for (const [, step] of steps.slice(index, index + 2))
    if (!begun.has(step)) {
      const service = serveUntil(step);
      service.catch(() => undefined);
      begun.set(step, service);
    }
  return begun.get(at) as Promise<Service>;
};

describe('a service killed with SIGKILL', () => {
  test.each(steps)('%s (%s) leaves %s', async (_, at, leaves) => {
    const index = steps.findIndex(([, step]) => step === at);
    const [string, customer] = [stringCodes[index] as string, `CUSTOMER-${index}`];
    await openCustomer(dollars, customer);
    const clearing = clearingCodeOf(dataOf(await dollars.api.get(`/strings/${string}`), 200));
    const balances = async (books: TestBooks) => [await settledOf(books, customer), await settledOf(books, clearing)];
    const path = `/strings/${string}/convert`;
    const attributes = { [`new_key_${index}`]: 'x' };
    const body = {
      ...without(conversion([dollars, euros], { account_code: customer, attributes }), 'rate'),
      idempotency_key: `killed-${index}`,
    };
    const before = await ledger.contentOf([dollars, euros]);

    const service = await servedUntil(at);
    await expect(client(service.url, dollars.key).post(path, body)).rejects.toThrow(/socket hang up|ECONNRESET/);
    expect(await service.ended).toMatchObject({ signal: 'SIGKILL' });
    // The process is dead, but the database may still be rolling back its transaction, so this waits.
    await workIsDone(superuserUrlOf(ledger.databaseUrl));

    const hasHappened = leaves === 'both legs';
    if (!hasHappened) expect(await ledger.contentOf([dollars, euros])).toEqual(before);
    // This process cannot reach the rate service. So if it answers with the rate, the rate must have been stored.
    const again = await dollars.api.post(path, hasHappened ? body : { ...body, rate: '1.0825' });
    expect(again.status).toBe(hasHappened ? 200 : 201);
    const { correlation_id: id, rate, source, target } = again.body.data;
    expect([rate, source.amount, target.amount]).toEqual(['1.0825', '10.00', '9.20']);
    const last = await dollars.api.post(path, hasHappened ? body : { ...body, rate: '1.0825' });
    expect(dataOf(last, 200)).toEqual({ ...again.body.data, replayed: true });

    expect([await balances(dollars), await balances(euros)]).toEqual([
      ['-10.00', '10.00'],
      ['9.20', '-9.20'],
    ]);
    for (const [{ api }, leg] of [
      [dollars, source],
      [euros, target],
    ] as const) {
      const legs = (await everyPage(api, '/transactions')).filter(({ attributes: own }) => own?.[`new_key_${index}`]);
      expect(legs.map((one) => [one.id, one.correlation_id, one.status])).toEqual([[leg.transaction_id, id, 'posted']]);
    }
  });

  test('leaves books that pass verification', async () => {
    expect(await ledger.app.ledgering.verify()).toMatchObject({ ok: true, findings: [] });
    expect((await everyPage(dollars.api, '/transactions')).length).toBe(steps.length);
  });
});
