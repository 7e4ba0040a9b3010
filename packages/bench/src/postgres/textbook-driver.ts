/** The process that drives the textbook ledger: one database transaction for each posting, on several connections. */
import { Client } from 'pg';
import { serveDriver } from '../load/driver';
import { drawAccounts, drawCents, randomFrom } from '../load/random';
import { accountsPerLedger, loads } from '../targets';
import type { TextbookSetup } from './textbook';

const lockAccounts = {
  name: 'lock_accounts',
  // Locks both accounts in the order of their ids, so that no deadlock is possible.
  text: 'select id, balance from accounts where id in ($1, $2) order by id for update',
};
const insertTransaction = {
  name: 'insert_transaction',
  text: 'insert into transactions (effective_date, description) values ($1, $2) returning id',
};
const insertEntries = {
  name: 'insert_entries',
  text: 'insert into entries (transaction_id, account_id, amount) values ($1, $2, $3), ($1, $4, $5)',
};
const updateBalance = { name: 'update_balance', text: 'update accounts set balance = balance + $2 where id = $1' };

serveDriver<TextbookSetup>(async ({ url, spreading, seed, day }) => {
  const { connections, postingsPerRequest } = loads.textbook;
  const random = randomFrom(seed);
  const clients = await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new Client({ connectionString: url });
      await client.connect();
      return client;
    }),
  );
  return {
    connections,
    postingsPerRequest,
    send: async (connection) => {
      const client = clients[connection];
      if (!client) throw new Error(`there is no connection ${connection}`);
      const [debited, credited] = drawAccounts(random, accountsPerLedger, spreading);
      const cents = drawCents(random);
      await client.query('begin');
      await client.query({ ...lockAccounts, values: [debited, credited] });
      const { rows } = await client.query<{ id: string }>({ ...insertTransaction, values: [day, 'Payment for goods'] });
      await client.query({ ...insertEntries, values: [rows[0]?.id, debited, cents, credited, -cents] });
      await client.query({ ...updateBalance, values: [debited, cents] });
      await client.query({ ...updateBalance, values: [credited, -cents] });
      await client.query('commit');
    },
  };
});
