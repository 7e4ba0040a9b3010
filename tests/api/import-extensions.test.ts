/**
 * The extension of a hold is imported as an extension: it raises the hold that the file names, or is rejected with its line and the reason.
 */
import { importAll, importText } from '../support/importing';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { openAccount, openBooks, type Fields } from '../support/requests';

const ledger = ledgerOfFile();
let books: TestBooks;

beforeEach(async () => {
  books = await openBooks(ledger);
  await openAccount(books.api, { code: 'RENT', type: 'revenue' });
});

const head = '; M "Main" in USD, at sequence 7 of its log, hash 01ab\n\n';
const end = '\n; end of the journal: 4 transactions\n';
const id = '01a209b9-abd6-7639-814b-a59100baa2fa';
const lines = (cash: string, sales: string): string => `    CASH  ${cash} USD\n    SALES  ${sales} USD\n\n`;
const hold = `2026-01-05 ! Room\n    ; id: ${id}\n    ; layer: pending\n    ; reference: B-7\n${lines('10.00', '-10.00')}`;
const extension = (day = '06', amount = '5.00'): string =>
  `2026-01-${day} ! Extension: Room\n    ; layer: pending\n    ; reference: B-7\n    ; extends: ${id}\n${lines(amount, `-${amount}`)}`;
const fileOf = (...rows: readonly string[]): string => `${head}${rows.join('')}${end}`;

const holds = async (): Promise<readonly Fields[]> =>
  (await books.api.get('/transactions?hold_state=open')).body.data.map((one: Fields) => one['hold']);

test('an imported extension raises the hold on its day, and a settlement settles the raised hold', async () => {
  const taken = `2026-01-08 ! Release: Room\n    ; layer: pending\n    ; reference: B-7\n    ; releases: ${id}\n${lines('-18.00', '18.00')}`;
  const settled = `2026-01-08 * Stay\n    ; reference: B-7\n    ; settles: ${id}\n${lines('18.00', '-18.00')}`;
  const text = fileOf(hold, extension(), extension('07', '3.00'), taken, settled);
  expect(await importAll(ledger, books, 'hledger', text)).toMatchObject({ posted: 5, remarks: [] });
  const raising = (await books.api.get(`/transactions?layer=pending`)).body.data.filter(
    (one: Fields) => one['extends_transaction_id'] !== null,
  );
  expect(raising.map((one: Fields) => [String(one['effective_date']).slice(0, 10), one['total_amount']])).toEqual([
    ['2026-01-07', '3.00'],
    ['2026-01-06', '5.00'],
  ]);
  const [found] = (await books.api.get('/transactions?hold_state=settled')).body.data;
  expect(found.hold).toMatchObject({ amount: '18.00', extended_amount: '8.00', settled_amount: '18.00' });
  expect(await importAll(ledger, books, 'hledger', text)).toMatchObject({ posted: 0, replayed: 5 });
});

test('an extension has the attributes of its hold, whether the file repeats them or not', async () => {
  const attribute = (row: string): string => row.replace('    ; reference', '    ; trip: north\n    ; reference');
  const text = fileOf(attribute(hold), attribute(extension()), extension('07', '3.00'));
  expect(await importAll(ledger, books, 'hledger', text)).toMatchObject({ posted: 3, remarks: [] });
  const { data } = (await books.api.get('/transactions?layer=pending')).body;
  expect(data.map((one: Fields) => one['attributes'])).toEqual([
    { trip: 'north' },
    { trip: 'north' },
    { trip: 'north' },
  ]);
});

test('an extension right after a release of the same day is not read as a settlement', async () => {
  const released = `2026-01-06 ! Release: fewer\n    ; layer: pending\n    ; reference: B-7\n    ; releases: ${id}\n${lines('-2.00', '2.00')}`;
  const text = fileOf(hold, released, extension());
  expect(await importAll(ledger, books, 'hledger', text)).toMatchObject({ posted: 3, remarks: [] });
  expect(await holds()).toMatchObject([{ amount: '15.00', released_amount: '2.00', remaining_amount: '13.00' }]);
});

