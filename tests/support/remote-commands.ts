/**
 * The commands that the nodes of a cluster receive for each transaction of a service. The coordinator reports each command that it sends to
 * a node in a notice.
 */
import type { ClientBase } from 'pg';
import type { ConnectionLoan, ConnectionPool } from '../../src/kernel/postgres/pool';

export interface RemoteCommand {
  /** The node that received the command, as `host:port`. */
  readonly node: string;
  readonly command: string;
}

export interface CommandLog {
  /** Wraps a pool so that its connections report remote commands. */
  watch(pool: ConnectionPool): ConnectionPool;
  /** The commands that the nodes received in each transaction since the last call, without transactions that wrote to no node. */
  writing(): readonly (readonly RemoteCommand[])[];
}

interface Notice {
  readonly message?: string;
  readonly detail?: string;
}

/** A write begins with an update of its ledger's head that matches no row (`fenceOf`), even if nothing is written afterwards. */
const isFence = (command: string): boolean =>
  /^update public\.ledger_heads\w* .* operator\(pg_catalog\.<\) 0/is.test(command);

const isWrite = ({ command }: RemoteCommand): boolean =>
  /^\s*(with .*)?(insert|update|delete|select public\.write_in_parts)\b/is.test(command) && !isFence(command);

export const createCommandLog = (): CommandLog => {
  const transactions = new Map<ConnectionLoan, RemoteCommand[]>();
  const told = new WeakMap<ClientBase, RemoteCommand[]>();

  const listenTo = async (client: ClientBase): Promise<void> => {
    if (told.has(client)) return;
    told.set(client, []);
    client.on('notice', ({ message = '', detail = '' }: Notice) => {
      const [, command] = /^issuing (.*)$/s.exec(message) ?? [];
      const [, node] = /^on server \S+@(\S+:\d+) /.exec(detail) ?? [];
      if (command !== undefined && node !== undefined) told.get(client)?.push({ node, command });
    });
    await client.query('set citus.log_remote_commands = on');
  };

  return {
    watch: (pool) => ({
      ...pool,
      lend: async () => {
        const loan = await pool.lend();
        await listenTo(loan.client);
        const commands: RemoteCommand[] = [];
        told.set(loan.client, commands);
        transactions.set(loan, commands);
        return loan;
      },
    }),
    writing: () => {
      const written = [...transactions.values()].filter((commands) => commands.some(isWrite));
      transactions.clear();
      return written;
    },
  };
};
