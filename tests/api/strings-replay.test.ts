/** Idempotency of conversions and transfers: 201 the first time, then 200 with the same answer and no further movement. */
import { expected, type TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { dataOf, expectRefusal, freshKey, without, type Fields } from '../support/requests';
import { conversion, openCustomer, openMembers, settledOf, transferring } from '../support/strings';
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
])('a repeated request to %s', (verb, request, pair) => {
  const send = (body: Fields, headers: Record<string, string> = {}) =>
    dollars.api.post(`/strings/S/${verb}`, body, headers);

  test('returns the first answer as a replay, and moves nothing', async () => {
    const body = request(pair());
    const first = dataOf(await send(body), 201);
    const again = await allUntouched(ledger, [dollars, euros, cents], () => send(body));
    expect(dataOf(again, 200)).toEqual({ ...first, replayed: true });
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
  });

  test('is refused if the key lacks the capability', async () => {
    const body = request(pair());
    dataOf(await send(body), 201);
    const key = await ledger.newKey(dollars.ledger, { capabilities: ['strings:participate:T'] });
    const again = await allUntouched(ledger, [dollars, euros, cents], () =>
      send(body, { Authorization: `Bearer ${key}` }),
    );
    expectRefusal(again, 403, 'STRING_KEY_MISSING_CAPABILITY');
    expect(again.headers.get('Idempotency-Replayed')).toBeNull();
  });

  test('returns the first answer even after the string has lost its members', async () => {
    const body = request(pair());
    const first = dataOf(await send(body), 201);
    for (const { ledger: member } of pair())
      expected(await ledger.app.strings.administration.removeMember(member.tenantId, 'S', member.id));
    expect(dataOf(await send(body), 200)).toEqual({ ...first, replayed: true });
    expectRefusal(await send({ ...body, idempotency_key: freshKey() }), 403, 'STRING_KEY_NOT_IN_STRING');
  });

  test('uses the key of the header before that of the body', async () => {
    const body = request(pair(), { idempotency_key: 'of the body' });
    const first = dataOf(await send(body, { 'Idempotency-Key': 'of the header' }), 201);
    expect(dataOf(await send({ ...body, idempotency_key: 'of the header' }), 200).correlation_id).toBe(
      first.correlation_id,
    );
    expect(dataOf(await send(without(body, 'idempotency_key'), { 'Idempotency-Key': 'of the header' }), 200)).toEqual({
      ...first,
      replayed: true,
    });
    expect(dataOf(await send(body), 201).correlation_id).not.toBe(first.correlation_id);
  });

  test('without a key moves value again', async () => {
    const body = without(request(pair()), 'idempotency_key');
    dataOf(await send(body), 201);
    dataOf(await send({ ...body, idempotency_key: null }), 201);
    expect(await settledOf(dollars, 'ALICE')).toBe('-20.00');
  });

  test('sent concurrently moves value once', async () => {
    const body = request(pair());
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(body)));
    const [made, ...others] = answers.filter(({ status }) => status === 201);
    expect(others).toEqual([]);
    for (const { status, body: told } of answers.filter((answer) => answer !== made))
      expect([status, told.code ?? told.data.replayed]).toEqual(
        status === 200 ? [200, true] : [409, 'idempotency_key_in_use'],
      );
    expect(dataOf(await send(body), 200).correlation_id).toBe(made?.body.data.correlation_id);
    expect(await settledOf(dollars, 'ALICE')).toBe('-10.00');
  });
});
