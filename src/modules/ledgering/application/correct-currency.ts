/** Corrects the currency of a ledger that has not accepted anything yet (operators only). */
import type { LedgerId } from '../../../kernel/ids';
import { judgedAnew } from '../../../kernel/running/optimistic';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import type { Catalog } from '../../catalog';
import type { LedgerHead } from '../domain/chain';
import { correctCurrency, type InvalidLedger, type Ledger, type LedgerInUse, type NewCurrency } from '../domain/ledger';
import type { LedgerNotFound } from '../domain/refusals';
import { isOutdated } from './guesses';
import { OutdatedGuess } from './ports';
import { inTurn, type TurnDependencies } from './turn';

type Refusal = InvalidLedger | LedgerNotFound | LedgerInUse;

/** Corrects the currency of a ledger. The same commit updates the currency that the ledger's API keys store. */
export type CorrectCurrency = (
  ledgerId: LedgerId,
  currency: NewCurrency,
  actor?: string,
) => Promise<Outcome<Refusal, Ledger>>;

/** The ledger after the correction, and the head at which the correction was judged; `head` is undefined if nothing changes. */
interface Judged {
  readonly ledger: Ledger;
  readonly head: LedgerHead | undefined;
}

/**
 * The correction needs two turns of the ledger. The transaction codes are read between them, because the catalog stores the codes. A new
 * code is an event of the log, so if the head has moved before the second turn, the codes are read again. Both turns check all other
 * amounts that are stored in the ledger's decimals.
 */
export const createCorrectCurrency = (
  dependencies: TurnDependencies,
  catalog: Pick<Catalog, 'uncountable'>,
): CorrectCurrency => {
  const { acceptances, chart } = dependencies;
  return async (ledgerId, currency, actor) => {
    const inOneTurn = (codesReadAt: LedgerHead | undefined): Promise<Outcome<Refusal, Judged>> =>
      inTurn<Refusal, Judged>(
        dependencies,
        ledgerId,
        async ({ tx, head, now }) => {
          if (codesReadAt && !head.lastHash.equals(codesReadAt.lastHash))
            throw new OutdatedGuess('the ledger has moved on since its transaction codes were read');
          await acceptances.holdTerms(tx, ledgerId, 'alone');
          const found = await chart.readLedgerUse(tx, ledgerId);
          if (!found) return refuse({ kind: 'LedgerNotFound' });
          const ledger = correctCurrency(found.ledger, currency, found.use, now);
          if (refused(ledger)) return ledger;
          if (ledger.right === found.ledger) return ok({ ledger: ledger.right, head: undefined });
          if (codesReadAt) await chart.updateCurrency(tx, ledger.right);
          return ok({ ledger: ledger.right, head });
        },
        { actor },
      );
    const corrected = await judgedAnew(
      async (): Promise<Outcome<Refusal, Judged>> => {
        const judged = await inOneTurn(undefined);
        if (refused(judged) || !judged.right.head) return judged;
        const because = await catalog.uncountable(ledgerId, judged.right.ledger.denomination);
        return because === undefined ? judged : refuse({ kind: 'LedgerInUse', because });
      },
      async (judged) => (refused(judged) || !judged.right.head ? judged : inOneTurn(judged.right.head)),
      isOutdated,
    );
    return refused(corrected) ? corrected : ok(corrected.right.ledger);
  };
};
