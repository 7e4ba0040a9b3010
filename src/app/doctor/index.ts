/** `ledger doctor`: one list of independent checks, so that a check that fails to run hides no other. */
import { Client } from 'pg';
import { openPool } from '../../kernel/postgres/pool';
import { refusedConnection } from '../database-advice';
import { reasonOf } from '../reason';
import { failure, fine, warning, type Seen, type Surroundings } from './check';
import { databaseChecks } from './database-checks';
import { neighbourChecks } from './neighbour-checks';
import { lookAtNames, processChecks } from './process-checks';

export interface Examined extends Seen {
  readonly name: string;
}

/** The names of all checks, in the order of the report. */
export const checkNames: readonly string[] = [
  ...['configuration'],
  ...processChecks.map(({ name }) => name),
  ...['database'],
  ...[...databaseChecks, ...neighbourChecks].map(({ name }) => name),
];

/** The URLs of the database, once it runs. */
export interface Reached {
  readonly serviceUrl: string;
  readonly ownerUrl: string;
  readonly isEmbedded: boolean;
}

const answersWithinMs = 10_000;

export const examineProcess = async (surroundings: Surroundings): Promise<readonly Examined[]> => {
  const examined: Examined[] = [{ name: 'configuration', ...lookAtNames(surroundings) }];
  for (const { name, look } of processChecks) examined.push({ name, ...(await guarded(() => look(surroundings))) });
  return examined;
};

/** Runs the checks, which change nothing except settings of their own session. */
export const examineDatabase = async (
  { serviceUrl, ownerUrl, isEmbedded }: Reached,
  surroundings: Surroundings,
): Promise<readonly Examined[]> => {
  const { pooler } = surroundings.config;
  const pool = openPool({ url: serviceUrl, maxConnections: 1, pooler, answerTimeoutMs: answersWithinMs });
  const owner = new Client({ connectionString: ownerUrl, connectionTimeoutMillis: answersWithinMs });
  owner.on('error', () => undefined);
  try {
    try {
      await owner.connect();
    } catch (error) {
      return unreached(
        `the owner cannot connect: ${reasonOf(error)}`,
        'check LEDGER_MIGRATION_URL (or DATABASE_URL), and that the server runs',
      );
    }
    const lent = await pool.lend().catch((error: unknown) => reasonOf(refusedConnection(error, serviceUrl)));
    if (typeof lent === 'string')
      return unreached(`the service cannot connect: ${lent}`, 'check DATABASE_URL, and that the server runs');
    try {
      const databases = { service: lent.client, serviceUrl, owner, isEmbedded };
      const examined: Examined[] = [{ name: 'database', ...fine('the service and the owner can connect') }];
      for (const { name, look } of [...databaseChecks, ...neighbourChecks])
        examined.push({ name, ...(await guarded(() => look(databases, surroundings))) });
      return examined;
    } finally {
      lent.release(true);
    }
  } finally {
    await owner.end().catch(() => undefined);
    await pool.close();
  }
};

export const examineNoDatabase = (seen: Seen): readonly Examined[] => [
  { name: 'database', ...seen },
  ...[...databaseChecks, ...neighbourChecks].map(({ name }) => ({ name, ...notLookedAt(seen) })),
];

const unreached = (seen: string, advice: string): readonly Examined[] => examineNoDatabase(failure(seen, advice));

const notLookedAt = ({ status }: Seen): Seen =>
  status === 'ok'
    ? fine('there is no database yet')
    : warning('not checked', 'first correct the failure of the check "database"');

const guarded = async (look: () => Promise<Seen> | Seen): Promise<Seen> => {
  try {
    return await look();
  } catch (error) {
    return failure(
      `this check could not be completed: ${reasonOf(error)}`,
      'first correct the failures above, which are probably the cause',
    );
  }
};
