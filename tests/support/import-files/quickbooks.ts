/** Journals of QuickBooks: tables and IIF. */
import { bankMap, lines, type FileCase } from './case';
import { of } from './statement';
import type { Fields } from '../requests';

const types: Fields = {
  ...{ Bank: { type: 'asset' }, Receivable: { type: 'asset' }, Tax: { type: 'liability' } },
  ...{ Sales: { type: 'revenue' }, Rent: { type: 'expense' } },
};
const american: Fields = { notation: { date_format: 'MM/DD/YYYY' }, accounts: types };
const title = ['Tea Company', 'Journal', '"January 1-31, 2026"', ''];
const names = 'Date,Transaction Type,Num,Name,Memo/Description,Account,Debit,Credit';
const invoice = [
  '01/05/2026,Invoice,1001,Anna,Tea,Receivable,"$1,190.00",',
  ',,,,Tea,Sales,,"$1,000.00"',
  ',,,,Tax of it,Tax,,$190.00',
];
const ofInvoice = { Receivable: '1190.00', Sales: '-1000.00', Tax: '-190.00' };
const total = ',,,,,,"$1,190.00","$1,190.00"';
const rent = ['01/20/2026,Check,17,Landlord,,Rent,700.00,', ',,,,,Bank,,700.00'];
const ofRent = { Rent: '700.00', Bank: '-700.00' };
const footer = '"Sunday, Feb 01, 2026 10:00:00 AM GMT-8 - Accrual Basis"';
const journal = (...rows: readonly string[]): string => lines(...title, names, ...rows);
const usd = { currency: 'USD' };

const iif = (...rows: readonly string[]): string =>
  lines(
    '!ACCNT\tNAME\tACCNTTYPE\tACCNUM',
    'ACCNT\tBank\tBANK\t1000',
    'ACCNT\tCosts:Rent\tEXP\t',
    'ACCNT\tEstimates\tNONPOSTING\t',
    '!CUST\tNAME',
    'CUST\tAnna',
    '!TRNS\tTRNSID\tTRNSTYPE\tDATE\tACCNT\tNAME\tAMOUNT\tDOCNUM\tMEMO',
    '!SPL\tSPLID\tTRNSTYPE\tDATE\tACCNT\tNAME\tAMOUNT\tDOCNUM\tMEMO',
    '!ENDTRNS',
    ...rows,
  );
const check = [
  'TRNS\t\tCHECK\t1/20/26\tBank\tLandlord\t-700.00\t17\t',
  'SPL\t\tCHECK\t1/20/26\tCosts:Rent\t\t700.00\t\tJanuary',
];
const iifMap: Fields = { notation: { date_format: 'M/D/YY' } };
const ofCheck = { posted: 1, books: { '1000': '-700.00', Rent: '700.00' } };

