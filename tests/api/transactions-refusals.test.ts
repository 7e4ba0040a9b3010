import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import {
  credit,
  dataOf,
  debit,
  expectRefusal,
  lockPeriod,
  nowhere,
  openAccount,
  openBooks,
  openJournal,
  sale,
  transaction,
  without,
  type Fields,
} from '../support/requests';
import { refusedWrite } from '../support/untouched';

const ledger = ledgerOfFile();
let books: TestBooks;
let elsewhere: { readonly accountId: string; readonly transactionId: string };
let closedJournal: string;

beforeAll(async () => {
  books = await openBooks(ledger);
  await openAccount(books.api, { code: 'ASLEEP', is_active: false });
  closedJournal = await openJournal(books.api, { status: 'closed' });
  await lockPeriod(books.api, '2020-12-31');
  const released = await lockPeriod(books.api, '2024-12-31');
  dataOf(await books.api.post(`/period-locks/${released}/release`, { reason: 'a mistake' }), 200);
  dataOf(await books.api.post('/transactions', transaction({ idempotency_key: 'used' })), 202);
  const other = await openBooks(ledger, { tenantId: books.ledger.tenantId });
  const { id: transactionId } = dataOf(await other.api.post('/transactions', transaction()), 202);
  elsewhere = { transactionId, accountId: (await other.api.get('/accounts')).body.data[0].id };
});

const send = (body: unknown) => refusedWrite(ledger, books, (api) => api.post('/transactions', body));

