/** `ledger verify` looks after the guards of the database itself: what refuses, whoever asks. */
import { declaredGuards } from '../../src/modules/ledgering/postgres/verify/declared-guards';
import { openTamperedBooks, type TamperedBooks } from '../support/tampering';

let tampered: TamperedBooks;

beforeAll(async () => {
  tampered = await openTamperedBooks();
});

afterAll(() => tampered.close());

describe('the guards', () => {
  test('looks for every guard there is', async () => {
    const { triggers, questions, plane, references } = declaredGuards();
    const { rows } = await tampered.owner.query<{
      triggers: string[];
      questions: string[];
      plane: string[];
      references: string;
    }>(
      `select array(select tgname::text from pg_trigger where not tgisinternal order by 1) as triggers,
              array(select relname::text from pg_class where relrowsecurity order by 1) as plane,
              array(select proname::text from pg_proc where prosrc like '%if guarded !~ ''_[0-9]%' order by 1) as questions,
              (select count(*) from pg_constraint where contype = 'f' and cardinality(conkey) > 1) as references`,
    );
    expect(rows).toEqual([
      {
        triggers: triggers.map(({ name }) => name).sort(),
        questions: questions.map(({ name }) => name).sort(),
        plane: [...plane].sort(),
        references: String(references.length),
      },
    ]);
  });
});

describe('verifying after a guard was taken away', () => {
  test.each<[what: string, statement: string, check: string]>([
    ['a trigger was dropped', 'drop trigger entries_balance on entries', 'triggers-stand'],
    ['a trigger was disabled', 'alter table transactions disable trigger transactions_are_immutable', 'triggers-stand'],
    [
      'a trigger fires for replicas only',
      'alter table entries enable replica trigger entries_balance',
      'triggers-stand',
    ],
    [
      'a trigger does nothing any more',
      `create or replace function refuse_rewriting() returns trigger language plpgsql as 'begin return new; end'`,
      'triggers-stand',
    ],
    [
      'a trigger asks for nothing any more',
      `create or replace function count_transactions(guarded text, ledger uuid, named uuid[]) returns bigint language sql
         return cardinality(named)`,
      'questions-stand',
    ],
    ['foreign keys are not enforced', 'alter table entries disable trigger all', 'nothing-is-disabled'],
    [
      'a foreign key was dropped',
      'alter table accounts drop constraint accounts_ledger_id_parent_id_fkey',
      'foreign-keys-stand',
    ],
    [
      'a foreign key does not look at what is there',
      `alter table accounts drop constraint accounts_ledger_id_parent_id_fkey;
       alter table accounts add foreign key (ledger_id, parent_id) references accounts (ledger_id, id) not valid`,
      'foreign-keys-stand',
    ],
    [
      'a foreign key crosses ledgers',
      `create unique index any_ledger on accounts (id); alter table entries add foreign key (account_id) references accounts (id)`,
      'foreign-keys-stay-inside',
    ],
    ['row-level security is off', 'alter table accounts disable row level security', 'ledgers-are-isolated'],
    ['row-level security is not forced', 'alter table journals no force row level security', 'ledgers-are-isolated'],
    ['a policy was dropped', 'drop policy entries_in_scope on entries', 'ledgers-are-isolated'],
    ['a policy lets everybody in', 'alter policy entries_in_scope on entries using (true)', 'ledgers-are-isolated'],
    [
      'another policy lets everybody in',
      'create policy open_house on transactions using (true)',
      'ledgers-are-isolated',
    ],
    ['the service may bypass row-level security', 'alter role ledger_app bypassrls', 'role-is-bound'],
    ['the service is a superuser', 'alter role ledger_app superuser', 'role-is-bound'],
    ['the service belongs to another role', 'grant pg_write_all_data to ledger_app', 'role-is-bound'],
    ['the service may change an amount', 'grant update (amount) on entries to ledger_app', 'role-cannot-rewrite'],
    ['everybody may delete events', 'grant delete on ledger_log to public', 'role-cannot-rewrite'],
    ['the service may truncate', 'grant truncate on account_balances to ledger_app', 'role-cannot-rewrite'],
    ['the service owns a table', 'alter table idempotency_keys owner to ledger_app', 'role-cannot-rewrite'],
  ])('finds that %s', async (_, statement, check) => {
    const { report } = await tampered.verifyAfter(() => tampered.owner.query(statement));
    expect(report.findings.map((finding) => finding.check)).toContain(check);
  });
});
