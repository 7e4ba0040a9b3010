/** Reads everything in the ledgers of a fault test as PostgreSQL's superuser, in one snapshot. */
import { Client } from 'pg';

export interface StoredAccount {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly type: string;
  readonly category: string;
  readonly normal_balance: 'debit' | 'credit';
  readonly description: string | null;
  readonly is_system: boolean;
  readonly is_active: boolean;
  readonly enforce_balance_limits: boolean;
  readonly created_at: Date;
  /** Layer → debits and credits, in minor units. */
  readonly totals: Readonly<Record<string, readonly [debits: string, credits: string]>>;
}

export interface StoredTransaction {
  readonly id: string;
  readonly status: string;
  readonly sequence: number | null;
  readonly key: string | null;
  readonly failure: string | null;
  readonly day: string;
  readonly layer: string;
  readonly journal_id: string;
  /** The id of the transaction that this one reverses or releases. */
  readonly reverses: string | null;
  readonly settles: string | null;
  /** The hold's state and its total, settled, released and remaining amounts, in major units; null for a transaction that is not a hold. */
  readonly hold: readonly string[] | null;
  readonly operation_id: string | null;
  readonly batch_id: string | null;
  /** The entries as posted; empty for a transaction that was not posted. */
  readonly entries: readonly (readonly [account_id: string, type: string, amount: string])[];
}

export interface StoredEvent {
  readonly sequence: number;
  readonly type: string;
  readonly transaction_id: string | null;
  readonly account_id: string | null;
  readonly trancode_id: string | null;
  readonly occurred_at: Date;
  readonly content_hash: Buffer;
  readonly reason: string | null;
}

export interface StoredJournal {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly is_closed: boolean;
  readonly created_at: Date;
}

export interface StoredLock {
  readonly id: string;
  readonly locked_until: string;
  readonly created_at: Date;
  readonly released_at: Date | null;
}

export interface Archive {
  readonly accounts: readonly StoredAccount[];
  readonly journals: readonly StoredJournal[];
  readonly locks: readonly StoredLock[];
  readonly transactions: readonly StoredTransaction[];
  readonly events: readonly StoredEvent[];
  readonly keys: readonly string[];
  /** Operation id → the ids of its two transactions. */
  readonly operations: ReadonlyMap<string, { readonly source: string; readonly target: string }>;
}

export const readArchives = async (url: string, ledgerIds: readonly string[]): Promise<readonly Archive[]> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const archives: Archive[] = [];
    for (const id of ledgerIds) {
      const rows = async <Row extends object>(text: string): Promise<Row[]> =>
        (await client.query<Row>(text, [id])).rows;
      const operations = await rows<{ id: string; source: string; target: string }>(
        `select id, source_transaction_id as source, target_transaction_id as target from string_operations where ledger_id = $1`,
      );
      archives.push({
        accounts: await rows(selectAccounts),
        journals: await rows('select * from journals where ledger_id = $1 order by code'),
        locks: await rows(
          'select id, locked_until::text, created_at, released_at from period_locks where ledger_id = $1 order by id',
        ),
        transactions: await rows(selectTransactions),
        events: await rows(
          `select l.sequence::int, l.type, l.transaction_id, l.account_id, s.trancode_id, l.occurred_at, l.content_hash, l.reason
             from ledger_log l left join ledger_log_subjects s using (ledger_id, sequence)
            where l.ledger_id = $1 order by l.sequence`,
        ),
        keys: (await rows<{ key: string }>('select key from idempotency_keys where ledger_id = $1')).map(
          ({ key }) => key,
        ),
        operations: new Map(operations.map(({ id: operation, ...legs }) => [operation, legs])),
      });
    }
    return archives;
  } finally {
    await client.end();
  }
};

const selectAccounts = `
  select a.*, (select json_object_agg(b.layer, json_build_array(b.debits::text, b.credits::text))
                 from account_balances b where b.ledger_id = a.ledger_id and b.account_id = a.id) as totals
    from accounts a where a.ledger_id = $1 order by a.code`;

const selectTransactions = `
  select t.id, t.status, t.sequence::int, t.idempotency_key as key, t.failure->>'code' as failure,
         t.effective_date::text as day, t.layer, t.journal_id, t.undoes_transaction_id as reverses,
         t.settles_transaction_id as settles, t.string_operation_id as operation_id, t.batch_id,
         case when t.hold_state is not null then
           (select array[t.hold_state::text] || array_agg(round(units / 100.0, 2)::text order by place)
              from (select whole as total, coalesce(t.settled_amount, 0) as settled,
                           case when t.hold_state = 'open' then whole - coalesce(t.reversed_amount, 0)
                             - coalesce(t.settled_amount, 0) - coalesce(t.released_amount, 0) else 0 end as remaining
                      from (select t.total_amount + coalesce(t.extended_amount, 0) as whole) w) h,
                   unnest(array[total, settled, total - settled - remaining, remaining]) with ordinality as parts (units, place))
         end as hold,
         coalesce((select json_agg(json_build_array(e.account_id, e.type, e.amount::text) order by e.position)
            from entries e where e.ledger_id = t.ledger_id and e.sequence = t.sequence), '[]') as entries
    from transactions t where t.ledger_id = $1 order by t.id`;
