/** Gives a ledger another time zone. Its days begin elsewhere from then on; what is posted keeps the day that it has. */
import type { LedgerId } from '../../../kernel/ids';
import { refuse, refused, type Outcome } from '../../../kernel/refusal';
import { changeTimeZone, type InvalidLedger, type Ledger } from '../domain/ledger';
import type { LedgerNotFound } from '../domain/refusals';
import { inTurn, type TurnDependencies } from './turn';

/** The API keys of the ledger follow in the same commit. */
export type ChangeTimeZone = (
  ledgerId: LedgerId,
  timeZone: string,
  actor?: string,
) => Promise<Outcome<InvalidLedger | LedgerNotFound, Ledger>>;

export const createChangeTimeZone =
  (dependencies: TurnDependencies): ChangeTimeZone =>
  (ledgerId, timeZone, actor) =>
    inTurn<InvalidLedger | LedgerNotFound, Ledger>(
      dependencies,
      ledgerId,
      async ({ tx }) => {
        const { chart, clock } = dependencies;
        const found = await chart.readLedgerUse(tx, ledgerId);
        if (!found) return refuse({ kind: 'LedgerNotFound' });
        const ledger = changeTimeZone(found.ledger, timeZone, clock.now());
        if (!refused(ledger) && ledger.right !== found.ledger) await chart.updateTimeZone(tx, ledger.right);
        return ledger;
      },
      { actor },
    );
