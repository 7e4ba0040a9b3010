/** Corrects the currency of a ledger in which nothing was accepted yet (operators only). */
import type { LedgerId } from '../../../kernel/ids';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import { correctCurrency, type InvalidLedger, type Ledger, type LedgerInUse, type NewCurrency } from '../domain/ledger';
import type { LedgerNotFound } from '../domain/refusals';
import { inTurn, type TurnDependencies } from './turn';

/** API keys know how their ledger counts: the caller tells access afterwards, also where nothing changed here. */
export type CorrectCurrency = (
  ledgerId: LedgerId,
  currency: NewCurrency,
  actor?: string,
) => Promise<Outcome<InvalidLedger | LedgerNotFound | LedgerInUse, Ledger>>;

export const createCorrectCurrency =
  (dependencies: TurnDependencies): CorrectCurrency =>
  async (ledgerId, currency, actor) =>
    inTurn<InvalidLedger | LedgerNotFound | LedgerInUse, Ledger>(
      dependencies,
      ledgerId,
      async ({ tx, now }) => {
        const { acceptances, chart } = dependencies;
        await acceptances.holdTerms(tx, ledgerId, 'alone');
        const found = await chart.readLedgerUse(tx, ledgerId);
        if (!found) return refuse({ kind: 'LedgerNotFound' });
        const ledger = correctCurrency(found.ledger, currency, found.use, now);
        if (refused(ledger)) return ledger;
        if (ledger.right !== found.ledger) await chart.updateCurrency(tx, ledger.right);
        return ok(ledger.right);
      },
      { actor },
    );
