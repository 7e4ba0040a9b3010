/** The writes that the triggers and constraints of the database refuse even to a superuser: the guards that remain if all others fail. */
import { transactionColumns } from '../../src/modules/ledgering/postgres/posting/written-columns';
import { Client } from 'pg';
import { keepBooks, type Bookkeeping } from '../support/bookkeeping';
import { fillBooks } from '../support/books';
import { freshDatabase, type TestDatabase } from '../support/database';

/** The columns that a transaction is written with. PostgreSQL computes the state of a hold from them. */
const given = [
  'ledger_id',
  ...Object.keys(transactionColumns),
  'updated_at',
  'undone_by_transaction_id',
  'reversed_amount',
];
const givenColumns = given.join(', ');
const givenOf = (row: string): string => given.map((column) => `${row}.${column}`).join(', ');

let database: TestDatabase;
let books: Bookkeeping;
let owner: Client;

beforeAll(async () => {
  database = await freshDatabase();
  books = await keepBooks(database.url);
  await fillBooks(books);
  owner = new Client({ connectionString: database.superuserUrl });
  await owner.connect();
});

afterAll(async () => {
  await owner.end();
  await books.close();
  await database.drop();
});

beforeEach(() => owner.query('begin'));
afterEach(() => owner.query('rollback'));

const anotherEntry = `insert into entries
  select c.* from (select * from entries order by ledger_id, sequence, position limit 1) as e
   cross join lateral jsonb_populate_record(
     null::entries, to_jsonb(e) || jsonb_build_object('position', 90, 'id', gen_random_uuid())) as c`;

