/** Journals of hledger and beancount: entries that do not post, and refusals whose advice works when it is followed. */
import type { FileCase } from './case';

const accounts = 'account Assets:Cash\naccount Income:Sales\naccount Expenses:Food\n\n';
const sale = (amount = '5.00 EUR'): string => `2026-01-05 Sale\n    Assets:Cash  ${amount}\n    Income:Sales\n\n`;
const hledger = (name: string, text: string, more: Partial<FileCase>): FileCase => ({
  ...{ name, format: 'hledger', files: [{ text: `${accounts}${text}` }], books: {} },
  ...more,
});
const bean = (name: string, text: string, more: Partial<FileCase>): FileCase => ({
  ...{ name, format: 'beancount', books: {} },
  files: [{ text: `2026-01-01 open Assets:Cash\n2026-01-01 open Income:Sales\n${text}` }],
  ...more,
});
const sold = { posted: 1, books: { Cash: '5.00', Sales: '-5.00' } } as const;
const stopped = 'DIRECTIVE_NOT_SUPPORTED';

export const journals: readonly FileCase[] = [
  hledger(
    'a transaction of zero is left out',
    `2026-01-05 None\n    Assets:Cash  0\n    Income:Sales  0\n\n${sale()}`,
    {
      ...{ ...sold, leftOut: 1, says: 'post nothing' },
    },
  ),
  bean('a transaction of zero in beancount', '2026-01-05 * "None"\n  Assets:Cash  0 EUR\n  Income:Sales  0 EUR\n', {
    leftOut: 1,
  }),
  hledger(
    'an entry of zero among others',
    '2026-01-05 Sale\n    Assets:Cash  5.00 EUR\n    Expenses:Food  0\n    Income:Sales\n',
    sold,
  ),
  hledger('an amount without a currency', sale('5.00'), {
    ...{ rejected: ['5 OTHER_CURRENCY'], says: 'If the file means EUR there' },
  }),
  {
    name: 'an amount without a currency, with the map that the message proposes',
    format: 'hledger',
    files: [{ text: `${accounts}${sale('5.00')}`, map: { commodities: { '': 'EUR' } } }],
    ...sold,
  },
  hledger('another currency is not made the ledger\u2019s', sale('5.00 USD'), {
    ...{ rejected: ['5 OTHER_CURRENCY'], says: 'a ledger in USD', saysNot: 'map' },
  }),
  hledger('shares are not made money', sale('5 AAPL'), {
    ...{ rejected: ['5 OTHER_CURRENCY'], says: 'Neither the ledger nor a map' },
  }),
  hledger('a mark that is not a currency', sale('5.00 DR'), {
    rejected: ['5 OTHER_CURRENCY'],
    saysNot: 'say so in the map',
  }),
  {
    name: 'an account of no known type is reported once, without a guess',
    format: 'hledger',
    files: [{ text: `${accounts}${'2026-01-05 Tea\n    Fun  5.00 EUR\n    Assets:Cash\n\n'.repeat(3)}` }],
    ...{
      books: {},
      rejected: ['5 ACCOUNT_TYPE_UNKNOWN'],
      says: 'asset, liability, equity, revenue, expense',
      saysNot: '"asset"',
    },
  },
  {
    name: 'a pattern says the type of many accounts',
    format: 'hledger',
    files: [
      {
        text: `2026-01-05 Tea\n    fun:tea  5.00 EUR\n    till\n`,
        map: { accounts: { 'fun:*': { type: 'expense' }, '*': { type: 'asset' } } },
      },
    ],
    ...{ posted: 1, books: { tea: '5.00', till: '-5.00' } },
  },
  hledger('include names the program that writes the file out', `include other.journal\n\n${sale()}`, {
    ...{ stopped, says: 'hledger -f FILE print -x' },
  }),
  hledger('a directive that hledger does not read names Ledger', `apply tag hello\n\n${sale()}`, {
    ...{ stopped, says: 'ledger -f FILE print', saysNot: 'hledger -f' },
  }),
  hledger('a directive of Ledger', `C 1.00 Kb = 1024 b\n\n${sale()}`, { stopped, says: 'ledger -f FILE print' }),
  bean('include in beancount names a program that is there', 'include "other.beancount"\n', {
    ...{ stopped, says: 'bean-query FILE print', saysNot: 'bean-report' },
  }),
  hledger(
    'a description beyond what the ledger keeps says so once',
    `2026-01-05 ${'x'.repeat(1001)}\n    Assets:Cash  5.00 EUR\n    Income:Sales\n`,
    {
      ...{ rejected: ['5 VALIDATION_ERROR'], says: /description/, saysNot: /description.*description/s },
    },
  ),
  {
    name: 'a transaction that an earlier map posted elsewhere',
    format: 'hledger',
    files: [
      { text: `${accounts}${sale()}` },
      { text: `${accounts}${sale()}`, map: { accounts: { 'Assets:Cash': { code: 'TILL', type: 'asset' } } } },
    ],
    ...{
      books: sold.books,
      rejected: ['5 idempotency_key_reused'],
      says: 'with another map',
      saysNot: 'Use a new key',
    },
  },
  hledger(
    'balances that are asserted hold, at their place of the day and out of order',
    [
      '2026-01-07 Late\n    Assets:Cash  -1.00 EUR = 6.00 EUR\n    Expenses:Food\n',
      '2026-01-05 Sale\n    Assets:Cash  5.00 EUR = 5.00 EUR\n    Income:Sales  = -5.00 EUR\n',
      '2026-01-05 Sale\n    Assets:Cash  2.00 EUR == 7.00 EUR\n    Income:Sales  -3.00 EUR = -8.00 EUR\n    Expenses:Food\n',
      '2026-01-06 Check\n    Assets:Cash  0 = 7.00 EUR\n    Assets  0 =* 7.00 EUR\n',
    ]
      .join('\n')
      .replace('Income:Sales  = -5.00 EUR', 'Income:Sales  -5.00 EUR = -5.00 EUR'),
    { posted: 3, leftOut: 1, asserted: [7, 0], books: { Cash: '6.00', Food: '2.00', Sales: '-8.00' } },
  ),
  hledger('a balance that is asserted and differs', sale().replace('5.00 EUR', '5.00 EUR = 6.00 EUR'), {
    ...{
      ...sold,
      asserted: [1, 1],
      says: 'asserts that the balance of Assets:Cash is 6.00 on 2026-01-05, but in the ledger it is 5.00',
    },
  }),
  hledger(
    'the balance of a journal with a rejected transaction',
    `${sale()}${sale('2.00 USD')}2026-01-06 Sale\n    Assets:Cash  1.00 EUR = 8.00 EUR\n    Income:Sales\n`,
    {
      ...{ posted: 2, rejected: ['9 OTHER_CURRENCY'], asserted: [1, 1], books: { Cash: '6.00', Sales: '-6.00' } },
    },
  ),
  hledger('a balance in another currency is not checked', sale('5.00 EUR = 5.00 USD'), {
    ...{ ...sold, asserted: [0, 0], says: 'another currency' },
  }),
  bean(
    'balances of beancount are of the beginning of the day, with the accounts below',
    [
      '2026-01-01 open Assets:Cash:Till',
      '2026-01-05 * "Sale"\n  Assets:Cash  5.00 EUR\n  Income:Sales\n',
      '2026-01-05 * "Sale"\n  Assets:Cash:Till  2.00 EUR\n  Income:Sales\n',
      '2026-01-05 balance Assets:Cash 0.00 EUR',
      '2026-01-06 balance Assets:Cash 7.00 EUR',
      '2026-01-06 balance Income:Sales -7.00 EUR',
      '2026-01-06 balance Assets:Cash:Till 3.00 EUR\n',
    ].join('\n'),
    {
      posted: 2,
      asserted: [4, 1],
      says: 'is 3.00 at the beginning of 2026-01-06, but in the ledger it is 2.00',
      books: { Cash: '5.00', Till: '2.00', Sales: '-7.00' },
    },
  ),
  {
    name: 'a journal whose transactions are declared new',
    format: 'hledger',
    files: [{ text: `${accounts}${sale()}` }, { text: `${accounts}${sale()}`, newRows: true }],
    ...{ books: sold.books, stopped: 'NEW_ROWS_UNSUPPORTED' },
  },
  {
    name: 'an empty file',
    format: 'hledger',
    files: [{ text: '' }],
    ...{ books: {}, says: 'contains no transaction' },
  },
];