test.each<[what: string, change: (row: string) => string, code: string]>([
  ['the reference', (row) => row.replace('B-7', 'B-8'), 'ORIGINAL_DIFFERS'],
  ['the description', (row) => row.replace('Extension: Room', 'Extension: Hall'), 'ORIGINAL_DIFFERS'],
  ['the layer', (row) => row.replace('pending', 'encumbrance'), 'ORIGINAL_DIFFERS'],
  ['the attributes', (row) => row.replace('    ; extends', '    ; trip: south\n    ; extends'), 'ORIGINAL_DIFFERS'],
  ['the accounts', (row) => row.replace('SALES', 'RENT'), 'ORIGINAL_DIFFERS'],
  [
    'the sides',
    (row) => row.replace('  5.00', '  -5.00').replace('  -5.00 USD\n\n', '  5.00 USD\n\n'),
    'ORIGINAL_DIFFERS',
  ],
  ['the text of an entry', (row) => row.replace(/\n\n$/, '\n        ; text: x\n\n'), 'ORIGINAL_DIFFERS'],
  [
    'the correlation',
    (row) => row.replace('    ; extends', '    ; correlation_id: order 7\n    ; extends'),
    'ORIGINAL_DIFFERS',
  ],
  [
    'the end',
    (row) => row.replace('    ; extends', '    ; expires_at: 2099-01-01T00:00:00.000Z\n    ; extends'),
    'ORIGINAL_DIFFERS',
  ],
  ['metadata', (row) => row.replace('    ; extends', '    ; metadata: {"a":1}\n    ; extends'), 'NOT_SUPPORTED'],
  ['the day, which is before the hold', (row) => row.replace('01-06', '01-04'), 'DATE_BEFORE_ORIGINAL'],
])('an extension that differs in %s is rejected, and leaves the hold unchanged', async (_, change, code) => {
  const changed = change(extension());
  expect(changed).not.toBe(extension());
  const { summary } = await importText(ledger, books, 'hledger', fileOf(hold, changed));
  expect(summary).toMatchObject({ posted: 1, rejections: [{ line: 10, code }] });
  expect(await holds()).toMatchObject([{ amount: '10.00', remaining_amount: '10.00' }]);
});

test('an extension of several entries must have the shares that the ledger would compute', async () => {
  const entries = (...[cash, sales, fees]: readonly string[]): string =>
    `    CASH  ${cash} USD\n    SALES  ${sales} USD\n    RENT  ${fees} USD\n\n`;
  const own = hold.replace(lines('10.00', '-10.00'), entries('10.00', '-9.99', '-0.01'));
  const row = (...amounts: readonly string[]): string =>
    extension()
      .replace(lines('5.00', '-5.00'), entries(...amounts))
      .replace(/^.* 0\.00 USD\n/m, '');
  const wrong = await importText(ledger, books, 'hledger', fileOf(own, row('5.00', '-4.00', '-1.00')));
  expect(wrong.summary).toMatchObject({ posted: 1, rejections: [{ line: 11, code: 'ORIGINAL_DIFFERS' }] });
  expect(await importAll(ledger, books, 'hledger', fileOf(own, row('5.00', '-5.00', '0.00')))).toMatchObject({
    posted: 1,
  });
  expect(await holds()).toMatchObject([{ amount: '15.00', remaining_amount: '15.00' }]);
});

test('an extension of a rejected hold is rejected until the hold is corrected', async () => {
  const { summary, rejected = '' } = await importText(
    ledger,
    books,
    'hledger',
    fileOf(hold.replace('SALES', 'NOWHERE'), extension()),
  );
  expect(summary?.rejections.map(({ code }) => code)).toEqual(['ACCOUNT_NOT_DECLARED', 'ORIGINAL_REJECTED']);
  expect(await importAll(ledger, books, 'hledger', rejected.replaceAll('NOWHERE', 'SALES'))).toMatchObject({
    posted: 2,
  });
  expect(await holds()).toMatchObject([{ amount: '15.00' }]);
});

test('an extension whose hold is not in the file is posted plainly, with a remark', async () => {
  const text = `${head.replace('\n\n', ', from 2026-01-06\n\n')}${extension()}${end}`;
  const { posted, remarks } = await importAll(ledger, books, 'hledger', text);
  expect({ posted, remarks }).toMatchObject({ posted: 1, remarks: [{ code: 'ORIGINAL_NOT_IN_FILE' }] });
});
