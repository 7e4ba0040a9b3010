/**
 * One row for every module: its container module, its adapters on PostgreSQL and in memory, and its entities for
 * MikroORM.
 */
import { accessEntities, accessInMemory, accessModule, accessOnPostgres } from '../modules/access/wiring';
import {
  administrationInMemory,
  administrationModule,
  administrationOnPostgres,
} from '../modules/administration/wiring';
import {
  attributeEntities,
  attributesInMemory,
  attributesModule,
  attributesOnPostgres,
} from '../modules/attributes/wiring';
import { catalogEntities, catalogInMemory, catalogModule, catalogOnPostgres } from '../modules/catalog/wiring';
import { eventEntities, eventsInMemory, eventsModule, eventsOnPostgres } from '../modules/events/wiring';
import {
  ledgeringEntities,
  ledgeringInMemory,
  ledgeringModule,
  ledgeringOnPostgres,
} from '../modules/ledgering/wiring';
import { proofInMemory, proofModule, proofOnPostgres } from '../modules/proof/wiring';
import { reportsModule } from '../modules/reports/wiring';
import { stringEntities, stringsInMemory, stringsModule, stringsOnPostgres } from '../modules/strings/wiring';

export const contexts = [
  { module: accessModule, onPostgres: accessOnPostgres, inMemory: accessInMemory, entities: accessEntities },
  {
    ...{ module: attributesModule, onPostgres: attributesOnPostgres, inMemory: attributesInMemory },
    entities: attributeEntities,
  },
  { module: catalogModule, onPostgres: catalogOnPostgres, inMemory: catalogInMemory, entities: catalogEntities },
  {
    ...{ module: ledgeringModule, onPostgres: ledgeringOnPostgres, inMemory: ledgeringInMemory },
    entities: ledgeringEntities,
  },
  { module: eventsModule, onPostgres: eventsOnPostgres, inMemory: eventsInMemory, entities: eventEntities },
  { module: proofModule, onPostgres: proofOnPostgres, inMemory: proofInMemory, entities: [] },
  { module: reportsModule, onPostgres: undefined, inMemory: undefined, entities: [] },
  {
    ...{ module: administrationModule, onPostgres: administrationOnPostgres, inMemory: administrationInMemory },
    entities: [],
  },
  { module: stringsModule, onPostgres: stringsOnPostgres, inMemory: stringsInMemory, entities: stringEntities },
];

/** The entities that MikroORM maps: records that are opened, changed and closed one at a time. */
export const postgresEntities = contexts.flatMap(({ entities }) => entities);
