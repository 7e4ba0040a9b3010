/** `ledger verify` recomputes the reversed, settled, released and extended amounts, and names the check that a change breaks. */
import { openTamperedBooks, type TamperedBooks } from '../support/tampering';

let tampered: TamperedBooks;

beforeAll(async () => {
  tampered = await openTamperedBooks();
});

afterAll(() => tampered.close());

describe('verifying changed undone amounts', () => {
  test.each<[what: string, statement: string, checks: readonly string[]]>([
    [
      'an undone amount of an entry above that of its reversals',
      'update entries_undone set amount = amount + 1',
      ['undone-equals-entries'],
    ],
    [
      'a reversed amount of a transaction above that of its reversals',
      `update transactions set reversed_amount = reversed_amount + 1 where status = 'posted' and reversed_amount > 0`,
      ['undone-amounts'],
    ],
    [
      'a wrong split of a hold into settled, released and excess amounts',
      `update transactions set settled_amount = settled_amount - 1, excess_amount = excess_amount + 1, released_amount = 1
        where excess_amount > 0`,
      ['undone-amounts'],
    ],
    [
      'an excess amount without a settlement above the hold',
      `update transactions set excess_amount = 1 where excess_amount is null and hold_state = 'settled'`,
      ['undone-amounts'],
    ],
    [
      'an extended amount without an extension',
      `update transactions set extended_amount = 1, extended_on = effective_date where settled_amount is not null and excess_amount is null and expired_at is null`,
      ['undone-amounts'],
    ],
    [
      'a moved end of a hold without an event',
      `update transactions set end_moved = true where hold_state <> 'expired'`,
      ['undoing-is-logged'],
    ],
    [
      'a partial reversal that is recorded as a full one',
      `update transactions set reversed_amount = total_amount, status = 'reversed'
        where status = 'posted' and reversed_amount > 0`,
      ['undone-amounts', 'undoing-is-logged'],
    ],
    [
      'a reversal entry at the position of another entry',
      `update entries set position = position + 50
        where transaction_id in (select id from transactions where undoes_transaction_id is not null)`,
      ['reversals-mirror', 'undone-equals-entries'],
    ],
    [
      'an undone amount of a day above that of the reversals',
      'update account_day_undone set debits = debits + 1',
      ['undone-equals-reversals', 'held-equals-pending'],
    ],
    [
      'a held amount of an account below its pending amount',
      'update account_balances set held_debits = held_debits - 1 where held_debits > 0',
      ['held-equals-pending'],
    ],
    [
      'a partial reversal whose event is that of a full one',
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
