/** Wires reports: the only file here that knows Inversify. */
import { ContainerModule } from 'inversify';
import { ROUTES } from '../../kernel/http/tokens';
import { OBSERVATIONS } from '../../kernel/observations';
import { provide } from '../../kernel/token';
import { CLOCK, LOG } from '../../kernel/tokens';
import { LEDGERING } from '../ledgering';
import { createReports } from './application/reports';
import { reportRoutes } from './http/reports';
import { REPORTS } from './index';

export const reportsModule = new ContainerModule(({ bind }) => {
  provide({ bind }, REPORTS, [LEDGERING, CLOCK, LOG, OBSERVATIONS], (ledgering, clock, log, observations) =>
    createReports({ ledgering, clock, log, observations }),
  );
  provide({ bind }, ROUTES, [REPORTS], reportRoutes);
});
