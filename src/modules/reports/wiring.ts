/** Wires reports: the only file here that knows Inversify. */
import { ContainerModule } from 'inversify';
import { ROUTES } from '../../kernel/http/tokens';
import { OBSERVATIONS } from '../../kernel/observations';
import { provide } from '../../kernel/token';
import { CLOCK, LOG } from '../../kernel/tokens';
import { LEDGERING } from '../ledgering';
import { createReports } from './application/reports';
import { reportRoutes } from './http/reports';

export const reportsModule = new ContainerModule(({ bind }) => {
  provide({ bind }, ROUTES, [LEDGERING, CLOCK, LOG, OBSERVATIONS], (ledgering, clock, log, observations) =>
    reportRoutes(createReports({ ledgering, clock, log, observations })),
  );
});
