/** Changes the time zone or the fiscal year of a ledger. Posted transactions keep their effective date. */
import type { LedgerId } from '../../../kernel/ids';
import { refuse, refused, type Outcome } from '../../../kernel/refusal';
import { changeCalendar, type CalendarChange, type InvalidLedger, type Ledger } from '../domain/ledger';
import type { LedgerNotFound } from '../domain/refusals';
import { inTurn, type TurnDependencies } from './turn';

/** Changes the calendar of a ledger. The same commit updates the time zone that the ledger's API keys store. */
export type ChangeCalendar = (
  ledgerId: LedgerId,
  change: CalendarChange,
  actor?: string,
) => Promise<Outcome<InvalidLedger | LedgerNotFound, Ledger>>;

export const createChangeCalendar =
  (dependencies: TurnDependencies): ChangeCalendar =>
  (ledgerId, change, actor) =>
    inTurn<InvalidLedger | LedgerNotFound, Ledger>(
      dependencies,
      ledgerId,
      async ({ tx }) => {
        const { chart, clock } = dependencies;
        const found = await chart.readLedgerUse(tx, ledgerId);
        if (!found) return refuse({ kind: 'LedgerNotFound' });
        const ledger = changeCalendar(found.ledger, change, clock.now());
        if (!refused(ledger) && ledger.right !== found.ledger) await chart.updateCalendar(tx, ledger.right);
        return ledger;
      },
      { actor },
    );
