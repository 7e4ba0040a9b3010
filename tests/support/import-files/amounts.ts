/** Amounts in bank files: signs, debit and credit columns, marks, currencies, and the balance that a bank prints. */
import type { Fields } from '../requests';
import { bankMap, bankRows, lines, type FileCase } from './case';

const sides = (...rows: readonly string[]): string => lines('Date,Text,Out,In', ...rows);
const sidesMap = (more: Fields = {}): Fields => bankMap({ amount: undefined, debit: 'In', credit: 'Out', ...more });
const one = (amount: string, books: string, more: Partial<FileCase> = {}, csv: Fields = {}): FileCase => ({
  name: `${amount} is ${books}`,
  files: [{ text: lines('Date;Text;Amount', `2026-01-05;Tea;${amount}`), map: bankMap({ delimiter: ';', ...csv }) }],
  ...{ posted: 1, books: { BANK: books, OPEN: books.startsWith('-') ? books.slice(1) : `-${books}` } },
  ...more,
});
const refused = (amount: string, code: string, more: Partial<FileCase> = {}, csv: Fields = {}): FileCase => ({
  ...one(amount, '0', more, csv),
  ...{ name: `${amount} is refused: ${code}`, posted: 0, books: {}, rejected: [`2 ${code}`] },
});
const directed = (sign: Fields, ...words: readonly string[]): FileCase['files'] => [
  {
    text: lines(
      'Date,Text,Way,Amount',
      ...words.map((word, index) => `2026-01-0${index + 5},Tea,${word},${index + 1}.00`),
    ),
    map: bankMap({ sign: { column: 'Way', ...sign } }),
  },
];
const balanced = (map: Fields, ...rows: readonly string[]): FileCase['files'] => [
  { text: lines('Date,Text,Amount,Balance', ...rows), map: bankMap({ balance: 'Balance', ...map }) },
];
const differs = { books: {}, stopped: 'BALANCE_DIFFERS' } as const;

