/** The ledger's log for other contexts (kernel/ledger-log): each event is appended in a turn of the ledger, like events about the chart. */
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
