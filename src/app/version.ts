/** Which version of the ledger this is. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** From the sources and from what is built of them alike. */
export const version = (
  JSON.parse(readFileSync(join(__dirname, '../../package.json'), 'utf8')) as { readonly version: string }
).version;
