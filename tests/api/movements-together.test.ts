/**
 * A conversion or transfer between two ledgers is decided as a whole: both legs are posted or none, under the locks of both heads, each leg
 * in its own ledger.
 */
import { participation } from '../../src/modules/strings/domain/string';
import { client, everyPage, quiet, type Answer, type Client } from '../support/client';
import { asOwner } from '../support/database';
import { expected, startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { lockIsWaitedFor } from '../support/outside';
import { dataOf, freshKey, openAccount, type Fields } from '../support/requests';

let ledger: TestLedger;

beforeAll(async () => {
  // This file waits for locks in the database, so it needs its own service.
  ledger = await startLedger([], { alone: true });
});

afterAll(() => ledger.close());

interface Joined {
  /** The two books in the order of their ledgers' ids, in which the service locks the heads. */
  readonly books: readonly [TestBooks, TestBooks];
  move(source: number, target: number, fields?: Fields): Promise<Answer>;
}

let made = 0;

/** Two ledgers in one string, with an account of the same code in each, and keys that may move value between them. */
const join = async (): Promise<Joined> => {
  const string = `JOINED-${++made}`;
  const one = await ledger.newLedger();
  const { tenantId } = one.ledger;
  const both = [one, await ledger.newLedger({ tenantId })].sort((a, b) => (a.ledger.id < b.ledger.id ? -1 : 1));
  const { administration } = ledger.app.strings;
  const draft = { code: string, name: string, description: null, isActive: true };
  expected(await administration.found(tenantId, draft));
  const books: TestBooks[] = [];
  for (const each of both) {
    expected(await administration.addMember(tenantId, string, each.ledger.id));
    const key = await ledger.newKey(each.ledger, { capabilities: [participation(string), 'periods:admin'] });
    books.push({ ...each, key, api: client(ledger.baseUrl, key) });
    await openAccount(each.api, { code: 'WALLET', type: 'liability', category: 'customer' });
  }
  return {
    books: books as unknown as Joined['books'],
    move: (source, target, fields = {}) =>
      (books[source] as TestBooks).api.post(`/strings/${string}/transfer`, {
        ...{ source_ledger_code: books[source]?.ledger.code, target_ledger_code: books[target]?.ledger.code },
        ...{ account_code: 'WALLET', amount: '5.00', reference: 'moved', idempotency_key: freshKey() },
        ...fields,
      }),
  };
};

const wallet = async (api: Client): Promise<Answer['body']> =>
  dataOf(await api.get('/accounts/code/WALLET/balance'), 200);
const settled = async (api: Client): Promise<string> => (await wallet(api)).balances.settled;

describe('a movement between two ledgers with equal account codes', () => {
  test('finds each account in its own ledger', async () => {
    const { books, move } = await join();
    dataOf(await move(0, 1), 201);
    dataOf(await move(1, 0, { amount: '2.00' }), 201);
    expect([await settled(books[0].api), await settled(books[1].api)]).toEqual(['-3.00', '3.00']);
  });
});

describe('a movement whose second leg is refused', () => {
  test.each([
    ['source', 0, 1],
    ['target', 1, 0],
  ])('leaves no trace of the first leg, if the first ledger is the %s', async (_, source, target) => {
    const { books, move } = await join();
    const there = (books[target] as TestBooks).api;
    const [{ id }] = await everyPage(there, '/accounts');
    dataOf(await there.put(`/accounts/${id}`, { enforce_balance_limits: true, max_balance: '4.99' }), 200);
    const before = await everyPage(books[0].api, '/activity');
    expect((await move(source, target)).body.code).toBe('STRING_OPERATION_INVALID');
    for (const { api } of books) {
      await quiet(api);
      expect(await everyPage(api, '/transactions')).toEqual([]);
      expect(await settled(api)).toBe('0.00');
    }
    expect(await everyPage(books[0].api, '/activity')).toEqual(before);
  });
});

describe('the heads of two ledgers', () => {
  test('are locked in ledger order, not in the order of the movement', async () => {
    const { books, move } = await join();
    const lock = 'select from ledger_heads where ledger_id = $1 for no key update';
    await asOwner(ledger.databaseUrl, async (owner) => {
      await owner.query('begin');
      await owner.query(lock, [books[0].ledger.id]);
      const moving = move(1, 0);
      await lockIsWaitedFor(ledger.databaseUrl);
      // The second head must still be free: `nowait` fails here if the operation has locked it before the first.
      await owner.query(`${lock} nowait`, [books[1].ledger.id]);
      await owner.query('rollback');
      dataOf(await moving, 201);
    });
  });
});