describe('a transaction is not valid', () => {
  test.each(['effective_date', 'description', 'idempotency_key', 'entries'])('without %s', async (field) => {
    expectRefusal(await send(without(transaction(), field)), 400, 'VALIDATION_ERROR', [field]);
  });

  test.each<[field: string, what: string, value: unknown]>([
    ['effective_date', 'does not exist', '2023-02-29'],
    ['effective_date', 'does not exist either', '2100-02-29'],
    ['effective_date', 'is the 31st of April', '2026-04-31'],
    ['effective_date', 'is in the 13th month', '2026-13-01'],
    ['effective_date', 'is in month zero', '2026-00-10'],
    ['effective_date', 'is day zero', '2026-01-00'],
    ['effective_date', 'has no leading zeros', '2026-1-5'],
    ['effective_date', 'is before year one', '0000-12-31'],
    ['effective_date', 'is behind the last year', '10000-01-01'],
    ['effective_date', 'has an expanded year', '+002026-01-15'],
    ['effective_date', 'is an instant', '2026-01-15T00:00:00Z'],
    ['effective_date', 'has a space', ' 2026-01-15'],
    ['effective_date', 'ends with a line feed', '2026-01-15\n'],
    ['effective_date', 'is written another way', '15/01/2026'],
    ['effective_date', 'is a number', 20260115],
    ['effective_date', 'is null', null],
    ['description', 'is empty', ''],
    ['description', 'has 1001 characters', '🏦'.repeat(1001)],
    ['description', 'holds NUL', 'a\0b'],
    ['description', 'holds a lone surrogate', '\ud83c'],
    ['description', 'is null', null],
    ['idempotency_key', 'is empty', ''],
    ['idempotency_key', 'has 256 characters', 'x'.repeat(256)],
    ['idempotency_key', 'holds NUL', 'a\0'],
    ['idempotency_key', 'is a number', 42],
    ['idempotency_key', 'is null', null],
    ['reference', 'has 256 characters', 'x'.repeat(256)],
    ['reference', 'is a number', 17],
    ['layer', 'is none of the three', 'draft'],
    ['layer', 'is empty', ''],
    ['layer', 'is null', null],
    ['layer', 'is an array', ['settled']],
    ['journal_id', 'is no UUID', 'DEFAULT'],
    ['journal_id', 'is empty', ''],
    ['correlation_id', 'is empty', ''],
    ['correlation_id', 'has 51 characters', 'x'.repeat(51)],
    ['correlation_type', 'has 51 characters', 'x'.repeat(51)],
    ['correlation_type', 'is empty', ''],
    ['correlation_source_id', 'is no UUID', 'order 7'],
    ['metadata', 'is a string', 'text'],
    ['metadata', 'is an array', []],
    ['metadata', 'takes more than 16 KiB', { text: 'x'.repeat(16_384) }],
    ['metadata', 'holds NUL', { a: { b: ['\0'] } }],
    ['attributes', 'is a string', 'a=b'],
    ['attributes', 'is an array', ['a']],
    ['entries', 'is an object', {}],
    ['entries', 'is a string', 'two'],
    ['entries', 'is empty', []],
    ['entries', 'has one item', [debit('CASH', '1.00')]],
    [
      'entries',
      'has 101 items',
      Array.from({ length: 101 }, (_, index) => (index < 1 ? credit : debit)('CASH', '1.00')),
    ],
    ['transaction_code', 'is a number', 7],
    ['transaction_code', 'has 51 characters', 'X'.repeat(51)],
    ['transaction_code_params', 'is a string', 'amount=1'],
  ])('if its %s %s', async (field, _, value) => {
    expectRefusal(await send(transaction({ [field]: value })), 400, 'VALIDATION_ERROR', [field]);
  });

  test.each<[field: string, what: string, entry: unknown]>([
    ['entries.1', 'is null', null],
    ['entries.1', 'is a string', 'SALES 10.00'],
    ['entries.1.type', 'has no type', without(credit('SALES', '10.00'), 'type')],
    ['entries.1.type', 'has a type in another case', credit('SALES', '10.00', { type: 'Credit' })],
    ['entries.1.type', 'has null for its type', credit('SALES', '10.00', { type: null })],
    ['entries.1.amount', 'has no amount', without(credit('SALES', '10.00'), 'amount')],
    ['entries.1', 'names no account', without(credit('SALES', '10.00'), 'account_code')],
    ['entries.1', 'names no account but null', credit('SALES', '10.00', { account_code: null, account_id: null })],
    ['entries.1', 'names its account by code and by id', credit('SALES', '10.00', { account_id: nowhere })],
    ['entries.1.account_code', 'has an empty account_code', credit('', '10.00')],
    ['entries.1.account_code', 'has an account_code of 37 characters', credit('x'.repeat(37), '10.00')],
    ['entries.1.account_code', 'has a number for its account_code', credit('SALES', '10.00', { account_code: 4000 })],
    [
      'entries.1.account_id',
      'has an account_id that is no UUID',
      { account_id: 'SALES', type: 'credit', amount: '10.00' },
    ],
    [
      'entries.1.description',
      'has too long a description',
      credit('SALES', '10.00', { description: 'x'.repeat(1001) }),
    ],
    ['entries.1.metadata', 'has an array for its metadata', credit('SALES', '10.00', { metadata: [] })],
    [
      'entries.1.metadata',
      'has a lone surrogate in its metadata',
      credit('SALES', '10.00', { metadata: { a: '\udc00' } }),
    ],
  ])('if %s %s', async (field, _, entry) => {
    const refused = await send(transaction({ entries: [debit('CASH', '10.00'), entry] }));
    expectRefusal(refused, 400, 'VALIDATION_ERROR', [field]);
  });

  test('and the refusal names every wrong field', async () => {
    const entries = [debit('', '1'), credit('SALES', 1), debit('CASH', '1', { type: 'both' })];
    const refused = await send({ effective_date: 'today', description: '', entries });
    const fields = ['effective_date', 'description', 'idempotency_key'];
    const ofEntries = ['entries.0.account_code', 'entries.1.amount', 'entries.2.type'];
    expectRefusal(refused, 400, 'VALIDATION_ERROR', [...fields, ...ofEntries]);
  });
});