export const amounts: readonly FileCase[] = [
  one('(15.99)', '-15.99'),
  one('($15.99)', '-15.99', { currency: 'USD' }),
  one('15.99 DR', '-15.99'),
  one('15.99DR', '-15.99'),
  one('15.99 Cr.', '15.99'),
  one('CR 15.99', '15.99'),
  one('\u221212.30', '-12.30', { saysNot: 'in the map' }),
  one('\u201312.30', '-12.30'),
  one('100.00-', '-100.00'),
  one('12.50+', '12.50'),
  one('+12.50', '12.50'),
  one('-12.50 EUR', '-12.50'),
  one('EUR -12.50', '-12.50'),
  one('\u20ac1,234.50', '1234.50'),
  one("1'234.50", '1234.50'),
  one('1\u00a0234.50', '1234.50'),
  one('1\u202f234,50', '1234.50', {}, { decimal: ',' }),
  one('1.234,50', '1234.50', {}, { decimal: ',' }),
  one('12.50', '-12.50', {}, { negate: true }),
  refused('(-15.99)', 'AMOUNT_INVALID', { says: 'has two signs' }),
  refused('-15.99 DR', 'AMOUNT_INVALID', { says: 'has two signs' }),
  refused('5,00', 'AMOUNT_INVALID', { says: '"decimal": ","' }),
  refused('5.00', 'AMOUNT_INVALID', { says: '"decimal": "."' }, { decimal: ',' }),
  refused('', 'AMOUNT_INVALID', { says: 'is empty' }),
  refused('5.0.0', 'AMOUNT_INVALID'),
  refused('5.001', 'AMOUNT_PRECISION_EXCEEDED'),
  refused('5.00 USD', 'OTHER_CURRENCY', { says: 'a ledger in USD', saysNot: 'in the map' }),
  refused('\u00a35.00', 'OTHER_CURRENCY', { saysNot: 'in the map' }),
  refused('$5.00', 'OTHER_CURRENCY', { currency: 'EUR', saysNot: 'in the map' }),
  refused('$5.00', 'OTHER_CURRENCY', { currency: 'AUD', says: '"commodities": {"$": "AUD"}' }),
  refused('kr 12.50', 'OTHER_CURRENCY', { currency: 'SEK', says: '"commodities": {"kr": "SEK"}' }),
  refused('5.00 XQ', 'OTHER_CURRENCY', { saysNot: 'say so in the map' }),
  {
    name: 'zero in the other column counts as empty',
    files: [{ text: sides('2026-01-02,Salary,0.00,1500.00', '2026-01-03,Rent,700.00,0.00'), map: sidesMap() }],
    ...{ posted: 2, books: { BANK: '800.00', OPEN: '-800.00' } },
  },
  {
    name: 'a negative number in a column of withdrawals is refused until the map says what it means',
    files: [{ text: sides('2026-01-02,Salary,,1500.00', '2026-01-03,Rent,-700.00,'), map: sidesMap() }],
    ...{
      posted: 1,
      rejected: ['3 AMOUNT_SIGNED'],
      says: '"signed": true',
      books: { BANK: '1500.00', OPEN: '-1500.00' },
    },
  },
  {
    name: 'a negative number in a column of withdrawals is a withdrawal if the map says so',
    files: [{ text: sides('2026-01-02,Salary,,1500.00', '2026-01-03,Rent,-700.00,'), map: sidesMap({ signed: true }) }],
    ...{ posted: 2, books: { BANK: '800.00', OPEN: '-800.00' } },
  },
  {
    name: 'amounts on both sides of a row are refused',
    files: [{ text: sides('2026-01-02,Both,1.00,2.00'), map: sidesMap() }],
    ...{ rejected: ['2 AMOUNT_INVALID'], books: {} },
  },
  {
    name: 'a row without an amount is refused',
    files: [{ text: sides('2026-01-02,None,,'), map: sidesMap() }],
    ...{ rejected: ['2 AMOUNT_INVALID'], says: 'neither a debit nor a credit', books: {} },
  },
  {
    name: 'rows of zero are left out',
    files: [{ text: sides('2026-01-02,Notice,0.00,0.00', '2026-01-03,Rent,7.00,'), map: sidesMap() }],
    ...{ posted: 1, leftOut: 1, books: { BANK: '-7.00', OPEN: '7.00' } },
  },
  {
    name: 'a row of zero in one column of amounts is left out',
    files: [{ text: bankRows('2026-01-02,Notice,0.00'), map: bankMap() }],
    ...{ leftOut: 1, says: 'post nothing', books: {} },
  },
  {
    name: 'a column says the direction',
    files: directed({ negative: ['O', 'DR', 'Af'] }, 'O', 'I', 'dr'),
    ...{ posted: 3, books: { BANK: '-2.00', OPEN: '2.00' } },
  },
  {
    name: 'an unknown word in the column of the direction is refused',
    files: directed({ negative: ['D'], positive: ['K'] }, 'D', 'K', 'X', ''),
    ...{ posted: 2, rejected: ['4 SIGN_UNKNOWN', '5 SIGN_UNKNOWN'], books: { BANK: '1.00', OPEN: '-1.00' } },
  },
  {
    name: 'a sign of its own beside the column of direction is refused',
    files: [
      {
        text: lines('Date,Text,Way,Amount', '2026-01-05,Tea,O,-5.00'),
        map: bankMap({ sign: { column: 'Way', negative: ['O'] } }),
      },
    ],
    ...{ rejected: ['2 AMOUNT_SIGNED'], books: {} },
  },
  {
    name: 'a balance, oldest first',
    files: balanced({}, '2026-01-05,a,-5.00,95.00', '2026-01-06,b,10.00,105.00', '2026-01-07,c,-1.00,104.00'),
    ...{ posted: 3, books: { BANK: '4.00', OPEN: '-4.00' } },
  },
  {
    name: 'a balance, newest first',
    files: balanced({}, '2026-01-07,c,-1.00,104.00', '2026-01-06,b,10.00,105.00', '2026-01-05,a,-5.00,95.00'),
    ...{ posted: 3, books: { BANK: '4.00', OPEN: '-4.00' } },
  },
  {
    name: 'a balance that some rows do not have, and a row of zero',
    files: balanced(
      {},
      '2026-01-05,a,-5.00,95.00',
      '2026-01-06,b,10.00,',
      '2026-01-06,n,0.00,105.00',
      '2026-01-07,c,-1.00,104.00',
    ),
    ...{ posted: 3, leftOut: 1, books: { BANK: '4.00', OPEN: '-4.00' } },
  },
  {
    name: 'a balance with a sign turned',
    files: balanced({}, '2026-01-05,a,-5.00,95.00', '2026-01-06,b,-10.00,105.00', '2026-01-07,c,-1.00,104.00'),
    ...{ ...differs, says: /Line 3: The balance is 105\.00\..+ 85\.00 .+Nothing was imported/ },
  },
  {
    name: 'a balance with all signs turned',
    files: balanced(
      { negate: true },
      '2026-01-05,a,-5.00,95.00',
      '2026-01-06,b,-5.00,90.00',
      '2026-01-07,c,-5.00,85.00',
    ),
    ...{ ...differs, says: 'are reversed' },
  },
  {
    name: 'a balance with a row missing',
    files: balanced({}, '2026-01-05,a,-5.00,95.00', '2026-01-06,b,10.00,105.00', '2026-01-08,d,-2.00,102.00'),
    ...differs,
  },
  {
    name: 'a balance with two rows exchanged',
    files: balanced({}, '2026-01-05,a,-5.00,95.00', '2026-01-07,c,-1.00,104.00', '2026-01-06,b,10.00,105.00'),
    ...differs,
  },
  {
    name: 'a balance with thousands read as decimals',
    files: balanced(
      { decimal: ',' },
      '2026-01-05,a,"1,00","1.001,00"',
      '2026-01-06,b,"1.000","2.001,00"',
      '2026-01-07,c,"1,000","2.002,00"',
    ),
    ...{ posted: 3, books: { BANK: '1002.00', OPEN: '-1002.00' } },
  },
  {
    name: 'a balance of the amount owed',
    files: balanced(
      { balance: { column: 'Balance', negate: true } },
      '2026-01-05,a,-5.00,5.00',
      '2026-01-06,b,-10.00,15.00',
    ),
    ...{ posted: 2, books: { BANK: '-15.00', OPEN: '15.00' } },
  },
  {
    name: 'a balance in a different order than the map says',
    files: balanced(
      { balance: { column: 'Balance', order: 'newest_first' } },
      '2026-01-05,a,-5.00,95.00',
      '2026-01-06,b,10.00,105.00',
    ),
    ...differs,
  },
];
