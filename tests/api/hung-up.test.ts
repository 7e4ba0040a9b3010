/** Who hangs up leaves nothing to do: what waits for its turn meanwhile is not read. */
import { setTimeout as delay } from 'node:timers/promises';
import { createAdmission } from '../../src/app/admission';
import { connected, superuserUrlOf } from '../support/database';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { openBooks } from '../support/requests';

/** Four of them read; the others wait until a connection is free. */
const asked = 12;

const admission = createAdmission();
let ledger: TestLedger;
let books: TestBooks;

beforeAll(async () => {
  ledger = await startLedger([], { admission, alone: true });
  books = await openBooks(ledger);
});
afterAll(() => ledger.close());

const until = async (what: () => boolean): Promise<void> => {
  while (!what()) await delay(10);
};

test('reads in line are forgotten with whoever asked for them', async () => {
  const left = new AbortController();
  const url = `${ledger.baseUrl}/api/v1/accounts`;
  const asking = { headers: { Authorization: `Bearer ${books.key}` }, signal: left.signal };
  await connected(superuserUrlOf(ledger.databaseUrl), async (client) => {
    await client.query('begin; lock accounts in access exclusive mode');
    const answers = Array.from({ length: asked }, () => fetch(url, asking).catch(() => 'hung up'));
    await until(() => admission.counts().active === asked);
    left.abort();
    expect(await Promise.all(answers)).toEqual(Array(asked).fill('hung up'));
    // Those that had begun end by themselves, when their time is over; nobody else asks for the locked accounts.
    await until(() => admission.counts().active === 0);
    await client.query('rollback');
  });
  expect(ledger.complaints).toHaveLength(4);
});
