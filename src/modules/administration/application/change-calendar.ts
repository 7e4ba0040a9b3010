/**
 * Changes the time zone or the fiscal year of a ledger. The same transaction changes the copies in the ledger's API keys, and this process
 * reads those keys again.
 */
import type { Administrator } from '../../../kernel/principal';
import { afterWriting, ok, refused, type Outcome } from '../../../kernel/refusal';
import type { Access } from '../../access';
import type { CalendarChange, InvalidLedger, Ledger, Ledgering, LedgerNotFound } from '../../ledgering';

export type ChangeLedgerCalendar = (
  caller: Administrator,
  ledger: Ledger,
  change: CalendarChange,
) => Promise<Outcome<InvalidLedger | LedgerNotFound, Ledger>>;

export const createChangeLedgerCalendar =
  (ledgering: Pick<Ledgering, 'changeCalendar'>, access: Pick<Access, 'forgetKeysOf'>): ChangeLedgerCalendar =>
  async ({ actor }, ledger, change) => {
    if (Object.values(change).every((value) => value === undefined)) return ok(ledger);
    const changed = await ledgering.changeCalendar(ledger.id, change, actor);
    if (!refused(changed)) await afterWriting(access.forgetKeysOf(ledger.id));
    return changed;
  };
