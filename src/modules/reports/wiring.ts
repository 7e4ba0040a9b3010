/** Wires reports: only this file of the module imports Inversify. */
import { ContainerModule } from 'inversify';
import { ROUTES } from '../../kernel/http/tokens';
import { createOpenPlaces } from '../../kernel/running/open-places';
import { OBSERVATIONS } from '../../kernel/observations';
import { provide } from '../../kernel/token';
import { CLOCK, LOG } from '../../kernel/tokens';
import { LEDGERING } from '../ledgering';
import { AGING_LIMITS, agingLimits, AGINGS, createAgings } from './application/aging';
import { CASH_FLOW_LIMITS, cashFlowLimits, CASH_FLOWS, createCashFlows } from './application/cash-flow';
import {
  createJournalExports,
  EXPORT_LIMITS,
  EXPORT_PLACES,
  exportLimits,
  JOURNAL_EXPORTS,
} from './application/export-journal';
import { createGeneralLedgers, GENERAL_LEDGERS } from './application/general-ledger';
import { createReports } from './application/reports';
import { agingRoutes } from './http/aging';
import { cashFlowRoutes } from './http/cash-flow';
import { exportRoutes } from './http/exports';
import { generalLedgerRoutes } from './http/general-ledger';
import { reportRoutes } from './http/reports';
import { REPORTS } from './index';

export const reportsModule = new ContainerModule(({ bind }) => {
  provide({ bind }, REPORTS, [LEDGERING, CLOCK, LOG, OBSERVATIONS], (ledgering, clock, log, observations) =>
    createReports({ ledgering, clock, log, observations }),
  );
  provide({ bind }, ROUTES, [REPORTS], reportRoutes);
  provide({ bind }, CASH_FLOW_LIMITS, [], () => cashFlowLimits);
  const ofCashFlows = [LEDGERING, CASH_FLOW_LIMITS, CLOCK, LOG, OBSERVATIONS] as const;
  provide({ bind }, CASH_FLOWS, ofCashFlows, (ledgering, limits, clock, log, observations) =>
    createCashFlows({ ledgering, limits, clock, log, observations }),
  );
  provide({ bind }, ROUTES, [CASH_FLOWS], cashFlowRoutes);
  provide({ bind }, AGING_LIMITS, [], () => agingLimits);
  provide({ bind }, AGINGS, [LEDGERING, AGING_LIMITS, CLOCK], (ledgering, limits, clock) =>
    createAgings({ ledgering, limits, clock }),
  );
  provide({ bind }, ROUTES, [AGINGS], agingRoutes);
  provide({ bind }, EXPORT_LIMITS, [], () => exportLimits);
  provide({ bind }, EXPORT_PLACES, [EXPORT_LIMITS], createOpenPlaces);
  const ofExports = [LEDGERING, EXPORT_LIMITS, EXPORT_PLACES, CLOCK, LOG] as const;
  provide({ bind }, JOURNAL_EXPORTS, ofExports, (ledgering, limits, places, clock, log) =>
    createJournalExports({ ledgering, limits, places, clock, log }),
  );
  provide({ bind }, ROUTES, [JOURNAL_EXPORTS], exportRoutes);
  provide({ bind }, GENERAL_LEDGERS, ofExports, (ledgering, limits, places, clock, log) =>
    createGeneralLedgers({ ledgering, limits, places, clock, log }),
  );
  provide({ bind }, ROUTES, [GENERAL_LEDGERS], generalLedgerRoutes);
});
