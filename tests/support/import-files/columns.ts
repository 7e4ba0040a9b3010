/** Columns that a map selects, by name or by number, and columns that exclude rows. */
import { bankMap, bankRows, lines, type FileCase } from './case';

const twoCurrencies = lines('Date,Currency,Amount,Text,Currency,Converted', '2026-01-05,EUR,5.00,Tea,USD,5.40');
const status = lines(
  'Date,Text,Amount,Status',
  '2026-01-05,Tea,-5.00,Completed',
  '2026-01-06,Hotel,-90.00,Pending',
  '2026-01-07,Rent,-1.00,COMPLETED',
);
const footed = `${bankRows('2026-01-05,Tea,-5.00', '2026-01-06,Rent,-7.00')}Total,,-12.00\nPrinted 2026-01-07\n`;

export const columns: readonly FileCase[] = [
  {
    name: 'two columns with the same name are refused, and the message gives their numbers',
    files: [{ text: twoCurrencies, map: bankMap({ currency: 'Currency' }) }],
    ...{ books: {}, stopped: 'COLUMN_TWICE', says: 'with the numbers 2 and 5' },
  },
  {
    name: 'the map names one of two columns with the same name by its number',
    files: [{ text: twoCurrencies, map: bankMap({ currency: 2 }) }],
    ...{ posted: 1, books: { BANK: '5.00', OPEN: '-5.00' } },
  },
  {
    name: 'the other one of the two columns has another currency',
    files: [{ text: twoCurrencies, map: bankMap({ currency: 5 }) }],
    ...{ books: {}, rejected: ['2 OTHER_CURRENCY'], says: 'import it into a ledger in USD' },
  },
  {
    name: 'two columns with the same name are accepted if the map names neither',
    files: [{ text: lines('Date,Branch,Branch,Text,Amount', '2026-01-05,1,2,Tea,5.00'), map: bankMap() }],
    ...{ posted: 1, books: { BANK: '5.00', OPEN: '-5.00' } },
  },
  {
    name: 'columns by number alone, below a header',
    files: [
      { text: bankRows('2026-01-05,Tea,5.00'), map: bankMap({ date: { column: 1 }, description: [2], amount: 3 }) },
    ],
    ...{ posted: 1, books: { BANK: '5.00', OPEN: '-5.00' } },
  },
  {
    name: 'a number beyond the last column',
    files: [{ text: bankRows('2026-01-05,Tea,5.00'), map: bankMap({ amount: 4 }) }],
    ...{ books: {}, stopped: 'COLUMNS_MISSING', says: 'does not have: 4. It has: Date, Text, Amount.' },
  },
  {
    name: 'a file without header',
    files: [
      {
        text: lines('2026-01-05,Tea,5.00'),
        map: bankMap({ header: false, date: { column: '1' }, description: '2', amount: 3 }),
      },
    ],
    ...{ posted: 1, books: { BANK: '5.00', OPEN: '-5.00' } },
  },
  {
    name: 'a different delimiter than the map says is named',
    files: [{ text: lines('Date;Text;Amount', '2026-01-05;Tea;5.00'), map: bankMap() }],
    ...{ books: {}, stopped: 'COLUMNS_MISSING', says: '"delimiter": ";"' },
  },
  {
    name: 'rows that a condition keeps',
    files: [{ text: status, map: bankMap({ where: { column: 'Status', is: ['Completed', 'COMPLETED'] } }) }],
    ...{ posted: 2, leftOut: 1, books: { BANK: '-6.00', OPEN: '6.00' } },
  },
  {
    name: 'rows that a condition leaves out',
    files: [{ text: status, map: bankMap({ where: { column: 'Status', is_not: ['Pending'] } }) }],
    ...{ posted: 2, leftOut: 1, books: { BANK: '-6.00', OPEN: '6.00' } },
  },
  {
    name: 'several conditions hold together',
    files: [
      {
        text: status,
        map: bankMap({
          where: [
            { column: 'Status', is_not: ['Pending'] },
            { column: 2, is: ['Tea', 'Hotel'] },
          ],
        }),
      },
    ],
    ...{ posted: 1, leftOut: 2, books: { BANK: '-5.00', OPEN: '5.00' } },
  },
  {
    name: 'rows that are left out need not be read',
    files: [
      {
        text: `${bankRows('2026-01-05,Tea,-5.00')},and a second line of text\nTotal,,-5.00\n`,
        map: bankMap({ where: { column: 'Date', is_not: ['', 'Total'] } }),
      },
    ],
    ...{ posted: 1, leftOut: 2, books: { BANK: '-5.00', OPEN: '5.00' } },
  },
  {
    name: 'a footer',
    files: [{ text: footed, map: bankMap({ skip_footer: 2 }) }],
    ...{ posted: 2, leftOut: 2, books: { BANK: '-12.00', OPEN: '12.00' } },
  },
  {
    name: 'a footer that the map does not name is rejected, and the message names the cure',
    files: [{ text: footed, map: bankMap() }],
    ...{ posted: 2, rejected: ['4 DATE_INVALID', '5 NOT_UNDERSTOOD'], says: '"skip_footer"' },
    books: { BANK: '-12.00', OPEN: '12.00' },
  },
  {
    name: 'a footer longer than the file',
    files: [{ text: bankRows('2026-01-05,Tea,-5.00'), map: bankMap({ skip_footer: 3 }) }],
    ...{ leftOut: 1, books: {} },
  },
  {
    name: 'lines before the header',
    files: [{ text: `Statement of account 7\n\n${bankRows('2026-01-05,Tea,5.00')}`, map: bankMap({ skip_lines: 2 }) }],
    ...{ posted: 1, books: { BANK: '5.00', OPEN: '-5.00' } },
  },
  {
    name: 'a rejected row that comes back corrected has no footer',
    files: [
      {
        text: lines(
          'Date,Text,Amount,rejected_line,rejected_code,rejected_reason',
          '2026-01-05,Tea,-5.00,2,DATE_INVALID,"no day"',
        ),
        map: bankMap({ skip_footer: 1, balance: 'Amount' }),
      },
    ],
    ...{ posted: 1, books: { BANK: '-5.00', OPEN: '5.00' } },
  },
  {
    name: 'carriage returns twice at each end of line',
    files: [{ text: '"Date","Text","Amount"\r\r\n"2026-01-05","Tea","5.00"\r\r\n', map: bankMap() }],
    ...{ posted: 1, books: { BANK: '5.00', OPEN: '-5.00' } },
  },
];
