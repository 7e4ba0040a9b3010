/**
 * Checks of the database's surroundings and contents: replica, Redis, cluster nodes, who can copy it, and whether work
 * gets done.
 */
import { Client, DatabaseError, type ClientBase } from 'pg';
import { readTopology } from '../../kernel/postgres/topology';
import { accessOnRedis } from '../../modules/access/wiring';
import { maxPosterLagSeconds } from '../readiness';
import { failure, fine, rowOf, warning, type DatabaseCheck, type Seen } from './check';
import { witnessCheck } from './witness-check';

const answersWithinMs = 5_000;
/** A replica further behind than this number of bytes is of little use to its readers. */
const maxReplicaLagBytes = 16 * 2 ** 20;
const oldestCitus = 13;
/** The service sends a signed checkpoint within a minute, so a checkpoint that is still unsent after this time is a fault. */
const maxUnsentMinutes = 10;

export const neighbourChecks: readonly DatabaseCheck[] = [
  {
    name: 'backup-role',
    look: async ({ owner, isEmbedded }, { config: { backupUrl } }) => {
      const advice =
        'have a superuser run what `npx ledger roles` prints, and set LEDGER_BACKUP_URL to log in as the backup role';
      if (backupUrl !== undefined)
        return onServer('LEDGER_BACKUP_URL', backupUrl, advice, async (client) => {
          const { role, seesAll } = await rowOf<{ role: string; seesAll: boolean }>(
            client,
            'select current_user as role, rolsuper or rolbypassrls as "seesAll" from pg_roles where rolname = current_user',
          );
          return seesAll
            ? fine(`${role} may copy everything`)
            : failure(
                `LEDGER_BACKUP_URL logs in as ${role}, which row-level security restricts: its copies fail`,
                advice,
              );
        });
      if (isEmbedded) return fine('the superuser of the embedded database may copy everything');
      const { rows } = await owner.query<{ name: string }>(
        `select rolname as name from pg_roles where rolbypassrls and not rolsuper and rolcanlogin
            and pg_has_role(oid, 'pg_read_all_data', 'usage') order by 1`,
      );
      return rows.length > 0
        ? fine(`${rows.map(({ name }) => name).join(', ')} may copy everything`)
        : warning('only a superuser can copy everything: pg_dump as the owner fails', advice);
    },
  },
  {
    name: 'backlog',
    look: async ({ owner }, { clock }) => {
      const { count, oldest } = await rowOf<{ count: number; oldest: string | null }>(
        owner,
        // An id begins with the millisecond of its creation, so the smallest id is the oldest.
        `select count(*)::int as count, min(replace(transaction_id::text, '-', '')) as oldest
           from posting_queue where to_regclass('public.posting_queue') is not null`,
      );
      if (oldest === null) return fine('no transaction waits to be posted');
      const seconds = Math.round((clock.now().getTime() - Number.parseInt(oldest.slice(0, 12), 16)) / 1_000);
      const seen =
        count === 1
          ? `1 transaction has waited to be posted for ${seconds} s`
          : `${count} transactions wait to be posted, the oldest for ${seconds} s`;
      return seconds > maxPosterLagSeconds
        ? failure(seen, 'start a process that posts (LEDGER_ROLE=all or worker), and look at its log')
        : fine(seen);
    },
  },
  {
    name: 'demo',
    look: async ({ service, isEmbedded }) => {
      const { count } = await rowOf<{ count: number }>(
        service,
        `select count(*)::int as count from api_keys k join tenants t on t.id = k.tenant_id
          where t.name = 'demo' and k.is_active and (k.expires_at is null or k.expires_at > now())`,
      );
      if (count === 0) return fine('there is no valid key of the tenant demo');
      return isEmbedded
        ? fine(`${count} ${count === 1 ? 'key' : 'keys'} of the tenant demo, created at the first start`)
        : warning(
            `${count} ${count === 1 ? 'key' : 'keys'} of the tenant demo ${count === 1 ? 'is' : 'are'} valid in your own database`,
            'list them (npx ledger keys list --tenant demo --ledger <code>), and revoke each (npx ledger keys revoke --key <prefix>)',
          );
    },
  },
  {
    name: 'checkpoint-receiver',
    look: async ({ owner }, { config: { checkpointUrl }, clock }) => {
      if (checkpointUrl === undefined) return fine('none: LEDGER_CHECKPOINT_URL is not set');
      const { logs, since } = await rowOf<{ logs: number; since: Date | null }>(
        owner,
        `select count(*)::int as logs, min(c.signed_at) as since
           from log_trees t
          cross join lateral (select signed_at from log_checkpoints
                               where ledger_id = t.ledger_id and size > t.sent_size order by size limit 1) c`,
      );
      if (since === null) return fine('the receiver has the last checkpoint of every log');
      const minutes = Math.round((clock.now().getTime() - since.getTime()) / 60_000);
      const seen = `the receiver lacks the last checkpoint of ${logs} ${logs === 1 ? 'log' : 'logs'}; the oldest that it lacks was signed ${minutes} min ago`;
      return minutes > maxUnsentMinutes
        ? warning(
            seen,
            'start a process that signs (LEDGER_ROLE=all or worker), and look in its log for the answers of the receiver',
          )
        : fine(seen);
    },
  },
  witnessCheck,
  {
    name: 'replica',
    look: async ({ owner }, { config: { readUrl } }) => {
      if (readUrl === undefined) return fine('none: LEDGER_READ_URL is not set');
      const here = await rowOf<{ lsn: string; id: string }>(
        owner,
        `select pg_current_wal_lsn()::text as lsn, (select system_identifier::text from pg_control_system()) as id`,
      );
      const advice = 'LEDGER_READ_URL must name a streaming replica of this database (docs/operate/growing.md)';
      return onServer('the replica', readUrl, `${advice}; meanwhile the primary answers its reads`, async (client) => {
        const there = await rowOf<{ isStandby: boolean; id: string; bytes: number }>(
          client,
          `select pg_is_in_recovery() as "isStandby", (select system_identifier::text from pg_control_system()) as id,
                  greatest(0, pg_wal_lsn_diff($1::pg_lsn, pg_last_wal_replay_lsn()))::float8 as bytes`,
          [here.lsn],
        );
        if (!there.isStandby) return failure('LEDGER_READ_URL names a server that is not a replica', advice);
        if (there.id !== here.id) return failure('LEDGER_READ_URL names a replica of another server', advice);
        const seen = `${Math.round(there.bytes / 1_024)} KiB of write-ahead log behind the primary`;
        return there.bytes > maxReplicaLagBytes
          ? warning(seen, 'look at pg_stat_replication on the primary, and at the disk and the network of the replica')
          : fine(seen);
      });
    },
  },
  {
    name: 'redis',
    look: async (_, { config: { redisUrl }, clock }) => {
      if (redisUrl === undefined) return fine('not used: each process applies its rate limits separately');
      const complaints: string[] = [];
      const log = {
        info: () => undefined,
        warn: (_fields: object, said: string) => void complaints.push(said),
        error: () => undefined,
      };
      const budgets = await accessOnRedis(redisUrl, log, clock);
      await budgets.close();
      return complaints.length > 0
        ? warning(
            'Redis does not answer: each process applies its rate limits separately',
            'start Redis, or correct REDIS_URL',
          )
        : fine('Redis answers');
    },
  },
  {
    name: 'nodes',
    look: async ({ owner }) => {
      const { rows: extensions } = await owner.query<{ version: string }>(
        `select extversion as version from pg_extension where extname = 'citus'`,
      );
      const version = extensions[0]?.version;
      if (version === undefined) return fine('one PostgreSQL server, without Citus');
      if (Number.parseInt(version, 10) < oldestCitus)
        return failure(
          `Citus ${version}`,
          `the ledger needs Citus ${oldestCitus} or newer: install it on every node, then run there: alter extension citus update;`,
        );
      const topology = await readTopology(owner);
      const { rows: nodes } = await owner.query<{ name: string; isFine: boolean; said: string }>(
        `select format('%s:%s', nodename, nodeport) as name, success and result = 'on' as "isFine", result as said
           from run_command_on_workers('show citus.enable_unsafe_triggers')`,
      );
      const wrong = nodes.filter(({ isFine }) => !isFine);
      return wrong.length > 0
        ? failure(
            wrong.map(({ name, said }) => `${name}: ${said}`).join('; '),
            'start every worker, and set citus.enable_unsafe_triggers = on there (docs/operate/growing.md)',
          )
        : fine(`Citus ${version}, ${nodes.length} workers, the ledgers on ${topology}`);
    },
  },
];

const onServer = async (
  what: string,
  url: string,
  advice: string,
  look: (client: ClientBase) => Promise<Seen>,
): Promise<Seen> => {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: answersWithinMs });
  try {
    await client.connect();
    return await look(client);
  } catch (error) {
    return failure(
      `${what} ${error instanceof DatabaseError ? 'refuses' : 'does not answer'}: ${(error as Error).message}`,
      advice,
    );
  } finally {
    await client.end().catch(() => undefined);
  }
};
