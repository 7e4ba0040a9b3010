/**
 * Writes the changes to transactions that are undone or extended, the undone amounts of their entries, and the days from which these
 * entries no longer hold anything.
 */
import type { LedgerId } from '../../../../kernel/ids';
import { plainArray } from '../../../../kernel/postgres/sql';
import { textArray } from '../../../../kernel/postgres/sql-rows';
import { together, writeTogether } from '../../../../kernel/postgres/sql-together';
import type { Day } from '../../../../kernel/time';
import type { Tx } from '../../../../kernel/unit-of-work';
import type { PostingPlan } from '../../domain/posting';
import type { MovedEnd } from '../../domain/transaction';
import { amountsOf, nothingUndone, takenOff } from '../../domain/undoing';
import { sql } from './written-rows';

const undoneWrite = together('write_undone', {
  entries: sql.add_to_undone,
  days: sql.add_to_undone_days,
  transactions: sql.mark_undone,
});

/** Writes the undone transactions of a plan. The entries of the undoing transactions must already have been written. */
export const writeUndone = (
  tx: Tx,
  ledgerId: LedgerId,
  { posted, undone, undoneDays, at }: PostingPlan,
): Promise<void> => {
  const all = undone.map(({ id, becomes }) => ({
    id,
    becomes,
    undoing: 'undoing' in becomes ? becomes.undoing : null,
  }));
  const entries = all.flatMap(({ undoing }) =>
    undoing ? takenOff(undoing).map((entry) => ({ ...entry, sequence: undoing.sequence })) : [],
  );
  const amounts = all.map(({ undoing }) => (undoing ? amountsOf(undoing) : nothingUndone));
  const ends = undone.map(({ becomes }) => endOf(becomes));
  const dayOfExtension = ({ becomes }: PostingPlan['undone'][number]): Day | null =>
    'undoing' in becomes && becomes.undoing.kind === 'extension'
      ? (posted.find(({ transaction }) => transaction.id === becomes.by)?.transaction.effectiveDate ?? null)
      : null;
  return writeTogether(tx, undoneWrite, ledgerId, {
    entries,
    days: undoneDays,
    transactions: {
      count: undone.length,
      values: {
        undone_ids: plainArray(undone.map(({ id }) => id)),
        undone_statuses: plainArray(
          undone.map(({ becomes: { status } }) => (status === 'extended' ? 'posted' : status)),
        ),
        undone_by_ids: plainArray(undone.map(({ becomes }) => ('by' in becomes ? becomes.by : null))),
        reversed_amounts: plainArray(amounts.map(({ reversed }) => positiveOrNull(reversed))),
        settled_amounts: plainArray(amounts.map(({ settled }) => positiveOrNull(settled))),
        excess_amounts: plainArray(amounts.map(({ excess }) => positiveOrNull(excess))),
        released_amounts: plainArray(amounts.map(({ released }) => positiveOrNull(released))),
        extended_amounts: plainArray(amounts.map(({ extended }) => positiveOrNull(extended))),
        extended_on: plainArray(undone.map(dayOfExtension)),
        expired: plainArray(all.map(({ undoing }) => String(undoing?.kind === 'expiry'))),
        moved: plainArray(ends.map((end) => String(end !== undefined))),
        moved_ends: plainArray(ends.map((end) => end?.after?.toISOString() ?? null)),
        void_reasons: textArray(undone.map(({ becomes }) => (becomes.status === 'void' ? becomes.reason : null))),
        undone_at: at.toISOString(),
      },
    },
  });
};

const endOf = (becomes: PostingPlan['undone'][number]['becomes']): MovedEnd | undefined =>
  'end' in becomes ? becomes.end : 'undoing' in becomes ? becomes.undoing.end : undefined;

const positiveOrNull = (amount: bigint): bigint | null => (amount > 0n ? amount : null);
