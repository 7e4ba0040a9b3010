/**
 * Restricts connections: nobody connects without a password, and the program connects as a role that is not a superuser.
 *
 * This is set up in PostgreSQL's single-user mode, which opens no socket. So at no moment does a server accept connections without a
 * password. The same statements secure a new cluster, one of an earlier version (whose superuser had the name of the present owner, and no
 * password), and one whose password file was lost. Every statement may run again. pg_hba.conf is written last, and names the fingerprint of
 * the password for which everything is done.
 */
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { PostgresNames } from './names';
import { fingerprintOf, passwordOf } from './passwords';
import { readIfThere, runIn, type Account, type Place } from './place';
import { isHeldByAnother, socketPrefixOf } from './postmaster';

export const superuser = 'postgres';

export const isSecured = (place: Place, password: string): boolean =>
  readIfThere(join(place.cluster, 'pg_hba.conf'), place.names) === hbaFile(place.names, password);

/** Returns false if another process is working on the cluster; the caller then checks again. */
export const secureCluster = async (
  place: Place,
  account: Account,
  binaries: string,
  password: string,
): Promise<boolean> => {
  const { directory, spawning } = runIn(place.cluster, account);
  const settings = {
    exit_on_error: 'on',
    // The name by which other processes recognise this one, like a server.
    cluster_name: `${socketPrefixOf(place)}secured`,
    // With this setting PostgreSQL's errors quote no statement, and so no password.
    log_min_error_statement: 'panic',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const alone = spawn(join(binaries, 'postgres'), ['--single', '-j', ...flags, '-D', directory, superuser], {
    ...spawning,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve, reject) => alone.once('error', reject).once('close', resolve));
  // PostgreSQL may end before it has read every statement; its output on stderr then explains why.
  alone.stdin.once('error', () => undefined);
  // In this mode a statement ends with a semicolon and an empty line.
  alone.stdin.end(
    statements(place.names, password)
      .map((statement) => `${statement};\n\n`)
      .join(''),
  );
  const [complaints, code] = await Promise.all([text(alone.stderr), ended]);
  if (code !== 0 && isHeldByAnother(complaints)) return false;
  if (code !== 0) throw new Error(`The passwords of PostgreSQL could not be set:\n${complaints.slice(-2000)}`);
  writeHbaFile(hbaFile(place.names, password), spawning);
  return true;
};

const statements = ({ ownerRole }: PostgresNames, password: string): readonly string[] => [
  // Iterations slow down guessing. Nobody can guess 256 random bits, and every connection would pay for iterations.
  'set scram_iterations = 1',
  // The role that a cluster is created with always remains its superuser. No role can rename itself.
  `do $$
begin
  if (select rolname from pg_authid where oid = 10) <> '${superuser}' then
    create role renaming superuser;
    set session authorization renaming;
    execute (select format('alter role %I rename to ${superuser}', rolname) from pg_authid where oid = 10);
    set session authorization ${superuser};
    drop role renaming;
  end if;
  if not exists (select from pg_authid where rolname = '${ownerRole}') then
    create role ${ownerRole};
  end if;
end $$`,
  `alter role ${superuser} password '${password}'`,
  `alter role ${ownerRole} nosuperuser nobypassrls noreplication createrole createdb login password '${passwordOf(ownerRole, password)}'`,
  // Without this the role could administer the roles that it creates, but not become one of them.
  `alter role ${ownerRole} set createrole_self_grant = 'set'`,
];

const hbaFile = ({ program }: PostgresNames, password: string): string =>
  `# Written by ${program}. The passwords that are in force have the fingerprint ${fingerprintOf(password)}.
local all all scram-sha-256
local replication all scram-sha-256
`;

/** Writes the file as the user that owns the cluster, because another process of that user could have put a link in its place. */
const writeHbaFile = (lines: string, spawning: ReturnType<typeof runIn>['spawning']): void => {
  const script = 'umask 077 && cat > pg_hba.conf.new && mv -f pg_hba.conf.new pg_hba.conf';
  const { status, stderr, error } = spawnSync('sh', ['-c', script], { ...spawning, input: lines });
  if (error !== undefined || status !== 0)
    throw new Error(`pg_hba.conf in ${spawning.cwd} cannot be written: ${error?.message ?? stderr.toString()}`);
};
