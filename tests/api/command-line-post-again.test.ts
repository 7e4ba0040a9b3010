/**
 * Transactions that failed because of a fault of the service: `ledger verify` notes them, and `ledger transactions post-again` posts them
 * again.
 */
import { serviceEnvironment } from '../support/database';
import { runHere } from '../support/command-line';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { accept, dataOf, freshKey, openBooks, openJournal, type Fields } from '../support/requests';
import { createTroubles } from '../support/troubled-pool';

const troubles = createTroubles();
let ledger: TestLedger;
let books: TestBooks;

beforeAll(async () => {
  ledger = await startLedger([], { alone: true, through: troubles.through });
});

beforeEach(async () => {
  books = await openBooks(ledger);
});

afterAll(() => ledger.close());

const run = async (...command: readonly string[]) => {
  const environment = { ...serviceEnvironment(ledger.databaseUrl), LOG_LEVEL: 'silent' };
  const { code, stdout, stderr } = await runHere([...command, '--ledger', books.ledger.id, '--json'], environment);
  expect(stderr).toBe('');
  return { code, ...JSON.parse(stdout) };
};

/**
 * Accepts a transaction while the poster is stopped. Then the database refuses each attempt to post the transaction, until the transaction
 * fails because of a fault of the service.
 */
const failedByFault = async (fields: Fields = {}): Promise<string> => {
  const { poster, background } = ledger.app;
  await poster.stop();
  const { id } = await accept(books.api, fields);
  troubles.strike = { at: 'write_posted', trouble: { state: 'LG005' }, times: 6 };
  if (fields['layer'] !== undefined) troubles.strike = { ...troubles.strike, at: 'write_posted_holds' };
  poster.start();
  await background.idle('poster');
  troubles.strike = undefined;
  expect(await read(id)).toMatchObject({ status: 'failed', failure: { code: 'POSTING_REFUSED' } });
  return id;
};

const read = async (id: string): Promise<Fields> => dataOf(await books.api.get(`/transactions/${id}`), 200);
const noted = async (): Promise<readonly string[]> => {
  const { code, notes } = await run('verify');
  expect(code).toBe(0);
  return notes.map(({ where }: { readonly where: string }) => where);
};

test('verify notes failed transactions, and each is posted again once, unchanged', async () => {
  const journal = await openJournal(books.api);
  const fields = {
    ...{ reference: 'R-1', metadata: { a: 1 }, attributes: { region: 'north' }, idempotency_key: freshKey() },
    ...{ journal_id: journal, correlation_id: 'order 7' },
  };
  const id = await failedByFault(fields);
  expect(await noted()).toEqual([`transaction ${id}`]);
  const first = await run('transactions', 'post-again', id);
  const [{ posted_again_as: again }] = first.transactions;
  expect(first).toMatchObject({ code: 0, transactions: [{ id, status: 'posted', code: null }] });
  expect(await read(again)).toMatchObject({
    ...{ reference: 'R-1', metadata: { a: 1 }, attributes: { region: 'north' }, total_amount: '10.00' },
    ...{ journal_id: journal, correlation_id: 'order 7' },
    ...{ correlation_type: 'post-again', correlation_source_id: id, idempotency_key: `post-again:${id}` },
  });
  expect(await noted()).toEqual([]);
  expect((await run('transactions', 'post-again', id)).transactions).toMatchObject([{ posted_again_as: again }]);
  expect((await books.api.get('/accounts/code/CASH/balance')).body.data.balances.settled).toBe('10.00');
});

test('a hold is posted again only with a stated expiry', async () => {
  const id = await failedByFault({ layer: 'pending' });
  expect(await run('transactions', 'post-again', id)).toMatchObject({
    code: 1,
    transactions: [{ id, posted_again_as: null, code: 'EXPIRY_NEEDED' }],
  });
  const [{ posted_again_as: again }] = (await run('transactions', 'post-again', id, '--expires-at', 'never'))
    .transactions;
  expect(await read(again)).toMatchObject({ status: 'posted', layer: 'pending', hold: { expires_at: null } });
});

test('a transaction that did not fail by a fault is refused, and the others are posted', async () => {
  const [good, bad] = [await accept(books.api), await failedByFault()];
  const unknown = '00000000-0000-7000-8000-000000000000';
  const { code, transactions } = await run('transactions', 'post-again', good.id, unknown, bad);
  expect(code).toBe(1);
  expect(transactions).toMatchObject([
    { id: good.id, posted_again_as: null, code: 'NOT_A_FAULT' },
    { id: unknown, posted_again_as: null, code: 'TRANSACTION_NOT_FOUND' },
    { id: bad, status: 'posted', code: null },
  ]);
});