describe('a transaction is refused', () => {
  // The rows are in the order in which the service checks for faults: each row's request has that row's fault and those of all later rows,
  // and no fault of an earlier row.
  const order: readonly (readonly [status: number, code: string])[] = [
    [400, 'VALIDATION_ERROR'],
    [422, 'POSTING_MODE_CONFLICT'],
    [400, 'CORRELATION_PAIR_INCOMPLETE'],
    [400, 'AMOUNT_PRECISION_EXCEEDED'],
    [409, 'idempotency_key_reused'],
    [400, 'JOURNAL_NOT_FOUND'],
    [400, 'ACCOUNT_NOT_FOUND'],
    [400, 'CORRELATION_SOURCE_NOT_FOUND'],
    [400, 'JOURNAL_CLOSED'],
    [400, 'ACCOUNT_INACTIVE'],
    [409, 'PERIOD_LOCKED'],
    [400, 'ENTRIES_NOT_BALANCED'],
    [422, 'ATTRIBUTE_INVALID_KEY'],
  ];

  const requestWith = (faults: readonly string[]): Fields => {
    const has = (code: string): boolean => faults.includes(code);
    const cash = has('ACCOUNT_NOT_FOUND') ? 'NOBODY' : has('ACCOUNT_INACTIVE') ? 'ASLEEP' : 'CASH';
    const amount = has('AMOUNT_PRECISION_EXCEEDED') ? '1.001' : has('ENTRIES_NOT_BALANCED') ? '2.00' : '1.00';
    return transaction({
      ...(has('VALIDATION_ERROR') ? { description: '' } : {}),
      ...(has('POSTING_MODE_CONFLICT') ? { transaction_code: 'SALE', transaction_code_params: {} } : {}),
      ...(has('CORRELATION_PAIR_INCOMPLETE') ? { correlation_type: null } : { correlation_type: 'refund' }),
      ...(has('idempotency_key_reused') ? { idempotency_key: 'used' } : {}),
      ...(has('JOURNAL_CLOSED') ? { journal_id: closedJournal } : {}),
      ...(has('JOURNAL_NOT_FOUND') ? { journal_id: nowhere } : {}),
      ...(has('PERIOD_LOCKED') ? { effective_date: '2020-12-31' } : { effective_date: '2021-01-01' }),
      ...(has('ATTRIBUTE_INVALID_KEY') ? { attributes: { 'No-Key': 'x' } } : {}),
      correlation_source_id: has('CORRELATION_SOURCE_NOT_FOUND') ? elsewhere.transactionId : source,
      entries: [debit(cash, amount), credit('SALES', '1.00')],
    });
  };

  let source: string;
  beforeAll(async () => {
    source = dataOf(await books.api.post('/transactions', transaction()), 202).id;
  });

  test.each(order)('with %i %s before any fault that is judged later', async (status, code) => {
    const faults = order.map(([, one]) => one);
    expectRefusal(await send(requestWith(faults.slice(faults.indexOf(code)))), status, code);
  });

  test('only as long as it has a fault', async () => {
    dataOf(await books.api.post('/transactions', requestWith([])), 202);
  });

  test.each<[code: string, status: number, field: string | undefined, fault: () => Fields]>([
    [
      'ACCOUNT_NOT_FOUND',
      400,
      'entries.1.account_code',
      () => ({ entries: [debit('CASH', '1'), credit('sales', '1')] }),
    ],
    [
      'ACCOUNT_NOT_FOUND',
      400,
      'entries.0.account_id',
      () => ({
        entries: [
          { ...debit('', '1'), account_code: undefined, account_id: elsewhere.accountId },
          credit('SALES', '1'),
        ],
      }),
    ],
    [
      'ACCOUNT_INACTIVE',
      400,
      'entries.2',
      () => ({ entries: [...sale('1'), debit('ASLEEP', '1'), credit('CASH', '1')] }),
    ],
    ['CORRELATION_PAIR_INCOMPLETE', 400, undefined, () => ({ correlation_source_id: source })],
    ['CORRELATION_PAIR_INCOMPLETE', 400, undefined, () => ({ correlation_type: 'refund' })],
    [
      'CORRELATION_SOURCE_NOT_FOUND',
      400,
      undefined,
      () => ({ correlation_type: 'refund', correlation_source_id: nowhere }),
    ],
    ['ENTRIES_NOT_BALANCED', 400, undefined, () => ({ entries: [debit('CASH', '1'), debit('SALES', '1')] })],
    [
      'ENTRIES_NOT_BALANCED',
      400,
      undefined,
      () => ({ entries: [debit('CASH', '0.1'), debit('CASH', '0.2'), credit('SALES', '0.31')] }),
    ],
    ['PERIOD_LOCKED', 409, undefined, () => ({ effective_date: '0001-01-01' })],
  ])('with %s (%i), naming %s', async (code, status, field, fault) => {
    const refusal = await send(transaction(fault()));
    expectRefusal(refusal, status, code, field === undefined ? [] : [field]);
    // Fields count entries from 0, as programs do; sentences count them from 1, as people do.
    const [, index] = /^entries\.(\d+)/.exec(field ?? '') ?? [];
    if (index !== undefined) expect(refusal.body.message).toContain(`Entry ${Number(index) + 1} names the account `);
  });

  test.each<[code: string, what: string, attributes: Fields]>([
    [
      'ATTRIBUTE_COUNT_EXCEEDED',
      '21 attributes',
      Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`k${n}`, 'v'])),
    ],
    ['ATTRIBUTE_INVALID_KEY', 'an empty key', { '': 'v' }],
    ['ATTRIBUTE_INVALID_KEY', 'a key in upper case', { Region: 'v' }],
    ['ATTRIBUTE_INVALID_KEY', 'a key with a dash', { 'sales-person': 'v' }],
    ['ATTRIBUTE_INVALID_KEY', 'a key that starts with a digit', { '1st': 'v' }],
    ['ATTRIBUTE_INVALID_KEY', 'a key of 65 characters', { ['k'.repeat(65)]: 'v' }],
    ['ATTRIBUTE_INVALID_KEY', 'the key __proto__', JSON.parse('{"__proto__":"v"}')],
    ['ATTRIBUTE_RESERVED_KEY', 'the name of a field', { reference: 'v' }],
    ['ATTRIBUTE_RESERVED_KEY', 'the name of a field that only answers have', { posted_at: 'v' }],
    ['ATTRIBUTE_INVALID_VALUE', 'a number', { region: 7 }],
    ['ATTRIBUTE_INVALID_VALUE', 'null', { region: null }],
    ['ATTRIBUTE_INVALID_VALUE', 'an object', { region: {} }],
    ['ATTRIBUTE_INVALID_VALUE', 'NUL in a value', { region: 'a\0' }],
    ['ATTRIBUTE_INVALID_VALUE', 'a lone surrogate in a value', { region: '\udc00' }],
    ['ATTRIBUTE_VALUE_TOO_LONG', 'a value of 129 characters', { region: '🏦'.repeat(129) }],
  ])('with 422 %s for %s', async (code, _, attributes) => {
    expectRefusal(await send(transaction({ attributes })), 422, code);
  });

  test('with 422 ATTRIBUTE_RESERVED_KEY for the name of any field of a transaction', async () => {
    const [shown] = (await books.api.get('/transactions')).body.data;
    for (const name of Object.keys(shown)) {
      const refused = await books.api.post('/transactions', transaction({ attributes: { [name]: 'v' } }));
      expect([name, refused.status, refused.body.code]).toEqual([name, 422, 'ATTRIBUTE_RESERVED_KEY']);
    }
  });

  test('never for attributes at their limits', async () => {
    const names = Array.from({ length: 20 }, (_, n) => `k_${String(n).padStart(62, '0')}`);
    const attributes = Object.fromEntries(names.map((name) => [name, '🏦'.repeat(128)]));
    dataOf(await books.api.post('/transactions', transaction({ attributes })), 202);
  });

  test('never for a released lock, nor on the day after a lock', async () => {
    dataOf(await books.api.post('/transactions', transaction({ effective_date: '2021-01-01' })), 202);
  });
});
