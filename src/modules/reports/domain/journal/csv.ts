/** The journal as a table, a row for each account and then for each entry, for spreadsheets and for other programs (RFC 4180). */
import { csvMediaType, csvRow, safeText } from '../../../../kernel/csv';
import { formatAmount } from '../../../../kernel/money';
import { accountIn, isCorrelated, undoneBy, type JournalFormat, type ToldTransaction } from './told';

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
      const told: Readonly<Record<string, Cell>> = {
        account_code: code,
        account_name: name,
        account_type: type,
        account_category: category,
        account_normal_balance: normalBalance,
        account_parent_code: parentId === null ? null : accountIn(chart, parentId).code,
        account_description: description,
        account_inactive: isActive ? null : 'true',
        account_metadata: asJson(metadata),
      };
      return csvRow(columns.map((column) => safeText(told[column] ?? '')));
    },
    transaction: function* (transaction) {
      const shared = [transaction.id, transaction.effectiveDate, transaction.journalCode];
      let first: FirstRow = textsOf(transaction);
      for (const { accountId, layer, type, amount, description, metadata } of transaction.entries) {
        const account = accountIn(chart, accountId);
        const parent = account.parentId === null ? null : accountIn(chart, account.parentId).code;
        const printed = formatAmount(amount, denomination);
        yield csvRow(
          [
            ...[...shared, first.reference, first.description, layer, account.code, account.name, account.type],
            ...[
              type === 'debit' ? printed : null,
              type === 'credit' ? printed : null,
              denomination.currency,
              description,
            ],
            ...[...first.correlation, ...first.undone, asJson(metadata)],
            ...[account.category, account.normalBalance, parent],
            ...[null, null, null],
          ].map((cell) => (cell === null ? '' : safeText(cell))),
        );
        first = nothing;
      }
    },
    end: () => '',
  }),
};

type Cell = string | null;

/** What the first row of a transaction says of it; in a hundred rows it would be a hundred times as long. The import reads it there. */
interface FirstRow {
  readonly reference: Cell;
  readonly description: Cell;
  readonly correlation: readonly Cell[];
  readonly undone: readonly Cell[];
}

const nothing: FirstRow = {
  ...{ reference: null, description: null, correlation: Array<null>(3).fill(null) },
  undone: Array<null>(7).fill(null),
};

const textsOf = (transaction: ToldTransaction): FirstRow => {
  const { reference, description, settlesTransactionId, attributes } = transaction;
  const { reverses, releases, extends: extended } = undoneBy(transaction);
  return {
    ...{ reference, description },
    correlation: isCorrelated(transaction)
      ? [transaction.correlationId, transaction.correlationType, transaction.correlationSourceId]
      : nothing.correlation,
    undone: [
      ...[reverses, releases, settlesTransactionId, extended, transaction.expiresAt?.toISOString() ?? null],
      ...[asJson(attributes && Object.keys(attributes).length > 0 ? attributes : null), asJson(transaction.metadata)],
    ],
  };
};

const asJson = (value: object | null): string | null => (value === null ? null : JSON.stringify(value));
