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

test('unchanged sums on three levels give no finding', async () => {
  const { rows } = await tampered.owner.query('select distinct level from log_stretches order by level');
  expect(rows).toEqual([{ level: 0 }, { level: 1 }, { level: 2 }]);
  expect((await tampered.verify()).findings).toEqual([]);
});

describe('verifying changed sums of stretches', () => {
  test.each<[what: string, statement: string, checks: readonly string[]]>([
    [
      'changed debits of a stretch of events',
      'update stretch_balances set debits = debits + 1 where level = 0',
      ['stretches-equal-their-events', 'stretches-equal-their-parts'],
    ],
    [
      'changed credits of a stretch of stretches',
      'update stretch_balances set credits = credits + 1 where level = 2',
      ['stretches-equal-their-parts'],
    ],
    [
      'a deleted row',
      `delete from stretch_balances where (level, through, account_id) in
         (select level, through, account_id from stretch_balances where level = 2 limit 1)`,
      ['stretches-equal-their-parts'],
    ],
    [
      'a changed undone amount',
      `update stretch_balances set undone_debits = undone_debits + 1 where level = 0 and layer = 'pending'`,
      ['stretches-equal-their-events', 'stretches-equal-their-parts'],
    ],
    [
      'a deleted stretch',
      'delete from log_stretches where level = 0 and through = (select min(through) from stretch_balances where level = 0)',
      ['stretches-follow-each-other', 'stretches-equal-their-events'],
    ],
    [
      'a changed last transaction of a stretch',
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
