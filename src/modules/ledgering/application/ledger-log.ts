/** Appends events of other contexts to the ledger's log (kernel/ledger-log), each in a turn of the ledger. */
import type { LedgerLog } from '../../../kernel/ledger-log';
import { inTurn, logEvent, type TurnDependencies } from './turn';

export const createLedgerLog = (dependencies: TurnDependencies): LedgerLog => ({
  inTurn: (ledgerId, work) =>
    inTurn(dependencies, ledgerId, async (begun) => {
      let turn = begun;
      return work({
        tx: turn.tx,
        now: turn.now,
        denomination: () => dependencies.chart.readDenomination(turn.tx, ledgerId),
        append: async ({ trancodeId, ...happening }) => {
          turn = await logEvent(dependencies, turn, ledgerId, { ...happening, subject: { trancodeId } });
        },
      });
    }),
});
