/** Books of GnuCash. */
import type { FileCase } from './case';
import { of, stopped } from './statement';

type Line = readonly [account: string, value: string, memo?: string];
const account = (id: string, name: string, type: string, more = ''): string =>
  `<gnc:account version="2.0.0"><act:name>${name}</act:name><act:id type="guid">${id}</act:id><act:type>${type}</act:type>${more}</gnc:account>`;
const commodity = (id: string, space = 'CURRENCY'): string =>
  `<act:commodity><cmdty:space>${space}</cmdty:space><cmdty:id>${id}</cmdty:id></act:commodity>`;
const below = (id: string): string => `<act:parent type="guid">${id}</act:parent>`;
const split = ([id, value, memo = '']: Line): string =>
  `<trn:split><split:id type="guid">s</split:id><split:memo>${memo}</split:memo><split:value>${value}</split:value><split:quantity>${value}</split:quantity><split:account type="guid">${id}</split:account></trn:split>`;
const transaction = (day: string, description: string, splits: readonly Line[], currency = 'EUR'): string =>
  `<gnc:transaction version="2.0.0"><trn:id type="guid">t</trn:id><trn:currency><cmdty:space>CURRENCY</cmdty:space><cmdty:id>${currency}</cmdty:id></trn:currency>
<trn:num>7</trn:num><trn:date-posted><ts:date>${day} 10:59:00 +0000</ts:date></trn:date-posted><trn:date-entered><ts:date>2026-02-01 00:00:00 +0000</ts:date></trn:date-entered>
<trn:description>${description}</trn:description><trn:slots><slot><slot:key>notes</slot:key><slot:value type="string">no</slot:value></slot></trn:slots><trn:splits>${splits.map(split).join('\n')}</trn:splits></gnc:transaction>`;
const chart = [
  account('r', 'Root Account', 'ROOT'),
  account('a', 'Assets', 'ASSET', commodity('EUR') + below('r')),
  account('b', 'Bank', 'BANK', `${commodity('EUR')}<act:code>1000</act:code>${below('a')}`),
  account('c', 'Card', 'CREDIT', commodity('EUR') + below('r')),
  account('d', 'Dollars', 'BANK', commodity('USD') + below('a')),
  account('s', 'Shares', 'STOCK', commodity('ACME', 'NASDAQ') + below('a')),
  account('f', 'Food', 'EXPENSE', commodity('EUR') + below('r')),
].join('\n');
const namespaces = ['gnc', 'act', 'cmdty', 'trn', 'split', 'ts', 'slot']
  .map((name) => `xmlns:${name}="http://www.gnucash.org/XML/${name}"`)
  .join(' ');
const book = (...transactions: readonly string[]): string =>
  `<?xml version="1.0" encoding="utf-8" ?>\n<gnc-v2 ${namespaces}>\n<gnc:book version="2.0.0">\n${chart}\n${transactions.join('\n')}\n<gnc:template-transactions>${account('x', 'Template', 'BANK')}${transaction(
    '2026-01-01',
    'no',
    [
      ['b', '1/1'],
      ['f', '-1/1'],
    ],
  )}</gnc:template-transactions></gnc:book>\n</gnc-v2>\n`;
const tea = transaction('2026-01-05', 'Tea &amp; cake', [
  ['f', '520/100', 'green'],
  ['b', '-520/100'],
]);
const dinner = transaction('2026-01-06', 'Dinner', [
  ['f', '30/1'],
  ['c', '-20/1'],
  ['b', '-1000/100'],
]);
const ofTea = { posted: 1, books: { '1000': '-5.20', Food: '5.20' } };

export const gnucash: readonly FileCase[] = of('gnucash', [
  {
    name: 'accounts and transactions',
    files: [{ text: book(tea, dinner) }],
    ...{
      posted: 2,
      opened: 4,
      books: { '1000': '-15.20', Card: '-20.00', Food: '35.20' },
      described: ['Dinner', 'Tea & cake'],
    },
  },
  {
    name: 'the same book again, with one more transaction',
    files: [{ text: book(tea) }, { text: book(dinner, tea) }],
    ...{ posted: 1, before: 1, books: { '1000': '-15.20', Card: '-20.00', Food: '35.20' } },
  },
  {
    name: 'shares',
    files: [
      {
        text: book(
          tea,
          transaction('2026-01-07', 'Buy', [
            ['s', '100/1'],
            ['b', '-100/1'],
          ]),
        ),
      },
    ],
    ...ofTea,
    rejected: ['15 SHARES'],
  },
  {
    name: 'an account in another currency',
    files: [
      {
        text: book(
          tea,
          transaction('2026-01-07', 'Change', [
            ['d', '100/1'],
            ['b', '-100/1'],
          ]),
        ),
      },
    ],
    ...ofTea,
    rejected: ['15 OTHER_CURRENCY'],
    says: 'The amount is in USD',
  },
  {
    name: 'a transaction in another currency',
    files: [
      {
        text: book(
          tea,
          transaction(
            '2026-01-07',
            'Change',
            [
              ['d', '1/1'],
              ['d', '-1/1'],
            ],
            'USD',
          ),
        ),
      },
    ],
    ...ofTea,
    rejected: ['15 OTHER_CURRENCY'],
  },
  {
    name: 'splits that do not balance',
    files: [
      {
        text: book(
          tea,
          transaction('2026-01-07', 'x', [
            ['f', '1/1'],
            ['b', '-2/1'],
          ]),
        ),
      },
    ],
    ...ofTea,
    rejected: ['15 ENTRIES_NOT_BALANCED'],
  },
  {
    name: 'a fraction that is not an amount',
    files: [
      {
        text: book(
          tea,
          transaction('2026-01-07', 'x', [
            ['f', '1/3'],
            ['b', '-1/3'],
          ]),
        ),
      },
    ],
    ...ofTea,
    rejected: ['15 AMOUNT_INVALID'],
  },
  {
    name: 'more decimals than the ledger keeps',
    files: [
      {
        text: book(
          tea,
          transaction('2026-01-07', 'x', [
            ['f', '1/1000'],
            ['b', '-1/1000'],
          ]),
        ),
      },
    ],
    ...ofTea,
    rejected: ['15 AMOUNT_PRECISION_EXCEEDED'],
  },
  {
    name: 'an account that the book does not have',
    files: [
      {
        text: book(
          tea,
          transaction('2026-01-07', 'x', [
            ['f', '1/1'],
            ['q', '-1/1'],
          ]),
        ),
      },
    ],
    ...ofTea,
    rejected: ['15 ACCOUNT_MISSING'],
  },
  {
    name: 'an invalid day',
    files: [
      {
        text: book(
          tea,
          transaction('2026-02-30', 'x', [
            ['f', '1/1'],
            ['b', '-1/1'],
          ]),
        ),
      },
    ],
    ...ofTea,
    rejected: ['15 DATE_INVALID'],
  },
  {
    name: 'a transaction of zero',
    files: [
      {
        text: book(
          tea,
          transaction('2026-01-07', 'x', [
            ['f', '0/1'],
            ['b', '0/1'],
          ]),
        ),
      },
    ],
    ...ofTea,
    leftOut: 1,
  },
  stopped('XML_INVALID', 'cut off', 'a book that was cut off', book(tea).slice(0, -40)),
]);
