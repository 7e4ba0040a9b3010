/** The schemas of the API's documents as types, by name: `Schemas['Account']`, `AdminSchemas['Key']`. */
import type { components as adminComponents } from '../../../../../clients/typescript/admin-schema';
import type { components } from '../../../../../clients/typescript/schema';

export type Schemas = components['schemas'];
export type AdminSchemas = adminComponents['schemas'];
