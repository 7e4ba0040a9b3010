/** Clients that post without pause while their ledger is moved to another node, and the answers that they received. */
import { Client as Session } from 'pg';
import type { Client } from './client';
import { connected } from './database';
import { createTally } from './happenings';
import type { TestBooks, TestLedger } from './ledger';
import { freshKey, transaction, type Fields } from './requests';

/**
 * Waits until no other test file moves nodes or shards, because all test files of a run use the same ones. The returned function lets the
 * next file continue.
 */
export const aloneInMoving = async ({ databaseUrl }: TestLedger): Promise<() => Promise<void>> => {
  const session = new Session({ connectionString: databaseUrl });
  await session.connect();
  await session.query('select pg_advisory_lock(1)');
  return () => session.end();
};

export interface Told {
  readonly status: number;
  readonly retryAfter: string | null;
}

export interface Load {
  readonly told: readonly Told[];
  /** Idempotency key → the transaction id that the service acknowledged. */
  readonly acknowledged: ReadonlyMap<string, string>;
}

export const maxClients = 8;
/** The number of answers to wait for before the work begins, and again after it has ended. */
const margin = 10 * maxClients;

/** Waits for the clients: the promise of `answered` resolves when the clients have received `count` more answers. */
export interface Watched {
  answered(count: number): Promise<void>;
  /** Resolves after this many more answers that asked the client to retry. */
  refused(count: number): Promise<void>;
}

/** The kinds of requests: single and batch, without and with waiting for the decision. */
const orders: readonly ((api: Client, items: readonly Fields[]) => ReturnType<Client['post']>)[] = [
  (api, [item]) => api.post('/transactions', item),
  (api, transactions) => api.post('/transactions/batch', { transactions }),
  (api, [item]) => api.post('/transactions', item, { Prefer: 'wait=1' }),
  (api, transactions) => api.post('/transactions/batch', { transactions }),
];
const sizes = [1, 3, 1, 60];

/** Posts until the work is done. A request that the service asked to retry is sent again with the same keys until it is accepted. */
export const postWhile = async (
  { api }: TestBooks,
  work: (watched: Watched) => Promise<unknown>,
  clients = maxClients,
): Promise<Load> => {
  const told: Told[] = [];
  const acknowledged = new Map<string, string>();
  const [answered, refused] = [createTally(), createTally()];
  let isOver = false;
  const beClient = async (number: number): Promise<void> => {
    for (let count = number; !isOver; count++) {
      const place = count % orders.length;
      const items = Array.from({ length: sizes[place] ?? 1 }, () => transaction({ idempotency_key: freshKey() }));
      for (let isAccepted = false; !isAccepted;) {
        const { status, headers, body } = await orders[place]!(api, items);
        told.push({ status, retryAfter: headers.get('Retry-After') });
        answered.add();
        isAccepted = status === 202;
        if (isAccepted)
          for (const [index, { idempotency_key: key }] of items.entries())
            acknowledged.set(String(key), (body.data.results ?? [body.data])[index].id);
        else refused.add();
      }
    }
  };
  const all = Promise.all(Array.from({ length: clients }, (_, number) => beClient(number)));
  all.catch(() => undefined);
  try {
    await Promise.race([answered.more(margin), all]);
    await work({ answered: answered.more, refused: refused.more });
    await Promise.race([answered.more(margin), all]);
  } finally {
    isOver = true;
  }
  await all;
  return { told, acknowledged };
};

/** The answers that are neither an acceptance nor a 503 with Retry-After. */
export const wronglyTold = ({ told }: Load): readonly Told[] =>
  told.filter(({ status, retryAfter }) => !(status === 202 || (status === 503 && Number(retryAfter) > 0)));

export interface Kept {
  readonly key: string;
  readonly id: string;
  readonly hasKeyRow: boolean;
}

/**
 * The transactions of the ledger by idempotency key, and for each whether the row of its key exists. The service recognises a repeated
 * request by this row.
 */
export const keptOf = ({ databaseUrl }: TestLedger, { ledger }: TestBooks): Promise<readonly Kept[]> =>
  connected(databaseUrl, async (client) => {
    const { rows } = await client.query<Kept>(
      `select t.idempotency_key as key, t.id, k.key is not null as "hasKeyRow"
         from transactions t
         left join idempotency_keys k on k.ledger_id = t.ledger_id and k.key = t.idempotency_key and k.made_id = t.id
        where t.ledger_id = $1`,
      [ledger.id],
    );
    return rows;
  });

/** Expects each acknowledged transaction exactly once, with the row of its key. */
export const expectAllKept = async (ledger: TestLedger, books: TestBooks, { acknowledged }: Load): Promise<void> => {
  // Does not require that the transactions are posted, because some may still wait for the poster.
  const kept = await keptOf(ledger, books);
  expect(kept.filter(({ hasKeyRow }) => !hasKeyRow)).toEqual([]);
  expect(new Map(kept.map(({ key, id }) => [key, id]))).toEqual(acknowledged);
  expect(kept.length).toBe(acknowledged.size);
  expect((await ledger.app.ledgering.verify(books.ledger.id)).findings).toEqual([]);
};

/** The node that the ledger is on, and another node that could hold it, as `host:port`. */
export const placeOf = (
  { databaseUrl }: TestLedger,
  { ledger }: TestBooks,
): Promise<{ at: string; elsewhere: string }> =>
  connected(databaseUrl, async (client) => {
    const { rows } = await client.query<{ node: string; is_here: boolean }>(
      `select n.nodename || ':' || n.nodeport as node, p.shardid is not null as is_here
         from pg_dist_node n
         left join pg_dist_placement p on p.groupid = n.groupid
          and p.shardid = get_shard_id_for_distribution_column('ledger_heads', $1::uuid)
        where n.shouldhaveshards order by 2 desc, 1`,
      [ledger.id],
    );
    const [here, other] = rows;
    if (!here?.is_here || !other) throw new Error(`ledger ${ledger.id} is on no node, or there is no other`);
    return { at: here.node, elsewhere: other.node };
  });
