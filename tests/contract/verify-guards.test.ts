/**
 * `ledger verify` checks the guards of the database itself, and names the promise that each difference breaks (`guards` tests all kinds).
 */
import { openTamperedBooks, type TamperedBooks } from '../support/tampering';

let tampered: TamperedBooks;

beforeAll(async () => {
  tampered = await openTamperedBooks();
});

afterAll(() => tampered.close());

describe('verifying after a guard was removed', () => {
  test.each<[what: string, statement: string, check: string, where: string]>([
    [
      'a trigger was dropped',
      'drop trigger entries_balance on entries',
      'triggers-stand',
      'trigger entries.entries_balance',
    ],
    [
      'a trigger no longer does anything',
      `create or replace function refuse_rewriting() returns trigger language plpgsql as 'begin return new; end'`,
      'functions-stand',
      'function refuse_rewriting()',
    ],
    [
      'a foreign key was dropped',
      'alter table accounts drop constraint accounts_ledger_id_parent_id_fkey',
      'constraints-stand',
      'constraint accounts.accounts_ledger_id_parent_id_fkey',
    ],
    [
      'row-level security is off',
      'alter table accounts disable row level security',
      'ledgers-are-isolated',
      'table accounts',
    ],
    [
      'a policy admits everyone',
      'alter policy entries_in_scope on entries using (true)',
      'ledgers-are-isolated',
      'policy entries.entries_in_scope',
    ],
    [
      'the service may bypass row-level security',
      'alter role ledger_app bypassrls',
      'role-is-bound',
      'role ledger_app',
    ],
    [
      'the service may change an amount',
      'grant update (amount) on entries to ledger_app',
      'role-cannot-rewrite',
      'grant column entries.amount to ledger_app',
    ],
    [
      'the service owns a table',
      'alter table idempotency_keys owner to ledger_app',
      'role-cannot-rewrite',
      'table idempotency_keys',
    ],
    [
      'a column accepts nulls',
      'alter table entries alter column amount drop not null',
      'tables-stand',
      'column entries.amount',
    ],
  ])('finds that %s', async (_, statement, check, where) => {
    const { report } = await tampered.verifyAfter(() => tampered.owner.query(statement));
    expect(report.findings).toContainEqual({ check, ledgerId: null, where, detail: expect.stringContaining('cure') });
  });
});
