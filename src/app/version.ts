/** The version of the ledger. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The same relative path works from the sources and from the build. */
export const version = (
  JSON.parse(readFileSync(join(__dirname, '../../package.json'), 'utf8')) as { readonly version: string }
).version;
