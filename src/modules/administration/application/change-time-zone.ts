/** Lets the days of a ledger begin elsewhere: the ledger's time zone, and the copy of it that each of its API keys has. */
import type { Administrator } from '../../../kernel/principal';
import { ok, refused, type Outcome } from '../../../kernel/refusal';
import type { Access } from '../../access';
import type { InvalidLedger, Ledger, Ledgering, LedgerNotFound } from '../../ledgering';

export type ChangeLedgerTimeZone = (
  caller: Administrator,
  ledger: Ledger,
  timeZone: string | undefined,
) => Promise<Outcome<InvalidLedger | LedgerNotFound, Ledger>>;

export const createChangeLedgerTimeZone =
  (ledgering: Pick<Ledgering, 'changeTimeZone'>, access: Pick<Access, 'followLedger'>): ChangeLedgerTimeZone =>
  async ({ actor }, ledger, timeZone) => {
    if (timeZone === undefined) return ok(ledger);
    const changed = await ledgering.changeTimeZone(ledger.id, timeZone, actor);
    // Also where nothing changed: an earlier change may have ended before it told the keys.
    if (!refused(changed)) await access.followLedger(changed.right, actor);
    return changed;
  };
