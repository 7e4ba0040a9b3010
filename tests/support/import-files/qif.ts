/** Files of Quicken (QIF). */
import { lines, type FileCase } from './case';
import { of, rentPaid, statementMap, stopped } from './statement';

const usual = { account: 'BANK', qif: { date_format: 'MM/DD/YYYY' } };
const quicken = (...records: readonly string[]): string => lines('!Type:Bank', ...records);
const quickenRows = [
  "D1/ 5'2026",
  'T-1,250.00',
  'PLandlord',
  'MRent',
  'N101',
  '^',
  'D01/06/2026',
  'T2,500.00',
  'PEmployer',
  '^',
];
const format = { account: 'BANK', qif: { date_format: 'M/D/YYYY' } };

export const qif: readonly FileCase[] = of('qif', [
  {
    name: 'a bank',
    files: [{ text: quicken(...quickenRows), map: statementMap(format) }],
    ...rentPaid,
    described: ['Employer', 'Landlord Rent'],
  },
  {
    name: 'day before month, a comma, and two digits of the year',
    files: [
      { text: quicken(...quickenRows), map: statementMap(format) },
      {
        text: quicken('D05.01.26', 'T-1.250,00', 'PLandlord', 'MRent', '^', 'D06.01.26', 'T2.500,00', 'PEmployer', '^'),
        map: statementMap({ account: 'BANK', qif: { date_format: 'DD.MM.YY', decimal: ',' } }),
      },
    ],
    ...{ ...rentPaid, posted: 0, before: 2 },
  },
  stopped('DATE_FORMAT_MISSING', '"qif": {"date_format"', 'without the form of its dates', quicken(...quickenRows), {
    account: 'BANK',
  }),
  {
    name: 'a day of another form',
    files: [{ text: quicken('D13/01/2026', 'T-5.00', '^', 'D01/13/2026', 'T1.00', '^'), map: statementMap(usual) }],
    ...{ posted: 1, books: { BANK: '1.00', OPEN: '-1.00' }, rejected: ['2 DATE_INVALID'] },
  },
  {
    name: 'a year of two digits that is far off',
    files: [
      {
        text: quicken('D01/13/62', 'T-5.00', '^'),
        map: statementMap({ account: 'BANK', qif: { date_format: 'MM/DD/YY' } }),
      },
    ],
    ...{ books: {}, rejected: ['2 DATE_UNLIKELY'], says: '"pivot"' },
  },
  {
    name: 'lines without end',
    files: [
      {
        text: quicken('D01/05/2026', `T${' '.repeat(900_000)}5.00`, `P${'x'.repeat(900_000)}`, '^', ...quickenRows),
        map: statementMap(usual),
      },
    ],
    ...{ posted: 1, rejected: ['2 AMOUNT_INVALID', '6 DATE_INVALID'], books: { BANK: '2500.00', OPEN: '-2500.00' } },
  },
  {
    name: 'an option between the rows',
    files: [
      {
        text: quicken(...quickenRows.slice(0, 6), '!Clear:AutoSwitch', ...quickenRows.slice(6)),
        map: statementMap(format),
      },
    ],
    ...rentPaid,
  },
  stopped(
    'OTHER_FORMAT',
    '!Type:Invst',
    'securities after a bank',
    `${quicken(...quickenRows)}!Type:Invst\nD1/5/2026\nNBuy\n^\n`,
    format,
  ),
  {
    name: 'several categories',
    files: [
      {
        text: quicken(
          'D01/05/2026',
          'T-30.00',
          'PShop',
          'LFood',
          'SFood',
          'EBread',
          '$-10.00',
          'SHome',
          '$-20.00',
          '^',
        ),
        map: statementMap(
          { ...usual, contra_account: { column: 'category', otherwise: 'OPEN' } },
          { Food: { type: 'expense' }, Home: { type: 'expense' } },
        ),
      },
    ],
    ...{ posted: 1, books: { BANK: '-30.00', Food: '10.00', Home: '20.00' } },
  },
  {
    name: 'categories that do not add up',
    files: [
      {
        text: quicken('D01/05/2026', 'T-30.00', 'SFood', '$-10.00', 'SHome', '$-19.00', '^'),
        map: statementMap(usual),
      },
    ],
    ...{ books: {}, rejected: ['2 SPLITS_DIFFER'], says: 'by -1.00' },
  },
  {
    name: 'accounts and lists',
    files: [
      {
        text: lines(
          '!Option:AutoSwitch',
          '!Account',
          'NChecking',
          'TBank',
          '^',
          '!Type:Cat',
          'NFood',
          'E',
          '^',
          '!Account',
          'NChecking',
          'TBank',
          '^',
          '!Type:Bank',
          ...quickenRows,
        ),
        map: statementMap({ qif: format.qif }, { Checking: { code: 'BANK', type: 'asset' } }),
      },
    ],
    ...{ ...rentPaid, says: 'Lists of categories' },
  },
  stopped('FILE_CUT_OFF', 'ends with ^', 'cut off', quicken(...quickenRows.slice(0, -1)), format),
  stopped('OTHER_FORMAT', '!Type:Invst', 'securities', lines('!Type:Invst', 'D01/05/2026', 'NBuy', '^'), usual),
  {
    name: 'an account that nothing names',
    files: [{ text: quicken(...quickenRows), map: statementMap({ qif: format.qif }) }],
    ...{ books: {}, rejected: ['2 ACCOUNT_MISSING'] },
  },
]);
