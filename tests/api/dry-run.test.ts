/** Dry runs of each endpoint that has them: the predicted answer and effects of the write, and no effect in the ledger. */
import { patient, quiet } from '../support/client';
import { hold, openWallet, outOfWallet, spending, standing } from '../support/holding';
import { graver, startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import {
  credit,
  dataOf,
  debit,
  decide,
  expectRefusal,
  freshKey,
  idsOf,
  instant,
  openAccount,
  sale,
  sentence,
  transaction,
  uuid,
  type Fields,
} from '../support/requests';
import * as rehearsing from '../support/rehearsing';
import { changesOf, codeless } from '../support/rehearsing';
import { readTransaction, reversal } from '../support/reversals';
import { refusedWrite } from '../support/untouched';

let ledger: TestLedger;
let books: TestBooks;

beforeAll(async () => {
  ledger = await startLedger();
});

beforeEach(async () => {
  books = await openWallet(ledger, '70.00');
});

afterAll(async () => {
  await ledger.close();
  expect(graver(ledger.complaints)).toEqual([]);
});

const rehearse = (path: string, body?: unknown) => rehearsing.rehearse(ledger, books, path, body);
/** Today in the ledger's time zone. */
const today = async (): Promise<string> => dataOf(await books.api.get('/accounts/code/CASH/balance'), 200).as_of_date;
const rehearsed = async (path: string, body?: unknown) => dataOf(await rehearse(path, body), 200);

describe('a dry run', () => {
  test('shows the transaction as it would be posted, and the balances before and after', async () => {
    const body = transaction({ entries: sale('12.50'), reference: 'INV-1', attributes: { region: 'north' } });
    const { would, code, message, transaction: shown, balances } = await rehearsed('/transactions', body);
    expect({ would, code, message }).toEqual({ would: 'posted', ...codeless });
    const made = await decide(books.api, body);
    const { entries } = made;
    expect(shown).toEqual({
      ...made,
      id: uuid,
      entries: entries.map((entry: Fields) => ({ ...entry, id: uuid })),
      ...{ created_at: instant, posted_at: instant, updated_at: instant },
    });
    expect(idsOf([shown, ...shown.entries])).not.toEqual(idsOf([made, ...entries]));
    const [cash, sales] = entries;
    const settled = { layer: 'settled', as_of_date: await today() };
    expect(balances).toEqual([
      { account_id: cash.account_id, account_code: 'CASH', ...settled, before: '70.00', after: '82.50' },
      { account_id: sales.account_id, account_code: 'SALES', ...settled, before: '0.00', after: '12.50' },
    ]);
  });

  test('shows balances with the sign of each account’s normal side', async () => {
    const entries = [debit('WALLET', '20.00'), credit('SALES', '15.00'), credit('CASH', '5.00')];
    expect(changesOf(await rehearsed('/transactions', transaction({ entries })))).toEqual([
      ['CASH', 'settled', '70.00', '65.00'],
      ['SALES', 'settled', '0.00', '15.00'],
      ['WALLET', 'settled', '70.00', '50.00'],
    ]);
  });

  test('shows every layer that a settlement moves', async () => {
    const { id } = await hold(books, '60.00');
    const answer = await rehearsed(`/transactions/${id}/settle`, { amount: '45.00', attributes: { till: 'four' } });
    expect(answer).toMatchObject({
      would: 'posted',
      ...codeless,
      transaction: { status: 'posted', layer: 'settled', total_amount: '45.00', settles_transaction_id: id },
    });
    expect(changesOf(answer)).toEqual([
      ['CASH', 'pending', '-60.00', '0.00'],
      ['CASH', 'settled', '70.00', '25.00'],
      ['WALLET', 'pending', '-60.00', '0.00'],
      ['WALLET', 'settled', '70.00', '25.00'],
    ]);
    expect(await standing(books, id)).toEqual(['open', '0.00', '0.00', '60.00']);
  });

  test('shows the effects of a release, a reversal and a void', async () => {
    const [{ id: held }, { id: sold }] = [await hold(books, '60.00'), await decide(books.api)];
    const released = await rehearsed(`/transactions/${held}/release`, { amount: '10.00' });
    expect(released).toMatchObject({ would: 'posted', ...codeless, transaction: { releases_transaction_id: held } });
    expect(changesOf(released)).toEqual([
      ['CASH', 'pending', '-60.00', '-50.00'],
      ['WALLET', 'pending', '-60.00', '-50.00'],
    ]);
    const reversed = await rehearsed(`/transactions/${sold}/reverse`, reversal({ amount: '4.00' }));
    expect(reversed).toMatchObject({ would: 'posted', ...codeless, transaction: { reverses_transaction_id: sold } });
    expect(changesOf(reversed)).toEqual([
      ['CASH', 'settled', '80.00', '76.00'],
      ['SALES', 'settled', '10.00', '6.00'],
    ]);
    const voided = await rehearsed(`/transactions/${sold}/void`, { reason: 'Never happened' });
    expect(voided).toMatchObject({ would: 'posted', ...codeless, transaction: { id: sold, status: 'void' } });
    expect(changesOf(voided)).toEqual([
      ['CASH', 'settled', '80.00', '70.00'],
      ['SALES', 'settled', '10.00', '0.00'],
    ]);
    expect(await readTransaction(books, sold)).toMatchObject({ status: 'posted', reversed_amount: '0.00' });
  });

  test('needs no body where the write needs none', async () => {
    const { id } = await hold(books, '60.00');
    for (const act of ['settle', 'release', 'void'])
      expect(await rehearsed(`/transactions/${id}/${act}`)).toMatchObject({ would: 'posted' });
  });

  test('uses up no idempotency key and declares no attribute', async () => {
    const attributes = { shelf: 'left' };
    const { id } = await hold(books, '60.00');
    const posted = transaction({ attributes });
    const settlement = { amount: '1.00', final: false, attributes: { drawer: 'top' }, idempotency_key: freshKey() };
    await rehearsed('/transactions', posted);
    await rehearsed(`/transactions/${id}/settle`, settlement);
    expect(dataOf(await books.api.get('/attribute-definitions'), 200)).toEqual([]);
    expect(await decide(books.api, { ...posted, description: 'Another' })).toMatchObject({ status: 'posted' });
    const other = { ...settlement, amount: '2.00' };
    expect((await books.api.post(`/transactions/${id}/settle`, other)).headers.get('Idempotency-Replayed')).toBeNull();
    const declared = dataOf(await books.api.get('/attribute-definitions'), 200);
    expect(declared.map(({ key, usage_count }: Fields) => [key, usage_count]).toSorted()).toEqual([
      // Only the settlement has the attribute: the release before it keeps those of the hold.
      ['drawer', 1],
      ['shelf', 1],
    ]);
  });

  test('creates no transaction that can be read or settled', async () => {
    const { transaction: shown } = await rehearsed('/transactions', spending('10.00', { layer: 'pending' }));
    expect(shown.hold).toMatchObject({ state: 'open', remaining_amount: '10.00' });
    expectRefusal(await books.api.get(`/transactions/${shown.id}`), 404, 'TRANSACTION_NOT_FOUND');
    expectRefusal(await rehearse(`/transactions/${shown.id}/settle`), 404, 'TRANSACTION_NOT_FOUND');
  });

  test('shows why a transaction would fail, and moves no balance', async () => {
    const body = spending('70.01');
    const answer = await rehearsed('/transactions', body);
    expect(answer).toMatchObject({
      would: 'failed',
      code: 'BALANCE_LIMIT_EXCEEDED',
      message: sentence,
      transaction: { status: 'failed', sequence: null },
      balances: [],
    });
    const { failure } = await decide(books.api, body);
    expect(answer.transaction.failure).toEqual(failure);
    expect({ code: answer.code, message: answer.message }).toEqual(failure);
  });

  test('shows the existing transaction of a replay', async () => {
    const { id: held } = await hold(books, '60.00');
    const [posted, failed] = [transaction(), spending('70.01')];
    const part = { amount: '10.00', idempotency_key: freshKey() };
    const made = [await decide(books.api, posted), await decide(books.api, failed)];
    made.push(dataOf(await books.api.post(`/transactions/${held}/release`, part), 201));
    const paths = ['/transactions', '/transactions', `/transactions/${held}/release`];
    for (const [index, body] of [posted, failed, part].entries())
      expect(await rehearsed(paths[index] as string, body)).toEqual({
        would: 'replayed',
        ...codeless,
        transaction: made[index],
        balances: [],
      });
  });

  test.each<[what: string, path: (id: string) => string, body: unknown]>([
    ['an invalid layer', () => '', transaction({ layer: 'x' })],
    ['entries and a transaction code', () => '', transaction({ transaction_code: 'X', transaction_code_params: {} })],
    ['an unknown account', () => '', transaction({ entries: [debit('NOBODY', '1'), credit('CASH', '1')] })],
    ['entries that do not balance', () => '', transaction({ entries: [debit('CASH', '1'), credit('SALES', '2')] })],
    ['an attribute of the wrong type', () => '', transaction({ attributes: { region: 7 } })],
    ['too much to settle', (id) => `/${id}/settle`, { amount: '60.01' }],
    ['an unknown member', (id) => `/${id}/settle`, { colour: 'red' }],
    ['too much to release', (id) => `/${id}/release`, { amount: '60.01' }],
    ['too much to reverse', (id) => `/${id}/reverse`, reversal({ amount: '60.01' })],
    ['a reversal without a reason', (id) => `/${id}/reverse`, {}],
    ['a void of an unknown transaction', () => '/nothing/void', {}],
    ['an empty batch', () => '/batch', { transactions: [] }],
    ['an atomic batch', () => '/batch', { atomic: true, transactions: [transaction(), spending('100.00'), {}] }],
  ])('is refused like the write: %s', async (_, path, body) => {
    const { id } = await hold(books, '60.00');
    const at = `/transactions${path(id)}`;
    const dry = await rehearse(at, body);
    const written = await refusedWrite(ledger, books, (api) => api.post(at, body));
    expect(dry.status).toBe(written.status);
    expect(dry.body).toEqual(written.body);
    expect(dry.status).toBeGreaterThanOrEqual(400);
  });

  test('is refused for a reversal or a void that would break a limit', async () => {
    const { id } = await decide(books.api, { entries: [debit('CASH', '10.00'), credit('WALLET', '10.00')] });
    await decide(books.api, spending('75.00'));
    expectRefusal(await rehearse(`/transactions/${id}/reverse`, reversal()), 422, 'BALANCE_LIMIT_EXCEEDED');
    expectRefusal(await rehearse(`/transactions/${id}/void`), 409, 'TRANSACTION_NOT_VOIDABLE');
  });

  test('is requested only by dry_run=true, on endpoints that have dry runs', async () => {
    const body = transaction();
    for (const dry_run of ['maybe', '', '1', 'true&dry_run=true'])
      expectRefusal(await books.api.post(`/transactions?dry_run=${dry_run}`, body), 422, 'VALIDATION_ERROR', [
        'dry_run',
      ]);
    const written = await books.api.post('/transactions?dry_run=false', body);
    expect(dataOf(written, 202)).toMatchObject({ idempotency_key: body['idempotency_key'] });
    for (const path of ['/accounts', '/period-locks'])
      expectRefusal(await books.api.post(`${path}?dry_run=true`, {}), 422, 'VALIDATION_ERROR', ['dry_run']);
  });

  test('returns the same answer when repeated', async () => {
    const body = spending('30.00');
    const [first, second] = [await rehearsed('/transactions', body), await rehearsed('/transactions', body)];
    expect(changesOf(second)).toEqual(changesOf(first));
    expect(second.transaction.sequence).toBe(first.transaction.sequence);
  });
});

test('concurrent dry runs do not disturb writes, and see each write whole or not at all', async () => {
  await openAccount(books.api, { code: 'TIPS', type: 'revenue' });
  const entries = [debit('CASH', '3.00'), credit('SALES', '2.00'), credit('TIPS', '1.00')];
  // Dry runs of one ledger run one after the other, and forty of them may take longer than two seconds on a busy cluster.
  const api = patient(books.api);
  const [dry, written] = await Promise.all([
    Promise.all(Array.from({ length: 40 }, () => api.post('/transactions?dry_run=true', transaction({ entries })))),
    Promise.all(Array.from({ length: 40 }, () => api.post('/transactions', transaction({ entries })))),
  ]);
  expect(new Set(written.map(({ status }) => status))).toEqual(new Set([202]));
  for (const answer of dry) {
    const [cash, sales, tips] = dataOf(answer, 200).balances;
    const times = Number(tips.before);
    expect([cash.before, sales.before]).toEqual([(70 + 3 * times).toFixed(2), (2 * times).toFixed(2)]);
    expect([cash.after, tips.after]).toEqual([(73 + 3 * times).toFixed(2), (times + 1).toFixed(2)]);
  }
  await quiet(books.api);
  expect(changesOf(await rehearsed('/transactions', transaction({ entries: outOfWallet('1.00') })))).toEqual([
    ['CASH', 'settled', '190.00', '189.00'],
    ['WALLET', 'settled', '70.00', '69.00'],
  ]);
});
