/** The embedded database, which a start without DATABASE_URL uses: its location, and the ledger's names for its roles and folders. */
import { join, resolve } from 'node:path';
import type { PostgresNames } from '../../packages/embedded-postgres/src';
import type { SigningFiles } from '../modules/proof/wiring';
import type { Config } from './config';

/**
 * Existing data directories were created under these names; with different names, the service would find neither their books nor their
 * servers.
 */
export const ledgerNames: PostgresNames = {
  program: 'the ledger',
  database: 'ledger',
  ownerRole: 'ledger',
  socketPrefix: 'ledger-pg-',
  binariesPrefix: 'ledger-postgres-',
  variables: { dataDirectory: 'LEDGER_DATA_DIR', databaseUrl: 'DATABASE_URL' },
};

/** Returns the folder of the embedded database within the data directory. */
export const embeddedDatabaseIn = ({ dataDirectory }: Pick<Config, 'dataDirectory'>): string =>
  join(resolve(dataDirectory), 'postgres');

/** The files of the signing key and of the checkpoints. A new key is named after the address of the service, and keeps that name. */
export const signingFilesOf = (
  config: Pick<Config, 'databaseUrl' | 'dataDirectory' | 'signingKeyFile' | 'checkpointFile' | 'publicUrl'>,
): SigningFiles => ({
  keyFile:
    config.signingKeyFile ??
    (config.databaseUrl === undefined ? join(resolve(config.dataDirectory), 'signing.key') : undefined),
  checkpointFile: config.checkpointFile,
  keyName: new URL(config.publicUrl).host,
});

/** Returns why a process in production must not use the embedded database, and the remedy; undefined if it may use it. */
export const complaintAboutProduction = ({
  databaseUrl,
  isProduction,
}: Pick<Config, 'databaseUrl' | 'isProduction'>): string | undefined =>
  databaseUrl === undefined && isProduction
    ? 'DATABASE_URL is not set, and NODE_ENV is "production": the embedded database is not for production. Set DATABASE_URL to your database, or leave out NODE_ENV.'
    : undefined;

/** Returns why `--no-migrate` cannot be used with the embedded database, and the remedy; undefined if there is no conflict. */
export const complaintAboutNoMigrate = (
  { databaseUrl, dataDirectory }: Pick<Config, 'databaseUrl' | 'dataDirectory'>,
  migrate: boolean,
): string | undefined =>
  databaseUrl === undefined && !migrate
    ? `DATABASE_URL is not set, and --no-migrate is for a database that is migrated elsewhere. Set DATABASE_URL to your database, or leave out --no-migrate to use the embedded database in ${dataDirectory}.`
    : undefined;
