/** What PostgreSQL itself refuses, as its superuser, with every trigger in force: the guards behind all other guards. */
import { Client } from 'pg';
import { keepBooks, type Bookkeeping } from '../support/bookkeeping';
import { fillBooks } from '../support/books';
import { freshDatabase, type TestDatabase } from '../support/database';

let database: TestDatabase;
let books: Bookkeeping;
let owner: Client;

beforeAll(async () => {
  database = await freshDatabase();
  books = await keepBooks(database.url);
  await fillBooks(books);
  owner = new Client({ connectionString: database.url });
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
    ['another amount of an entry', 'update entries set amount = amount + 1'],
    ['to forget an entry', 'delete from entries'],
    ['to forget all entries at once', 'truncate entries'],
    ['another event in the log', `update ledger_log set reason = 'another'`],
    ['to forget an event', 'delete from ledger_log'],
    ['another day of a transaction', 'update transactions set effective_date = effective_date + 1'],
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
      'a row that refers to an account of another ledger',
      `update account_day_balances d set ledger_id = (select id from ledgers where id <> d.ledger_id order by id limit 1)`,
    ],
  ])('%s', async (_, statement) => {
    await expect(owner.query(statement)).rejects.toMatchObject({ code: expect.stringMatching(/^(LG|23)/) });
  });
});
