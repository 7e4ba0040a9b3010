/** The shapes of entries, balances and statements, for the OpenAPI document and for the tests. */
import { all, money, orNull } from '../../../../kernel/http/answers';
import { day, id, instant, integer, named, object, text } from '../../../../kernel/http/codecs';
import { accountType, entryType, layer } from '../../../../kernel/http/vocabulary';

const headingFields = {
  id: id().described('The account.'),
  code: text().described('The code of the account.'),
  name: text().described('The name of the account in the chart.'),
  normal_balance: entryType.described('The side on which its balance is positive.'),
};

export const accountHeadingShape = named('AccountHeading', 'The account of the entries.', object(headingFields));

export const accountEntryShape = named(
  'AccountEntry',
  'An entry of an account, with the balance after it.',
  object({
    id: id().described('The entry.'),
    transaction_id: id().described('The transaction to which it belongs.'),
    account_id: id().described('The account that it debits or credits.'),
    account_code: text().described('The code of the account in the chart.'),
    type: entryType.described('Whether the account was debited or credited.'),
    amount: money.described('The amount, in major units: greater than zero.'),
    layer: layer.described('The layer of the entry.'),
    effective_date: day.described('The day from which it counts in balances.'),
    balance_after: money.described(
      'The running balance of its layer after this entry, in major units, including everything before the page and before `start_date`.',
    ),
    transaction: named(
      'EntryTransaction',
      'The transaction of an entry, in brief.',
      object({
        reference: orNull(text()).described('Your own reference for the transaction; null if it has none.'),
        description: text().described('A description for people.'),
      }),
    ),
  }),
);

const layerDetail = named(
  'LayerDetail',
  'The balance of one layer at the end of the day.',
  object({
    debits: money.described('The sum of its debits, in major units.'),
    credits: money.described('The sum of its credits, in major units.'),
    balance: money.described('The difference of debits and credits, positive on the side of `normal_balance`.'),
    entry_count: integer(0, Number.MAX_SAFE_INTEGER).described('The number of its entries.'),
    last_entry_date: orNull(day).described('The effective date of the latest entry; null if there is none.'),
  }),
);

const available = money.described(
  'The amount that a posting on this day may still use, in major units: the lowest settled balance of this and all later days, less the remaining amounts of all open holds that reduce it, of any day.',
);

export const balances = {
  balances: named(
    'Balances',
    'Balances in major units, each positive on the side of `normal_balance`.',
    object({
      settled: money.described('Settled entries, effective up to the day.'),
      pending: money.described('Pending entries, effective up to the day: amounts that are held, but not settled yet.'),
      overdue: money.described('The remaining amount of open encumbrances dated on or before the day.'),
      future: money.described('Entries of every layer that are effective after the day.'),
      available,
    }),
  ),
  layer_details: named(
    'LayerDetails',
    'The balance as of the day, by layer.',
    object({
      settled: layerDetail.described('The settled layer.'),
      pending: layerDetail.described('The pending layer: held amounts.'),
      encumbrance: layerDetail.described('The encumbrance layer: planned amounts.'),
      available,
    }),
  ),
  currency: text().described('The currency of the ledger.'),
  as_of_date: day.described('The day at whose end the balance is taken.'),
  calculated_at: instant.described(
    'When it was calculated, in UTC; with `known_at_sequence`, when that was what was known.',
  ),
  known_at_sequence: orNull(integer(1, Number.MAX_SAFE_INTEGER)).described(
    'The requested sequence of the log; null for the current state.',
  ),
};

export const headShape = named(
  'LogPlace',
  "A place in the ledger's log.",
  object({
    sequence: integer(0, Number.MAX_SAFE_INTEGER).described('The sequence; 0 before the first event.'),
    hash: text().described(
      'The hash of that event and of all events before it, in hex: it proves which events were known.',
    ),
  }),
);

export const statementShape = named(
  'AccountStatement',
  'The head of a statement: the opening balance of the account, the debits and credits, and the closing balance.',
  object({
    account: accountHeadingShape.described('The account to which it belongs.'),
    layer: layer.described('The layer whose entries it lists.'),
    from: day.described('The first day of the statement.'),
    to: day.described('The last day of the statement.'),
    currency: text().described('The currency of the ledger.'),
    opening_balance: money.described('The balance before the first day, in major units.'),
    debits: money.described('The sum of the debits from the first day to the last.'),
    credits: money.described('The sum of the credits from the first day to the last.'),
    closing_balance: money.described('The balance at the end of the last day, in major units.'),
    head: headShape.described('The sequence of the log that the statement covers.'),
    known_at: orNull(instant).described(
      'When the event at that sequence happened, in UTC; null before the first event.',
    ),
  }),
);

export const balanceShape = named(
  'AccountBalance',
  'The balance of an account as of a day.',
  object({
    account_id: id().described('The account whose balance it is.'),
    account_code: text().described('The code of the account in the chart.'),
    account_name: text().described('The name of the account in the chart.'),
    account_type: accountType.described('The type of the account, such as `asset` or `revenue`.'),
    normal_balance: entryType.described('The side on which balances are positive.'),
    ...balances,
  }),
);

export const setBalanceShape = named(
  'AccountSetBalance',
  'The balance of an account set as of a day: that of all accounts in it, each counted once.',
  object({
    account_set_id: id().described('The account set whose balance it is.'),
    account_set_code: text().described('The code of the account set in reports.'),
    account_set_name: text().described('The name of the account set for people.'),
    normal_balance: entryType.described(
      'Always `debit`: the accounts of a set may have different normal sides, so debits count as positive.',
    ),
    ...balances,
  }),
);

export const balanceChangesShape = all(
  named(
    'BalanceChange',
    'A change in a balance by a request. Amounts are in major units, positive on the normal side of the account.',
    object({
      account_id: id().described('The account whose balance would change.'),
      account_code: text().described('The code of the account in the chart.'),
      layer: layer.described('The layer whose balance would change.'),
      as_of_date: day.described(
        'The day at whose end both balances are taken: today, or the latest effective date of the request if that is later.',
      ),
      before: money.described('The present balance.'),
      after: money.described('The balance that would result.'),
    }),
  ),
).described('Each balance that would change, before and after.');
