/** A client that hangs up leaves no work behind: its requests that wait for a connection are not executed. */
import { EventEmitter, once } from 'node:events';
import { createAdmission } from '../../src/app/fair-shares/admission';
import { connected, superuserUrlOf } from '../support/database';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { openBooks } from '../support/requests';

/** The number of concurrent requests. Four of them read from the database, and the others wait for a connection. */
const asked = 12;

const admission = createAdmission();
/** Emits the number of active requests each time one begins or ends. */
const work = new EventEmitter();
const counted: typeof admission = {
  ...admission,
  admit: async (context, next) => {
    const tell = () => work.emit(`${admission.counts().active} at work`);
    await admission.admit(context, () => (tell(), next())).finally(tell);
  },
};
let ledger: TestLedger;
let books: TestBooks;

beforeAll(async () => {
  ledger = await startLedger([], { admission: counted, alone: true });
  books = await openBooks(ledger);
});
afterAll(() => ledger.close());

test('waiting reads are dropped when their caller hangs up', async () => {
  const left = new AbortController();
  const url = `${ledger.baseUrl}/api/v1/accounts`;
  const asking = { headers: { Authorization: `Bearer ${books.key}` }, signal: left.signal };
  await connected(superuserUrlOf(ledger.databaseUrl), async (client) => {
    await client.query('begin; lock accounts in access exclusive mode');
    const allWork = once(work, `${asked} at work`);
    const answers = Array.from({ length: asked }, () => fetch(url, asking).catch(() => 'hung up'));
    await allWork;
    const nobodyWorks = once(work, '0 at work');
    left.abort();
    expect(await Promise.all(answers)).toEqual(Array(asked).fill('hung up'));
    // The four running reads end at their time limit, because the test still locks the table `accounts`. The waiting requests do not run.
    await nobodyWorks;
    await client.query('rollback');
  });
  expect(ledger.complaints).toHaveLength(4);
});
