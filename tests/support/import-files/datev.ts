/** Posting batches (Buchungsstapel) of DATEV. */
import { lines, type FileCase } from './case';
import { of } from './statement';
import type { Fields } from '../requests';

const header = (more: Partial<Record<number, string>> = {}): string => {
  const cells = ['"EXTF"', '700', '21', '"Buchungsstapel"', '12', '20260201', '', '"RE"', '""', '""', '1001', '1'];
  const rest = ['20260101', '4', '20260101', '20260131', '"Januar"', '""', '1', '0', '0', '"EUR"', '', ''];
  return [...cells, ...rest].map((cell, index) => more[index] ?? cell).join(';');
};
const names =
  'Umsatz (ohne Soll/Haben-Kz);Soll/Haben-Kennzeichen;WKZ Umsatz;Kurs;Basis-Umsatz;WKZ Basis-Umsatz;Konto;Gegenkonto (ohne BU-Schlüssel);BU-Schlüssel;Belegdatum;Belegfeld 1;Belegfeld 2;Skonto;Buchungstext;Generalumkehr (GU)';
const batch = (...rows: readonly string[]): string => lines(header(), names, ...rows);
const rent = '1.250,00;"S";"EUR";;;"";4210;1200;"";501;"R-1";"";;"Miete Büro";0';
const sale = '119,00;"S";"EUR";;;"";10001;8400;"";3101;"RE 7";"";;"Rechnung";';
const map: Fields = { accounts: { '1*': { type: 'asset' }, '4*': { type: 'expense' }, '8*': { type: 'revenue' } } };
const ofRent = { posted: 1, books: { '1200': '-1250.00', '4210': '1250.00' } };
const rejecting = (name: string, row: string, code: string, says: string): Omit<FileCase, 'format'> => ({
  ...{ name, files: [{ text: batch(rent, row), map }], ...ofRent, rejected: [`4 ${code}`], says },
});

export const datev: readonly FileCase[] = of('datev', [
  {
    name: 'rows of two accounts, in windows-1252',
    files: [{ text: Buffer.from(batch(rent, sale), 'latin1'), map }],
    ...{ posted: 2, books: { ...ofRent.books, '10001': '119.00', '8400': '-119.00' } },
    ...{ described: ['Rechnung', 'Miete Büro'], dated: ['2026-01-05', '2026-01-31'], says: 'Automatikkonto' },
  },
  {
    name: 'the same file in UTF-8 after it, with other spellings',
    files: [
      { text: Buffer.from(batch(rent), 'latin1'), map },
      {
        text: `\ufeff${batch('1250,00;S;;;;;04210;1200;0;0501;R-1;;0,00;Miete  Büro;', sale)}`.replaceAll(
          '04210',
          '4210',
        ),
        map,
      },
    ],
    ...{ posted: 1, before: 1, books: { ...ofRent.books, '10001': '119.00', '8400': '-119.00' } },
  },
  {
    name: 'the other side, and a general reversal',
    files: [{ text: batch(rent, rent.replace('"S"', '"H"'), sale, sale.replace(/;$/, ';G')), map }],
    ...{ posted: 4, books: {} },
  },
  {
    name: 'a fiscal year that begins in July',
    files: [
      {
        text: lines(
          header({ 12: '20250701', 14: '20250701', 15: '20260630' }),
          names,
          rent,
          sale.replace('3101', '3107'),
        ),
        map,
      },
    ],
    ...{ posted: 2, books: { ...ofRent.books, '10001': '119.00', '8400': '-119.00' } },
    dated: ['2025-07-31', '2026-01-05'],
  },
  {
    name: 'numbers of accounts without their zeros, and suppliers',
    files: [
      {
        text: batch('10,00;"H";"EUR";;;"";70001;410;"";501;"";"";;"Rechner";'),
        map: { accounts: { '0410': { type: 'asset' } } },
      },
    ],
    ...{ posted: 1, books: { '0410': '10.00', '70001': '-10.00' } },
  },
  {
    name: 'another currency, with its value in the ledger’s currency',
    files: [
      {
        text: batch('100,00;"S";"USD";1,1;90,91;"EUR";4210;1200;"";501;"";"";;"Miete";', rent.replace('EUR', 'USD')),
        map,
      },
    ],
    ...{ posted: 1, books: { '1200': '-90.91', '4210': '90.91' }, rejected: ['4 OTHER_CURRENCY'] },
  },
  {
    name: 'the key that switches a tax off',
    files: [{ text: batch(rent.replace('1200;""', '1200;40')), map }],
    ...ofRent,
    saysNot: 'Automatikkonto',
  },
  rejecting('a tax key', rent.replace('1200;""', '1200;9'), 'TAX_NOT_COMPUTED', 'tax key "9"'),
  rejecting('a discount', rent.replace('"R-1";"";;', '"R-1";"";3,00;'), 'NOT_SUPPORTED', 'Skonto'),
  rejecting(
    'a day outside of the batch',
    rent.replace(';501;', ';102;'),
    'DATE_INVALID',
    'from 2026-01-01 to 2026-01-31',
  ),
  rejecting('a day that is none', rent.replace(';501;', ';3002;'), 'DATE_INVALID', '"3002"'),
  rejecting('an amount with a sign', rent.replace('1.250', '-1.250'), 'AMOUNT_SIGNED', 'Soll/Haben-Kennzeichen'),
  rejecting(
    'an amount with a decimal point',
    rent.replace('1.250,00', '1250.00'),
    'AMOUNT_INVALID',
    'DATEV writes amounts as 1250,00',
  ),
  rejecting('no side', rent.replace('"S"', '""'), 'SIGN_UNKNOWN', 'neither S nor H'),
  rejecting('no other account', rent.replace('4210;1200', '4210;'), 'ACCOUNT_MISSING', 'not an account number'),
  {
    name: 'rejected rows that are corrected',
    files: [
      {
        text: `${header()}\r\n${names};rejected_line;rejected_code;rejected_reason\r\n${rent};3;TAX_NOT_COMPUTED;"x"\r\n`,
        map,
      },
    ],
    ...ofRent,
  },
  {
    name: 'a row of zero',
    files: [{ text: batch(rent, rent.replace('1.250,00', '0,00')), map }],
    ...{ ...ofRent, leftOut: 1 },
  },
  {
    name: 'accounts of no known type',
    files: [{ text: batch(rent) }],
    ...{ books: {}, rejected: ['3 ACCOUNT_TYPE_UNKNOWN'] },
  },
  {
    name: 'another kind of file of DATEV',
    files: [{ text: lines(header({ 2: '16', 3: '"Debitoren"' }), names) }],
    ...{ books: {}, stopped: 'OTHER_FORMAT', says: 'Buchungsstapel' },
  },
  {
    name: 'no fiscal year',
    files: [{ text: lines(header({ 12: '', 14: '', 15: '' }), names, rent), map }],
    ...{ books: {}, stopped: 'DATE_INVALID', says: 'fiscal year' },
  },
  {
    name: 'without the names of the columns',
    files: [{ text: lines(header(), rent), map }],
    ...{ books: {}, stopped: 'COLUMNS_MISSING', says: 'Umsatz' },
  },
]);
