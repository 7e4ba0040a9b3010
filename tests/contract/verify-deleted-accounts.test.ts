/** `verify` compares the remembered names of deleted accounts, which transactions that failed show, with the events that deleted them. */
import { createAccounts } from '../../src/modules/ledgering/application/accounts';
import { openTamperedBooks, type TamperedBooks } from '../support/tampering';
import { expected } from '../support/ledger';

let tampered: TamperedBooks;
let id: string;

beforeAll(async () => {
  tampered = await openTamperedBooks();
  const { books, callers } = tampered;
  const [caller] = callers;
  const account = await books.openAccount(caller, 'TEA');
  const accounts = createAccounts(books.turns);
  expected(await accounts.change(caller, account.id, { name: 'Tea — 茶 🍵 (ü)' }));
  id = expected(await accounts.remove(caller, account.id)).id;
});
afterAll(() => tampered.close());

test('accounts that the service deleted give no finding', async () => {
  expect((await tampered.verify(tampered.callers[0].ledgerId)).findings).toEqual([]);
});

test.each([
  ['another name', `update deleted_accounts set name = 'Other' where id = $1`, 'another code or name'],
  ['another code', `update deleted_accounts set code = 'OTHER' where id = $1`, 'another code or name'],
  ['another time', `update deleted_accounts set deleted_at = now() where id = $1`, 'is remembered as deleted at'],
  ['a deleted row', 'delete from deleted_accounts where id = $1', 'nothing remembers its name'],
  [
    'an extra row',
    `insert into deleted_accounts select ledger_id, gen_random_uuid(), code, name, deleted_at from deleted_accounts where id = $1`,
    'the log did not record its deletion',
  ],
])('%s is found', async (_, statement, detail) => {
  const { owner, verifyAfter, callers } = tampered;
  const { done, report } = await verifyAfter(() => owner.query(statement, [id]), callers[0].ledgerId);
  expect(done.rowCount).toBe(1);
  expect(report.findings).toEqual([
    expect.objectContaining({ check: 'chart-is-logged', detail: expect.stringContaining(detail) }),
  ]);
});
