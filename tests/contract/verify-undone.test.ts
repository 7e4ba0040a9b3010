/** `ledger verify` recomputes the reversed, settled, released and extended amounts, and names the check that a change breaks. */
import { openTamperedBooks, type TamperedBooks } from '../support/tampering';

let tampered: TamperedBooks;

beforeAll(async () => {
  tampered = await openTamperedBooks();
});

afterAll(() => tampered.close());

describe('verifying after somebody changed what is undone', () => {
  test.each<[what: string, statement: string, checks: readonly string[]]>([
    [
      'more undone of an entry than its reversals say',
      'update entries_undone set amount = amount + 1',
      ['undone-equals-entries'],
    ],
    [
      'more reversed of a transaction than its reversals say',
      `update transactions set reversed_amount = reversed_amount + 1 where status = 'posted' and reversed_amount > 0`,
      ['undone-amounts'],
    ],
    [
      'more settled of a hold than was held of it',
      `update transactions set settled_amount = settled_amount - 1, excess_amount = excess_amount + 1, released_amount = 1
        where excess_amount > 0`,
      ['undone-amounts'],
    ],
    [
      'an excess that no settlement has',
      `update transactions set excess_amount = 1 where excess_amount is null and hold_state = 'settled'`,
      ['undone-amounts'],
    ],
    [
      'a hold that is raised by nothing',
      `update transactions set extended_amount = 1, extended_on = effective_date where settled_amount is not null and excess_amount is null and expired_at is null`,
      ['undone-amounts'],
    ],
    [
      'the end of a hold that no event moved',
      `update transactions set end_moved = true where hold_state <> 'expired'`,
      ['undoing-is-logged'],
    ],
    [
      'a part that is said to be all',
      `update transactions set reversed_amount = total_amount, status = 'reversed'
        where status = 'posted' and reversed_amount > 0`,
      ['undone-amounts', 'undoing-is-logged'],
    ],
    [
      'an entry of a reversal that stands against another entry',
      `update entries set position = position + 50
        where transaction_id in (select id from transactions where undoes_transaction_id is not null)`,
      ['reversals-mirror', 'undone-equals-entries'],
    ],
    [
      'more that holds nothing on a day than reversals say',
      'update account_day_undone set debits = debits + 1',
      ['undone-equals-reversals', 'held-equals-pending'],
    ],
    [
      'less that an account holds than is pending of it',
      'update account_balances set held_debits = held_debits - 1 where held_debits > 0',
      ['held-equals-pending'],
    ],
    [
      'an event that calls a part the rest',
      `update ledger_log set type = 'transaction_reversed' where type = 'transaction_reversed_in_part'`,
      ['chain', 'undoing-is-logged'],
    ],
  ])('finds %s', async (_, statement, checks) => {
    const { owner, verifyAfter } = tampered;
    const { done, report } = await verifyAfter(() => owner.query(statement));
    expect(done.rowCount).toBeGreaterThan(0);
    expect(new Set(report.findings.map(({ check }) => check))).toEqual(new Set(checks));
  });
});
