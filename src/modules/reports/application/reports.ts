/** Reports over all accounts of a ledger. */
import type { Clock } from '../../../kernel/time';
import type { Ledgering } from '../../ledgering';

export interface ReportDependencies {
  readonly ledgering: Pick<Ledgering, 'totals' | 'lastPlace'>;
  readonly clock: Clock;
}

export type Reports = ReportDependencies;

export const createReports = (dependencies: ReportDependencies): Reports => dependencies;
