/** `ledger verify` adds up the entries, and names the check that a change of an entry or of a stored sum breaks. */
import { openTamperedBooks, type TamperedBooks } from '../support/tampering';

let tampered: TamperedBooks;

beforeAll(async () => {
  tampered = await openTamperedBooks();
});

afterAll(() => tampered.close());

/** The entries of one posted transaction that nothing undid. */
const ofOne = `sequence = (select min(sequence) from transactions
  where status = 'posted' and layer = 'settled' and undoes_transaction_id is null and undone_by_transaction_id is null)`;

describe('verifying changed entries and sums', () => {
  test.each<[what: string, statement: string, checks: readonly string[]]>([
    [
      'a layer in which debits and credits differ, although they are equal in total',
      `update entries set layer = 'encumbrance' where ${ofOne} and type = 'debit'`,
      ['transactions-balance', 'entries-of-one-layer'],
    ],
    [
      'a changed amount',
      `update entries set amount = amount + 1 where ${ofOne} and type = 'debit'`,
      ['transactions-balance', 'entries-of-posted', 'day-balances-equal-entries'],
    ],
    ['a deleted entry', `delete from entries where ${ofOne} and type = 'credit'`, ['entries-of-posted']],
    [
      'an entry under the id of another transaction',
      `update entries set transaction_id = (select max(id::text)::uuid from transactions where status = 'posted')
        where ${ofOne} and position = 0`,
      ['entries-of-posted'],
    ],
    [
      'entries of a sequence that no transaction has',
      `update entries set sequence = sequence + 1000000 where ${ofOne}`,
      ['entries-of-posted'],
    ],
    [
      'a balance that is not the sum of its days',
      'update account_balances set debits = debits + 1 where entry_count > 0',
      ['balances-equal-entries'],
    ],
    [
      'a day that is not the sum of its entries',
      'update account_day_balances set debits = debits + 1 where entry_count > 0',
      ['balances-equal-entries', 'day-balances-equal-entries'],
    ],
  ])('finds %s', async (_, statement, checks) => {
    const { owner, verifyAfter } = tampered;
    const { done, report } = await verifyAfter(() => owner.query(statement));
    expect(done.rowCount).toBeGreaterThan(0);
    // Sums over longer periods, hashes and limits notice the same changes.
    expect(report.findings.map(({ check }) => check)).toEqual(expect.arrayContaining([...checks]));
  });
});
