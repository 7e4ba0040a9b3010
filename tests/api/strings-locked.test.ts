/** Conversions and transfers into a locked period: the answer names a date after which both ledgers are open. */
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { dataOf, expectRefusal, lockPeriod, type Fields } from '../support/requests';
import { conversion, openCustomer, openMembers, transferring } from '../support/strings';

const ledger = ledgerOfFile();

describe.each([
  ['convert', conversion, 'EUR'],
  ['transfer', transferring, 'USD'],
])('a request to %s while both ledgers are locked', (verb, request, currency) => {
  test.each([
    ['source', '2021-06-30', '2020-12-31'],
    ['target', '2020-12-31', '2021-06-30'],
  ])('is refused with the lock of the %s, the later one', async (_, ofSource, ofTarget) => {
    const pair = await openMembers(ledger, ['S'], [{ currency: 'USD' }, { currency }]);
    const [source, target]: readonly [TestBooks, TestBooks] = pair;
    for (const books of pair) await openCustomer(books, 'ALICE');
    await lockPeriod(source.api, ofSource);
    await lockPeriod(target.api, ofTarget);
    const send = (fields: Fields) => source.api.post(`/strings/S/${verb}`, request(pair, fields));
    const refusal = await send({ effective_date: '2020-06-30' });
    expectRefusal(refusal, 409, 'STRING_PERIOD_LOCKED');
    expect(refusal.body.message).toContain('on or before 2021-06-30 is locked');
    dataOf(await send({ effective_date: '2021-07-01' }), 201);
  });
});
