/** Encodings, line endings, and bytes that are not valid text. */
import { bankMap, bankRows, lines, type FileCase } from './case';

const german = lines('Datum;W\u00e4hrung;Text;Betrag', '05.01.2026;EUR;Miete;-5,00');
const germanMap = (more = {}) =>
  bankMap({
    ...{ delimiter: ';', decimal: ',', date: { column: 'Datum', format: 'DD.MM.YYYY' }, amount: 'Betrag' },
    ...more,
  });
const journal =
  'account Assets:Cash\naccount Income:Sales\n\n2026-01-05 ok\n    Assets:Cash  5.00 EUR\n    Income:Sales\n';
const posted = { posted: 1, books: { BANK: '-5.00', OPEN: '5.00' } } as const;
const sold = { posted: 1, books: { Cash: '5.00', Sales: '-5.00' } } as const;

export const encodings: readonly FileCase[] = [
  {
    name: 'a header in another encoding stops the import, and the message names the option',
    files: [{ text: Buffer.from(german, 'latin1'), map: germanMap() }],
    ...{ books: {}, stopped: 'WRONG_ENCODING', says: /Line 1: .+"encoding": "windows-1252".+names of the columns/ },
  },
  {
    name: 'a header in another encoding is read with the option that the message names',
    files: [{ text: Buffer.from(german, 'latin1'), map: germanMap({ encoding: 'windows-1252' }) }],
    ...posted,
  },
  {
    name: 'a row in another encoding is rejected, and the message names the option',
    files: [
      { text: Buffer.from(bankRows('2026-01-05,M\u00fcller,-5.00', '2026-01-06,Tea,-5.00'), 'latin1'), map: bankMap() },
    ],
    ...{ ...posted, rejected: ['2 WRONG_ENCODING'], says: '"encoding": "windows-1252"' },
  },
  {
    name: 'a journal in another encoding names iconv',
    format: 'hledger',
    files: [{ text: Buffer.from(journal.replace('ok', 'M\u00fcller'), 'latin1') }],
    ...{ books: {}, rejected: ['4 WRONG_ENCODING'], says: 'iconv -f ENCODING -t UTF-8 FILE', saysNot: 'in the map' },
  },
  {
    name: 'characters that windows-1252 has and Latin-1 lacks',
    files: [
      {
        text: Buffer.from('Date;Text;Amount\n2026-01-05;\x84Tea\x93 \x96 5 \x80;\x80 -5.00\n', 'latin1'),
        map: bankMap({ delimiter: ';', encoding: 'windows-1252' }),
      },
      { text: bankRows('2026-01-05,\u201eTea\u201c \u2013 5 \u20ac,-5.00'), map: bankMap() },
    ],
    ...{ before: 1, books: posted.books },
  },
  ...['windows-1252', 'iso-8859-15', 'windows-1250', 'windows-1251', 'gb18030', 'shift_jis'].map(
    (encoding): FileCase => ({
      name: `rows in UTF-8 are rejected under a map for ${encoding}, and rows in ASCII are not`,
      files: [
        {
          text: bankRows('2026-01-05,Tea,-5.00', '2026-01-06,B\u00f6\u00dfe \u623f\u79df,-2.00'),
          map: bankMap({ encoding }),
        },
      ],
      ...{ ...posted, rejected: ['3 WRONG_ENCODING'], says: /The line is UTF-8, and not .+Set "encoding": "utf-8"/ },
    }),
  ),
  {
    name: 'a bank that changes to UTF-8: rows that were imported before are found again with the cure',
    files: [
      {
        text: Buffer.from(bankRows('2026-01-05,M\u00fcller,-5.00'), 'latin1'),
        map: bankMap({ encoding: 'windows-1252' }),
      },
      { text: bankRows('2026-01-05,M\u00fcller,-5.00'), map: bankMap({ encoding: 'utf-8' }) },
    ],
    ...{ before: 1, books: posted.books },
  },
  {
    name: 'Chinese',
    files: [
      {
        text: Buffer.from([
          ...Buffer.from('Date,Text,Amount\n2026-01-05,'),
          0xb7,
          0xbf,
          0xd7,
          0xe2,
          ...Buffer.from(',-5.00\n'),
        ]),
        map: bankMap({ encoding: 'gb18030' }),
      },
      { text: bankRows('2026-01-05,\u623f\u79df,-5.00'), map: bankMap() },
    ],
    ...{ before: 1, books: posted.books },
  },
  {
    name: 'bytes that are not a text of the encoding',
    files: [
      {
        text: Buffer.from([...Buffer.from('Date,Text,Amount\n2026-01-05,'), 0xff, 0xff, ...Buffer.from(',-5.00\n')]),
        map: bankMap({ encoding: 'gb18030' }),
      },
    ],
    ...{ books: {}, rejected: ['2 WRONG_ENCODING'] },
  },
  {
    name: 'UTF-16 stops the import',
    files: [{ text: Buffer.from(`\uFEFF${bankRows('2026-01-05,Tea,-5.00')}`, 'utf16le'), map: bankMap() }],
    ...{ books: {}, stopped: 'WRONG_ENCODING', says: 'iconv -f UTF-16' },
  },
  {
    name: 'lines that end with carriage returns',
    files: [{ text: bankRows('2026-01-05,Tea,-5.00').replaceAll('\n', '\r'), map: bankMap() }],
    ...posted,
  },
  {
    name: 'a journal whose lines end with carriage returns',
    format: 'hledger',
    files: [{ text: journal.replaceAll('\n', '\r') }],
    ...sold,
  },
  {
    name: 'a journal of beancount whose lines end with carriage returns',
    format: 'beancount',
    files: [
      {
        text: '2026-01-01 open Assets:Cash\r2026-01-01 open Income:Sales\r2026-01-05 * "ok"\r  Assets:Cash  5.00 EUR\r  Income:Sales\r',
      },
    ],
    ...sold,
  },
  {
    name: 'a journal with single carriage returns opens no account for these lines',
    format: 'hledger',
    files: [{ text: `${journal}\naccount Assets:Other\raccount Assets:More\n` }],
    ...{ ...sold, rejected: ['8 CARRIAGE_RETURN'] },
  },
  {
    name: 'no format opens an account with control characters',
    files: [
      {
        text: lines('Date,Text,Amount,Account', '2026-01-05,Tea,-5.00,"Assets:A\nB"'),
        map: bankMap({ account: { column: 'Account' } }),
      },
    ],
    ...{ books: {}, rejected: ['2 ACCOUNT_NAME_INVALID'] },
  },
];
