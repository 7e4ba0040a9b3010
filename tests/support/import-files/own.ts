/** The ledger's own CSV: a tree of accounts, as an export writes it. */
import { lines, type FileCase } from './case';

const header =
  'transaction_id,date,description,account_code,account_name,account_type,debit,credit,currency,account_parent_code,account_description,account_inactive,account_metadata';
const account = (code: string, type: string, more = ',,,'): string => `,,,${code},${code} account,${type},,,,${more}`;
const entry = (code: string, debit: string, credit: string): string =>
  `1,2026-01-05,Tea,${code},,,${debit},${credit},EUR,,,,`;
const tea: readonly string[] = [entry('FOOD', '5.00', ''), entry('CASH', '', '5.00')];

/** Books whose entries are on an account that only groups others. */
const onGroup = lines(
  ...[`${header},account_is_group`, account('CASH', 'asset', ',,,,true'), account('FOOD', 'expense', ',,,,')],
  ...tea.map((line) => `${line},`),
);

export const own: readonly FileCase[] = [
  ...[{}, { dryRun: true } as const].map((about) => ({
    name: `an entry on an account that only groups others is rejected${'dryRun' in about ? ' by a dry run' : ''}`,
    ...{ ...about, files: [{ text: onGroup }] },
    ...{ books: {}, rejected: ['4 ACCOUNT_IS_GROUP'], says: /CASH only groups other accounts/, opened: 2 },
  })),
  {
    name: 'accounts without entries are read, with parents in any order',
    files: [
      {
        text: lines(
          ...[header, account('CASH', 'asset', 'CURRENT,,,'), account('CURRENT', 'asset', 'ASSETS,,,')],
          ...[account('ASSETS', 'asset', ',"Two\nlines",true,"{""a"":1}"'), account('FOOD', 'expense'), ...tea],
        ),
      },
    ],
    ...{ posted: 1, books: { CASH: '-5.00', FOOD: '5.00' }, opened: 4 },
  },
  {
    name: 'an undeclared parent is named, with the cure',
    files: [{ text: lines(header, account('CASH', 'asset', 'NOWHERE,,,'), account('FOOD', 'expense'), ...tea) }],
    ...{ books: {}, rejected: ['4 PARENT_ACCOUNT_NOT_FOUND'], says: /NOWHERE.+open it in the ledger/ },
  },
  {
    name: 'an undeclared parent is also named by a dry run',
    dryRun: true,
    files: [{ text: lines(header, account('CASH', 'asset', 'NOWHERE,,,'), account('FOOD', 'expense'), ...tea) }],
    ...{ books: {}, rejected: ['4 PARENT_ACCOUNT_NOT_FOUND'], says: /NOWHERE.+open it in the ledger/ },
  },
  {
    name: 'a dry run into an empty ledger tries the good rows',
    dryRun: true,
    files: [{ text: lines(header, account('CASH', 'asset'), account('FOOD', 'expense'), ...tea) }],
    ...{ posted: 1, books: {}, opened: 2 },
  },
  {
    name: 'an account with another type in the ledger is reported even without entries',
    files: [{ text: lines(header, account('CASH', 'asset')) }, { text: lines(header, account('CASH', 'expense')) }],
    ...{ books: {}, rejected: ['2 ACCOUNT_TYPE_DIFFERS'] },
  },
  {
    name: 'another column is refused',
    files: [{ text: lines(`${header},account_nmae`, `${account('CASH', 'asset')},x`) }],
    ...{ books: {}, stopped: 'COLUMNS_UNKNOWN' },
  },
  {
    name: 'a transaction of zero is damaged',
    files: [
      {
        text: lines(
          header,
          account('CASH', 'asset'),
          account('FOOD', 'expense'),
          entry('FOOD', '0.00', ''),
          entry('CASH', '', '0.00'),
        ),
      },
    ],
    ...{ books: {}, rejected: ['4 AMOUNT_ZERO'] },
  },
];
