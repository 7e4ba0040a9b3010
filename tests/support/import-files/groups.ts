/** Several rows that form one transaction, rules for the other account, and days in the far future. */
import { bankMap, bankRows, lines, type FileCase } from './case';
import type { Fields } from '../requests';

const groupMap = (csv: Fields = {}): Fields => ({
  csv: {
    ...{ group: 'No', date: { column: 'Date' }, description: 'Text', account: { column: 'Account' } },
    ...{ debit: 'Debit', credit: 'Credit', ...csv },
  },
  accounts: { '*': { type: 'asset' } },
});
const header = 'No,Date,Text,Account,Debit,Credit';
const table = (...rows: readonly string[]): string => lines(header, ...rows);
const bought = ['1,2026-01-05,Desk,Furniture,400.00,', '1,2026-01-05,Tax,Tax,76.00,', '1,2026-01-05,,Bank,,476.00'];
const sold = ['2,2026-01-06,Sale,Bank,100.00,', '2,2026-01-06,Sale,Sales,,100.00'];
const boughtBooks = { Furniture: '400.00', Tax: '76.00', Bank: '-476.00' };
const ofBought = { posted: 1, books: boughtBooks };

const rules = [
  { column: 'Text', is: ['tea'], account: 'DRINKS' },
  { column: 'Text', contains: ['tea', 'cake'], account: 'FOOD' },
];
const ruled = bankMap(
  { contra: rules },
  { accounts: { '*': { type: 'asset' }, DRINKS: { type: 'expense' }, FOOD: { type: 'expense' } } },
);
const snacks = bankRows('2026-01-05,TEA,-1.00', '2026-01-05,Green  Tea,-2.00', '2026-01-05,Rent,-4.00');

export const groups: readonly FileCase[] = [
  {
    name: 'rows of two transactions',
    files: [{ text: table(...bought, ...sold), map: groupMap() }],
    ...{ posted: 2, books: { ...boughtBooks, Bank: '-376.00', Sales: '-100.00' }, described: ['Sale', 'Desk'] },
  },
  {
    name: 'the same again, with one more transaction and other spellings',
    files: [
      { text: table(...bought), map: groupMap() },
      {
        text: table(...sold, ...bought)
          .replaceAll(',', ';')
          .replaceAll('.00', ',0'),
        map: groupMap({ delimiter: ';', decimal: ',' }),
      },
    ],
    ...{ posted: 1, before: 1, books: { ...boughtBooks, Bank: '-376.00', Sales: '-100.00' } },
  },
  {
    name: 'rows of transactions cannot be declared new',
    files: [
      { text: table(...bought), map: groupMap() },
      { text: table(...bought), map: groupMap(), newRows: true },
    ],
    ...{ books: boughtBooks, stopped: 'NEW_ROWS_UNSUPPORTED', says: 'nor for rows that a map groups' },
  },
  {
    name: 'number and day in the first row alone',
    files: [
      {
        text: table(...bought.map((row, index) => (index === 0 ? row : row.replace('1,2026-01-05', ',')))),
        map: groupMap(),
      },
    ],
    ...ofBought,
  },
  {
    name: 'one column of amounts with signs',
    files: [
      {
        text: lines('No,Date,Text,Account,Amount', '1,2026-01-05,a,A,5.00', '1,2026-01-05,a,B,-5.00'),
        map: groupMap({ amount: 'Amount', debit: undefined, credit: undefined }),
      },
    ],
    ...{ posted: 1, books: { A: '5.00', B: '-5.00' } },
  },
  {
    name: 'rows that do not balance',
    files: [{ text: table(...bought.slice(0, 2), ...sold), map: groupMap() }],
    ...{ posted: 1, books: { Bank: '100.00', Sales: '-100.00' }, rejected: ['2 ENTRIES_NOT_BALANCED'] },
    says: 'The 2 rows of "1"',
  },
  {
    name: 'rows of one transaction that are not adjacent',
    files: [{ text: table(bought[0] as string, ...sold, ...bought.slice(1)), map: groupMap() }],
    ...{ posted: 1, books: { Bank: '100.00', Sales: '-100.00' } },
    ...{ rejected: ['2 ENTRIES_NOT_BALANCED', '5 ENTRIES_NOT_BALANCED'], says: 'sort the file by the column No' },
  },
  {
    name: 'different days',
    files: [{ text: table(...bought).replace('2026-01-05,Tax', '2026-01-06,Tax'), map: groupMap() }],
    ...{ books: {}, rejected: ['2 DAYS_DIFFER'] },
  },
  {
    name: 'a row that cannot be read rejects all of its transaction, and nothing else',
    files: [{ text: table(...bought, ...sold).replace('76.00', '7.6.0'), map: groupMap() }],
    ...{ posted: 1, books: { Bank: '100.00', Sales: '-100.00' }, rejected: ['2 AMOUNT_INVALID'], says: 'Line 3: ' },
  },
  {
    name: 'a first row without its number',
    files: [{ text: table(',2026-01-05,a,A,5.00,', ',2026-01-05,a,B,,5.00', ...sold), map: groupMap() }],
    ...{ posted: 1, books: { Bank: '100.00', Sales: '-100.00' }, rejected: ['2 GROUP_MISSING'] },
  },
  {
    name: 'rows of zero within a transaction, and a transaction of zero',
    files: [
      {
        text: table(...bought, '1,2026-01-05,,Rounding,0.00,', '3,2026-01-07,a,A,0,', '3,2026-01-07,a,B,,0'),
        map: groupMap(),
      },
    ],
    ...{ ...ofBought, leftOut: 1 },
  },
  {
    name: 'no transaction has more than a thousand rows',
    files: [{ text: table(...Array.from({ length: 1_100 }, () => '1,2026-01-05,a,A,1.00,')), map: groupMap() }],
    ...{ books: {}, rejected: ['2 TOO_LARGE', '1003 ENTRIES_NOT_BALANCED'] },
  },
  {
    name: 'rules for the other account',
    files: [{ text: snacks, map: ruled }],
    ...{ posted: 3, books: { BANK: '-7.00', DRINKS: '1.00', FOOD: '2.00', OPEN: '4.00' } },
  },
  {
    name: 'rules that were changed post nothing again',
    files: [
      { text: snacks, map: bankMap({}, { accounts: { '*': { type: 'asset' } } }) },
      { text: snacks, map: ruled },
    ],
    ...{ before: 3, books: { BANK: '-7.00', OPEN: '7.00' } },
  },
  {
    name: 'a day that is far ahead is posted and reported',
    files: [{ text: bankRows('2062-01-05,Tea,-1.00', '2026-01-05,Tea,-1.00', '2062-01-06,Tea,-1.00'), map: bankMap() }],
    ...{ posted: 3, books: { BANK: '-1.00', OPEN: '1.00' }, says: 'dated more than a year from now' },
  },
];
