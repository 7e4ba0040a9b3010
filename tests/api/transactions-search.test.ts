/** The search of transactions by words, amounts, metadata, transaction codes and origins. */
import { everyPage, quiet } from '../support/client';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { credit, dataOf, debit, decide, expectRefusal, openBooks, type Fields } from '../support/requests';

const ledger = ledgerOfFile();
let books: TestBooks;

const of = (amount: string): Fields => ({ entries: [debit('CASH', amount), credit('SALES', amount)] });
const history: readonly Fields[] = [
  { description: 'Rent of January', reference: 'INV-100234', ...of('700.00') },
  // The reference contains the Kelvin sign, whose lower case is the letter k.
  {
    description: 'Caf\u00e9 in the Straße',
    reference: '273 \u212A',
    metadata: { invoice: '2026-17', lines: 3, isPaid: true },
    ...of('4.20'),
  },
  { description: 'rental car', reference: 'CAR', metadata: { invoice: '2026-18' }, ...of('88.00') },
  { description: 'Held', layer: 'pending', ...of('50.00') },
];

beforeAll(async () => {
  books = await openBooks(ledger);
  const made: string[] = [];
  for (const fields of history) made.push((await decide(books.api, fields)).id);
  dataOf(
    await books.api.post(`/transactions/${made[0]}/reverse`, {
      reason: 'wrong',
      date: '2026-03-01',
      idempotency_key: 'r',
    }),
    201,
  );
  dataOf(await books.api.post(`/transactions/${made[3]}/settle`, { amount: '20.00', idempotency_key: 's' }), 201);
  await quiet(books.api);
});

const found = async (query: string): Promise<readonly string[]> =>
  (await everyPage(books.api, `/transactions?${query}`)).map(
    ({ description, total_amount: amount }) => `${description} ${amount}`,
  );

const [reversal, release, settlement] = ['Reversal: wrong 700.00', 'Release: Held 50.00', 'Settlement: Held 20.00'];
const [rent, cafe, car, held] = ['Rent of January 700.00', 'Café in the Straße 4.20', 'rental car 88.00', 'Held 50.00'];

test.each<[string, readonly string[]]>([
  ['text=rent', [car, rent]],
  ['text=RENT%20january', [rent]],
  ['text=inv-1002&origin=post', [rent]],
  ['text=cafe%CC%81', [cafe]],
  ['text=stra%C3%9Fe', [cafe]],
  ['text=in', [cafe]],
  ['text=cafe', []],
  ['text=273%20k%20in', [cafe]],
  ['text=January%20inv', [rent]],
  ['text=ent', []],
  ['text=RENT&reference=CAR', [car]],
  ['origin=post&min_amount=50&max_amount=88.00', [held, car]],
  ['max_amount=4.2', [cafe]],
  ['min_amount=88.01&max_amount=87', []],
  ['metadata%5Binvoice%5D=2026-17', [cafe]],
  ['metadata%5Blines%5D=3&metadata%5BisPaid%5D=true', [cafe]],
  ['metadata%5Binvoice%5D=2026', []],
  ['trancode=NONE', []],
  ['origin=post', [held, car, cafe, rent]],
  ['origin=post&layer=settled', [car, cafe, rent]],
  ['origin=-reversal,-release,-settlement', [held, car, cafe, rent]],
])('?%s finds the matching transactions', async (query, expected) => {
  expect(await found(query)).toEqual(expected);
});

test.each<[query: string, rows: readonly string[]]>([
  ['origin=reversal', [reversal]],
  ['origin=release', [release]],
  ['origin=settlement', [settlement]],
  ['origin=settlement&origin=reversal', [settlement, reversal]],
  ['origin=-post', [settlement, release, reversal]],
])('?%s finds the reversals, releases and settlements, and no others', async (query, expected) => {
  expect(await found(query)).toEqual(expected);
});

test.each([
  ['text=!', 'text'],
  ['text=a b c d e f g h i j k', 'text'],
  ['min_amount=much', 'min_amount'],
  ['max_amount=9999999999999999999999999999999999999', 'max_amount'],
  ['origin=theft', 'origin'],
  ['metadata=x', 'metadata'],
  [
    'metadata%5Ba%5D=1&metadata%5Bb%5D=1&metadata%5Bc%5D=1&metadata%5Bd%5D=1&metadata%5Be%5D=1&metadata%5Bf%5D=1',
    'metadata',
  ],
])('?%s is refused, and the refusal names %s', async (query, field) => {
  const { status, body } = await books.api.get(`/transactions?${query.replace(/ /g, '%20')}`);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(Object.keys(body.errors).join()).toContain(field);
});

test.each(['min_amount', 'max_amount'])('%s finer than the ledger keeps is refused', async (field) => {
  const refused = await books.api.get(`/transactions?${field}=1.005`);
  expectRefusal(refused, 422, 'VALIDATION_ERROR', [field]);
  expect(refused.body.errors[field][0]).toContain('2 decimals');
});
