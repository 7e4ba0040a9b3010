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

/** The reason why a process in production does not use the embedded database, and the cure; undefined where it may use it. */
export const complaintAboutProduction = ({
  databaseUrl,
  isProduction,
}: Pick<Config, 'databaseUrl' | 'isProduction'>): string | undefined =>
  databaseUrl === undefined && isProduction
    ? 'DATABASE_URL is not set, and NODE_ENV is "production": the embedded database is not for production. Set DATABASE_URL to your database, or leave out NODE_ENV.'
    : undefined;

/** The same for a start without migrations, which only a database that was migrated elsewhere needs. */
export const complaintAboutNoMigrate = (
  { databaseUrl, dataDirectory }: Pick<Config, 'databaseUrl' | 'dataDirectory'>,
  migrate: boolean,
): string | undefined =>
  databaseUrl === undefined && !migrate
    ? `DATABASE_URL is not set, and --no-migrate is for a database that is migrated elsewhere. Set DATABASE_URL to your database, or leave out --no-migrate to use the embedded database in ${dataDirectory}.`
    : undefined;
