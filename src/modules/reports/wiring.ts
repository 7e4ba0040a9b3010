/** Wires reports: the only file here that knows Inversify. */
import { ContainerModule } from 'inversify';
import { ROUTES } from '../../kernel/http/tokens';
import { OBSERVATIONS } from '../../kernel/observations';
import { provide } from '../../kernel/token';
import { CLOCK, LOG } from '../../kernel/tokens';
import { LEDGERING } from '../ledgering';
import { createJournalExports, EXPORT_LIMITS, exportLimits, JOURNAL_EXPORTS } from './application/export-journal';
import { createReports } from './application/reports';
import { exportRoutes } from './http/exports';
import { reportRoutes } from './http/reports';
import { REPORTS } from './index';

export const reportsModule = new ContainerModule(({ bind }) => {
  provide({ bind }, REPORTS, [LEDGERING, CLOCK, LOG, OBSERVATIONS], (ledgering, clock, log, observations) =>
    createReports({ ledgering, clock, log, observations }),
  );
  provide({ bind }, ROUTES, [REPORTS], reportRoutes);
  provide({ bind }, EXPORT_LIMITS, [], () => exportLimits);
  provide({ bind }, JOURNAL_EXPORTS, [LEDGERING, EXPORT_LIMITS, CLOCK, LOG], (ledgering, limits, clock, log) =>
    createJournalExports({ ledgering, limits, clock, log }),
  );
  provide({ bind }, ROUTES, [JOURNAL_EXPORTS], exportRoutes);
});
