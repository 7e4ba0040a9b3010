/** Reads the state of the process, and how late the poster is. */
import type { LedgerTime } from '../../../kernel/clock';
import type { Ledgering } from '../../ledgering';
import type { System, SystemState } from './ports';

export interface SystemReport extends SystemState {
  /** How long the oldest pending transaction has waited; 0 if none is pending. */
  readonly posterLagSeconds: number;
}

export const createReadSystem =
  (system: System, ledgering: Pick<Ledgering, 'backlog'>, clock: LedgerTime) => async (): Promise<SystemReport> => {
    const [state, { oldestAcceptedAt }] = await Promise.all([system.state(), ledgering.backlog()]);
    const waitedMs = oldestAcceptedAt === null ? 0 : clock.now().getTime() - oldestAcceptedAt.getTime();
    // The time was recorded by the process that accepted the transaction, whose clock may be ahead of ours; a negative wait counts as 0.
    return { ...state, posterLagSeconds: Math.max(0, waitedMs) / 1_000 };
  };
