/**
 * Secures a cluster: every connection needs a password, and the program connects as a role that is not a superuser.
 *
 * The statements run in PostgreSQL's single-user mode, which opens no socket, so no server ever accepts connections without a password.
 * They secure a new cluster, a cluster of an earlier version (whose superuser had the name of the present owner, and no password), and a
 * cluster whose password file was lost. All of them may be run again. pg_hba.conf is written last. It contains the fingerprint of the
 * password, and so shows that the cluster is secured with this password.
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

/** Returns false if another process is using the cluster. The caller then checks again. */
export const secureCluster = async (
  place: Place,
  account: Account,
  binaries: string,
  password: string,
): Promise<boolean> => {
  const { directory, spawning } = runIn(place.cluster, account);
  const settings = {
    exit_on_error: 'on',
    // Other processes recognise this process by its command line, as they recognise a server.
    cluster_name: `${socketPrefixOf(place)}secured`,
    // The statements contain passwords. With this setting, PostgreSQL does not write a failed statement to its log.
    log_min_error_statement: 'panic',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const alone = spawn(join(binaries, 'postgres'), ['--single', '-j', ...flags, '-D', directory, superuser], {
    ...spawning,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve, reject) => alone.once('error', reject).once('close', resolve));
  // PostgreSQL may end before it has read all statements. Its output on stderr then gives the reason.
  alone.stdin.once('error', () => undefined);
  // In single-user mode with `-j`, a semicolon and an empty line end a statement.
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
  // More iterations would slow down each connection. They protect weak passwords, and this one has 256 random bits.
  'set scram_iterations = 1',
  // The role with id 10, which initdb created, must be the superuser `postgres`. No role can rename itself, so another superuser does it.
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
  // With this setting the role may act as the roles that it creates (`set role`). By default it may only administer them.
  `alter role ${ownerRole} set createrole_self_grant = 'set'`,
];

const hbaFile = ({ program }: PostgresNames, password: string): string =>
  `# Written by ${program}. The passwords that are in force have the fingerprint ${fingerprintOf(password)}.
local all all scram-sha-256
local replication all scram-sha-256
`;

/** Writes the file as the user that owns the cluster. Root could be tricked into writing elsewhere by a link in the cluster's folder. */
const writeHbaFile = (lines: string, spawning: ReturnType<typeof runIn>['spawning']): void => {
  const script = 'umask 077 && cat > pg_hba.conf.new && mv -f pg_hba.conf.new pg_hba.conf';
  const { status, stderr, error } = spawnSync('sh', ['-c', script], { ...spawning, input: lines });
  if (error !== undefined || status !== 0)
    throw new Error(`pg_hba.conf in ${spawning.cwd} cannot be written: ${error?.message ?? stderr.toString()}`);
};
