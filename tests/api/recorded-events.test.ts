/** The document shows an event of each type, as the service sent it for books created here. `make docs` records them again. */
import * as fs from 'node:fs';
import * as path from 'node:path';
import { replace } from '../../src/kernel/token';
import { CLOCK } from '../../src/kernel/tokens';
import { eventNames } from '../../src/modules/ledgering';
import { contractOf } from '../support/answers';
import { cardSale, eventsOf, type Event } from '../support/feed';
import { HandClock } from '../support/hand-clock';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { recordable, recordedInstant } from '../support/recorded';
import { credit, dataOf, debit, decide, openAccount, openBooks, type Fields } from '../support/requests';
import { conversion, openCustomer, openMembers } from '../support/strings';

const file = path.join(__dirname, '../../docs/recorded/events.json');
const isRecording = process.env['UPDATE_DOCS'] === '1';

const clock = new HandClock(recordedInstant);
let ledger: TestLedger;
let books: TestBooks;
const told = new Map<string, Event>();

const act = async (id: string, what: string, fields: Fields = {}): Promise<Event> =>
  dataOf(await books.api.post(`/transactions/${id}/${what}`, fields), what === 'void' ? 200 : 201);
const made = async (at: string, fields: Fields): Promise<string> => dataOf(await books.api.post(at, fields), 201).id;
const changed = async (at: string, fields: Fields): Promise<void> => void dataOf(await books.api.put(at, fields), 200);
const gone = async (at: string): Promise<void> => void dataOf(await books.api.delete(at), 200);
const day = recordedInstant.slice(0, 10);

beforeAll(async () => {
  ledger = await startLedger([replace(CLOCK, [], () => clock)], { alone: true });
  books = await openBooks(ledger);
  let orders = 0;
  const post = async (fields: Fields = {}): Promise<string> =>
    (await decide(books.api, { idempotency_key: `order-${++orders}`, ...fields })).id;
  const sale = await post({ effective_date: day, description: 'Cash sale' });
  await act(sale, 'reverse', { reason: 'Half came back', date: day, amount: '4.00' });
  await act(sale, 'reverse', { reason: 'Booked twice', date: day });
  await act(await post({ effective_date: day }), 'void', { reason: 'Never happened' });
  await openAccount(books.api, { code: 'FULL', enforce_balance_limits: true, max_balance: '0' });
  await post({ effective_date: day, entries: [debit('FULL', '1.00'), credit('SALES', '1.00')] });
  const hold = {
    effective_date: day,
    layer: 'pending',
    expires_at: new Date(clock.now().getTime() + 60_000).toISOString(),
  };
  await act(await post(hold), 'settle', { amount: '6.00' });
  const cancelled = await post(hold);
  const longer = new Date(clock.now().getTime() + 120_000).toISOString();
  dataOf(await books.api.post(`/transactions/${cancelled}/extend`, { amount: '12.00', expires_at: longer }), 200);
  await act(cancelled, 'release', { reason: 'Cancelled' });
  const expiring = await post(hold);

  const worded = await post({ effective_date: day });
  const words = { reference: 'INV-2026-17', reason: 'The invoice was written later' };
  dataOf(await books.api.patch(`/transactions/${worded}`, words), 200);
  const document = { url: 'https://documents.example/17', sha256: '5d'.repeat(32) };
  await made(`/transactions/${worded}/notes`, { text: 'Signed by the treasurer', ...document });

  const account = await openAccount(books.api, { code: 'TILL-2' });
  await changed(`/accounts/${account.id}`, { name: 'Second till' });
  const closed = await openAccount(books.api, { code: 'TILL-3' });
  dataOf(await books.api.post(`/accounts/${closed.id}/close`, { reason: 'The shop moved' }), 200);
  const set = await made('/account-sets', { code: 'TILLS', name: 'Tills' });
  await changed(`/account-sets/${set}`, { name: 'All tills' });
  dataOf(await books.api.post(`/account-sets/${set}/members`, { member_type: 'account', member_id: account.id }), 201);
  await gone(`/account-sets/${set}/members/${account.id}`);
  await gone(`/account-sets/${set}`);
  await gone(`/accounts/${account.id}`);
  await changed(`/journals/${await made('/journals', { code: 'OLD', name: 'Old' })}`, { status: 'closed' });
  const lock = await made('/period-locks', { locked_until: '2025-12-31', reason: 'Year closed' });
  dataOf(await books.api.post(`/period-locks/${lock}/release`, { reason: 'Late invoice' }), 200);

  const code = await made('/trancodes', cardSale);
  dataOf(await books.api.post(`/trancodes/${code}/deprecate`), 200);
  const [dollars, euros] = await openMembers(ledger, ['WALLETS'], [{ currency: 'USD' }, { currency: 'EUR' }]);
  await openCustomer(dollars, 'ALICE');
  dataOf(
    await dollars.api.post('/strings/WALLETS/convert', conversion([dollars, euros], { effective_date: day })),
    201,
  );

  clock.advance(61_000);
  await ledger.app.background.idle('expiry');
  expect(dataOf(await books.api.get(`/transactions/${expiring}`), 200).hold.state).toBe('expired');
  const elsewhere = await eventsOf(dollars.api, 'types=string_operation.posted');
  for (const event of [...(await eventsOf(books.api)), ...elsewhere])
    told.set(event.type, recordable(event, {}, event.type) as Event);
});

afterAll(async () => {
  await ledger.close();
  if (isRecording) fs.writeFileSync(file, `${JSON.stringify(Object.fromEntries(told), null, 2)}\n`);
});

test.each(eventNames)('the document shows %s as the service sends it', (name) => {
  const recorded = JSON.parse(fs.readFileSync(file, 'utf8')) as Readonly<Record<string, Event>>;
  const { document } = contractOf();
  expect(told.get(name)).toBeDefined();
  if (isRecording) return;
  expect(recorded[name]).toEqual(told.get(name));
  const { post } = (document as unknown as { webhooks: Record<string, { post: Event }> }).webhooks[name] as {
    post: Event;
  };
  expect(post.requestBody.content['application/json'].example).toEqual(recorded[name]);
});

test('the document shows no other event', () => {
  const { document } = contractOf();
  expect(Object.keys((document as unknown as { webhooks: object }).webhooks).sort()).toEqual([...eventNames].sort());
});
