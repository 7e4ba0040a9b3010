/** The last day of a report: the day in the question, or the day of the place of the log that it is about. */
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

/** Without a day: today, or the day on which the place of the log was written, which stays the same tomorrow. */
export const createLastDay =
  (ledgering: Pick<Ledgering, 'place'>, clock: LedgerTime): LastDay =>
  async (caller, asked, knownAtSequence) => {
    if (asked !== undefined) return ok(asked);
    if (knownAtSequence === undefined) return ok(todayOf(caller, clock));
    const read = await ledgering.place(caller, knownAtSequence);
    return refused(read) ? read : ok(dayIn(caller.timeZone, read.right.knownAt ?? new Date(0)));
  };
