/** The benchmark's own look into the database, as its owner: it counts what was really posted. */
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import type { LedgerId } from '../../kernel/ids';
import { parentOf } from '../usage';

export interface Owner {
  readonly serverVersion: string;
  /** Undefined where /proc does not tell. */
  readonly postmasterPid: number | undefined;
  /** Waits until the ledger has posted that many transactions since it was opened; throws when that does not happen. */
  untilPosted(ledgerId: LedgerId, transactions: number): Promise<void>;
  /** Throws unless exactly that many transactions are posted and nothing else is there or waits. */
  checkPosted(ledgerId: LedgerId, transactions: number): Promise<void>;
  close(): Promise<void>;
}

const lookEveryMs = 3;
const patienceMs = 60_000;

export const connectOwner = async (url: string): Promise<Owner> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ pid: number; version: string }>(
    `select pg_backend_pid() as pid, current_setting('server_version') as version`,
  );
  const [session] = rows;
  if (!session) throw new Error('the database does not answer');
  return {
    serverVersion: session.version,
    postmasterPid: parentOf(session.pid),
    untilPosted: async (ledgerId, transactions) => {
      const deadline = Date.now() + patienceMs;
      for (;;) {
        const head = await client.query<{ posted: string }>({ ...readHead, values: [ledgerId] });
        const posted = Number(head.rows[0]?.posted);
        if (posted >= transactions) return;
        if (Date.now() > deadline)
          throw new Error(`only ${posted} of ${transactions} accepted transactions were posted`);
        await delay(lookEveryMs);
      }
    },
    checkPosted: async (ledgerId, transactions) => {
      const counted = await client.query<{ posted: string; other: string; waiting: string }>(countTransactions, [
        ledgerId,
      ]);
      const { posted, other, waiting } = counted.rows[0] ?? {};
      if (Number(posted) !== transactions || other !== '0' || waiting !== '0')
        throw new Error(
          `${transactions} transactions were acknowledged; ${posted} are posted, ${other} are not, ${waiting} wait`,
        );
    },
    close: () => client.end(),
  };
};

// Dense among posted transactions, and one row to read: cheap enough to be asked while the clock runs.
const readHead = {
  name: 'read_head',
  text: 'select last_transaction_sequence as posted from ledger_heads where ledger_id = $1',
};

const countTransactions = `
  select count(*) filter (where status = 'posted') as posted, count(*) filter (where status <> 'posted') as other,
         (select count(*) from posting_queue where ledger_id = $1) as waiting
    from transactions where ledger_id = $1`;
