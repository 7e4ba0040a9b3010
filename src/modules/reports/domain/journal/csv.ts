/** Writes the journal as a table for spreadsheets and other programs (RFC 4180): a row for each account, then a row for each entry. */
import { csvMediaType, csvRow, safeText } from '../../../../kernel/csv';
import { formatAmount } from '../../../../kernel/money';
import { accountIn, isCorrelated, undoneBy, type JournalFormat, type ToldTransaction } from './told';

/** The names of the columns, which the import reads too. */
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
  // Only rows of accounts fill these columns.
  ...['account_description', 'account_inactive', 'account_metadata', 'account_cash_flow', 'account_is_group'],
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
        account_cash_flow: account.cashFlow,
        account_is_group: account.isGroup ? 'true' : null,
      };
      return csvRow(columns.map((column) => safeText(told[column] ?? '')));
    },
    transaction: function* (transaction) {
      const shared = [transaction.id, transaction.effectiveDate, transaction.journalCode];
      const [first, others] = rowsOf(transaction);
      let said = first;
      for (const { accountId, layer, type, amount, description, metadata } of transaction.entries) {
        const account = accountIn(chart, accountId);
        const parent = account.parentId === null ? null : accountIn(chart, account.parentId).code;
        const printed = formatAmount(amount, denomination);
        yield csvRow(
          [
            ...[...shared, said.reference, said.description, layer, account.code, account.name, account.type],
            ...[
              type === 'debit' ? printed : null,
              type === 'credit' ? printed : null,
              denomination.currency,
              description,
            ],
            ...[...said.correlation, ...said.undone, asJson(metadata)],
            ...[account.category, account.normalBalance, parent],
            ...[null, null, null, null, null],
          ].map((cell) => (cell === null ? '' : safeText(cell))),
        );
        said = others;
      }
    },
    end: () => '',
  }),
};

type Cell = string | null;

/** The cells of a row that describe its transaction. */
interface OfTransaction {
  readonly reference: Cell;
  readonly description: Cell;
  readonly correlation: readonly Cell[];
  readonly undone: readonly Cell[];
}

/**
 * Returns the cells of a transaction in its first row, and in all further rows. Only the first row has all of them: in a hundred rows its
 * texts would be a hundred times as long. The ids of related transactions are in every row: if one of them is damaged, the rows differ, and
 * the import refuses the transaction instead of posting it without the relation.
 */
const rowsOf = (transaction: ToldTransaction): readonly [first: OfTransaction, others: OfTransaction] => {
  const { reference, description, settlesTransactionId, attributes } = transaction;
  const { reverses, releases, extends: extended } = undoneBy(transaction);
  const source = isCorrelated(transaction) ? transaction.correlationSourceId : null;
  const ids = [reverses, releases, settlesTransactionId, extended];
  return [
    {
      ...{ reference, description },
      correlation: isCorrelated(transaction)
        ? [transaction.correlationId, transaction.correlationType, source]
        : [null, null, null],
      undone: [
        ...[...ids, transaction.expiresAt?.toISOString() ?? null],
        ...[asJson(attributes && Object.keys(attributes).length > 0 ? attributes : null), asJson(transaction.metadata)],
      ],
    },
    { reference: null, description: null, correlation: [null, null, source], undone: [...ids, null, null, null] },
  ];
};

const asJson = (value: object | null): string | null => (value === null ? null : JSON.stringify(value));
