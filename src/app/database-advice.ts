/** Advice to an operator about a database that the service cannot work with. */
import { Client, escapeIdentifier, escapeLiteral } from 'pg';
import { applicationRole, serviceSettings, type Pooler } from '../kernel/postgres/session';
import { reasonOf } from './reason';

export interface Cure {
  /** The remedy if the session works under a role other than the service's. */
  readonly role: string;
  /** The remedy if the session lacks the required settings. */
  readonly settings: string;
}

const behindPooler = `set LEDGER_POOLER=transaction, change DATABASE_URL to log in as ${applicationRole}, and set LEDGER_MIGRATION_URL to the owner's URL`;

/**
 * Returns the remedies. `comeWithLogin` is true if PostgreSQL gives a session its role and settings when the role logs in, and false if the
 * session requests them in its start options.
 */
export const cureOf = (comeWithLogin: boolean, pooler: Pooler): Cure => {
  if (!comeWithLogin) {
    const cure = `something between the service and the database, such as a pooler, drops the start options of a connection; ${behindPooler}`;
    return { role: cure, settings: `Probably ${cure}.` };
  }
  const again = pooler === 'transaction' ? ' Then have the pooler reconnect.' : '';
  return {
    role: `change DATABASE_URL to log in as ${applicationRole}${pooler === 'none' ? '' : ', and configure the pooler to pass this name on'}`,
    settings: `Have a superuser run: ${settingStatements}${again}`,
  };
};

/** The SQL that gives the role the settings that the service's sessions need. */
const settingStatements = Object.entries(serviceSettings)
  .map(([name, value]) => `alter role ${applicationRole} set ${name} = ${escapeLiteral(value)};`)
  .join(' ');

/** Returns the fault of a connection that could not be opened, with the remedy added if the reason is a known one. */
export const refusedConnection = (fault: unknown, url: string): unknown => {
  const { message } = fault as Error;
  const { user = '' } = new Client({ connectionString: url });
  const [, cure] = refusals.find(([said]) => said.test(message)) ?? [];
  return cure === undefined ? fault : new Error(`${message}: ${cure(escapeIdentifier(user))}`, { cause: fault });
};

const refusals: readonly (readonly [said: RegExp, cure: (user: string) => string])[] = [
  [/permission denied to set role/, (user) => `have a superuser run: grant ${applicationRole} to ${user};`],
  [/unsupported startup parameter/, () => `there is a pooler in front of the database; ${behindPooler}`],
  [/role "ledger_app" does not exist/, () => 'migrate the database first: npx ledger migrate'],
  [/role "ledger_app" is not permitted to log in/, () => `have a superuser run: alter role ${applicationRole} login;`],
];

/** Returns the fault of a database that could not be reached or entered, with the variables that name it added. */
export const unreachedDatabase = (fault: unknown, { databaseUrl, migrationUrl }: Named): unknown => {
  const { code = '' } = fault as { readonly code?: unknown };
  const cure = databaseUrl === undefined ? undefined : cures[String(code)];
  if (cure === undefined) return fault;
  const variables = migrationUrl === undefined ? 'DATABASE_URL' : 'DATABASE_URL or LEDGER_MIGRATION_URL';
  return new Error(`${reasonOf(fault)}: ${cure}${variables}`, { cause: fault });
};

interface Named {
  readonly databaseUrl: string | undefined;
  readonly migrationUrl: string | undefined;
}

const [startIt, correctIt] = ['start PostgreSQL there, or correct ', 'correct '];
/** The remedy for each code of an error with which opening a connection fails. */
const cures: Readonly<Record<string, string>> = {
  ...{ ECONNREFUSED: startIt, ETIMEDOUT: startIt, EHOSTUNREACH: startIt, ENETUNREACH: startIt },
  ...{ ENOTFOUND: correctIt, EAI_AGAIN: correctIt },
  // The login is refused, its password is wrong, or there is no such database.
  ...{ '28000': correctIt, '28P01': correctIt, '3D000': 'create the database, or correct ' },
};
