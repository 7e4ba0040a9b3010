import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { credit, debit, decide, expectRefusal, openBooks, sale, transaction } from '../support/requests';
import { refusedWrite } from '../support/untouched';

const ledger = ledgerOfFile();
let books: TestBooks;

beforeAll(async () => {
  books = await openBooks(ledger);
});

const nines = (count: number): string => '9'.repeat(count);

describe('the amount of an entry', () => {
  test.each<[what: string, amount: unknown]>([
    ['is a JSON number', 10],
    ['is a JSON number with decimals', 10.5],
    ['is null', null],
    ['is a boolean', true],
    ['is an array', ['10.00']],
    ['is empty', ''],
    ['is zero', '0'],
    ['is zero with decimals', '0.00'],
    ['is minus zero', '-0'],
    ['is zero, finer than the ledger', '0.000'],
    ['is negative', '-10.00'],
    ['is negative by a cent', '-0.01'],
    ['has a plus sign', '+10.00'],
    ['has an exponent', '1e2'],
    ['has an exponent in capitals', '1E2'],
    ['has no digit behind the point', '10.'],
    ['has no digit before the point', '.10'],
    ['is a point alone', '.'],
    ['is a sign alone', '-'],
    ['has two points', '10.0.0'],
    ['has a comma', '10,00'],
    ['has a space', '1 000'],
    ['has an underscore', '1_000'],
    ['starts with a space', ' 10'],
    ['ends with a space', '10 '],
    ['ends with a line feed', '10\n'],
    ['ends with NUL', '10\0'],
    ['is hexadecimal', '0x0A'],
    ['is not finite', 'Infinity'],
    ['is not a number', 'NaN'],
    ['has digits of another alphabet', '１０'],
    ['has a minus of another alphabet', '−10'],
    ['has a currency', '$10'],
    ['has 39 digits', nines(39)],
    ['has 39 digits with its leading zero', `0${nines(38)}`],
    ['has 39 digits with its trailing zeros', `1.${'0'.repeat(38)}`],
    ['has ten thousand digits', nines(10_000)],
    ['has 39 digits in the smallest unit', nines(37)],
  ])('is not valid when it %s', async (_, amount) => {
    const refused = await refusedWrite(ledger, books, (api) =>
      api.post('/transactions', transaction({ entries: [debit('CASH', '1.00'), credit('SALES', amount)] })),
    );
    expectRefusal(refused, 400, 'VALIDATION_ERROR', ['entries.1.amount']);
  });

  test.each(['0.001', '10.001', '10.0010', '0.0000000000000000001', `0.${'0'.repeat(36)}1`])(
    'is never rounded: %s is finer than two decimals',
    async (amount) => {
      const refused = await refusedWrite(ledger, books, (api) =>
        api.post('/transactions', transaction({ entries: sale(amount) })),
      );
      expectRefusal(refused, 400, 'AMOUNT_PRECISION_EXCEEDED', ['entries.0.amount']);
    },
  );

  test.each([
    ['1', '1.00'],
    ['1.5', '1.50'],
    ['0.01', '0.01'],
    ['000123.40', '123.40'],
    ['7.10000000', '7.10'],
    [`0.01${'0'.repeat(35)}`, '0.01'],
    [nines(36), `${nines(36)}.00`],
    [`${nines(36)}.99`, `${nines(36)}.99`],
  ])('%s is kept exactly, as %s', async (amount, printed) => {
    const posted = await decide(books.api, { entries: sale(amount) });
    expect(posted).toMatchObject({
      status: 'posted',
      total_amount: printed,
      entries: [{ amount: printed }, { amount: printed }],
    });
  });
});

describe('sums', () => {
  test('are exact for decimals that floats cannot hold', async () => {
    const entries = [
      ...Array.from({ length: 10 }, () => debit('CASH', '0.10')),
      credit('SALES', '0.70'),
      credit('SALES', '0.30'),
    ];
    expect(await decide(books.api, { entries })).toMatchObject({ status: 'posted', total_amount: '1.00' });
  });

  test('that differ beyond the precision of floats are not taken for equal', async () => {
    const entries = [debit('CASH', '9007199254740993'), credit('SALES', '9007199254740992')];
    const refused = await refusedWrite(ledger, books, (api) => api.post('/transactions', transaction({ entries })));
    expectRefusal(refused, 400, 'ENTRIES_NOT_BALANCED');
    expect(refused.body.message).toMatch(/9007199254740993\.00.*9007199254740992\.00/);
  });

  test('in one transaction may have 38 digits in the smallest unit, and not 39', async () => {
    const half = `4${nines(35)}`;
    const [fits, exceeds] = [half, `${half}.50`].map((amount) => ({
      entries: [...sale(amount), ...sale(amount), ...sale('1.50')],
    }));
    expect(await decide(books.api, fits)).toMatchObject({ status: 'posted', total_amount: `${nines(35)}9.50` });
    const refused = await refusedWrite(ledger, books, (api) => api.post('/transactions', transaction(exceeds)));
    expectRefusal(refused, 400, 'VALIDATION_ERROR', ['entries']);
  });

  test('over one account may have more than 38 digits, and are printed exactly', async () => {
    const { api } = await openBooks(ledger, { storageDecimals: 18, displayDecimals: 2 });
    const most = `${nines(20)}.${nines(18)}`;
    for (let times = 0; times < 3; times++)
      expect(await decide(api, { entries: sale(most) })).toMatchObject({ status: 'posted' });
    const thrice = `2${nines(20)}.${nines(17)}7`;
    const [cash, sales] = (await api.get('/accounts')).body.data;
    expect([cash.balance, sales.balance]).toEqual([thrice, thrice]);
    expect((await api.get('/accounts/code/CASH/balance')).body.data.layer_details.settled.debits).toBe(thrice);
    expect((await api.get(`/accounts/${sales.id}/entries`)).body.data[2].balance_after).toBe(thrice);
  });
});

describe('a ledger of 18 decimals', () => {
  test('accepts 38 digits on any side of the point, and keeps the last one', async () => {
    const { api } = await openBooks(ledger, { storageDecimals: 18, displayDecimals: 2 });
    const entries = [debit('CASH', `${nines(20)}.${nines(18)}`), credit('SALES', `${nines(20)}.${nines(17)}8`)];
    const refused = await api.post('/transactions', transaction({ entries }));
    expectRefusal(refused, 400, 'ENTRIES_NOT_BALANCED');
    const exact = [...entries, credit('SALES', '0.000000000000000001')];
    expect(await decide(api, { entries: exact })).toMatchObject({ status: 'posted' });
  });

  test('refuses a whole number that is too large in its smallest unit', async () => {
    const { api } = await openBooks(ledger, { storageDecimals: 18, displayDecimals: 2 });
    const refused = await api.post('/transactions', transaction({ entries: sale(nines(21)) }));
    expectRefusal(refused, 400, 'VALIDATION_ERROR', ['entries.0.amount']);
  });
});

describe('a ledger without decimals', () => {
  test('accepts only whole numbers', async () => {
    const yen = await openBooks(ledger, { currency: 'JPY' });
    expect(await decide(yen.api, { entries: sale('100.000') })).toMatchObject({
      total_amount: '100',
      status: 'posted',
    });
    const refused = await refusedWrite(ledger, yen, (api) =>
      api.post('/transactions', transaction({ entries: sale('100.5') })),
    );
    expectRefusal(refused, 400, 'AMOUNT_PRECISION_EXCEEDED', ['entries.0.amount']);
  });
});
