/**
 * Accounts that were closed with an idempotency key: the verification finds nothing wrong with them, and finds keys that somebody changes
 * in the database.
 */
import { createClose } from '../../src/modules/ledgering/application/closing';
import type { Day } from '../../src/kernel/time';
import { between } from '../support/bookkeeping';
import { expected } from '../support/ledger';
import { openTamperedBooks, type TamperedBooks } from '../support/tampering';

let tampered: TamperedBooks;

beforeAll(async () => {
  tampered = await openTamperedBooks();
  const { books, callers } = tampered;
  const [caller] = callers;
  const close = createClose(books.turns);
  const [full, empty, heir] = [
    await books.openAccount(caller, 'FULL'),
    await books.openAccount(caller, 'EMPTY'),
    await books.openAccount(caller, 'HEIR'),
  ];
  await books.accept(caller, [{ legs: between(full, heir, 7n), effectiveDate: '2026-01-15' as Day }]);
  await books.post(caller.ledgerId);
  const request = { sweepToCode: 'HEIR', reason: null };
  const swept = expected(await close(caller, { ...request, accountId: full.id, idempotencyKey: 'close-full' }));
  expect(swept.sweepId).not.toBeNull();
  const closed = expected(await close(caller, { ...request, accountId: empty.id, idempotencyKey: 'close-empty' }));
  expect(closed.sweepId).toBeNull();
});
afterAll(() => tampered.close());

test('closed accounts verify without findings', async () => {
  expect((await tampered.verify(tampered.callers[0].ledgerId)).findings).toEqual([]);
});

test.each([
  [
    'the key of a post is marked as that of a close',
    `update idempotency_keys set operation = 'close' where operation = 'post'`,
  ],
  [
    'the event of a close without a sweep is replaced',
    `update ledger_log set type = 'account_updated' where type = 'account_closed'`,
  ],
])('%s: found', async (_, statement) => {
  const { report } = await tampered.verifyAfter(async () => tampered.owner.query(statement));
  expect(report.findings.map(({ check }) => check)).toContain('keys-of-transactions');
});
