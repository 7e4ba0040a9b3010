/** The database of a start without DATABASE_URL: where it is, and the names that the ledger gives to what is on it. */
import { join, resolve } from 'node:path';
import type { PostgresNames } from '../embedded-postgres';
import type { Config } from './config';

/**
 * Data directories that exist were made under these names; under other names their books and their server are not found.
 */
export const ledgerNames: PostgresNames = {
  program: 'the ledger',
  database: 'ledger',
  ownerRole: 'ledger',
  socketPrefix: 'ledger-pg-',
  binariesPrefix: 'ledger-postgres-',
  variables: { dataDirectory: 'LEDGER_DATA_DIR', databaseUrl: 'DATABASE_URL' },
};

/** The folder of the embedded database. */
export const embeddedDatabaseIn = ({ dataDirectory }: Pick<Config, 'dataDirectory'>): string =>
  join(resolve(dataDirectory), 'postgres');
