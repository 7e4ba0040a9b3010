/**
 * Amounts that the service computes. An amount has at most 38 digits in the smallest unit; a larger one is refused before anything is
 * written. Each place that creates a transaction has a case here.
 */
import type { Answer, Client } from '../support/client';
import { holdingIn } from '../support/holding';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { credit, dataOf, debit, decide, expectRefusal, idsOf, openAccount, transaction } from '../support/requests';
import { readSourceFile, sourceFiles } from '../support/source-files';
import { conversion, openCustomer, openMembers } from '../support/strings';
import { refusedWrite } from '../support/untouched';

const ledger = ledgerOfFile();
let books: TestBooks;
let other: TestBooks;

beforeEach(async () => {
  [books, other] = await openMembers(ledger, ['S'], [{ currency: 'USD' }, { currency: 'EUR' }]);
  for (const code of ['CASH', 'SALES', 'TIPS']) await openAccount(books.api, { code });
  await openCustomer(books, 'ALICE');
});

/** The largest amount of a ledger with two decimals, and the amount that is larger by 0.01. */
const most = `${'9'.repeat(36)}.99`;
const tooMuch = `1${'0'.repeat(36)}`;
const { hold, sendSettle } = holdingIn(() => books);
const holdFour = (...[one, two]: readonly [string, string]) =>
  hold('', { entries: [debit('CASH', one), debit('TIPS', two), credit('SALES', one), credit('SALES', two)] });

const till = async (): Promise<Answer['body']> => {
  const account = await openAccount(books.api, { code: 'TILL' });
  for (const amount of [most, '0.01'])
    await decide(books.api, { entries: [debit('TILL', amount), credit('SALES', amount)] });
  return account;
};

interface Case {
  /** The file that creates the transaction. */
  readonly file: string;
  readonly refusal: readonly [status: number, code: string, fields?: readonly string[]];
  /** Prepares the ledger, and returns the request whose amount would be too large. */
  readonly prepare: () => Promise<(api: Client) => Promise<Answer>>;
}

const ledgering = 'src/modules/ledgering';
const cases: Readonly<Record<string, Case>> = {
  'the sum of the entries of a transaction': {
    file: `${ledgering}/domain/draft.ts`,
    refusal: [400, 'VALIDATION_ERROR', ['entries']],
    prepare: async () => {
      const entries = [debit('CASH', most), debit('TIPS', '0.01'), credit('SALES', most), credit('SALES', '0.01')];
      return (api) => api.post('/transactions', transaction({ entries }));
    },
  },
  'the remainder of a transaction code': {
    file: `${ledgering}/domain/draft.ts`,
    refusal: [422, 'TRANCODE_PARAMS_INVALID', ['entries.2.amount']],
    prepare: async () => {
      const entries = [
        { account: 'CASH', type: 'debit', amount: '{params.amount}' },
        { account: 'TIPS', type: 'debit', amount: '0.01' },
        { account: 'SALES', type: 'credit', amount: '{remainder}' },
      ];
      const params_schema = { amount: { type: 'decimal' } };
      const code = { code: 'SALE', name: 'A sale', params_schema, entries_template: { entries } };
      dataOf(await books.api.post('/trancodes', code), 201);
      const { entries: _, ...posting } = transaction({
        transaction_code: 'SALE',
        transaction_code_params: { amount: most },
      });
      return (api) => api.post('/transactions', posting);
    },
  },
  'the sum of the entries of a settlement that exceeds its hold': {
    file: `${ledgering}/domain/hold.ts`,
    refusal: [422, 'VALIDATION_ERROR', ['entries']],
    prepare: async () => {
      const { id, entries } = await holdFour('2.00', '1.00');
      const amounts = [most, '0.01', most, '0.01'];
      const parts = idsOf(entries).map((entry_id, at) => ({ entry_id, amount: amounts[at] }));
      return () => sendSettle(id, { entries: parts, allow_excess: true });
    },
  },
  'the amount of a hold after an extension': {
    file: `${ledgering}/domain/undoing.ts`,
    refusal: [422, 'VALIDATION_ERROR', ['amount']],
    prepare: async () => {
      const { id } = await holdFour(`4${'9'.repeat(35)}`, '1.00');
      return (api) => api.post(`/transactions/${id}/extend`, { amount: tooMuch });
    },
  },
  'the amount of a sweep': {
    file: `${ledgering}/application/closing.ts`,
    refusal: [409, 'ACCOUNT_NOT_CLOSABLE'],
    prepare: async () => {
      const { id } = await till();
      return (api) => api.post(`/accounts/${id}/close`, { sweep_to_account_code: 'CASH' });
    },
  },
  'the amount of a leg of a conversion': {
    file: `${ledgering}/application/leg.ts`,
    refusal: [422, 'STRING_OPERATION_INVALID'],
    prepare: async () => (api) =>
      api.post('/strings/S/convert', conversion([books, other], { target_amount: tooMuch })),
  },
};

test.each(Object.entries(cases))('%s is refused if it is too large', async (_, { prepare, refusal }) => {
  const send = await prepare();
  expectRefusal(await refusedWrite(ledger, books, send), ...refusal);
});

test('each place that creates a transaction has a case', () => {
  const places = sourceFiles(/^src.+\.ts$/).filter((file) => readSourceFile(file).includes("newId<'transaction'>()"));
  expect([...new Set(Object.values(cases).map(({ file }) => file))].sort()).toEqual([...places].sort());
});

test('a balance that is too large for one sweep is closed after a part of it was posted elsewhere', async () => {
  const { id } = await till();
  const close = () => books.api.post(`/accounts/${id}/close`, { sweep_to_account_code: 'CASH' });
  const { message } = (await close()).body;
  expect(message).toContain(most);
  expect(message).toContain('Post part of the balance to another account first.');
  await decide(books.api, { entries: [credit('TILL', '0.01'), debit('CASH', '0.01')] });
  expect(dataOf(await close(), 200).account).toMatchObject({ is_active: false, balance: '0.00' });
});
