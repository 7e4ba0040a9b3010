/** `ledger verify` judges limits on every day, and reports accounts that may be beyond them as notes. */
import type { Principal } from '../../src/kernel/principal';
import type { Day } from '../../src/kernel/time';
import { createAccounts } from '../../src/modules/ledgering/application/accounts';
import type { Account } from '../../src/modules/ledgering/domain/account';
import { migrationFiles } from '../../src/kernel/postgres/migrate';
import { between } from '../support/bookkeeping';
import { expected } from '../support/ledger';
import { openTamperedBooks, type TamperedBooks } from '../support/tampering';

let tampered: TamperedBooks;
let caller: Principal;
let wallet: Account;
let other: Account;

/** A wallet that received 1.00 on 10 March and 3.00 on 10 May. */
beforeAll(async () => {
  tampered = await openTamperedBooks();
  caller = await tampered.books.openLedger('LIMITED');
  other = await tampered.books.openAccount(caller, 'OTHER', { type: 'equity' });
  wallet = await tampered.books.openAccount(caller, 'WALLET', {
    ...{ type: 'liability', enforceBalanceLimits: true, minBalance: '0.00' },
  });
  await post('2026-03-10', 100n);
  await post('2026-05-10', 300n);
});

afterAll(() => tampered.close());

/** Posts into the wallet, or out of it if the amount is negative. */
const post = async (day: string, amount: bigint, legs = between(other, wallet, amount)) => {
  const turned = between(wallet, other, -amount);
  await tampered.books.accept(caller, [{ legs: amount > 0n ? legs : turned, effectiveDate: day as Day }]);
  const plan = await tampered.books.post(caller.ledgerId);
  expect(plan.failed).toEqual([]);
};
const found = (report: Awaited<ReturnType<TamperedBooks['verify']>>) => [
  ...new Set(report.findings.map(({ check }) => check)),
];

test('verify finds an account that exceeded a limit on a past day, even if it is within the limit today', async () => {
  const { owner, verifyAfter } = tampered;
  // Moves the 1.00 of 10 March to June, and turns the 3.00 of 10 May into a withdrawal in February, bypassing all guards.
  const moved = `set effective_date = '2026-02-01' where ledger_id = $1 and account_id = $2 and effective_date = '2026-03-10'`;
  const { report } = await verifyAfter(async () => {
    const values = [caller.ledgerId, wallet.id];
    await owner.query(`update entries ${moved.replace('2026-02-01', '2026-06-01')}`, values);
    await owner.query(
      `update account_day_balances set day = '2026-06-01' where ledger_id = $1 and account_id = $2 and day = '2026-03-10'`,
      values,
    );
    await owner.query(
      `update entries set type = case type when 'debit' then 'credit'::entry_type else 'debit' end, effective_date = '2026-02-01'
        where ledger_id = $1 and effective_date = '2026-05-10'`,
      [caller.ledgerId],
    );
    await owner.query(
      `update account_day_balances set day = '2026-02-01', debits = credits, credits = debits
        where ledger_id = $1 and day = '2026-05-10'`,
      [caller.ledgerId],
    );
  }, caller.ledgerId);
  expect(found(report)).toContain('limits-hold-on-every-day');
  expect(report.findings.find(({ check }) => check === 'limits-hold-on-every-day')).toMatchObject({
    where: `account ${wallet.id}`,
    detail: expect.stringMatching(/^the settled balance of 2026-02-01 is -300, the limits are 0 and none/),
  });
});

test('notes a balance that was beyond its limit before limits were judged by day', async () => {
  const { owner, verifyAfter } = tampered;
  const migration = migrationFiles().find(({ name }) => name.startsWith('0019'))?.text ?? '';
  const [marking] =
    /alter table ledger_heads no force[^]*alter table ledger_heads force row level security;/.exec(migration) ?? [];
  const { report } = await verifyAfter(async () => {
    await owner.query(
      `update entries set effective_date = '2026-06-01' where ledger_id = $1 and effective_date = '2026-03-10'`,
      [caller.ledgerId],
    );
    await owner.query(
      `update account_day_balances set day = '2026-06-01' where ledger_id = $1 and day = '2026-03-10'`,
      [caller.ledgerId],
    );
    await owner.query(
      `update entries set type = case type when 'debit' then 'credit'::entry_type else 'debit' end
        where ledger_id = $1 and effective_date = '2026-06-01'`,
      [caller.ledgerId],
    );
    await owner.query(
      `update account_day_balances set day = '2026-02-01', debits = credits, credits = debits
        where ledger_id = $1 and day = '2026-06-01'`,
      [caller.ledgerId],
    );
    await owner.query(marking ?? '');
  }, caller.ledgerId);
  expect(found(report)).not.toContain('limits-hold-on-every-day');
  expect(report.notes).toMatchObject([
    { check: 'limits-passed', where: `account ${wallet.id}`, detail: expect.stringContaining('2026-02-01') },
  ]);
});

test('notes a limit that was set when the account was already beyond it', async () => {
  const poor = await tampered.books.openAccount(caller, 'POOR', { type: 'liability' });
  await tampered.books.accept(caller, [{ legs: between(poor, other, 500n), effectiveDate: '2026-01-20' as Day }]);
  await tampered.books.post(caller.ledgerId);
  await tampered.books.accept(caller, [{ legs: between(other, poor, 900n), effectiveDate: '2026-02-20' as Day }]);
  await tampered.books.post(caller.ledgerId);
  expected(
    await createAccounts(tampered.books.turns).change(caller, poor.id, {
      enforceBalanceLimits: true,
      minBalance: '0.00',
    }),
  );
  const report = await tampered.verify(caller.ledgerId);
  expect(report).toMatchObject({ ok: true, findings: [] });
  expect(report.notes).toMatchObject([
    { where: `account ${poor.id}`, detail: expect.stringContaining('2026-01-20 is -500') },
  ]);
});

test.each<[what: string, statement: string, checks: readonly string[]]>([
  [
    'an expired hold that still holds an amount',
    `update transactions set expired_at = now(), undone_by_transaction_id = id, released_amount = 1, expires_at = now()
      where id = (select id from transactions where hold_state = 'open' and total_amount > 1 limit 1)`,
    ['expired-holds-end'],
  ],
  [
    'an overridden limit without an event',
    `insert into limits_overridden
     select ledger_id, id, id, 'min_balance', 'settled', '2026-01-01', '0.00', '-1.00' from transactions where status = 'posted' limit 1`,
    ['overridden-limits-are-logged'],
  ],
  [
    'a monthly sum that differs from the sum of its days',
    `with kept as (update account_balances set keeps_months = true where layer = 'settled' and entry_count > 0 and is_limited
                   returning ledger_id, account_id)
     insert into account_months
     select k.ledger_id, k.account_id, '2026-03-01', 1, 1, '2026-03-01', 1, '2026-03-01' from kept k`,
    ['months-equal-days'],
  ],
])('finds %s', async (_, statement, checks) => {
  const { owner, verifyAfter } = tampered;
  const { done, report } = await verifyAfter(() => owner.query(statement));
  expect(done.rowCount).toBeGreaterThan(0);
  expect(found(report)).toEqual(expect.arrayContaining([...checks]));
});
