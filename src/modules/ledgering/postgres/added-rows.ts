/** What posted work adds to the books, on its way into the database: a column of values for each column of the tables. */
import { plainArray, textArray } from '../../../kernel/postgres/sql';
import type { ParameterValues } from '../../../kernel/postgres/sql-file';
import { dayOf, type Day } from '../../../kernel/time';
import type { DayChange, TotalsChange } from '../domain/books';
import type { PostingPlan } from '../domain/posting';

const entryParameters = [
  ...(['entry_sequences', 'entry_positions', 'entry_ids', 'entry_transaction_ids', 'entry_account_ids'] as const),
  ...(['entry_layers', 'entry_types', 'entry_amounts', 'entry_effective_dates', 'entry_descriptions'] as const),
  ...(['entry_metadata', 'total_open_since'] as const),
] as const;

const entryValues = ({ posted, totals, at }: PostingPlan): ParameterValues<typeof entryParameters> => {
  const entries = posted.flatMap(({ transaction, sequence }) =>
    transaction.entries.map((entry, position) => ({ entry, position, sequence, transaction })),
  );
  return {
    entry_sequences: plainArray(entries.map(({ sequence }) => sequence)),
    entry_positions: plainArray(entries.map(({ position }) => position)),
    entry_ids: plainArray(entries.map(({ entry }) => entry.id)),
    entry_transaction_ids: plainArray(entries.map(({ transaction }) => transaction.id)),
    entry_account_ids: plainArray(entries.map(({ entry }) => entry.accountId)),
    entry_layers: plainArray(entries.map(({ entry }) => entry.layer)),
    entry_types: plainArray(entries.map(({ entry }) => entry.type)),
    entry_amounts: plainArray(entries.map(({ entry }) => entry.amount)),
    entry_effective_dates: plainArray(entries.map(({ transaction }) => transaction.effectiveDate)),
    entry_descriptions: textArray(entries.map(({ entry }) => entry.description)),
    entry_metadata: textArray(
      entries.map(({ entry }) => (entry.metadata === null ? null : JSON.stringify(entry.metadata))),
    ),
    total_open_since: plainArray(totals.map(({ since }) => openSince(since, dayOf(at)))),
  };
};

/**
 * The third of a month with which the days of an account begin that are not summed yet, where its first entries are these.
 * What lies ahead is not over: were it summed up to there, all that comes meanwhile would come late.
 */
const openSince = (firstDay: Day, today: Day): string => {
  const day = firstDay < today ? firstDay : today;
  const dayOfMonth = day.slice(8);
  return day.slice(0, 8) + (dayOfMonth < '11' ? '01' : dayOfMonth < '21' ? '11' : '21');
};

export const totalParameters = [
  'total_account_ids',
  'total_layers',
  'total_debits',
  'total_credits',
  'total_entry_counts',
] as const;

export const totalValues = (totals: readonly TotalsChange[]): ParameterValues<typeof totalParameters> => ({
  total_account_ids: plainArray(totals.map(({ accountId }) => accountId)),
  total_layers: plainArray(totals.map(({ layer }) => layer)),
  total_debits: plainArray(totals.map(({ debits }) => debits)),
  total_credits: plainArray(totals.map(({ credits }) => credits)),
  total_entry_counts: plainArray(totals.map(({ entryCount }) => entryCount)),
});

export const dayParameters = [
  'day_account_ids',
  'day_layers',
  'days',
  'day_debits',
  'day_credits',
  'day_entry_counts',
] as const;

export const dayValues = (days: readonly DayChange[]): ParameterValues<typeof dayParameters> => ({
  day_account_ids: plainArray(days.map(({ accountId }) => accountId)),
  day_layers: plainArray(days.map(({ layer }) => layer)),
  days: plainArray(days.map(({ day }) => day)),
  day_debits: plainArray(days.map(({ debits }) => debits)),
  day_credits: plainArray(days.map(({ credits }) => credits)),
  day_entry_counts: plainArray(days.map(({ entryCount }) => entryCount)),
});

/** The parameters of each statement that adds to the books. */
export const addedParameters = [...entryParameters, ...totalParameters, ...dayParameters] as const;

export const addedValues = (plan: PostingPlan) =>
  [entryValues(plan), totalValues(plan.totals), dayValues(plan.days)] as const;
