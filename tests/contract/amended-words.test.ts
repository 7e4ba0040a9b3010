/**
 * Amended descriptions in PostgreSQL: the search index, filled before and after an amendment, and descriptions that somebody changed in the
 * database.
 */
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import {
  dataOf,
  decide,
  expectRefusal,
  freshKey,
  openBooks,
  transaction,
  whileKeyIsHeld,
  type Fields,
} from '../support/requests';
import { openTamperedBooks, type TamperedBooks } from '../support/tampering';

let ledger: TestLedger;
let books: TestBooks;

beforeAll(async () => {
  ledger = await startLedger();
});

beforeEach(async () => {
  books = await openBooks(ledger);
});

afterAll(async () => {
  await ledger.close();
});

const amend = async (id: string, fields: Fields) =>
  dataOf(await books.api.patch(`/transactions/${id}`, { reason: 'A slip', ...fields }), 200);
const found = async (query: string): Promise<readonly string[]> =>
  dataOf(await books.api.get(`/transactions?${query}`), 200).map(({ id }: Fields) => id);

/** Posts more events than one block of the search index holds. */
const postMany = async (): Promise<void> => {
  for (let batch = 0; batch < 2; batch++)
    await dataOf(
      await books.api.post('/transactions/batch', {
        transactions: Array.from({ length: 80 }, () => transaction({ idempotency_key: freshKey() })),
      }),
      202,
    );
};

test('an amended transaction is found by its new words alone, before and after its events are in the search index', async () => {
  const fill = () => ledger.app.background.idle('search index');
  const { id } = await decide(books.api, { description: 'Zebra', metadata: { animal: 'zebra' } });
  await postMany();
  await fill();
  const expectOnly = async (word: string, ...others: readonly string[]): Promise<void> => {
    for (const query of ['text=', 'metadata[animal]=']) {
      expect(await found(query + word)).toEqual([id]);
      for (const other of others) expect([other, await found(query + other)]).toEqual([other, []]);
    }
  };
  await expectOnly('zebra', 'giraffe');
  await amend(id, { description: 'Giraffe', metadata: { animal: 'giraffe' } });
  await expectOnly('giraffe', 'zebra');
  await postMany();
  await fill();
  await expectOnly('giraffe', 'zebra');
  await amend(id, { description: 'Lion', metadata: { animal: 'lion' } });
  await amend(id, { description: 'Tiger', metadata: { animal: 'tiger' } });
  await postMany();
  await fill();
  await expectOnly('tiger', 'zebra', 'giraffe', 'lion');
  // The list uses the search index and has several pages: transactions newer than the amended one come first.
  const { data, meta } = (await books.api.get('/transactions?origin=post&limit=100')).body;
  expect([data.length, meta.pagination.next_cursor]).toEqual([100, expect.any(String)]);
});

test('the key of an amendment, a note or a close is in use while another request with it runs', async () => {
  const { id } = await decide(books.api);
  const keyed = { reason: 'A slip', description: 'Two', idempotency_key: 'words' };
  await whileKeyIsHeld(ledger, books, 'words', async () => {
    expectRefusal(await books.api.patch(`/transactions/${id}`, keyed), 409, 'idempotency_key_in_use');
    const noted = await books.api.post(`/transactions/${id}/notes`, { text: 'Two', idempotency_key: 'words' });
    expectRefusal(noted, 409, 'idempotency_key_in_use');
    const [{ id: account }] = (await books.api.get('/accounts')).body.data;
    const closed = await books.api.post(`/accounts/${account}/close`, {
      ...{ sweep_to_account_code: 'SALES', idempotency_key: 'words' },
    });
    expectRefusal(closed, 409, 'idempotency_key_in_use');
  });
  dataOf(await books.api.patch(`/transactions/${id}`, keyed), 200);
});

describe('amended words that a superuser rewrites', () => {
  let tampered: TamperedBooks;
  beforeAll(async () => {
    tampered = await openTamperedBooks();
  });
  afterAll(() => tampered.close());

  const ledgerId = `(select id from ledgers where code = 'NORTH')`;
  const amended = `(select transaction_id from transaction_amendments where ledger_id = ${ledgerId} limit 1)`;
  const noted = `(select sequence from ledger_log where ledger_id = ${ledgerId} and type = 'transaction_noted' limit 1)`;

  test('the untouched books have no findings', async () => {
    expect((await tampered.verify(tampered.callers[0].ledgerId)).findings).toEqual([]);
  });

  test.each([
    [
      'other words',
      `update transaction_amendments set description = 'Other' where ledger_id = ${ledgerId}`,
      'amended-words',
    ],
    [
      'another time',
      `update transaction_amendments set amended_at = now() where ledger_id = ${ledgerId}`,
      'amended-words',
    ],
    ['deleted words', `delete from transaction_amendments where ledger_id = ${ledgerId}`, 'amended-words'],
    [
      'an amendment without its event',
      `insert into transaction_amendments (ledger_id, transaction_id, sequence, description, amended_at)
       values (${ledgerId}, ${amended}, 1, 'Other', now())`,
      'amended-words',
    ],
    [
      'another note',
      `update ledger_log_subjects set content = replace(content, 'Signed', 'Forged') where ledger_id = ${ledgerId} and sequence = ${noted}`,
      'contents-are-kept',
    ],
    [
      'a note of another transaction',
      `update ledger_log set transaction_id = (select id from transactions where ledger_id = ${ledgerId} and id <> ${amended} limit 1)
        where ledger_id = ${ledgerId} and sequence = ${noted}`,
      'contents-are-kept',
    ],
  ])('%s: found', async (_, statement, check) => {
    const { done, report } = await tampered.verifyAfter(
      () => tampered.owner.query(statement),
      tampered.callers[0].ledgerId,
    );
    expect(done.rowCount).toBeGreaterThan(0);
    expect(report.findings.map((finding) => finding.check)).toContain(check);
  });
});
