/** Wires administration: the only file here that knows Inversify. */
import { ContainerModule } from 'inversify';
import { BACKGROUND } from '../../kernel/background';
import { ADMIN_ROUTES } from '../../kernel/http/tokens';
import { OBSERVATIONS } from '../../kernel/observations';
import { provide } from '../../kernel/token';
import { CLOCK, LOG } from '../../kernel/tokens';
import { ACCESS } from '../access';
import { LEDGERING } from '../ledgering';
import { STRINGS } from '../strings';
import { SYSTEM, type System } from './application/ports';
import { createChangeLedgerCalendar } from './application/change-calendar';
import { createListActs } from './application/acts';
import { createReadSystem } from './application/system';
import { createTerritory } from './application/territory';
import { createVerifications } from './application/verifications';
import { createVerifying } from './application/verifying';
import { actRoute } from './http/acts';
import { keyRoutes } from './http/keys';
import { operatorRoutes } from './http/operators';
import { operatorSessionRoutes } from './http/sessions';
import { logRoute, systemRoute, verificationRoutes } from './http/oversight';
import { memberRoutes, rateRoutes } from './http/strings';
import { tenantQuotaRoutes } from './http/tenant-quotas';
import { ledgerRoutes, tenantRoutes } from './http/tenants';
import { calendarRoutes } from './http/calendars';
import { ADMINISTRATION, type Administration } from './index';

export const administrationModule = new ContainerModule(({ bind }) => {
  provide(
    { bind },
    ADMINISTRATION,
    [ACCESS, LEDGERING, CLOCK, BACKGROUND, LOG, OBSERVATIONS],
    (access, ledgering, clock, background, log, observations): Administration => {
      const verifying = createVerifying({ access, ledgering });
      return { verifying, verifications: createVerifications({ verifying, clock, background, log, observations }) };
    },
  );
  provide(
    { bind },
    ADMIN_ROUTES,
    [ADMINISTRATION, ACCESS, LEDGERING, STRINGS, SYSTEM, CLOCK],
    ({ verifications }, access, ledgering, strings, system, clock) => {
      const territory = createTerritory({ access, ledgering });
      return [
        ...tenantRoutes(access, territory),
        ...tenantQuotaRoutes(access, territory),
        ...ledgerRoutes(ledgering, territory),
        ...calendarRoutes(territory, createChangeLedgerCalendar(ledgering, access)),
        ...keyRoutes(access, territory),
        ...operatorRoutes(access.operators, territory),
        ...operatorSessionRoutes(access.sessions, territory),
        ...memberRoutes(strings, territory),
        ...rateRoutes(strings, territory),
        logRoute(access, territory),
        actRoute(createListActs({ access, ledgering }), territory),
        systemRoute(createReadSystem(system, ledgering, clock), territory),
        ...verificationRoutes(verifications, territory),
      ];
    },
  );
});

/** The process's answers about itself and its database. */
export const systemIs = (system: System): ContainerModule =>
  new ContainerModule(({ bind }) => provide({ bind }, SYSTEM, [], () => system));
