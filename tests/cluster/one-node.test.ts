/**
 * What is posted in a ledger is the business of the node that it lives on: one node is asked, and commits by itself. Only what
 * moves value between ledgers of two nodes is committed in two phases.
 */
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { describeOnCluster, nodeOf, openApart, saySkipped } from '../support/nodes';
import { createCommandLog, type RemoteCommand } from '../support/remote-commands';
import { dataOf, openBooks, transaction, type Fields } from '../support/requests';
import { conversion, openCustomer, settledOf } from '../support/strings';

const batchSize = 100;

let ledger: TestLedger;
let books: TestBooks;
const log = createCommandLog();

const nodesOf = (commands: readonly RemoteCommand[]): readonly string[] =>
  [...new Set(commands.map(({ node }) => node))].sort();

/** How a transaction ended, on each of its nodes. */
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
  const attributes = { shop: 'Main Street' };

  test.each<readonly [what: string, does: () => Promise<unknown>]>([
    ['a posting', () => post()],
    ['a posting with attributes that the tenant knows', () => post({ attributes })],
    [
      'a batch of a hundred',
      async () => {
        const transactions = Array.from({ length: batchSize }, () => transaction());
        const answer = await books.api.post('/transactions/batch', { transactions, atomic: true }, { Prefer: 'wait=10' });
        expect(dataOf(answer, 202)).toMatchObject({ accepted: batchSize, rejected: 0 });
      },
    ],
  ])('of %s is on one node, which commits it in one phase', async (_, does) => {
    // The first of a ledger finds out what the others know, and the first with an attribute declares it to the tenant.
    await post({ attributes });
    log.writing();
    await does();
    expect(log.writing().map((commands) => [nodesOf(commands), endOf(commands)])).toEqual([
      [[await nodeOf(ledger, books)], ['COMMIT']],
    ]);
  });

  test('of a void is on one node, which commits it in one phase', async () => {
    const id = await post();
    log.writing();
    dataOf(await books.api.post(`/transactions/${id}/void`, { reason: 'a mistake' }), 200);
    expect(log.writing().map((commands) => [nodesOf(commands), endOf(commands)])).toEqual([
      [[await nodeOf(ledger, books)], ['COMMIT']],
    ]);
  });

  test('of a conversion between ledgers of two nodes is one commit in two phases', async () => {
    const pair = await openApart(ledger, 'APART');
    await openCustomer(pair[0], 'ALICE');
    log.writing();
    dataOf(await pair[0].api.post('/strings/APART/convert', conversion(pair)), 201);
    const [commands = [], ...others] = log.writing();
    expect(others).toEqual([]);
    expect(nodesOf(commands)).toEqual([await nodeOf(ledger, pair[0]), await nodeOf(ledger, pair[1])].sort());
    expect(endOf(commands)).toEqual(['PREPARE TRANSACTION', 'PREPARE TRANSACTION', 'COMMIT', 'COMMIT']);
    expect([await settledOf(pair[0], 'ALICE'), await settledOf(pair[1], 'ALICE')]).toEqual(['-10.00', '9.20']);
  });
});
