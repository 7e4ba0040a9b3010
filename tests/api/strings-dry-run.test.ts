/** Dry runs of conversions and transfers: they show the effects of both legs and change nothing. */
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { dataOf, expectRefusal, type Fields } from '../support/requests';
import { conversion, openCustomer, openMembers, settledOf, transferring, clearingCodeOf } from '../support/strings';
import { allUntouched } from '../support/untouched';

const ledger = ledgerOfFile();
let dollars: TestBooks;
let euros: TestBooks;
let cents: TestBooks;

beforeEach(async () => {
  [dollars, euros, cents] = await openMembers(
    ledger,
    ['S'],
    [{ currency: 'USD' }, { currency: 'EUR' }, { currency: 'USD', storageDecimals: 6 }],
  );
  await openCustomer(dollars, 'ALICE');
});

describe.each([
  ['convert', conversion, () => [dollars, euros] as const],
  ['transfer', transferring, () => [dollars, cents] as const],
])('a dry run of %s', (verb, request, pair) => {
  const send = (body: Fields, dryRun = true) =>
    dollars.api.post(`/strings/S/${verb}${dryRun ? '?dry_run=true' : ''}`, body);

  test('shows the result, and creates no account, transaction or key', async () => {
    const body = request(pair());
    const told = await allUntouched(ledger, [dollars, euros, cents], () => send(body));
    const done = dataOf(await send(body, false), 201);
    const { would, operation, balances } = dataOf(told, 200);
    const leg = (side: 'source' | 'target') => ({ ...done[side], transaction_id: expect.any(String) });
    expect({ would, operation }).toEqual({
      would: 'posted',
      operation: { ...done, correlation_id: expect.any(String), source: leg('source'), target: leg('target') },
    });
    expect(balances.map((one: Fields) => [one['account_code'], one['layer'], one['before'], one['after']])).toEqual([
      ['ALICE', 'settled', '0.00', '-10.00'],
      [clearingCodeOf(await stringOf()), 'settled', '0.00', '10.00'],
    ]);
    expect(await settledOf(dollars, 'ALICE')).toBe('-10.00');
  });

  test('shows the result of an earlier request as a replay', async () => {
    const body = request(pair());
    const done = dataOf(await send(body, false), 201);
    const told = dataOf(await send(body), 200);
    expect(told).toEqual({ would: 'replayed', operation: { ...done, replayed: true }, balances: [] });
  });

  test('is refused with the same answer as the real request', async () => {
    const body = request(pair(), { account_code: 'NOBODY' });
    const [told, done] = [await send(body), await send(body, false)];
    expect({ status: told.status, body: told.body }).toEqual({ status: done.status, body: done.body });
    expectRefusal(told, done.status, done.body.code);
  });
});

const stringOf = async () => dataOf(await dollars.api.get('/strings/S'), 200);
