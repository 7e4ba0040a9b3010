/** `ledger verify` recomputes the stored sums of the log's stretches, and names the check that a change breaks. */
import { systemClock } from '../../src/kernel/running/system-clock';
import { sumLedger } from '../../src/modules/ledgering/application/summing';
import { PostgresStretchStore } from '../../src/modules/ledgering/postgres/sums/stretch-store';
import { openTamperedBooks, type TamperedBooks } from '../support/tampering';

const sizes = { events: 8n, stretches: 3 };
let tampered: TamperedBooks;

beforeAll(async () => {
  tampered = await openTamperedBooks();
  const { unitOfWork } = tampered.books;
  const store = new PostgresStretchStore(unitOfWork);
  for (const { ledgerId, lastSequence } of await store.ledgersOfEvents(sizes.events))
    await sumLedger({ unitOfWork, store, clock: systemClock, sizes }, ledgerId, lastSequence);
});

afterAll(() => tampered.close());

test('sums that nobody touched hold, on three levels', async () => {
  const { rows } = await tampered.owner.query('select distinct level from log_stretches order by level');
  expect(rows).toEqual([{ level: 0 }, { level: 1 }, { level: 2 }]);
  expect((await tampered.verify()).findings).toEqual([]);
});

describe('verifying after somebody changed a sum', () => {
  test.each<[what: string, statement: string, checks: readonly string[]]>([
    [
      'debits of a stretch of events',
      'update stretch_balances set debits = debits + 1 where level = 0',
      ['stretches-equal-their-events', 'stretches-equal-their-parts'],
    ],
    [
      'credits of a stretch of stretches',
      'update stretch_balances set credits = credits + 1 where level = 2',
      ['stretches-equal-their-parts'],
    ],
    [
      'a row that is gone',
      `delete from stretch_balances where (level, through, account_id) in
         (select level, through, account_id from stretch_balances where level = 2 limit 1)`,
      ['stretches-equal-their-parts'],
    ],
    [
      'how much holds nothing',
      `update stretch_balances set undone_debits = undone_debits + 1 where level = 0 and layer = 'pending'`,
      ['stretches-equal-their-events', 'stretches-equal-their-parts'],
    ],
    [
      'a stretch that is gone',
      'delete from log_stretches where level = 0 and through = (select min(through) from stretch_balances where level = 0)',
      ['stretches-follow-each-other', 'stretches-equal-their-events'],
    ],
    [
      'what had been posted by its end',
      'update log_stretches set transactions_through = transactions_through + 1 where level = 0 and through = 16',
      ['stretches-follow-each-other', 'stretches-equal-their-events'],
    ],
  ])('finds %s', async (_, statement, checks) => {
    const { owner, verifyAfter } = tampered;
    const { done, report } = await verifyAfter(() => owner.query(statement));
    expect(done.rowCount).toBeGreaterThan(0);
    expect(new Set(report.findings.map(({ check }) => check))).toEqual(new Set(checks));
  });
});
