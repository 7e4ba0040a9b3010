/**
 * The reading tools, one row for each. They pass filters on to the API, which refuses unknown ones by name, so that no filter is silently
 * ignored.
 */
import type { Api } from './asking';
import {
  asOf,
  besideReport,
  columnsFrom,
  dayText,
  defaultLimit,
  id,
  known,
  layer,
  limitTo,
  paging,
  totals,
} from './parameters';
import {
  asQuery,
  choice,
  invalid,
  placed,
  required,
  tellAnswer,
  text,
  type Arguments,
  type Parameter,
  type Tool,
} from './tool';

export interface ReadingRow {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The path of the API below /api/v1. */
  readonly path: string;
  readonly parameters: Readonly<Record<string, Parameter>>;
  /** True if the path needs an account's id but the tool takes the account's code, because people know codes. Undefined: false. */
  readonly byAccountCode?: true;
}

export const readingRows: readonly ReadingRow[] = [
  {
    name: 'read_ledger',
    title: 'The ledger',
    description: 'Which books these are: code, name, currency and decimals.',
    path: '/ledger',
    parameters: {},
  },
  {
    name: 'find_accounts',
    title: 'Find accounts',
    description: 'Accounts by code, with their settled balance, signed by the side on which they grow.',
    path: '/accounts',
    parameters: {
      search: text('A part of a code or a name, in any case'),
      type: choice('Only this type', 'asset', 'liability', 'equity', 'revenue', 'expense'),
      active: { type: 'boolean', description: 'Only active ones, or only inactive ones' },
      group: { type: 'boolean', description: 'Only groups, which take no entries, or only accounts that take entries' },
      parent_id: id('Right below this account'),
      ...paging,
    },
  },
  {
    name: 'account_balance',
    title: 'Balance of an account',
    description: 'The balances of an account at the end of any day, layer by layer; available is what may be spent.',
    path: '/accounts/code/{code}/balance',
    parameters: { code: required(text('The code of the account')), as_of_date: asOf, layer, known_at_sequence: known },
  },
  {
    name: 'account_statement',
    title: 'Statement of an account',
    description: 'Opening balance, entries with the balance behind each, and closing balance between two days.',
    path: '/accounts/{accountId}/statement',
    parameters: {
      code: required(text('The code of the account')),
      from: required(dayText('The first day')),
      to: dayText('The last day; today when not said'),
      layer,
      known_at_sequence: known,
      ...paging,
    },
    byAccountCode: true,
  },
  {
    name: 'find_entries',
    title: 'Find entries of an account',
    description: 'The entries of one account by any of these filters together, each with the balance after it.',
    path: '/accounts/{accountId}/entries',
    parameters: {
      code: required(text('The code of the account')),
      start_date: dayText('Effective on this day or later'),
      end_date: dayText('Effective on this day or earlier'),
      layer,
      text: text('With these words in the description or the reference of the transaction'),
      min_amount: text('An entry of at least this amount, such as 10.50'),
      max_amount: text('An entry of at most this amount'),
      trancode: text('Posted by this transaction code'),
      origin: text('From these origins, as find_transactions takes them'),
      sort: choice('The order: by day, with - the latest first', 'effective_date', '-effective_date'),
      totals,
      ...paging,
    },
    byAccountCode: true,
  },
  {
    name: 'find_transactions',
    title: 'Find transactions',
    description:
      'Transactions, newest first unless sort says otherwise, by any of these filters together. Each shows its entries; totals add up the whole list.',
    path: '/transactions',
    parameters: {
      status: choice('With this status', 'pending', 'posted', 'void', 'failed', 'reversed'),
      layer,
      from_date: dayText('Effective on this day or later'),
      to_date: dayText('Effective on this day or earlier'),
      account_id: id('With an entry on this account'),
      text: text('With these words in the description or the reference'),
      min_amount: text('An amount of at least this, such as 10.50'),
      max_amount: text('An amount of at most this'),
      trancode: text('Posted by this transaction code'),
      origin: text(
        'From these origins, separated by commas: post, settlement, release, expiry, reversal, extension, string_operation; - in front leaves one out',
      ),
      reference: text('With exactly this reference'),
      correlation_id: text('Only this correlation id'),
      journal_id: id('In this journal'),
      batch_id: id('Only this batch'),
      hold_state: choice('Holds in this state', 'open', 'settled', 'released', 'expired'),
      expires_before: text('Holds that expire before this instant, such as 2026-01-31T10:00:00Z'),
      sort: choice(
        'The order: by acceptance or by day, with - the latest first',
        ...(['sequence', '-sequence', 'effective_date', '-effective_date'] as const),
      ),
      totals,
      ...paging,
    },
  },
  {
    name: 'read_transaction',
    title: 'A transaction',
    description: 'One transaction with its entries, what it undoes and what undid it.',
    path: '/transactions/{transactionId}',
    parameters: { transactionId: required(id('The id of the transaction')) },
  },
  {
    name: 'list_amendments',
    title: 'Amendments of a transaction',
    description: 'How the words of a transaction were changed, oldest first: before and after, reason and actor.',
    path: '/transactions/{transactionId}/amendments',
    parameters: { transactionId: required(id('The id of the transaction')), ...paging },
  },
  {
    name: 'list_notes',
    title: 'Notes of a transaction',
    description: 'The notes and references to documents that are attached to a transaction, oldest first.',
    path: '/transactions/{transactionId}/notes',
    parameters: { transactionId: required(id('The id of the transaction')), ...paging },
  },
  {
    name: 'trial_balance',
    title: 'Trial balance',
    description: 'Debits, credits and balance of every account at the end of a day, with totals that must agree.',
    path: '/reports/trial-balance',
    parameters: {
      as_of_date: asOf,
      layer,
      account_set_code: text('Only the accounts of this set'),
      ...besideReport,
      columns_from: columnsFrom,
      known_at_sequence: known,
    },
  },
  {
    name: 'balance_sheet',
    title: 'Balance sheet',
    description: 'Assets, liabilities and equity at the end of a day.',
    path: '/reports/balance-sheet',
    parameters: { as_of_date: asOf, ...besideReport, columns_from: columnsFrom, known_at_sequence: known },
  },
  {
    name: 'income_statement',
    title: 'Income statement',
    description: 'Revenue and expense between two days.',
    path: '/reports/income-statement',
    parameters: {
      from: required(dayText('The first day')),
      to: dayText('The last day; today when not said'),
      ...besideReport,
      known_at_sequence: known,
    },
  },
  {
    name: 'cash_flow',
    title: 'Cash flow statement',
    description:
      'Why cash changed between two days: operating, investing and financing activities, and the change of cash.',
    path: '/reports/cash-flow',
    parameters: {
      from: required(dayText('The first day')),
      to: dayText('The last day; today when not said'),
      method: choice(
        'From net income (indirect, when not said), or receipts and payments (direct)',
        'indirect',
        'direct',
      ),
      ...besideReport,
      known_at_sequence: known,
    },
  },
  {
    name: 'aging',
    title: 'Ageing',
    description: 'Open receivables, payables or holds by age: not due, and up to 30, 60, 90 and more days overdue.',
    path: '/reports/aging',
    parameters: {
      as_of_date: asOf,
      layer,
      account_set_code: text('Only the accounts of this set'),
      code_prefix: text('Only accounts whose code begins so'),
      aging_by: text('The key of an attribute whose values are rows, such as that of an invoice'),
      terms: { type: 'integer', description: 'Days of credit from the effective date on' },
      known_at_sequence: known,
    },
  },
  {
    name: 'list_events',
    title: 'Events',
    description: 'Events of the ledger, oldest first, after a sequence of its log: actor, act, time and reason.',
    path: '/events',
    parameters: {
      after_sequence: {
        type: 'integer',
        description: 'Behind this sequence; meta.through_sequence of the answer goes on',
      },
      types: {
        type: 'array',
        items: { type: 'string' },
        description:
          'Only of these types, such as transaction.posted, transaction.voided, account.updated, period.locked',
      },
      account_id: id('Only this account, and transactions that move it'),
      transaction_id: id('Only this transaction'),
      limit: limitTo(1_000),
    },
  },
  {
    name: 'find_transaction_codes',
    title: 'Find transaction codes',
    description: 'Templates of transactions: the parameters that each takes, and the entries that it makes.',
    path: '/trancodes',
    parameters: {
      search: text('A part of a code or a description'),
      status: choice('With this status', 'active', 'deprecated'),
      ...paging,
    },
  },
];

const toolOf = ({ path, byAccountCode, ...row }: ReadingRow): Tool => ({
  ...row,
  writes: false,
  run: async (api, given) => {
    const known = byAccountCode ? await withAccountId(api, given) : { given };
    if ('told' in known) return known.told;
    const place = placed(path, known.given);
    if ('wrong' in place) return invalid(place.wrong);
    const limit = 'limit' in row.parameters ? { limit: defaultLimit } : {};
    return tellAnswer(await api.get(place.path, asQuery({ ...limit, ...place.rest })));
  },
});

/** Replaces the code of an account by its id. The id is in the response to a request for the account's balance by code. */
export const withAccountId = async (
  api: Api,
  { code, ...given }: Arguments,
): Promise<{ readonly given: Arguments } | { readonly told: ReturnType<typeof invalid> }> => {
  const place = placed('/accounts/code/{code}/balance', { code });
  if ('wrong' in place) return { told: invalid(place.wrong) };
  const balance = await api.get(place.path, {});
  if (!balance.ok) return { told: tellAnswer(balance) };
  return { given: { ...given, accountId: (balance.data as { readonly account_id: string }).account_id } };
};

export const readingTools: readonly Tool[] = readingRows.map(toolOf);
