/** Journals of Xero, and the table that GnuCash exports. */
import { lines, type FileCase } from './case';
import { of } from './statement';
import type { Fields } from '../requests';

const map: Fields = {
  notation: { date_format: 'DD/MM/YYYY' },
  accounts: { '2*': { type: 'revenue' }, '4*': { type: 'expense' }, '6*': { type: 'asset' } },
};
const names = '*Narration,*Date,Description,*AccountCode,*TaxRate,*Amount,TrackingName1';
const rent = [
  'Rent,20/01/2026,Office,469,Tax Exempt (0%),700.00,',
  'Rent,20/01/2026,From the bank,610,Tax Exempt (0%),-700.00,',
];
const ofRent = { '469': '700.00', '610': '-700.00' };
const sale = [',,,,,', 'Sale,05/01/2026,,610,No Tax,5.00,', ',,Tea,200,No Tax,-5.00,'].slice(1);
const taxed = ['Lunch,21/01/2026,x,420,20% (VAT on Expenses),12.00,', 'Lunch,21/01/2026,x,610,No VAT,-12.00,'];

const blocks = [
  'Journal Report',
  'Tea Company',
  'ID 17 Posted by Anna on 3 Feb 2026',
  'Rent of the office - 20 Jan 2026',
  ',Debit,Credit',
  'Rent (469),700.00,',
  'Bank (610),,700.00',
  'Total,700.00,700.00',
];

export const xero: readonly FileCase[] = of('xero', [
  {
    name: 'manual journals',
    files: [{ text: lines(names, ...rent, ...sale), map }],
    ...{
      posted: 2,
      books: { '469': '700.00', '610': '-695.00', '200': '-5.00' },
      described: ['Rent', 'Sale'].reverse(),
    },
    dated: ['2026-01-05', '2026-01-20'],
  },
  {
    name: 'manual journals again, with another form of days and one more journal',
    files: [
      { text: lines(names, ...rent), map },
      {
        text: lines(names, ...sale, ...rent).replaceAll(/(\d\d)\/01\/2026/g, '$1 Jan 2026'),
        map: { accounts: map['accounts'] },
      },
    ],
    ...{ posted: 1, before: 1, books: { '469': '700.00', '610': '-695.00', '200': '-5.00' } },
  },
  {
    name: 'a rate of tax',
    files: [{ text: lines(names, ...rent, ...taxed), map }],
    ...{ posted: 1, books: ofRent, rejected: ['4 TAX_NOT_COMPUTED'], says: '20% (VAT on Expenses)' },
  },
  {
    name: 'rates that are zero alone',
    files: [{ text: lines(names, ...rent.map((row) => row.replace('Tax Exempt (0%)', '10%'))), map }],
    ...{ books: {}, rejected: ['2 TAX_NOT_COMPUTED'] },
  },
  {
    name: 'a journal report with numbers',
    files: [
      {
        text: lines(
          'Journal Report',
          'Tea Company',
          '',
          'Date,Journal Number,Account Code,Account,Description,Debit,Credit',
          '20/01/2026,17,469,Rent,Office,700.00,0.00',
          '20/01/2026,17,610,Bank,Office,0.00,700.00',
          'Total,,,,,700.00,700.00',
        ),
        map,
      },
    ],
    ...{ posted: 1, books: ofRent, described: ['Office'] },
  },
  {
    name: 'days that may mean two',
    files: [{ text: lines(names, ...rent), map: { accounts: map['accounts'] } }],
    ...{ books: {}, stopped: 'DATE_FORMAT_MISSING' },
  },
  {
    name: 'a journal that does not balance',
    files: [{ text: lines(names, rent[0] ?? '', ...sale), map }],
    ...{ posted: 1, books: { '610': '5.00', '200': '-5.00' }, rejected: ['2 ENTRIES_NOT_BALANCED'] },
  },
  {
    name: 'a ledger that lists each account apart',
    files: [
      { text: lines('Date,Source,Description,Reference,Debit,Credit,Running Balance', '20/01/2026,x,y,,1,0,1'), map },
    ],
    ...{ books: {}, stopped: 'OTHER_FORMAT', says: 'Export the General Ledger Detail' },
  },
  ...[
    ['', (line: string): string => line],
    [', with the number in a cell of its own', (line: string): string => line.replace('ID 17 ', 'ID,17,')],
    [', in quotes', (line: string): string => `"${line}"`],
    [', with tabs', (line: string): string => line.replace('ID 17 ', 'Journal ID:\t17\t').replaceAll(',', '\t')],
  ].map(([name, written]) => ({
    name: `a journal report in blocks${name as string}`,
    files: [
      {
        text: lines(
          ...blocks.map((line) => (line.startsWith('ID') ? (written as (text: string) => string)(line) : line)),
        ),
        map: {
          ...map,
          csv: { date: { column: 'Date' }, description: 'Account', amount: 'Debit', account: 'A', contra_account: 'B' },
        },
      },
    ],
    ...{
      books: {},
      stopped: 'OTHER_FORMAT',
      says: /^OTHER_FORMAT: Line 1: This is a journal report of Xero in blocks.* Detail/,
    },
  })),
  {
    name: 'the report to ask for if Xero wrote blocks, and an unsorted row',
    files: [
      {
        text: lines(
          'General Ledger Detail',
          'Date,Journal ID,Account Code,Account,Debit,Credit',
          '20 Jan 2026,17,469,Rent,700.00,0.00',
          '20 Jan 2026,17,610,Bank,0.00,700.00',
          '21 Jan 2026,18,610,Bank,5.00,0.00',
          '22 Jan 2026,19,469,Rent,1.00,0.00',
          '22 Jan 2026,19,610,Bank,0.00,1.00',
          '21 Jan 2026,18,200,Sales,0.00,5.00',
        ),
        map: { accounts: map['accounts'] },
      },
    ],
    ...{ posted: 2, books: { '469': '701.00', '610': '-701.00' } },
    rejected: ['5 ENTRIES_NOT_BALANCED', '8 ENTRIES_NOT_BALANCED'],
  },
]);

