/** A transaction without obstacles is posted in the same commit that accepts it, and the process never decides on stale data. */
import { client, everyPage, quiet, type Client } from '../support/client';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import {
  accept,
  credit,
  dataOf,
  debit,
  freshKey,
  lockPeriod,
  onLedger,
  openAccount,
  openBooks,
  openJournal,
  transaction,
  whileLedgerIsHeld,
  type Fields,
} from '../support/requests';
import { startSecond, type SecondProcess } from '../support/second-process';
import { randomFrom } from '../support/traffic';

let ledger: TestLedger;
let second: SecondProcess;
let books: TestBooks;
let api: Client;
/** A client that sends to a second process, about the same ledger. */
let elsewhere: Client;

beforeAll(async () => {
  // This file stops the poster, so its service must not be shared with other files.
  ledger = await startLedger([], { alone: true });
  second = await startSecond(ledger);
});

afterAll(async () => {
  await second.close();
  await ledger.close();
  expect(ledger.complaints).toEqual([]);
});

beforeEach(async () => {
  books = await openBooks(ledger);
  api = books.api;
  elsewhere = client(second.baseUrl, books.key);
  // After this many acceptances in a row the process prepares the next group of postings based on the state of the ledger that it has in
  // memory.
  for (let sales = 0; sales < 8; sales++) await accept(api);
});

afterEach(async () => {
  await quiet(api);
  expect((await ledger.app.ledgering.verify(books.ledger.id)).findings).toEqual([]);
});

const idOf = async (code: string): Promise<string> => {
  const [found] = (await everyPage(api, '/accounts')).filter((account) => account.code === code);
  return found.id;
};
const refusal = async (fields: Fields): Promise<unknown> => {
  const { status, body } = await api.post('/transactions', transaction(fields));
  return [status, body.code];
};
const inQueue = async (): Promise<unknown> =>
  (
    await onLedger(ledger, books, (query) =>
      query('select count(*)::int from posting_queue where ledger_id = $1', [books.ledger.id]),
    )
  )[0]?.['count'];

describe('a transaction without obstacles', () => {
  test('is posted when its acceptance is answered, without waiting for the poster', async () => {
    const { id } = await accept(api);
    expect(dataOf(await api.get(`/transactions/${id}`), 200)).toMatchObject({ status: 'posted', sequence: 9 });
  });

  test('waits for those that were accepted before it', async () => {
    const { poster } = ledger.app;
    await poster.stop();
    const earlier = await accept(elsewhere);
    expect(await inQueue()).toBe(1);
    poster.start();
    const later = await accept(api);
    await quiet(api);
    const sequences = await Promise.all(
      [earlier, later].map(async ({ id }) => dataOf(await api.get(`/transactions/${id}`), 200).sequence),
    );
    expect(sequences).toEqual([9, 10]);
  });

  test('is only accepted while another session holds the ledger', async () => {
    await whileLedgerIsHeld(ledger, books, async () => {
      const { id } = await accept(api);
      expect(dataOf(await api.get(`/transactions/${id}`), 200).status).toBe('pending');
    });
  });

  test('fails at once if a limit forbids it, and keeps its entries', async () => {
    await openAccount(api, { code: 'WALLET', enforce_balance_limits: true, max_balance: '15.00' });
    const into = { entries: [debit('WALLET', '10.00'), credit('SALES', '10.00')] };
    const [first, beyond] = [await accept(api, into), await accept(api, into)];
    expect(dataOf(await api.get(`/transactions/${first.id}`), 200).status).toBe('posted');
    expect(dataOf(await api.get(`/transactions/${beyond.id}`), 200)).toMatchObject({
      status: 'failed',
      failure: { code: 'BALANCE_LIMIT_EXCEEDED' },
      entries: [{ amount: '10.00' }, { amount: '10.00' }],
    });
  });
});

describe('a change by another process takes effect at once:', () => {
  test('an inactive account', async () => {
    dataOf(await elsewhere.put(`/accounts/${await idOf('CASH')}`, { is_active: false }), 200);
    expect(await refusal({})).toEqual([400, 'ACCOUNT_INACTIVE']);
  });

  test('an account that is active again', async () => {
    const cash = await idOf('CASH');
    dataOf(await elsewhere.put(`/accounts/${cash}`, { is_active: false }), 200);
    expect(await refusal({})).toEqual([400, 'ACCOUNT_INACTIVE']);
    dataOf(await elsewhere.put(`/accounts/${cash}`, { is_active: true }), 200);
    expect(await refusal({})).toEqual([202, undefined]);
  });

  test('a new account with the old code of another', async () => {
    const cash = await idOf('CASH');
    dataOf(await elsewhere.put(`/accounts/${cash}`, { code: 'TILL' }), 200);
    await openAccount(elsewhere, { code: 'CASH' });
    const { id } = await accept(api);
    const { entries } = dataOf(await api.get(`/transactions/${id}`), 200);
    expect(entries[0].account_id).toBe(await idOf('CASH'));
    expect(entries[0].account_id).not.toBe(cash);
  });

  test('a new limit', async () => {
    const limits = { enforce_balance_limits: true, max_balance: '80.00' };
    dataOf(await elsewhere.put(`/accounts/${await idOf('CASH')}`, limits), 200);
    const { id } = await accept(api);
    expect(dataOf(await api.get(`/transactions/${id}`), 200).status).toBe('failed');
  });

  test('a closed journal', async () => {
    const journal = await openJournal(api);
    for (let sales = 0; sales < 2; sales++) await accept(api, { journal_id: journal });
    dataOf(await elsewhere.put(`/journals/${journal}`, { status: 'closed' }), 200);
    expect(await refusal({ journal_id: journal })).toEqual([400, 'JOURNAL_CLOSED']);
  });

  test('a locked period', async () => {
    await lockPeriod(elsewhere, '2026-01-31');
    expect(await refusal({})).toEqual([409, 'PERIOD_LOCKED']);
  });

  test('a used idempotency key', async () => {
    const request = transaction({ idempotency_key: freshKey() });
    const first = dataOf(await elsewhere.post('/transactions', request), 202);
    await quiet(api);
    const again = await api.post('/transactions', request);
    expect([dataOf(again, 202).id, again.headers.get('idempotency-replayed')]).toEqual([first.id, 'true']);
    expect(await refusal({ ...request, description: 'Another sale' })).toEqual([409, 'idempotency_key_reused']);
  });
});

test('two processes that post to one ledger at the same time lose nothing and post nothing twice', async () => {
  second.app.poster.start();
  const random = randomFrom(7);
  const client = async (through: Client): Promise<void> => {
    for (let sent = 0; sent < 25; sent++) {
      const amount = `${1 + random(9)}.00`;
      await accept(through, { entries: [debit('CASH', amount), credit('SALES', amount)] });
    }
  };
  await Promise.all([api, elsewhere, api, elsewhere, api, elsewhere].map(client));
  await second.app.poster.stop();
  await quiet(api);
  const posted = await everyPage(api, '/transactions?status=posted');
  expect(posted.map(({ sequence }) => sequence).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 8 + 150 }, (_, index) => index + 1),
  );
});
