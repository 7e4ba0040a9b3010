/**
 * A superuser, with every trigger switched off, resets an object to an earlier state or to a state that no event records. `verify` finds it
 * without a checkpoint, because the last event about each object has the hash of its content.
 */
import { createAccountSets } from '../../src/modules/ledgering/application/account-sets';
import type { AccountSetId } from '../../src/modules/ledgering/domain/account-set';
import { PostgresAccountSets } from '../../src/modules/ledgering/postgres/chart/account-sets';
import { expected } from '../support/ledger';
import { ormInTransactions } from '../support/orm';
import { ledgerNorth as ledgerId, reopenings } from '../support/reopened';
import { openTamperedBooks, type TamperedBooks } from '../support/tampering';

let tampered: TamperedBooks;

beforeAll(async () => {
  tampered = await openTamperedBooks();
});

afterAll(() => tampered.close());

test.each(reopenings)('verify names the place when %s', async (_, statement, check, detail) => {
  const { done, report } = await tampered.verifyAfter(
    () => tampered.owner.query<{ place: string }>(statement),
    tampered.callers[0].ledgerId,
  );
  expect(done.rowCount).toBe(1);
  const [{ place }] = done.rows as [{ place: string }];
  expect(report.findings).toContainEqual(
    expect.objectContaining({ check, where: place, detail: expect.stringMatching(new RegExp(`^${detail}`)) }),
  );
});

describe('hashing that resumes after an event', () => {
  const change = () =>
    tampered.owner.query<{ sequence: string }>(
      `update transactions set description = 'changed' where ledger_id = ${ledgerId} and sequence = 1 returning log_sequence as sequence`,
    );
  const last = async (): Promise<bigint> => {
    const { rows } = await tampered.owner.query<{ last: string }>(
      `select last_sequence as last from ledger_heads where ledger_id = ${ledgerId}`,
    );
    return BigInt(rows[0]?.last ?? 0);
  };
  const verifyBehind = (since: bigint) =>
    tampered.verifyAfter(change, tampered.callers[0].ledgerId, undefined, undefined, since);

  test('finds a change after that event, and none before it', async () => {
    const { done } = await verifyBehind(0n);
    const decided = BigInt(done.rows[0]?.sequence ?? 0);
    const found = async (since: bigint) =>
      (await verifyBehind(since)).report.findings.some(({ check }) => check === 'contents');
    expect([await found(0n), await found(decided - 1n), await found(decided), await found(await last())]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  test('continues the chain from that event, and reports an event beyond the end of the log', async () => {
    const end = await last();
    const { ledgerId: id } = tampered.callers[0];
    const chainOf = async (since: bigint) =>
      (await tampered.verify(id, undefined, undefined, since)).findings.map(({ where, detail }) => [where, detail]);
    expect(await chainOf(end)).toEqual([]);
    expect(await chainOf(3n)).toEqual([]);
    expect(await chainOf(end + 2n)).toEqual([[`event ${end + 2n}`, 'is beyond the end of the log']]);
  });
});

test('a deleted account set leaves its parents, and verify finds nothing', async () => {
  const { books, callers, owner, verify } = tampered;
  const { rows } = await owner.query<{ id: AccountSetId }>(
    `select id from account_sets where ledger_id = ${ledgerId} and code = 'TILLS'`,
  );
  const sets = createAccountSets(books.turns, new PostgresAccountSets(books.unitOfWork, ormInTransactions));
  expected(await sets.remove(callers[0], rows[0]?.id as AccountSetId));
  expect((await verify(callers[0].ledgerId)).findings).toEqual([]);
});
