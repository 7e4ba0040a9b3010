/** The last day of a report: the requested day, or the day of the sequence that the report is about. */
import type { LedgerTime } from '../../../kernel/clock';
import { todayOf, type Principal } from '../../../kernel/principal';
import { ok, refused, type Outcome } from '../../../kernel/refusal';
import type { Day } from '../../../kernel/time';
import { dayIn } from '../../../kernel/time-zone';
import type { Ledgering, SequenceNotReached } from '../../ledgering';

export type LastDay = (
  caller: Principal,
  asked: Day | undefined,
  knownAtSequence: bigint | undefined,
) => Promise<Outcome<SequenceNotReached, Day>>;

/**
 * Returns the requested day. If there is none, returns today, or the day of the event at `knownAtSequence`, so that the same request
 * returns the same report tomorrow.
 */
export const createLastDay =
  (ledgering: Pick<Ledgering, 'place'>, clock: LedgerTime): LastDay =>
  async (caller, asked, knownAtSequence) => {
    if (asked !== undefined) return ok(asked);
    if (knownAtSequence === undefined) return ok(todayOf(caller, clock));
    const read = await ledgering.place(caller, knownAtSequence);
    return refused(read) ? read : ok(dayIn(caller.timeZone, read.right.knownAt ?? new Date(0)));
  };
