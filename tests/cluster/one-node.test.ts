/**
 * Posting in a ledger involves only the ledger's node, which commits alone. Only operations between ledgers on two nodes are committed in
 * two phases.
 */
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { describeOnCluster, nodeOf, openMembersApart, saySkipped } from '../support/nodes';
import { connected } from '../support/database';
import { createCommandLog, type RemoteCommand } from '../support/remote-commands';
import { dataOf, openBooks, transaction, type Fields } from '../support/requests';
import { conversion, settledOf } from '../support/strings';

const batchSize = 100;
/** The service stores sums within a day (marks) for an account with at least this many entries on the day. */
const busyDayEntries = 500;

let ledger: TestLedger;
let books: TestBooks;
const log = createCommandLog();

const nodesOf = (commands: readonly RemoteCommand[]): readonly string[] =>
  [...new Set(commands.map(({ node }) => node))].sort();

/** The commands that end a transaction: a commit, a rollback, or the first phase of a two-phase commit. */
const endOf = (commands: readonly RemoteCommand[]): readonly string[] =>
  commands.flatMap(({ command }) => /^(COMMIT|ROLLBACK|PREPARE TRANSACTION)\b/.exec(command)?.[1] ?? []);

saySkipped('one-node');

describeOnCluster('posting on a cluster', () => {
  beforeAll(async () => {
    ledger = await startLedger([], { through: log.watch });
    books = await openBooks(ledger);
  });
  afterAll(async () => {
    await ledger.close();
    expect(ledger.complaints).toEqual([]);
  });

  const post = async (fields: Fields = {}): Promise<string> =>
    dataOf(await books.api.post('/transactions', transaction(fields), { Prefer: 'wait=10' }), 202).id;
  const rowsOf = (table: string): Promise<number> =>
    connected(ledger.databaseUrl, async (client) => {
      const { rows } = await client.query(`select from ${table} where ledger_id = $1`, [books.ledger.id]);
      return rows.length;
    });
  const attributes = { shop: 'Main Street' };

  const postBatch = async (effective_date: string): Promise<void> => {
    const transactions = Array.from({ length: batchSize }, () => transaction({ effective_date }));
    const answer = await books.api.post('/transactions/batch', { transactions, atomic: true }, { Prefer: 'wait=10' });
    expect(dataOf(answer, 202)).toMatchObject({ accepted: batchSize, rejected: 0 });
  };

  test.each<readonly [what: string, table: string, does: () => Promise<unknown>]>([
    ['a posting', 'entries', () => post()],
    ['a posting with attributes that the tenant knows', 'entries', () => post({ attributes })],
    ['a backdated posting', 'account_period_balances', () => post({ effective_date: '2019-07-01' })],
    ['a batch of a hundred', 'entries', () => postBatch('2026-01-13')],
    [
      'a batch that makes a day a busy one',
      'account_day_marks',
      async () => {
        for (let count = 0; count < busyDayEntries / batchSize - 1; count++) await postBatch('2026-01-14');
        log.writing();
        await postBatch('2026-01-14');
      },
    ],
    [
      'a void',
      'ledger_log',
      async () => {
        const id = await post();
        log.writing();
        dataOf(await books.api.post(`/transactions/${id}/void`, { reason: 'a mistake' }), 200);
      },
    ],
    [
      'a reversal of a part',
      'entries_undone',
      async () => {
        const id = await post();
        log.writing();
        const part = { reason: 'a mistake', date: '2026-01-20', amount: '1.00' };
        dataOf(await books.api.post(`/transactions/${id}/reverse`, part), 201);
      },
    ],
  ])('%s involves one node, which commits it in one phase', async (_, table, does) => {
    // Posts once before the test, because the first posting of a ledger fills caches, and the first posting with an attribute declares the
    // attribute in the tenant's catalog.
    await post({ attributes });
    const before = await rowsOf(table);
    log.writing();
    await does();
    const written = log.writing();
    expect(written.map((commands) => [nodesOf(commands), endOf(commands)])).toEqual([
      [[await nodeOf(ledger, books)], ['COMMIT']],
    ]);
    expect(await rowsOf(table)).toBeGreaterThan(before);
  });

  test('a conversion between ledgers of two nodes is one commit in two phases', async () => {
    const pair = await openMembersApart(ledger, 'APART');
    log.writing();
    dataOf(await pair[0].api.post('/strings/APART/convert', conversion(pair)), 201);
    const [commands = [], ...others] = log.writing();
    expect(others).toEqual([]);
    expect(nodesOf(commands)).toEqual([await nodeOf(ledger, pair[0]), await nodeOf(ledger, pair[1])].sort());
    expect(endOf(commands)).toEqual(['PREPARE TRANSACTION', 'PREPARE TRANSACTION', 'COMMIT', 'COMMIT']);
    expect([await settledOf(pair[0], 'ALICE'), await settledOf(pair[1], 'ALICE')]).toEqual(['-10.00', '9.20']);
  });
});
