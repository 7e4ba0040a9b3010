/** Opens a ledger with its head and its journal DEFAULT. Only operators may open ledgers: from the command line, or at the first start. */
import { newId } from '../../../kernel/ids';
import { judgeUse, type QuotaReached } from '../../../kernel/quotas';
import { refuse, refused, type Outcome } from '../../../kernel/refusal';
import type { LedgerTime } from '../../../kernel/clock';
import type { UnitOfWork } from '../../../kernel/unit-of-work';
import { genesisHash } from '../domain/chain';
import { defaultJournal } from '../domain/journal';
import { openLedger, type InvalidLedger, type Ledger, type NewLedger, type TestClocksOff } from '../domain/ledger';
import type { LedgerCodeTaken } from '../domain/refusals';
import type { ChartStore } from './ports';

export interface OpenLedgerDependencies {
  readonly unitOfWork: UnitOfWork;
  readonly chart: ChartStore;
  readonly clock: LedgerTime;
}

export const createOpenLedger =
  ({ unitOfWork, chart, clock }: OpenLedgerDependencies, mayMoveTime: boolean) =>
  async (
    request: NewLedger,
    actor?: string,
  ): Promise<Outcome<TestClocksOff | InvalidLedger | LedgerCodeTaken | QuotaReached, Ledger>> => {
    if (request.hasTestClock && !mayMoveTime) return refuse({ kind: 'TestClocksOff' });
    const now = clock.now();
    const ledger = openLedger(request, newId<'ledger'>(), now);
    if (refused(ledger)) return ledger;
    const { id, code } = ledger.right;
    const head = { lastSequence: 0n, lastTransactionSequence: 0n, lastHash: genesisHash(id) };
    return unitOfWork.run<LedgerCodeTaken | QuotaReached, Ledger>({ ledgerIds: [id], actor }, async (tx) => {
      if (!(await chart.insertLedger(tx, ledger.right, head, defaultJournal(now))))
        return refuse({ kind: 'LedgerCodeTaken', code });
      const { tenantId } = ledger.right;
      const room = judgeUse('ledgers', await chart.readUse(tx, 'ledgers', { tenantId, ledgerId: id }));
      return refused(room) ? room : ledger;
    });
  };
