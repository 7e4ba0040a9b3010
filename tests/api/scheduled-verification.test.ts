/** The scheduled verification: its findings, the places where they are reported, and the rule that only one process runs it. */
import { newId } from '../../src/kernel/ids';
import { SCHEDULE_STORE, type ScheduleStore } from '../../src/modules/administration/application/ports';
import { appoint, type TestAdministrator } from '../support/administration';
import { connected, freshDatabase, type TestDatabase } from '../support/database';
import { HandClock } from '../support/hand-clock';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { dataOf, decide, expectRefusal, openBooks } from '../support/requests';

const hourMs = 3_600_000;
const clock = new HandClock(new Date(), { flows: true });
const isInMemory = process.env['LEDGER_TEST_STORE'] === 'memory';
let database: TestDatabase | undefined;
let ledger: TestLedger;
let books: TestBooks;
let chief: TestAdministrator;
let local: TestAdministrator;

beforeAll(async () => {
  database = isInMemory ? undefined : await freshDatabase();
  ledger = await startLedger([], { clock, ...(database && { database }) });
  books = await openBooks(ledger);
  chief = await appoint(ledger);
  local = await appoint(ledger, books.ledger.tenantId);
});
afterAll(async () => {
  await ledger.app.administration.scheduled.stop();
  await ledger.close();
});

const told = async () => dataOf(await chief.api.get('/scheduled-verification'), 200);
const due = async () => {
  await ledger.app.background.idle('scheduled verification');
  return told();
};
const figure = async (name: string): Promise<string | undefined> =>
  new RegExp(`^${name}\\{.*scope="all".*\\} (.*)$`, 'm').exec(
    await (await fetch(`${ledger.baseUrl}/metrics`)).text(),
  )?.[1];

test('the answer is empty before the first verification, and refused to administrators of one tenant', async () => {
  expect(await told()).toEqual({ running_since: null, last: null });
  expectRefusal(await local.api.get('/scheduled-verification'), 403, 'FORBIDDEN');
});

test('a verification runs once per interval, and its result is in the metrics', async () => {
  await decide(books.api);
  ledger.app.administration.scheduled.start(hourMs);
  const first = await due();
  expect(first).toMatchObject({ running_since: null, last: { status: 'passed', findings_count: 0, findings: [] } });
  expect(first.last.events).toBeGreaterThan(0);
  expect(await figure('ledger_verify_findings')).toBe('0');
  clock.advance(hourMs / 2);
  expect(await due()).toEqual(first);
  clock.advance(hourMs / 2);
  const second = await due();
  expect(second.last.status).toBe('passed');
  expect(Date.parse(second.last.finished_at) - Date.parse(first.last.finished_at)).toBeGreaterThanOrEqual(hourMs);
});

test('only one of two processes runs the verification, until its lease ends', async () => {
  const store = ledger.app.container.get<ScheduleStore>(SCHEDULE_STORE);
  await ledger.app.administration.scheduled.stop();
  const [one, other] = [newId(), newId()];
  const at = (hours: number): Date => new Date(clock.now().getTime() + hours * hourMs);
  const when = (hours: number) => ({ at: at(hours), until: at(hours + 1), due: at(hours - 1) });
  const both = await Promise.all([store.take(one, when(2)), store.take(other, when(2))]);
  expect(both.toSorted()).toEqual([false, true]);
  const [winner, loser] = both[0] ? [one, other] : [other, one];
  expect(await store.renew(loser, at(3))).toBe(false);
  expect(await store.renew(winner, at(3))).toBe(true);
  expect((await told()).running_since).not.toBeNull();
  expect(await store.take(loser, when(2.5))).toBe(false);
  expect(await store.take(loser, when(3))).toBe(true);
  const end = { finishedAt: at(3), result: 'passed', ledgers: 1, events: 1, findings: 0, named: [] } as const;
  await store.finish(winner, end);
  expect((await told()).running_since).not.toBeNull();
  await store.leave(loser, at(3));
  expect((await told()).running_since).toBeNull();
});

(isInMemory ? test.skip : test)('the answer, the log and the metrics show findings', async () => {
  await connected(database?.superuserUrl ?? '', async (superuser) => {
    await superuser.query('set session_replication_role = replica');
    await superuser.query(`update accounts set name = 'Another' where ledger_id = $1`, [books.ledger.id]);
  });
  clock.advance(10 * hourMs);
  ledger.app.administration.scheduled.start(hourMs);
  const { last } = await due();
  expect(last).toMatchObject({ status: 'failed', findings_count: last.findings.length });
  expect(last.findings[0]).toMatchObject({ ledger_id: books.ledger.id, check: 'chart-contents' });
  expect(last.findings_count).toBeGreaterThan(0);
  expect(await figure('ledger_verify_findings')).toBe(String(last.findings_count));
  expect(ledger.complaints.map(({ message }) => message)).toContainEqual(
    expect.stringContaining('the scheduled verification has findings'),
  );
});
