import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { account, expectRefusal, openAccount, openBooks, without, type Fields } from '../support/requests';
import { refusedWrite } from '../support/untouched';

const ledger = ledgerOfFile();
let books: TestBooks;

beforeAll(async () => {
  books = await openBooks(ledger);
});

const create = (body: unknown) => refusedWrite(ledger, books, (api) => api.post('/accounts', body));

describe('an account is not valid', () => {
  test.each(['code', 'name', 'type', 'category'])('without a %s', async (field) => {
    expectRefusal(await create(without(account(), field)), 400, 'VALIDATION_ERROR', [field]);
  });

  test.each<[field: string, what: string, value: unknown]>([
    ['code', 'is empty', ''],
    ['code', 'has 37 characters', 'x'.repeat(37)],
    ['code', 'has a space', 'PETTY CASH'],
    ['code', 'has a mark that is not allowed', 'A/B'],
    ['code', 'has a letter outside ASCII', 'KÀSA'],
    ['code', 'ends with a line feed', 'CASH\n'],
    ['code', 'is a number', 1000],
    ['code', 'is null', null],
    ['name', 'is empty', ''],
    ['name', 'has 256 characters', '🏦'.repeat(256)],
    ['name', 'holds NUL', 'Ca\0sh'],
    ['name', 'holds a lone surrogate', 'Ca\ud800sh'],
    ['name', 'is an array', ['Cash']],
    ['name', 'is null', null],
    ['type', 'is none of the five', 'income'],
    ['type', 'is in another case', 'Asset'],
    ['type', 'is the name of an object internal', 'constructor'],
    ['type', 'is null', null],
    ['category', 'is none of the two', 'internal'],
    ['category', 'is null', null],
    ['normal_balance', 'is none of the two', 'both'],
    ['normal_balance', 'is empty', ''],
    ['parent_code', 'is empty', ''],
    ['parent_code', 'has 37 characters', 'x'.repeat(37)],
    ['parent_code', 'is a number', 7],
    ['description', 'has 1001 characters', 'x'.repeat(1001)],
    ['description', 'holds NUL', '\0'],
    ['description', 'holds a lone surrogate', '\udfff'],
    ['description', 'is an object', {}],
    ['is_active', 'is a string', 'true'],
    ['is_active', 'is null', null],
    ['is_system', 'is a number', 1],
    ['metadata', 'is an array', []],
    ['metadata', 'is a string', '{}'],
    ['metadata', 'takes a byte more than 16 KiB', { text: 'x'.repeat(16_385 - '{"text":""}'.length) }],
    ['metadata', 'takes more than 16 KiB in UTF-8', { text: 'é'.repeat(8_187) }],
    ['metadata', 'has more than a thousand values', { a: Array(999).fill({}) }],
    ['metadata', 'holds NUL deep inside', { a: [{ b: 'x\0' }] }],
    ['metadata', 'holds NUL in the name of a member', { a: { 'b\0': 1 } }],
    ['metadata', 'holds a lone surrogate', { a: ['\ud800'] }],
    ['enforce_balance_limits', 'is a string', 'yes'],
    ['enforce_balance_limits', 'is null', null],
  ])('if its %s %s', async (field, _, value) => {
    expectRefusal(await create(account({ [field]: value })), 400, 'VALIDATION_ERROR', [field]);
  });

  describe.each(['min_balance', 'max_balance'])('if its %s', (field) => {
    test.each<[what: string, value: unknown]>([
      ['is a JSON number', 10],
      ['is empty', ''],
      ['has a plus sign', '+1'],
      ['has two signs', '--1'],
      ['has an exponent', '1e3'],
      ['has a space', ' 1'],
      ['ends with a space', '1 '],
      ['ends with a line feed', '1\n'],
      ['has no digit before the point', '.5'],
      ['has no digit after the point', '5.'],
      ['has two points', '1.2.3'],
      ['has a comma', '1,50'],
      ['has an underscore', '1_000'],
      ['is hexadecimal', '0x10'],
      ['is not finite', 'Infinity'],
      ['is not a number', 'NaN'],
      ['has digits of another alphabet', '١٢'],
      ['has 39 digits', '9'.repeat(39)],
      ['has 39 digits, all of them zero', `0.${'0'.repeat(38)}`],
      ['has 39 digits in the smallest unit', '9'.repeat(37)],
      ['is a boolean', true],
    ])('%s', async (_, value) => {
      const refused = await create(account({ type: 'liability', [field]: value }));
      expectRefusal(refused, 400, 'VALIDATION_ERROR', [field]);
    });

    test.each(['0.001', '-0.001', '1.999999', '1.0000000000000000001'])(
      'is finer than the ledger: %j',
      async (value) => {
        const refused = await create(account({ type: 'liability', [field]: value }));
        expectRefusal(refused, 400, 'AMOUNT_PRECISION_EXCEEDED', [field]);
      },
    );
  });

  test.each(['asset', 'equity', 'revenue', 'expense'])('with the type %s and a negative min_balance', async (type) => {
    const refused = await create(account({ type, min_balance: '-0.01' }));
    expectRefusal(refused, 400, 'VALIDATION_ERROR', ['min_balance']);
  });

  test('if its max_balance is less than its min_balance', async () => {
    const refused = await create(account({ min_balance: '5.00', max_balance: '4.99' }));
    expectRefusal(refused, 400, 'VALIDATION_ERROR', ['max_balance']);
  });

  test.each([
    ['an array', []],
    ['a string', 'CASH'],
    ['a number', 1],
    ['null', null],
  ])('if the body is %s', async (_, body) => {
    expectRefusal(await create(body), 400, 'VALIDATION_ERROR', ['body']);
  });

  test('if its metadata has a number that is too large for a double', async () => {
    const text = JSON.stringify(account({ metadata: { big: 'NUMBER' } })).replace('"NUMBER"', '1e999');
    const refused = await refusedWrite(ledger, books, (api) =>
      api.send('POST', '/accounts', text, { 'Content-Type': 'application/json' }),
    );
    expectRefusal(refused, 400, 'VALIDATION_ERROR', ['metadata.big']);
  });

  test('and the answer names all its faults at once', async () => {
    const refused = await create({ code: '', type: 'gold', is_active: 'no', max_balance: 7 });
    expectRefusal(refused, 400, 'VALIDATION_ERROR', ['code', 'name', 'type', 'category', 'is_active', 'max_balance']);
  });
});

