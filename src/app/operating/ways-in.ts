/**
 * The access that a restored backup would reopen. A backup does not contain later revocations: revoked keys are active in it, deactivated
 * people may sign in, and stolen sessions are open. So a restore ends all sessions and links, with an event for each, and lists all other
 * access, so that somebody can revoke it again.
 */
import type { ClientBase } from 'pg';

export interface WaysIn {
  readonly ended: { readonly sessions: number; readonly links: number };
  /** The access that can still be used, at most `maxNamed` entries of each kind. */
  readonly in_use: {
    readonly keys: readonly (KeyInUse & { readonly ledger: string })[];
    readonly admin_keys: readonly KeyInUse[];
    readonly operators: readonly {
      readonly email: string;
      readonly role: string;
      readonly last_seen_at: string | null;
    }[];
    readonly webhook_endpoints: readonly {
      readonly id: string;
      readonly ledger: string;
      readonly origin: string;
      readonly created_by: string;
    }[];
  };
}

interface KeyInUse {
  readonly prefix: string;
  readonly name: string | null;
  readonly last_used_at: string | null;
}

/** The actor of the restore's changes in the logs of tenants. */
const actor = 'restore';
/** Names the actor until the transaction ends. */
export const asRestore = `set local ledger.actor = '${actor}'`;
const maxNamed = 1_000;

/**
 * Ends sessions and links, and lists all other access. Runs as the owner or a superuser, in a transaction that begins with `asRestore`. A
 * backup that predates session events is left unchanged: its migration ends the sessions.
 */
export const endWaysIn = async (client: ClientBase): Promise<WaysIn | undefined> => {
  const { rows } = await client.query(
    `select from information_schema.columns where table_schema = 'public' and table_name = 'sessions' and column_name = 'ended_at'`,
  );
  if (rows.length === 0) return undefined;
  const sessions = await client.query(
    'update sessions set ended_at = now(), ended_by = $1 where ended_at is null and expires_at > now()',
    [actor],
  );
  const links = await client.query('delete from invitations where used_at is null');
  const ended = { sessions: sessions.rowCount ?? 0, links: links.rowCount ?? 0 };
  return { ended, in_use: await inUse(client) };
};

/**
 * Begins a new epoch of the logs, because clients may have read events that the restored logs lack. Runs in a transaction that begins with
 * `asRestore`. Does nothing in a backup that predates epochs: its migration creates the first one.
 */
export const beginEpoch = async (client: ClientBase): Promise<void> => {
  const { rows } = await client.query(
    `select from information_schema.columns where table_schema = 'public' and table_name = 'installation' and column_name = 'log_epoch'`,
  );
  if (rows.length > 0) await client.query('update installation set log_epoch = gen_random_uuid()');
};

const inUse = async (client: ClientBase): Promise<WaysIn['in_use']> => {
  const ask = async <Row extends object>(text: string): Promise<readonly Row[]> =>
    (await client.query<Row>(text, [maxNamed])).rows;
  const isOf = 'is_active and revoked_at is null';
  return {
    keys: await ask(
      `select prefix, k.name, l.code as ledger, to_json(last_used_at)#>>'{}' as last_used_at
         from api_keys k join ledgers l on l.id = k.ledger_id
        where k.is_active and revoked_at is null and (expires_at is null or expires_at > now()) order by k.id limit $1`,
    ),
    admin_keys: await ask(
      `select prefix, name, to_json(last_used_at)#>>'{}' as last_used_at from admin_keys where ${isOf} order by id limit $1`,
    ),
    operators: await ask(
      `select email, role, to_json(last_seen_at)#>>'{}' as last_seen_at
         from operators where is_active and password_hash is not null order by id limit $1`,
    ),
    webhook_endpoints: await ask(
      `select e.id, l.code as ledger, substring(url from '^[a-z]+://') || substring(url from '^[a-z]+://(?:[^/?#@]*@)?([^/?#]*)') as origin,
              created_by
         from webhook_endpoints e join ledgers l on l.id = e.ledger_id where e.is_active order by e.id limit $1`,
    ),
  };
};
