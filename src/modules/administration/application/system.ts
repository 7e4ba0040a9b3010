/** The version and role of the process, and the delay of posting. */
import type { LedgerTime } from '../../../kernel/clock';
import type { Ledgering } from '../../ledgering';
import type { System, SystemState } from './ports';

export interface SystemReport extends SystemState {
  /** How long the oldest transaction has waited; 0 where none waits. */
  readonly posterLagSeconds: number;
}

export const createReadSystem =
  (system: System, ledgering: Pick<Ledgering, 'backlog'>, clock: LedgerTime) => async (): Promise<SystemReport> => {
    const [state, { oldestAcceptedAt }] = await Promise.all([system.state(), ledgering.backlog()]);
    const waitedMs = oldestAcceptedAt === null ? 0 : clock.now().getTime() - oldestAcceptedAt.getTime();
    // By the clock of the process that accepted it, which may be ahead of ours.
    return { ...state, posterLagSeconds: Math.max(0, waitedMs) / 1_000 };
  };
