/** Closing an account sweeps its balance and deactivates the account in one commit; if either fails, nothing changes. */
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import {
  accept,
  credit,
  dataOf,
  debit,
  decide,
  expectRefusal,
  freshKey,
  nowhere,
  openAccount,
  openBooks,
  type Fields,
} from '../support/requests';
import { eventsOf } from '../support/feed';

const ledger = ledgerOfFile();
let books: TestBooks;
let heir: Fields;

beforeAll(async () => {
  books = await openBooks(ledger);
  heir = await openAccount(books.api);
});

const close = (account: Fields, fields: Fields = {}) =>
  books.api.post(`/accounts/${String(account['id'])}/close`, fields);
const read = async (account: Fields): Promise<Fields> =>
  dataOf(await books.api.get(`/accounts/${String(account['id'])}`), 200);
const into = (account: Fields, amount: string, fields: Fields = {}) =>
  decide(books.api, { entries: [debit(String(account['code']), amount), credit('SALES', amount)], ...fields });
const swept = (): Fields => ({ sweep_to_account_code: heir['code'] });
const balanceOf = async (account: Fields, day: string): Promise<string> =>
  dataOf(await books.api.get(`/accounts/code/${String(account['code'])}/balance?as_of_date=${day}`), 200).balances
    .settled;
const far = '2099-12-31';

