/**
 * The reading tools, one row for each. They pass filters on to the API, which refuses unknown ones by name, so that no filter is silently
 * ignored.
 */
import type { Api } from './asking';
import { asOf, dayText, defaultLimit, id, known, layer, limitTo, ownMembers, paging, totals } from './parameters';
import { reportRows, type ReadingRow } from './reports';
import {
  asQuery,
  choice,
  invalid,
  maxAnswerCharacters,
  placed,
  required,
  tellAnswer,
  text,
  type Arguments,
  type Tool,
} from './tool';

export const readingRows: readonly ReadingRow[] = [
  {
    name: 'read_ledger',
    title: 'The ledger',
    description: 'Returns the code, name, currency and decimals of the ledger of the key.',
    path: '/ledger',
    parameters: {},
  },
  {
    name: 'find_accounts',
    title: 'Find accounts',
    description:
      'Lists accounts by code with their settled balances. A balance is positive on the normal side of the account.',
    path: '/accounts',
    parameters: {
      search: text('A part of a code or a name, in any case'),
      type: choice('Only this type', 'asset', 'liability', 'equity', 'revenue', 'expense'),
      active: { type: 'boolean', description: 'true: only active accounts; false: only inactive ones' },
      group: {
        type: 'boolean',
        description:
          'true: only groups, which have no entries of their own; false: only accounts that can have entries',
      },
      parent_id: id('Only the direct children of this account'),
      ...paging,
    },
  },
  {
    name: 'account_balance',
    title: 'Balance of an account',
    description: 'Returns the balances of an account at the end of a day, for each layer, and the available amount.',
    path: '/accounts/code/{code}/balance',
    parameters: { code: required(text('The code of the account')), as_of_date: asOf, layer, known_at_sequence: known },
  },
  {
    name: 'account_statement',
    title: 'Statement of an account',
    description:
      'Returns the opening balance, each entry with the balance after it, and the closing balance of a range of days.',
    path: '/accounts/{accountId}/statement',
    parameters: {
      code: required(text('The code of the account')),
      from: required(dayText('The first day')),
      to: dayText('The last day; default: today'),
      layer,
      known_at_sequence: known,
      ...paging,
    },
    byAccountCode: true,
  },
  {
    name: 'find_entries',
    title: 'Find entries of an account',
    description: 'Lists the entries of one account, each with the balance after it. The filters can be combined.',
    path: '/accounts/{accountId}/entries',
    parameters: {
      code: required(text('The code of the account')),
      start_date: dayText('Effective on this day or later'),
      end_date: dayText('Effective on this day or earlier'),
      layer,
      text: text('Words in the description or the reference of the transaction'),
      min_amount: text('The lowest amount of an entry, such as 10.50'),
      max_amount: text('The highest amount of an entry'),
      trancode: text('Posted by this transaction code'),
      ...ownMembers,
      origin: text('The origins of the transaction, in the form that find_transactions takes'),
      sort: choice('The order: by effective date; with -, the latest first', 'effective_date', '-effective_date'),
      totals,
      ...paging,
    },
    byAccountCode: true,
  },
  {
    name: 'find_transactions',
    title: 'Find transactions',
    description:
      'Lists transactions with their entries, newest first unless sort is given. The filters can be combined; totals are of the whole list.',
    path: '/transactions',
    parameters: {
      status: choice('With this status', 'pending', 'posted', 'void', 'failed', 'reversed'),
      layer,
      from_date: dayText('Effective on this day or later'),
      to_date: dayText('Effective on this day or earlier'),
      account_id: id('With an entry on this account'),
      text: text('Words in the description or the reference'),
      min_amount: text('The lowest amount, such as 10.50'),
      max_amount: text('The highest amount'),
      trancode: text('Posted by this transaction code'),
      ...ownMembers,
      origin: text(
        'Origins, separated by commas: post, settlement, release, expiry, reversal, extension, string_operation; a - before an origin excludes it',
      ),
      reference: text('With exactly this reference'),
      correlation_id: text('Only this correlation id'),
      journal_id: id('In this journal'),
      batch_id: id('Only this batch'),
      hold_state: choice('Holds in this state', 'open', 'settled', 'released', 'expired'),
      expires_before: text('Holds that expire before this instant, such as 2026-01-31T10:00:00Z'),
      sort: choice(
        'The order: by acceptance or by effective date; with -, the latest first',
        ...(['sequence', '-sequence', 'effective_date', '-effective_date'] as const),
      ),
      totals,
      ...paging,
    },
  },
  {
    name: 'read_transaction',
    title: 'A transaction',
    description:
      'Returns one transaction with its entries, the transaction that it undoes, and the transactions that undid it.',
    path: '/transactions/{transactionId}',
    parameters: { transactionId: required(id('The id of the transaction')) },
  },
  {
    name: 'list_amendments',
    title: 'Amendments of a transaction',
    description:
      'Lists the changes to the description, reference and metadata of a transaction, oldest first, with the values before and after, the reason and the actor.',
    path: '/transactions/{transactionId}/amendments',
    parameters: { transactionId: required(id('The id of the transaction')), ...paging },
  },
  {
    name: 'list_notes',
    title: 'Notes of a transaction',
    description: 'Lists the notes and document references that are attached to a transaction, oldest first.',
    path: '/transactions/{transactionId}/notes',
    parameters: { transactionId: required(id('The id of the transaction')), ...paging },
  },
  ...reportRows,
  {
    name: 'list_events',
    title: 'Events',
    description:
      'Lists the events of the ledger after a sequence of its log, oldest first, with type, time, actor and reason.',
    path: '/events',
    parameters: {
      after_sequence: {
        type: 'integer',
        description: 'Only events after this sequence. To continue, give the meta.through_sequence of the response',
      },
      types: {
        type: 'array',
        items: { type: 'string' },
        description:
          'Only of these types, such as transaction.posted, transaction.voided, account.updated, period.locked',
      },
      account_id: id('Only events of this account, and of transactions with entries on it'),
      transaction_id: id('Only events of this transaction'),
      limit: limitTo(1_000),
    },
  },
  {
    name: 'find_transaction_codes',
    title: 'Find transaction codes',
    description:
      'Lists transaction codes, which are templates of transactions, with the parameters and the entries of each.',
    path: '/trancodes',
    parameters: {
      search: text('A part of a code or a description'),
      status: choice('With this status', 'active', 'deprecated'),
      ...paging,
    },
  },
];

const toolOf = ({ path, byAccountCode, isFile, ...row }: ReadingRow): Tool => ({
  ...row,
  writes: false,
  run: async (api, given) => {
    const known = byAccountCode ? await withAccountId(api, given) : { given };
    if ('told' in known) return known.told;
    const place = placed(path, known.given);
    if ('wrong' in place) return invalid(place.wrong);
    const limit = 'limit' in row.parameters ? { limit: defaultLimit } : {};
    const query = asQuery({ ...limit, ...place.rest });
    return tellAnswer(
      isFile
        ? await api.lines(place.path, { format: 'jsonl', ...query }, maxAnswerCharacters)
        : await api.get(place.path, query),
    );
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
