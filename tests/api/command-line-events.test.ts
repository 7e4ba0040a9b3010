/** `ledger events tail`: the feed of a ledger on the command line. */
import { serviceEnvironment } from '../support/database';
import { runHere, startHere } from '../support/command-line';
import { eventsOf } from '../support/feed';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { decide, openBooks } from '../support/requests';

let ledger: TestLedger;
let books: TestBooks;

const environment = () => ({
  ...serviceEnvironment(ledger.databaseUrl),
  LOG_LEVEL: 'silent',
});
const run = (command: string) => runHere(command.split(' '), environment());
const tail = async (more = ''): Promise<readonly unknown[]> => {
  const { code, stdout, stderr } = await run(`events tail --ledger ${books.ledger.code}${more}`);
  expect([code, stderr]).toEqual([0, '']);
  return stdout === ''
    ? []
    : stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown);
};

beforeAll(async () => {
  ledger = await startLedger([], { alone: true });
  books = await openBooks(ledger);
  await decide(books.api);
});
afterAll(() => ledger.close());

test('events tail prints the events of the API, one per line', async () => {
  const events = await eventsOf(books.api);
  expect(await tail()).toEqual(events);
  expect(await tail(` --from 2`)).toEqual(events.slice(1));
  expect(await tail(` --from 2 --types transaction.posted,journal.created --json`)).toEqual(events.slice(2));
  expect(await tail(` --from ${events.length + 1}`)).toEqual([]);
});

test.each([
  ['events tail', /required option '--ledger /],
  ['events tail --ledger NOWHERE', /There is no ledger NOWHERE/],
  ['events tail --ledger LEDGER-1 --types transaction_posted', /It must contain only transaction.posted, /],
  ['events tail --ledger LEDGER-1 --from 0', /It must be a whole number from 1 /],
  ['events tail --ledger LEDGER-1 --from 100', /The log of this ledger ends at sequence 3. Give --from at most 4./],
])('an error explains the fault in: %s', async (command, complaint) => {
  const { code, stdout, stderr } = await run(command);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(complaint);
});

test.each(['SIGINT', 'SIGTERM'] as const)('events tail --follow prints new events until it gets %s', async (signal) => {
  const command = `events tail --ledger ${books.ledger.id} --follow --types transaction.posted`;
  const running = startHere(command.split(' '), environment());
  const lines = (count: number): RegExp => new RegExp(`^(.*\\n){${count}}$`);
  const before = (await eventsOf(books.api, 'types=transaction.posted')).length;
  await running.says(lines(before));
  await decide(books.api);
  await running.says(lines(before + 1));
  expect(await running.stop(signal)).toMatchObject({ code: 0, stderr: '' });
});