describe('closing an account', () => {
  test('with a zero balance deactivates it and appends an event', async () => {
    const account = await openAccount(books.api);
    const closed = dataOf(await close(account, { reason: 'No longer used' }), 200);
    expect(closed).toMatchObject({ account: { id: account.id, is_active: false }, sweep_transaction_id: null });
    expect(await read(account)).toEqual(closed.account);
    const event = (await eventsOf(books.api)).at(-1);
    expect(event).toMatchObject({ type: 'account.closed', reason: 'No longer used', data: { is_active: false } });
    expect(event?.subject).toEqual({ type: 'account', id: account.id });
  });

  test.each([
    ['a debit', debit, credit],
    ['a credit', credit, debit],
  ] as const)('sweeps %s balance to zero in the same commit', async (_, side, other) => {
    const account = await openAccount(books.api);
    await decide(books.api, { entries: [side(account.code, '12.00'), other('SALES', '12.00')] });
    const before = await balanceOf(heir, far);
    const { account: after, sweep_transaction_id: id } = dataOf(await close(account, swept()), 200);
    expect(after).toMatchObject({ is_active: false, balance: '0.00' });
    const transaction = dataOf(await books.api.get(`/transactions/${id}`), 200);
    expect(transaction).toMatchObject({ status: 'posted', total_amount: '12.00', layer: 'settled' });
    expect(await balanceOf(account, far)).toBe('0.00');
    expect(Number(await balanceOf(heir, far)) - Number(before)).toBe(side === debit ? 12 : -12);
    const [posted, closed] = (await eventsOf(books.api)).slice(-2);
    expect([posted?.type, closed?.type]).toEqual(['transaction.posted', 'account.closed']);
  });

  test('with entries of a later day sweeps on that day', async () => {
    const account = await openAccount(books.api);
    await into(account, '5.00');
    await into(account, '7.00', { effective_date: '2090-01-01' });
    const { sweep_transaction_id: id } = dataOf(await close(account, swept()), 200);
    const transaction = dataOf(await books.api.get(`/transactions/${id}`), 200);
    expect(transaction).toMatchObject({ effective_date: expect.stringContaining('2090-01-01'), total_amount: '12.00' });
    expect(await balanceOf(account, '2089-12-31')).toBe('5.00');
    expect(await balanceOf(account, '2090-01-01')).toBe('0.00');
  });

  test('happens once per idempotency key, with and without a sweep', async () => {
    for (const isSwept of [true, false]) {
      const account = await openAccount(books.api);
      if (isSwept) await into(account, '3.00');
      const request = { ...swept(), idempotency_key: freshKey() };
      const first = dataOf(await close(account, request), 200);
      const again = await close(account, request);
      expect(again.headers.get('Idempotency-Replayed')).toBe('true');
      expect(dataOf(again, 200)).toEqual(first);
      expect(first.sweep_transaction_id === null).toBe(!isSwept);
      expectRefusal(await close(account, { ...request, reason: 'Another' }), 409, 'idempotency_key_reused');
    }
  });

  test('refuses postings until the account is activated again', async () => {
    const account = await openAccount(books.api);
    dataOf(await close(account), 200);
    const entries = [debit(account.code, '1.00'), credit('SALES', '1.00')];
    expectRefusal(
      await books.api.post('/transactions', { ...post, entries, idempotency_key: freshKey() }),
      400,
      'ACCOUNT_INACTIVE',
    );
    dataOf(await books.api.put(`/accounts/${account.id}`, { is_active: true }), 200);
    expect(await into(account, '1.00')).toMatchObject({ status: 'posted' });
  });

  const post = { effective_date: '2026-01-15', description: 'Late' };

  test.each<[string, number, string, () => Promise<[Fields, Fields]>]>([
    ['that does not exist', 404, 'ACCOUNT_NOT_FOUND', async () => [{ id: nowhere }, {}]],
    ['with a balance', 409, 'ACCOUNT_HAS_BALANCE', async () => [await filled(), {}]],
    ['with a hold', 409, 'ACCOUNT_HAS_HOLDS', async () => [await held('pending'), swept()]],
    ['with an encumbrance', 409, 'ACCOUNT_HAS_HOLDS', async () => [await held('encumbrance'), swept()]],
    ['with encumbrances that cancel each other', 409, 'ACCOUNT_HAS_HOLDS', async () => [await encumbered(), swept()]],
    [
      'that is inactive',
      409,
      'ACCOUNT_NOT_CLOSABLE',
      async () => [await openAccount(books.api, { is_active: false }), {}],
    ],
    [
      'that is a system account',
      409,
      'ACCOUNT_NOT_CLOSABLE',
      async () => [await openAccount(books.api, { is_system: true }), {}],
    ],
    ['with active children', 409, 'ACCOUNT_NOT_CLOSABLE', async () => [await parent(), {}]],
    ['into itself', 422, 'SWEEP_ACCOUNT_UNFIT', async () => intoOwn(await filled())],
    [
      'into an unknown account',
      422,
      'SWEEP_ACCOUNT_UNFIT',
      async () => [await filled(), { sweep_to_account_code: 'NONE' }],
    ],
    ['into an inactive account', 422, 'SWEEP_ACCOUNT_UNFIT', async () => intoInactive(await filled())],
    ['beyond a limit of the target', 422, 'BALANCE_LIMIT_EXCEEDED', async () => intoLimited(await filled())],
  ])('%s is refused and changes nothing', async (_, status, code, made) => {
    const [account, fields] = await made();
    const before = account['code'] === undefined ? undefined : await read(account);
    const events = (await eventsOf(books.api)).length;
    expectRefusal(await close(account, fields), status, code);
    expect((await eventsOf(books.api)).length).toBe(events);
    if (before) expect(await read(account)).toEqual(before);
  });

  const filled = async (): Promise<Fields> => {
    const account = await openAccount(books.api);
    await into(account, '12.00');
    return account;
  };
  const held = async (layer: string): Promise<Fields> => {
    const account = await openAccount(books.api);
    await into(account, '2.00', { layer });
    return account;
  };
  const encumbered = async (): Promise<Fields> => {
    const account = await held('encumbrance');
    const entries = [credit(String(account['code']), '2.00'), debit('SALES', '2.00')];
    await decide(books.api, { entries, layer: 'encumbrance' });
    return account;
  };
  const parent = async (): Promise<Fields> => {
    const account = await openAccount(books.api);
    await openAccount(books.api, { parent_code: account.code });
    return account;
  };
  const intoOwn = (account: Fields): [Fields, Fields] => [account, { sweep_to_account_code: account['code'] }];
  const intoInactive = async (account: Fields): Promise<[Fields, Fields]> => [
    account,
    { sweep_to_account_code: (await openAccount(books.api, { is_active: false })).code },
  ];
  const intoLimited = async (account: Fields): Promise<[Fields, Fields]> => {
    const { code } = await openAccount(books.api, { enforce_balance_limits: true, max_balance: '1.00' });
    return [account, { sweep_to_account_code: code }];
  };

  test('is refused with the remaining balance, and allowed once its children are closed', async () => {
    expect((await close(await filled())).body.message).toContain('12.00');
    const account = await openAccount(books.api);
    const child = await openAccount(books.api, { parent_code: account.code });
    expectRefusal(await close(account), 409, 'ACCOUNT_NOT_CLOSABLE');
    dataOf(await close(child), 200);
    dataOf(await close(account), 200);
  });

  test('in a locked period is refused only if it has a balance', async () => {
    const locked = await openBooks(ledger);
    const [full, empty] = [await openAccount(locked.api), await openAccount(locked.api)];
    await decide(locked.api, { entries: [debit(full.code, '1.00'), credit('SALES', '1.00')] });
    const lock = { locked_until: '2098-12-31', reason: 'Frozen', includes_open_days: true };
    dataOf(await locked.api.post('/period-locks', lock), 201);
    const refused = await locked.api.post(`/accounts/${full.id}/close`, { sweep_to_account_code: 'CASH' });
    expectRefusal(refused, 409, 'ACCOUNT_NOT_CLOSABLE');
    expect(refused.body.message).toContain('2098-12-31');
    dataOf(await locked.api.post(`/accounts/${empty.id}/close`), 200);
  });

  test('leaves no balance on the account, even with concurrent postings', async () => {
    const account = await openAccount(books.api);
    const posting = Array.from({ length: 10 }, () =>
      accept(books.api, { entries: [debit(account.code, '1.00'), credit('SALES', '1.00')] }).catch(() => undefined),
    );
    const closing = Array.from({ length: 3 }, () => close(account, swept()));
    await Promise.all([...posting, ...closing]);
    const last = await close(account, swept());
    if (last.status !== 200) expectRefusal(last, 409, 'ACCOUNT_NOT_CLOSABLE');
    expect(await read(account)).toMatchObject({ is_active: false });
    expect(await balanceOf(account, far)).toBe('0.00');
  });

  test('is taken back by a void, and by a reversal only after the account is active again', async () => {
    const account = await openAccount(books.api);
    await into(account, '12.00');
    const sweep = async (): Promise<string> => dataOf(await close(account, swept()), 200).sweep_transaction_id;
    const first = await sweep();
    const reverse = (id: string) =>
      books.api.post(`/transactions/${id}/reverse`, { reason: 'Closed by mistake', date: far });
    expectRefusal(await reverse(first), 422, 'TRANSACTION_NOT_REVERSIBLE');
    dataOf(await books.api.post(`/transactions/${first}/void`, { reason: 'Closed by mistake' }), 200);
    expect(await read(account)).toMatchObject({ is_active: false, balance: '12.00' });
    const activate = () => books.api.put(`/accounts/${String(account['id'])}`, { is_active: true });
    dataOf(await activate(), 200);
    const second = await sweep();
    dataOf(await activate(), 200);
    dataOf(await reverse(second), 201);
    expect(await balanceOf(account, far)).toBe('12.00');
  });
});
