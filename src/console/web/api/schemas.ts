/** What the API's document calls its things: `Schemas['Account']`. */
import type { components } from '../../../../clients/typescript/schema';

export type Schemas = components['schemas'];