describe('the database itself refuses', () => {
  test.each<[what: string, statement: string]>([
    ['entries that do not balance', anotherEntry],
    ['to change the amount of an entry', 'update entries set amount = amount + 1'],
    ['to delete an entry', 'delete from entries'],
    ['to delete all entries at once', 'truncate entries'],
    ['to change an event in the log', `update ledger_log set reason = 'another'`],
    ['to delete an event', 'delete from ledger_log'],
    ['to delete a journal', 'delete from journals'],
    ['to change the day of a transaction', 'update transactions set effective_date = effective_date + 1'],
    [
      'to make a posted transaction pending again',
      `update transactions set status = 'pending' where status = 'posted'`,
    ],
    [
      'to post a failed transaction',
      `update transactions set status = 'posted', failure = null where status = 'failed'`,
    ],
    [
      'a balance beyond its limits',
      `update account_balances set credits = credits + 1000000 where is_limited and layer = 'settled'`,
    ],
    [
      'to hold more of an account than is available',
      `update accounts set limit_basis = 'available', min_balance = 0 where enforce_balance_limits;
       update account_balances set held_debits = 1000000, held_credits = 1000000 where is_limited`,
    ],
    [
      'to release more of an account than is held',
      `update account_balances set held_debits = coalesce(held_debits, 0) - 1000000 where layer = 'settled'`,
    ],
    ['to delete the balance of an account', 'delete from account_balances where entry_count = 0'],
    ['to undo more than the amount of an entry', 'update entries_undone set amount = amount + 1000000'],
    ['to undo less of an entry than before', 'update entries_undone set amount = amount - 1'],
    [
      'to undo an entry that does not exist',
      'insert into entries_undone select ledger_id, sequence, 90, 1 from entries limit 1',
    ],
    [
      'to raise a hold without a transaction that extends it',
      `update transactions set extended_amount = 1, extended_on = effective_date, undone_by_transaction_id = id where hold_state = 'open'`,
    ],
    [
      'to move the expiry of a hold that has ended',
      `update transactions set end_moved = true where hold_state in ('settled', 'released', 'expired')`,
    ],
    ['to delete an undone amount', 'delete from entries_undone'],
    ['to delete all undone amounts at once', 'truncate entries_undone'],
    [
      'to reduce the reversed amount of a transaction',
      `update transactions set reversed_amount = reversed_amount - 1 where status = 'posted' and reversed_amount > 1`,
    ],
    [
      'to void a transaction that is reversed in part',
      `update transactions set status = 'void' where status = 'posted' and reversed_amount > 0`,
    ],
    [
      'to raise the reversed amount above what the reversal undoes',
      `update transactions set reversed_amount = total_amount, status = 'reversed' where status = 'posted' and reversed_amount > 0`,
    ],
    [
      'a row that refers to an account of another ledger',
      `update accounts set parent_id = (select o.id from accounts o where o.ledger_id <> accounts.ledger_id limit 1)`,
    ],
    [
      'to move a day of an account to another ledger',
      `update account_day_balances d set ledger_id = (select id from ledgers where id <> d.ledger_id order by id limit 1)`,
    ],
  ])('%s', async (_, statement) => {
    await expect(owner.query(statement)).rejects.toMatchObject({ code: expect.stringMatching(/^(LG|23)/) });
  });

  test.each<[what: string, statement: string]>([
    [
      'entries with another sequence than their transaction',
      `insert into entries
         select c.* from entries e
          cross join lateral jsonb_populate_record(
            null::entries,
            to_jsonb(e) || jsonb_build_object('sequence', e.sequence + 1000000, 'id', gen_random_uuid())) as c
          where e.transaction_id = (select transaction_id from entries order by ledger_id, sequence limit 1)`,
    ],
    [
      'entries in a different ledger than their transaction',
      `insert into accounts select c.* from accounts a
         cross join lateral jsonb_populate_record(
           null::accounts, to_jsonb(a) || jsonb_build_object(
             'ledger_id', (select id from ledgers where id <> a.ledger_id order by id limit 1),
             'code', 'COPY-' || left(a.code, 30), 'parent_id', null)) as c
         where a.id in (select account_id from entries
                         where transaction_id = (select transaction_id from entries order by ledger_id, sequence limit 1));
       insert into entries
         select c.* from entries e
          cross join lateral jsonb_populate_record(
            null::entries,
            to_jsonb(e) || jsonb_build_object(
              'ledger_id', (select id from ledgers where id <> e.ledger_id order by id limit 1),
              'sequence', e.sequence + 1000000)) as c
          where e.transaction_id = (select transaction_id from entries order by ledger_id, sequence limit 1)`,
    ],
    [
      'entries on an account that their ledger does not have',
      `insert into entries
         select c.* from entries e
          cross join lateral jsonb_populate_record(
            null::entries,
            to_jsonb(e) || jsonb_build_object('position', e.position + 50, 'account_id', gen_random_uuid())) as c
          where e.transaction_id = (select transaction_id from entries order by ledger_id, sequence limit 1)`,
    ],
    [
      'to delete an account that has entries',
      `delete from accounts a where not exists (select from accounts c where c.ledger_id = a.ledger_id and c.parent_id = a.id)
          and exists (select from entries e where e.ledger_id = a.ledger_id and e.account_id = a.id)
          and not exists (select from account_set_members m where m.ledger_id = a.ledger_id and m.account_id = a.id)`,
    ],
    [
      'a day of an account that its ledger does not have',
      `insert into account_day_balances
         select c.* from (select * from account_day_balances limit 1) d
          cross join lateral jsonb_populate_record(
            null::account_day_balances, to_jsonb(d) || jsonb_build_object('account_id', gen_random_uuid())) as c`,
    ],
    [
      'a transaction in a journal that its ledger does not have',
      `insert into transactions (${givenColumns})
         select ${givenOf('c')} from (select * from transactions where status = 'posted' order by ledger_id, id limit 1) t
          cross join lateral jsonb_populate_record(
            null::transactions,
            to_jsonb(t) || jsonb_build_object('id', gen_random_uuid(), 'journal_id', gen_random_uuid(),
              'undoes_transaction_id', null, 'correlation_id', null)) as c`,
    ],
    ...['correlation_source_id', 'undoes_transaction_id', 'settles_transaction_id', 'undone_by_transaction_id'].map(
      (column): [string, string] => [
        `a transaction whose ${column} its ledger does not have`,
        `insert into transactions (${givenColumns})
         select ${givenOf('c')} from (select * from transactions where status = 'posted' and total_amount > 1 order by ledger_id, id limit 1) t
          cross join lateral jsonb_populate_record(
            null::transactions,
            to_jsonb(t) || jsonb_build_object('id', gen_random_uuid(), 'correlation_id', null) ||
              jsonb_build_object('correlation_type', 'reversal', 'reversed_amount', case '${column}' when 'undone_by_transaction_id' then 1 end,
                '${column}', (select o.id from transactions o where o.ledger_id <> t.ledger_id limit 1))) as c`,
      ],
    ),
    [
      'a transaction that is reversed by one of another ledger',
      `update transactions t
          set status = 'reversed', reversed_amount = total_amount,
              undone_by_transaction_id = (select o.id from transactions o where o.ledger_id <> t.ledger_id limit 1)
        where id = (select id from transactions where status = 'posted' order by ledger_id, id limit 1)`,
    ],
    [
      'work in the queue that its ledger does not have',
      `insert into posting_queue (ledger_id, transaction_id, draft)
         select l.id, (select id from transactions where ledger_id <> l.id limit 1), '{}' from ledgers l order by l.id limit 1`,
    ],
    [
      'an indexed attribute of a transaction that its ledger does not have',
      `insert into transaction_attributes (ledger_id, key, value, transaction_id)
         select l.id, 'k', 'v', (select id from transactions where ledger_id <> l.id limit 1) from ledgers l order by l.id limit 1`,
    ],
    [
      'an event about a transaction that its ledger does not have',
      `insert into ledger_log
         select c.* from (select * from ledger_log where transaction_id is not null order by ledger_id, sequence limit 1) l
          cross join lateral jsonb_populate_record(
            null::ledger_log,
            to_jsonb(l) || jsonb_build_object(
              'sequence', l.sequence + 1000000, 'transaction_id', gen_random_uuid())) as c`,
    ],
  ])('%s', async (_, statement) => {
    await expect(owner.query(statement)).rejects.toMatchObject({ code: 'LG005' });
  });
});