export const quickbooks: readonly FileCase[] = of('quickbooks', [
  {
    name: 'a report with titles, totals and a footer',
    ...usd,
    files: [
      {
        text: journal(
          ...invoice,
          total,
          '',
          ...rent,
          ',,,,,,700.00,700.00',
          'TOTAL,,,,,,"$1,890.00","$1,890.00"',
          '',
          footer,
        ),
        map: american,
      },
    ],
    ...{ posted: 2, books: { ...ofInvoice, ...ofRent }, described: ['Landlord', 'Anna Tea'] },
    ...{ dated: ['2026-01-05', '2026-01-20'], says: 'titles and dates of a report' },
  },
  {
    name: 'the same in another notation, with one more transaction',
    ...usd,
    files: [
      { text: journal(...invoice, total), map: american },
      {
        text: `\ufeff${lines(names, ...invoice, ...rent)
          .replaceAll('"$1,190.00"', '1190')
          .replaceAll('"$1,000.00"', '1000,0')
          .replaceAll('$190.00', '190,00')
          .replaceAll('700.00', '700')
          .replaceAll(/([^\d]),(?=\d00)/g, '$1;')
          .replaceAll(/,(?!0)/g, ';')
          .replaceAll(/(\d\d)\/(\d\d)\/2026/g, '2026-$1-$2')}`,
        map: { notation: { decimal: ',' }, accounts: types },
      },
    ],
    ...{ posted: 1, before: 1, books: { ...ofInvoice, ...ofRent } },
  },
  {
    name: 'every row with all of its cells, and two equal transactions',
    ...usd,
    files: [
      {
        text: lines(
          names,
          ...[1, 2].flatMap(() => [
            '2026-01-20,Check,,Landlord,,Rent,700.00,',
            '2026-01-20,Check,,Landlord,,Bank,,700.00',
          ]),
        ),
        map: { accounts: types },
      },
    ],
    ...{ posted: 2, books: { Rent: '1400.00', Bank: '-1400.00' } },
  },
  {
    name: 'the columns of the desktop, numbered',
    ...usd,
    files: [
      {
        text: lines(
          ',Trans #,Type,Date,Num,Name,Memo,Account,Debit,Credit',
          ',7,Check,20 Jan 2026,17,Landlord,,Rent,700.00,',
          ',,,,,,,Bank,,700.00',
          ',,,,,,,,700.00,700.00',
          'TOTAL,,,,,,,,700.00,700.00',
        ),
        map: { accounts: types },
      },
    ],
    ...{ posted: 1, books: ofRent },
  },
  {
    name: 'the table that journals are entered by',
    ...usd,
    files: [
      {
        text: lines(
          '*JournalNo,*JournalDate,*AccountName,*Debits,*Credits,Description,Name',
          'J1,2026-01-20,Rent,700.00,,Office,Landlord',
          'J1,2026-01-20,Bank,,700.00,,',
        ),
        map: { accounts: types },
      },
    ],
    ...{ posted: 1, books: ofRent, described: ['Landlord Office'] },
  },
  {
    name: 'a negative debit is a credit',
    ...usd,
    files: [
      { text: lines(names, '2026-01-20,Check,,x,,Rent,700.00,', ',,,,,Bank,-700.00,'), map: { accounts: types } },
    ],
    ...{ posted: 1, books: ofRent },
  },
  {
    name: 'days that may mean two',
    ...usd,
    files: [{ text: journal(...invoice), map: { accounts: types } }],
    ...{ books: {}, stopped: 'DATE_FORMAT_MISSING', says: '"notation": {"date_format": "MM/DD/YYYY"}' },
  },
  {
    name: 'rows that do not balance',
    ...usd,
    files: [{ text: journal(...invoice.slice(0, 2), ...rent), map: american }],
    ...{ posted: 1, books: ofRent, rejected: ['6 ENTRIES_NOT_BALANCED'] },
  },
  {
    name: 'a pair of rows that is missing, by the totals below',
    ...usd,
    files: [{ text: journal(...invoice, ',,,,,,"$1,290.00","$1,290.00"', ...rent), map: american }],
    ...{ posted: 1, books: ofRent, rejected: ['6 TOTALS_DIFFER'] },
  },
  {
    name: 'a transaction that is missing, by the totals of the file',
    ...usd,
    files: [{ text: journal(...invoice, total, 'TOTAL,,,,,,"$1,890.00","$1,890.00"'), map: american }],
    ...{ books: {}, stopped: 'TOTALS_DIFFER', says: 'at its end' },
  },
  {
    name: 'a transaction that is missing, by the totals of a file that has no others',
    ...usd,
    files: [{ text: journal(...invoice, ...rent, 'Total,,,,,,"$2,890.00","$2,890.00"'), map: american }],
    ...{ books: {}, stopped: 'TOTALS_DIFFER', says: 'at its end' },
  },
  {
    name: 'a decimal comma without a map',
    ...usd,
    files: [{ text: lines(names, ...rent).replaceAll('700.00', '"7.700,50"'), map: american }],
    ...{ books: {}, rejected: ['2 AMOUNT_INVALID'], says: '"notation": {"decimal": ","}' },
  },
  {
    name: 'a row of a transaction that cannot be read',
    ...usd,
    files: [{ text: journal(invoice[0] ?? '', ',,,,Tea,Sales,,ten', ...rent), map: american }],
    ...{ posted: 1, books: ofRent, rejected: ['6 AMOUNT_INVALID'], says: 'Line 7' },
  },
  {
    name: 'a row with both sides, one of no account and one that is too wide',
    ...usd,
    files: [
      {
        text: journal(
          '01/05/2026,Check,1,x,,Rent,1.00,1.00',
          '01/06/2026,Check,2,x,,,1.00,',
          '01/07/2026,Check,3,x,,Rent,1.00,,x',
          ...rent,
        ),
        map: american,
      },
    ],
    ...{ posted: 1, books: ofRent, rejected: ['6 AMOUNT_INVALID', '7 ACCOUNT_MISSING'] },
  },
  {
    name: 'a row before the first transaction',
    ...usd,
    files: [{ text: journal(',,,,,Bank,,700.00', ...rent), map: american }],
    ...{ posted: 1, books: ofRent, rejected: ['6 GROUP_MISSING'] },
  },
  {
    name: 'the dollar of a ledger in another one',
    currency: 'AUD',
    files: [
      { text: journal(...invoice), map: { ...american, commodities: { $: 'AUD' } } },
      { text: journal(...invoice.map((row) => row.replace('Tea', 'Tee'))), map: american },
    ],
    ...{ books: ofInvoice, rejected: ['6 OTHER_CURRENCY'] },
  },
  {
    name: 'IIF with a list of accounts',
    ...usd,
    files: [{ text: iif(...check, 'ENDTRNS'), map: iifMap }],
    ...{ ...ofCheck, opened: 2, described: ['Landlord'], dated: ['2026-01-20'], says: 'Lists of customers' },
  },
  {
    name: 'IIF again, quoted and with Windows’ line ends',
    ...usd,
    files: [
      { text: iif(...check, 'ENDTRNS'), map: iifMap },
      {
        text: iif(...check, 'ENDTRNS')
          .replaceAll('Landlord', '"Landlord"')
          .replaceAll('\n', '\r\n'),
        map: iifMap,
      },
    ],
    ...{ ...ofCheck, posted: 0, before: 1 },
  },
  {
    name: 'IIF that does not balance, and one that is cut off',
    ...usd,
    files: [{ text: iif(...check, 'ENDTRNS', check[0] ?? '', 'ENDTRNS', ...check), map: iifMap }],
    ...{ ...ofCheck, rejected: ['13 ENTRIES_NOT_BALANCED', '15 FILE_CUT_OFF'] },
  },
  {
    name: 'IIF whose rows have different days',
    ...usd,
    files: [{ text: iif(...check.slice(0, 1), (check[1] ?? '').replace('1/20', '1/21'), 'ENDTRNS'), map: iifMap }],
    ...{ books: {}, rejected: ['10 DAYS_DIFFER'] },
  },
  {
    name: 'IIF without the form of its days',
    ...usd,
    files: [{ text: iif(...check, 'ENDTRNS') }],
    ...{ books: {}, stopped: 'DATE_FORMAT_MISSING' },
  },
  {
    name: 'IIF without the names of its columns',
    ...usd,
    files: [{ text: lines('!HDR\tPROD', ...check, 'ENDTRNS'), map: iifMap }],
    ...{ books: {}, stopped: 'COLUMNS_MISSING' },
  },
  {
    name: 'a table of something else',
    ...usd,
    files: [{ text: lines('Date,Text,Amount', '2026-01-05,x,1.00') }],
    ...{ books: {}, stopped: 'COLUMNS_MISSING', says: '--format csv' },
  },
]).concat([
  {
    name: 'a table is read as its map says',
    files: [
      {
        text: lines(names, '2026-01-05,Invoice,1,Anna,Tea,Sales,,5.00'),
        map: bankMap({ description: 'Name', amount: undefined, debit: 'Debit', credit: 'Credit' }),
      },
    ],
    ...{ posted: 1, books: { BANK: '-5.00', OPEN: '5.00' } },
  },
]);
