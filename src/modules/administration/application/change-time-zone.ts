/** Lets the days of a ledger begin elsewhere. Its API keys follow in the same commit, and this process reads them anew. */
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
  (ledgering: Pick<Ledgering, 'changeTimeZone'>, access: Pick<Access, 'forgetKeysOf'>): ChangeLedgerTimeZone =>
  async ({ actor }, ledger, timeZone) => {
    if (timeZone === undefined) return ok(ledger);
    const changed = await ledgering.changeTimeZone(ledger.id, timeZone, actor);
    if (!refused(changed)) await access.forgetKeysOf(ledger.id);
    return changed;
  };
