/** The check of the witnesses that co-sign checkpoints: how far each witness is behind the signed checkpoints. */
import type { ClientBase } from 'pg';
import { fine, warning, type DatabaseCheck } from './check';

/** A witness co-signs a checkpoint within a minute, so a cosignature that is still missing after this time is a fault. */
const maxUncosignedMinutes = 10;
/** The maximum number of logs in one query: row-level security compares each row with the scope, a text that lists all of these logs. */
const logsAtOnce = 500;

export const witnessCheck: DatabaseCheck = {
  name: 'witnesses',
  look: async ({ owner }, { config: { witnesses }, clock }) => {
    if (witnesses.length === 0) return fine('none: LEDGER_WITNESSES is not set');
    const standings = await standingsOf(
      owner,
      witnesses.map(({ key }) => key.text),
    );
    const minutesSince = (since: Date): number => Math.round((clock.now().getTime() - since.getTime()) / 60_000);
    const seen = witnesses.map(({ key }, at) => `${key.name} ${told(standings[at] ?? nothing, minutesSince)}`);
    const all = `${witnesses.length} listed: ${seen.join('; ')}`;
    return standings.some(({ since }) => since !== null && minutesSince(since) > maxUncosignedMinutes)
      ? warning(
          all,
          'start a process that signs (LEDGER_ROLE=all or worker), and look in its log for the answers of the witness (docs/use/proof.md)',
        )
      : fine(all);
  },
};

/** The state of one witness over all logs that have a checkpoint. */
interface Standing {
  /** The number of logs that have a checkpoint (`logs`), and of those whose last checkpoint the witness has not co-signed (`lacking`). */
  readonly logs: number;
  readonly lacking: number;
  /** The number of events between the last checkpoint and the last co-signed one, in the log where this number is greatest. */
  readonly eventsBehind: number;
  /** The time of the earliest checkpoint that the witness has not co-signed; null if there is none. */
  readonly since: Date | null;
  /** The time of the latest checkpoint that the witness co-signed; null if there is none. */
  readonly last: Date | null;
}

const nothing: Standing = { logs: 0, lacking: 0, eventsBehind: 0, since: null, last: null };

/** Returns the state of each witness, in the order of their verifier keys. */
const standingsOf = async (owner: ClientBase, keys: readonly string[]): Promise<readonly Standing[]> => {
  const { rows: logs } = await owner.query<{ id: string }>('select ledger_id as id from log_trees order by 1');
  let sums: readonly Standing[] = keys.map(() => nothing);
  await owner.query('begin read only');
  try {
    for (let at = 0; at < logs.length; at += logsAtOnce) {
      const ids = logs.slice(at, at + logsAtOnce).map(({ id }) => id);
      // Row-level security shows a cosignature only if the scope contains its log, even to the owner. The ids need no escaping, because
      // they come from the database.
      await owner.query(`set local ledger.scope = '${ids.join()}'`);
      const { rows } = await owner.query<Standing>(readStandings, [ids, keys]);
      sums = sums.map((sum, place) => added(sum, rows[place] ?? nothing));
    }
  } finally {
    await owner.query('rollback');
  }
  return sums;
};

const readStandings = `
  select count(c.size)::int as logs, (count(*) filter (where c.size > s.size))::int as lacking,
         coalesce(max(c.size - s.size), 0)::float8 as "eventsBehind", min(f.signed_at) as since, max(l.signed_at) as last
    from unnest($2::text[]) with ordinality as w (key, place)
    left join unnest($1::uuid[]) as t (id) on true
    left join lateral (select size from log_checkpoints where ledger_id = t.id order by size desc limit 1) c on true
    left join lateral (select coalesce(max(size), 0) as size from log_cosignatures
                        where ledger_id = t.id and witness = w.key) s on true
    left join lateral (select signed_at from log_checkpoints where ledger_id = t.id and size > s.size order by size limit 1) f on true
    left join log_checkpoints l on l.ledger_id = t.id and l.size = s.size
   group by w.place order by w.place`;

const added = (one: Standing, other: Standing): Standing => ({
  logs: one.logs + other.logs,
  lacking: one.lacking + other.lacking,
  eventsBehind: Math.max(one.eventsBehind, other.eventsBehind),
  since: !one.since || (other.since && other.since < one.since) ? other.since : one.since,
  last: !one.last || (other.last && other.last > one.last) ? other.last : one.last,
});

const told = (
  { logs, lacking, eventsBehind, since, last }: Standing,
  minutesSince: (since: Date) => number,
): string => {
  if (logs === 0) return 'has nothing to co-sign yet';
  const before =
    last === null ? 'has not co-signed any checkpoint yet' : `last co-signed the checkpoint of ${last.toISOString()}`;
  if (since === null) return `has co-signed the last checkpoint of every log, and ${before}`;
  return `has not co-signed the last checkpoint of ${lacking} of ${logs} logs, is up to ${eventsBehind} ${eventsBehind === 1 ? 'event' : 'events'} and ${minutesSince(since)} min behind, and ${before}`;
};
