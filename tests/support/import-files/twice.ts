/** Files that repeat rows of earlier files: a row is recognised by its content. */
import { bankMap, bankRows, lines, type FileCase } from './case';

const german = (more = {}) =>
  bankMap({ delimiter: ';', decimal: ',', date: { column: 'Date', format: 'DD.MM.YYYY' }, ...more });
const rent = { text: bankRows('2026-01-05,Rent,-1250.00'), map: bankMap() };
const again = { posted: 0, before: 1, books: { BANK: '-1250.00', OPEN: '1250.00' } };
const other = (text: string | Buffer, map = bankMap()): FileCase['files'] => [rent, { text, map }];

export const twice: readonly FileCase[] = [
  { name: 'the same file', files: other(rent.text), ...again },
  { name: 'fewer decimals', files: other(bankRows('2026-01-05,Rent,-1250')), ...again },
  { name: 'one decimal', files: other(bankRows('2026-01-05,Rent,-1250.0')), ...again },
  { name: 'thousands', files: other(bankRows('2026-01-05,Rent,"-1,250.00"')), ...again },
  { name: 'a minus after the amount', files: other(bankRows('2026-01-05,Rent,1250.00-')), ...again },
  { name: 'white space', files: other(bankRows('2026-01-05,  Rent ,-1250.00')), ...again },
  { name: 'quotes', files: other(bankRows('"2026-01-05","Rent","-1250.00"')), ...again },
  { name: 'CRLF', files: other(bankRows('2026-01-05,Rent,-1250.00').replaceAll('\n', '\r\n')), ...again },
  { name: 'a byte order mark', files: other(`\uFEFF${rent.text}`), ...again },
  { name: 'another order of columns', files: other(lines('Amount,Date,Text', '-1250.00,2026-01-05,Rent')), ...again },
  { name: 'one more column', files: other(lines('Date,Text,Amount,Fee', '2026-01-05,Rent,-1250.00,0.10')), ...again },
  {
    name: 'another delimiter and decimal mark',
    files: other(lines('Date;Text;Amount', '05.01.2026;Rent;-1.250,00'), german()),
    ...again,
  },
  { name: 'the currency in the cell', files: other(bankRows('2026-01-05,Rent,-1250.00 EUR')), ...again },
  {
    name: 'another contra account',
    files: other(
      rent.text,
      bankMap({ contra_account: 'RENT' }, { accounts: { BANK: { type: 'asset' }, RENT: { type: 'expense' } } }),
    ),
    ...again,
  },
  {
    name: 'another way of composing letters',
    files: [
      { text: bankRows('2026-01-05,M\u00fcller,1.00'), map: bankMap() },
      { text: bankRows('2026-01-05,Mu\u0308ller,1.00'), map: bankMap() },
    ],
    ...{ posted: 0, before: 1, books: { BANK: '1.00', OPEN: '-1.00' } },
  },
  {
    name: 'another encoding',
    files: [
      { text: bankRows('2026-01-05,Müller,1.00'), map: bankMap() },
      { text: Buffer.from(bankRows('2026-01-05,Müller,1.00'), 'latin1'), map: bankMap({ encoding: 'windows-1252' }) },
    ],
    ...{ posted: 0, before: 1, books: { BANK: '1.00', OPEN: '-1.00' } },
  },
  {
    name: 'no-break and double spaces',
    files: [
      { text: bankRows('2026-01-05,Rent  of\u00a0January,1.00'), map: bankMap() },
      { text: bankRows('2026-01-05,Rent of January,1.00'), map: bankMap() },
    ],
    ...{ posted: 0, before: 1, books: { BANK: '1.00', OPEN: '-1.00' } },
  },
  {
    name: 'two equal rows of one file are posted twice',
    files: [{ text: bankRows('2026-01-05,Coffee,-4.50', '2026-01-05,Coffee,-4.5'), map: bankMap() }],
    ...{ posted: 2, books: { BANK: '-9.00', OPEN: '9.00' } },
  },
  {
    name: 'a file with one more equal row',
    files: [
      { text: bankRows('2026-01-05,Coffee,-4.50'), map: bankMap() },
      { text: bankRows('2026-01-05,Coffee,-4.50', '2026-01-05,Coffee,-4.50'), map: bankMap() },
    ],
    ...{ posted: 1, before: 1, books: { BANK: '-9.00', OPEN: '9.00' } },
  },
  {
    name: 'the same row of two accounts',
    files: [
      { text: bankRows('2026-01-31,Fee,-5.00'), map: bankMap() },
      {
        text: bankRows('2026-01-31,Fee,-5.00'),
        map: bankMap({ account: 'GIRO' }, { accounts: { GIRO: { type: 'asset' }, OPEN: { type: 'asset' } } }),
      },
    ],
    ...{ posted: 1, books: { BANK: '-5.00', GIRO: '-5.00', OPEN: '10.00' } },
  },
  {
    name: 'the same row with other references of the bank',
    files: [
      {
        text: lines('Date,Text,Amount,Ref', '2026-01-31,Fee,-5.00,A1', '2026-01-31,Fee,-5.00,A2'),
        map: bankMap({ reference: 'Ref' }),
      },
      {
        text: lines('Date,Text,Amount,Ref', '2026-01-31,Fee,-5.00,A2', '2026-01-31,Fee,-5.00,A3'),
        map: bankMap({ reference: 'Ref' }),
      },
    ],
    ...{ posted: 1, before: 1, books: { BANK: '-15.00', OPEN: '15.00' } },
  },
  {
    name: 'an equal row of a later file counts as the old one',
    files: other(rent.text),
    ...again,
  },
  {
    name: 'equal rows that are declared new are posted again',
    files: [rent, { ...rent, newRows: true }, { ...rent, newRows: true }],
    ...{ posted: 1, books: { BANK: '-3750.00', OPEN: '3750.00' } },
  },
  {
    name: 'a later file with all equal rows posts nothing again',
    files: [
      rent,
      { ...rent, newRows: true },
      { text: bankRows('2026-01-05,Rent,-1250.00', '2026-01-05,Rent,-1250.00'), map: bankMap() },
    ],
    ...{ posted: 0, before: 2, books: { BANK: '-2500.00', OPEN: '2500.00' } },
  },
];
