/** Every context, a row each: its module, its adapters on PostgreSQL, and what MikroORM maps for it. */
import { accessEntities, accessModule, accessOnPostgres } from '../modules/access/wiring';
import { administrationModule } from '../modules/administration/wiring';
import { attributeEntities, attributesModule, attributesOnPostgres } from '../modules/attributes/wiring';
import { catalogEntities, catalogModule, catalogOnPostgres } from '../modules/catalog/wiring';
import { eventEntities, eventsModule, eventsOnPostgres } from '../modules/events/wiring';
import { ledgeringEntities, ledgeringModule, ledgeringOnPostgres } from '../modules/ledgering/wiring';
import { reportsModule } from '../modules/reports/wiring';
import { stringEntities, stringsModule, stringsOnPostgres } from '../modules/strings/wiring';

export const contexts = [
  { module: accessModule, onPostgres: accessOnPostgres, entities: accessEntities },
  { module: attributesModule, onPostgres: attributesOnPostgres, entities: attributeEntities },
  { module: catalogModule, onPostgres: catalogOnPostgres, entities: catalogEntities },
  { module: ledgeringModule, onPostgres: ledgeringOnPostgres, entities: ledgeringEntities },
  { module: eventsModule, onPostgres: eventsOnPostgres, entities: eventEntities },
  { module: reportsModule, onPostgres: undefined, entities: [] },
  { module: administrationModule, onPostgres: undefined, entities: [] },
  { module: stringsModule, onPostgres: stringsOnPostgres, entities: stringEntities },
];

/** What MikroORM maps: what is opened, changed and closed one at a time. */
export const postgresEntities = contexts.flatMap(({ entities }) => entities);
