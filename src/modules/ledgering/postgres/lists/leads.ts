/**
 * The filters that can lead a list of transactions. The leading filter is the one whose index is read: it returns the ids of all
 * transactions that pass the filter. The other filters are tested on each of these transactions, so a list costs no more than its leading
 * filter.
 */
import type { TransactionFilter } from '../../application/reader';
import { holdStates } from '../../domain/transaction';
import { withAttribute } from './attribute-index';
import type { Conditions, Lead, Range } from './conditions';
import { withCorrelation } from './correlation';

export const leadsOf = (filter: TransactionFilter): readonly Lead[] => {
  const { accountId, correlationId } = filter;
  return [
    ...Object.entries(filter.attributes ?? {}).map(withAttribute),
    ...(correlationId === undefined ? [] : [withCorrelation(correlationId)]),
    ...having('batch_id', filter.batchId, 'uuid'),
    ...ofReference(filter),
    ...ofStatus(filter),
    ...ofHolds(filter),
    ...ofRareLayer(filter),
    ...having('journal_id', filter.journalId, 'uuid'),
    ...(accountId === undefined ? [] : [mayMoveAccount(accountId)]),
    ...ofDays(filter),
  ];
};

/** The leading filter of a list without filters: all transactions pass it. */
export const wholeList: Lead = { isOrdered: true, ranges: () => [ofTransactions('true')] };

const ofTransactions = (condition: string): Range => ({ table: 'transactions', id: 'id', condition });

const having = (column: string, value: string | undefined, type: string): readonly Lead[] =>
  value === undefined
    ? []
    : [{ isOrdered: true, ranges: (where) => [ofTransactions(`${column} = ${where.bind(value)}::${type}`)] }];

/**
 * The filter by reference, as a leading filter. It finds transactions by the reference with which they were posted, or by one that an
 * amendment set.
 */
const ofReference = ({ reference }: TransactionFilter): readonly Lead[] =>
  reference === undefined
    ? []
    : [
        {
          isOrdered: true,
          ranges: (where) => {
            const condition = `reference = ${where.bind(reference)}::text`;
            return [ofTransactions(condition), { table: 'transaction_amendments', id: 'transaction_id', condition }];
          },
        },
      ];

/**
 * The filters of holds, as leading filters. The index by state has the order of the list. The index by expiry begins with the state, so it
 * is read for each state.
 */
const ofHolds = ({ holdState, expiresBefore }: TransactionFilter): readonly Lead[] => [
  ...having('hold_state', holdState, 'text'),
  ...(expiresBefore === undefined
    ? []
    : [
        {
          isOrdered: false,
          ranges: (where: Conditions) =>
            (holdState === undefined ? holdStates : [holdState]).map((state) =>
              ofTransactions(`hold_state = '${state}' and ends_at < ${where.bind(expiresBefore)}::timestamptz`),
            ),
        },
      ]),
];

/**
 * The filter by layer, as a leading filter. Layers other than `settled` have their own index, which the planner uses only with the
 * condition `layer <> 'settled'`.
 */
const ofRareLayer = ({ layer }: TransactionFilter): readonly Lead[] =>
  layer === 'settled'
    ? []
    : having('layer', layer, 'layer').map((lead) => ({
        ...lead,
        ranges: (where) =>
          lead.ranges(where).map((range) => ({ ...range, condition: `${range.condition} and layer <> 'settled'` })),
      }));

/**
 * The filter by status, as a leading filter. Rare statuses are found in the queue or by their events, because no index of transactions may
 * contain a column that posting changes.
 */
const ofStatus = ({ status }: TransactionFilter): readonly Lead[] => {
  const through = (range: Range): readonly Lead[] => [{ isOrdered: true, ranges: () => [range] }];
  switch (status) {
    case 'pending':
      return through(waiting);
    case 'failed':
      return through(failed);
    case 'void':
      return through(ofEvents('transaction_voided'));
    case 'reversed':
      return through(ofEvents('transaction_reversed'));
    case 'posted':
    case undefined:
      return [];
  }
};

const waiting: Range = { table: 'posting_queue', id: 'transaction_id', condition: 'true' };
const ofEvents = (type: string): Range => ({
  table: 'ledger_log',
  id: 'transaction_id',
  condition: `type = '${type}' and transaction_id is not null`,
});
const failed = ofEvents('transaction_failed');

/**
 * The filter by account, as a leading filter. It finds the transactions of the account's entries, and all pending and failed transactions,
 * whose drafts may name the account.
 */
const mayMoveAccount = (accountId: string): Lead => ({
  isOrdered: false,
  ranges: (where) => [
    { table: 'entries', id: 'transaction_id', condition: `account_id = ${where.bind(accountId)}::uuid` },
    waiting,
    failed,
  ],
});

const ofDays = (filter: TransactionFilter): readonly Lead[] =>
  isByDays(filter) ? [{ isOrdered: false, ranges: (where) => [ofTransactions(withinDays(where, filter))] }] : [];

export const isByDays = ({ fromDate, toDate }: TransactionFilter): boolean =>
  fromDate !== undefined || toDate !== undefined;

/** Returns the condition that selects a range of days in the index of days. */
export const withinDays = (where: Conditions, { fromDate, toDate }: TransactionFilter): string =>
  [
    ...(fromDate === undefined ? [] : [`effective_date >= ${where.bind(fromDate)}::date`]),
    ...(toDate === undefined ? [] : [`effective_date <= ${where.bind(toDate)}::date`]),
  ].join(' and ');
