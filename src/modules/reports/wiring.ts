/** Wires reports: the only file here that knows Inversify. */
import { ContainerModule } from 'inversify';
import { ROUTES } from '../../kernel/http/tokens';
import { provide } from '../../kernel/token';
import { CLOCK } from '../../kernel/tokens';
import { LEDGERING } from '../ledgering';
import { createReports } from './application/reports';
import { reportRoutes } from './http/reports';

export const reportsModule = new ContainerModule(({ bind }) => {
  provide({ bind }, ROUTES, [LEDGERING, CLOCK], (ledgering, clock) =>
    reportRoutes(createReports({ ledgering, clock })),
  );
});
