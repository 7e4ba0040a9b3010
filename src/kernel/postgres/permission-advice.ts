/** Adds to an error about a missing permission the SQL that grants it. */
import { escapeIdentifier, type Client } from 'pg';
import { applicationRole } from './session';

const insufficientPrivilege = '42501';

/** Returns the same fault, or one that states the remedy if PostgreSQL denied a permission to the role that migrates. */
export const withAdvice = (fault: unknown, { user = '', database = '' }: Client): unknown => {
  const { code, message } = fault as { code?: string; message: string };
  if (code !== insufficientPrivilege) return fault;
  const advice = user === applicationRole ? migrateAsOwner : adviceFor(message)?.(escapeIdentifier(user), database);
  return advice === undefined
    ? fault
    : new Error(`the database cannot be migrated as ${user} (${message}). ${advice}`, { cause: fault });
};

const migrateAsOwner = `${applicationRole} may change no table: set LEDGER_MIGRATION_URL to the URL of the database's owner.`;

type Advice = (user: string, database: string) => string;

const adviceFor = (message: string): Advice | undefined => advices.find(([said]) => said.test(message))?.[1];

const asSuperuser = (statements: string): string =>
  `Have a superuser run: ${statements} Then start again. \`npx ledger roles\` prints all that a DBA has to run.`;

const advices: readonly (readonly [said: RegExp, advice: Advice])[] = [
  // PostgreSQL requires the right `createrole` for this statement, even if the role already exists.
  [/create role/, (user) => asSuperuser(`alter role ${user} createrole;`)],
  // All databases of a server share the application role. If the owner of a different database created the role, the owner of this database
  // may not grant it.
  [/grant role|admin option/, (user) => asSuperuser(`grant ${applicationRole} to ${user};`)],
  [/schema public/, (user, database) => asSuperuser(`alter database ${escapeIdentifier(database)} owner to ${user};`)],
];
