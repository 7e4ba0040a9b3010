/** The journal as a table, a row for each account and then for each entry, for spreadsheets and for other programs (RFC 4180). */
import { csvMediaType, csvRow, safeText } from '../../../../kernel/csv';
import { formatAmount } from '../../../../kernel/money';
import { accountIn, isCorrelated, undoneBy, type JournalFormat } from './told';

/** The import reads them by these names. */
const columns = [
  ...['transaction_id', 'date', 'journal', 'reference', 'description', 'layer', 'account_code', 'account_name'],
  ...['account_type', 'debit', 'credit', 'currency', 'entry_description', 'correlation_id', 'correlation_type'],
  ...[
    'correlation_source',
    'reverses',
    'releases',
    'settles',
    'extends',
    'expires_at',
    'attributes',
    'metadata',
    'entry_metadata',
  ],
  ...['account_category', 'account_normal_balance', 'account_parent_code'],
  // Of the rows that tell an account.
  ...['account_description', 'account_inactive', 'account_metadata'],
];

export const csv: JournalFormat = {
  mediaType: csvMediaType,
  write: ({ denomination }, chart) => ({
    beginning: csvRow(columns),
    account: (account) => {
      const { code, name, type, category, normalBalance, parentId, description, isActive, metadata } = account;
      const told = new Map<string, string | null>([
        ...([
          ['account_code', code],
          ['account_name', name],
          ['account_type', type],
        ] as const),
        ...([
          ['account_category', category],
          ['account_normal_balance', normalBalance],
        ] as const),
        ['account_parent_code', parentId === null ? null : accountIn(chart, parentId).code],
        ...([
          ['account_description', description],
          ['account_inactive', isActive ? null : 'true'],
        ] as const),
        ['account_metadata', asJson(metadata)],
      ]);
      return csvRow(columns.map((column) => safeText(told.get(column) ?? '')));
    },
    transaction: (transaction) => {
      const { settlesTransactionId, attributes } = transaction;
      const { reverses, releases, extends: extended } = undoneBy(transaction);
      const correlation = isCorrelated(transaction)
        ? [transaction.correlationId, transaction.correlationType, transaction.correlationSourceId]
        : [null, null, null];
      const before = [transaction.id, transaction.effectiveDate, transaction.journalCode, transaction.reference];
      const undone = [
        ...[reverses, releases, settlesTransactionId, extended, transaction.expiresAt?.toISOString() ?? null],
        ...[asJson(attributes && Object.keys(attributes).length > 0 ? attributes : null), asJson(transaction.metadata)],
      ];
      let text = '';
      for (const { accountId, layer, type, amount, description, metadata } of transaction.entries) {
        const account = accountIn(chart, accountId);
        const parent = account.parentId === null ? null : accountIn(chart, account.parentId).code;
        const printed = formatAmount(amount, denomination);
        text += csvRow(
          [
            ...[...before, transaction.description, layer, account.code, account.name, account.type],
            ...[
              type === 'debit' ? printed : null,
              type === 'credit' ? printed : null,
              denomination.currency,
              description,
            ],
            ...[...correlation, ...undone, asJson(metadata), account.category, account.normalBalance, parent],
            ...[null, null, null],
          ].map((cell) => (cell === null ? '' : safeText(cell))),
        );
      }
      return text;
    },
    end: () => '',
  }),
};

const asJson = (value: object | null): string | null => (value === null ? null : JSON.stringify(value));