describe('an account is refused', () => {
  // The rows are in the order in which the service checks for faults: each row's request has that row's fault and the faults of all later
  // rows.
  const faults: readonly [status: number, code: string, fault: Fields][] = [
    [400, 'VALIDATION_ERROR', { name: '' }],
    [400, 'AMOUNT_PRECISION_EXCEEDED', { min_balance: '0.001' }],
    [409, 'ACCOUNT_CODE_EXISTS', { code: 'CASH' }],
    [400, 'PARENT_ACCOUNT_NOT_FOUND', { parent_code: 'NOBODY' }],
  ];

  test.each(faults)('with %i %s before any later fault', async (status, code) => {
    const later = faults.slice(faults.findIndex(([, one]) => one === code)).map(([, , fault]) => fault);
    expectRefusal(await create(account(Object.assign({}, ...later))), status, code);
  });

  test('when its parent is in another ledger of the tenant', async () => {
    const other = await ledger.newLedger({ tenantId: books.ledger.tenantId });
    await openAccount(other.api, { code: 'ELSEWHERE' });
    expectRefusal(await create(account({ parent_code: 'ELSEWHERE' })), 400, 'PARENT_ACCOUNT_NOT_FOUND');
  });

  test('when it would be its own parent', async () => {
    const refused = await create(account({ code: 'SELF', parent_code: 'SELF' }));
    expectRefusal(refused, 400, 'PARENT_ACCOUNT_NOT_FOUND');
  });

  test('when its parent’s code differs in case', async () => {
    expectRefusal(await create(account({ parent_code: 'cash' })), 400, 'PARENT_ACCOUNT_NOT_FOUND');
  });
});
