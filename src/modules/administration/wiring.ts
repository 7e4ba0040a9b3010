/** Wires administration: only this file of the module imports Inversify. */
import { ContainerModule } from 'inversify';
import { BACKGROUND } from '../../kernel/running/background';
import { ADMIN_ROUTES } from '../../kernel/http/tokens';
import { newId } from '../../kernel/ids';
import { OBSERVATIONS } from '../../kernel/observations';
import { UNIT_OF_WORK } from '../../kernel/postgres/tokens';
import { provide } from '../../kernel/token';
import { CLOCK, LOG } from '../../kernel/tokens';
import { ACCESS } from '../access';
import { LEDGERING } from '../ledgering';
import { PROOF } from '../proof';
import { STRINGS } from '../strings';
import { SCHEDULE_STORE, SYSTEM, type System } from './application/ports';
import { createChangeLedgerCalendar } from './application/change-calendar';
import { createListActs } from './application/acts';
import { createScheduledVerifications } from './application/scheduled';
import { createReadSystem } from './application/system';
import { createTerritory } from './application/territory';
import { createVerifications } from './application/verifications';
import { createVerifying } from './application/verifying';
import { actRoute } from './http/acts';
import { keyRoutes } from './http/keys';
import { operatorRoutes } from './http/operators';
import { operatorSessionRoutes } from './http/sessions';
import {
  checkpointRoute,
  logRoute,
  scheduledVerificationRoute,
  systemRoute,
  verificationRoutes,
} from './http/oversight';
import { memberRoutes, rateRoutes } from './http/strings';
import { tenantQuotaRoutes } from './http/tenant-quotas';
import { ledgerRoutes, tenantRoutes } from './http/tenants';
import { calendarRoutes } from './http/calendars';
import { ADMINISTRATION, type Administration } from './index';
import { scheduleInMemory } from './memory/verification-schedule';
import { PostgresScheduleStore } from './postgres/verification-schedule';

export const administrationModule = new ContainerModule(({ bind }) => {
  provide(
    { bind },
    ADMINISTRATION,
    [ACCESS, LEDGERING, CLOCK, BACKGROUND, LOG, OBSERVATIONS, SCHEDULE_STORE],
    (access, ledgering, clock, background, log, observations, store): Administration => {
      const verifying = createVerifying({ access, ledgering });
      const parts = { verifying, clock, background, log, observations };
      const holder = newId<'process'>();
      return {
        verifying,
        verifications: createVerifications(parts),
        scheduled: createScheduledVerifications({ ...parts, store, ledgering, holder }),
      };
    },
  );
  provide(
    { bind },
    ADMIN_ROUTES,
    [ADMINISTRATION, ACCESS, LEDGERING, STRINGS, SYSTEM, PROOF, CLOCK],
    ({ verifications, scheduled }, access, ledgering, strings, system, proof, clock) => {
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
        checkpointRoute(proof, territory),
        actRoute(createListActs({ access, ledgering }), territory),
        systemRoute(createReadSystem(system, ledgering, clock), territory),
        ...verificationRoutes(verifications, territory),
        scheduledVerificationRoute(scheduled, territory),
      ];
    },
  );
});

export const administrationOnPostgres = new ContainerModule(({ bind }) => {
  provide({ bind }, SCHEDULE_STORE, [UNIT_OF_WORK], (unitOfWork) => new PostgresScheduleStore(unitOfWork));
});

export const administrationInMemory = new ContainerModule(({ bind }) => {
  provide({ bind }, SCHEDULE_STORE, [], scheduleInMemory);
});

/** Binds the facts about this process and its database that administrators may read. */
export const systemIs = (system: System): ContainerModule =>
  new ContainerModule(({ bind }) => provide({ bind }, SYSTEM, [], () => system));