const book: Fields = { accounts: { 'Vermögen:*': { type: 'asset' } } };
const columns =
  'Date,Transaction ID,Number,Description,Notes,Commodity/Currency,Void Reason,Action,Memo,Full Account Name,Account Name,Amount With Sym,Amount Num.,Value With Sym,Value Num.,Reconcile,Reconcile Date,Rate/Price';
const row = (
  head: string,
  account: string,
  value: string,
  { memo = '', amount = value }: { readonly memo?: string; readonly amount?: string } = {},
): string => `${head},,${memo},${account},x,"€${amount}","${amount}","€${value}","${value}",n,,1.00`;
const split = ',,,,,,';
const tea = [
  row('2026-01-05,t1,7,Tea,,CURRENCY::EUR,', 'Expenses:Food', '1,005.20', { memo: 'green' }),
  row(split, 'Assets:Bank', '-1,005.20'),
];
const ofTea = { Food: '1005.20', Bank: '-1005.20' };

export const gnucashTables: readonly FileCase[] = of('gnucash', [
  {
    name: 'a table of transactions',
    files: [{ text: lines(columns, ...tea), map: book }],
    ...{ posted: 1, books: ofTea, described: ['Tea'] },
  },
  {
    name: 'the table again, with other separators and quotes',
    files: [
      { text: lines(columns, ...tea) },
      {
        text: lines(
          columns.replaceAll(',', ';'),
          ...tea.map((each) => each.replaceAll('1,005.20', '1.005#20').replaceAll(',', ';').replaceAll('#', ',')),
        ).replace('2026-01-05', '05.01.2026'),
        map: { notation: { decimal: ',' } },
      },
    ],
    ...{ before: 1, books: ofTea },
  },
  {
    name: 'a transaction that was voided',
    files: [
      {
        text: lines(
          columns,
          row('2026-01-06,t0,,Gone,,CURRENCY::EUR,double', 'Expenses:Food', '9.00'),
          row(split, 'Assets:Bank', '-9.00'),
          ...tea,
        ),
      },
    ],
    ...{ posted: 1, leftOut: 1, books: ofTea },
  },
  {
    name: 'shares',
    files: [
      {
        text: lines(
          columns,
          row('2026-01-06,t0,,Buy,,CURRENCY::EUR,', 'Assets:Shares', '100.00', { amount: '10' }),
          row(split, 'Assets:Bank', '-100.00'),
          ...tea,
        ),
      },
    ],
    ...{ posted: 1, books: ofTea, rejected: ['2 SHARES'] },
  },
  {
    name: 'another currency',
    files: [
      {
        text: lines(
          columns,
          row('2026-01-06,t0,,x,,CURRENCY::USD,', 'Expenses:Food', '1.00').replaceAll('€', ''),
          row(split, 'Assets:Bank', '-1.00').replaceAll('€', ''),
          ...tea,
        ),
      },
    ],
    ...{ posted: 1, books: ofTea, rejected: ['2 OTHER_CURRENCY'] },
  },
  {
    name: 'the simple layout',
    files: [
      { text: lines('Date,Account Name,Number,Description,Full Category Path,Reconcile,Amount With Sym', '1,2') },
    ],
    ...{ books: {}, stopped: 'OTHER_FORMAT', says: 'Simple Layout' },
  },
]);
