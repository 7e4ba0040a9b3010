/** Sets within sets: adding a member visits each set once, however many paths lead to it. */
import { newId, type LedgerId } from '../../src/kernel/ids';
import { openPool } from '../../src/kernel/postgres/pool';
import type { AccountSetId } from '../../src/modules/ledgering/domain/account-set';
import { PostgresAccountSets } from '../../src/modules/ledgering/postgres/chart/account-sets';
import { openLedger, tidy } from '../support/big-ledger';
import { asOwner, freshDatabase, type TestDatabase } from '../support/database';
import { ExplainingUnitOfWork, scansOf } from '../support/explaining';
import { ormInTransactions } from '../support/orm';

const depth = 16;
const setsEach = 2;
/** Each set of a level contains all sets of the next level: 32,768 paths lead from the first level to the last. */
const levels = Array.from({ length: depth }, () => Array.from({ length: setsEach }, () => newId<'account set'>()));

const outside = newId<'account set'>();

let database: TestDatabase;
let ledgerId: LedgerId;

beforeAll(async () => {
  database = await freshDatabase();
  await asOwner(database.url, async (owner) => {
    ledgerId = await openLedger(owner);
    await owner.query(
      `insert into account_sets (ledger_id, id, code, name, created_at, updated_at)
       select $1, id, 'S' || number, 'Set', now(), now() from unnest($2::uuid[]) with ordinality as s (id, number)`,
      [ledgerId, [outside, ...levels.flat()]],
    );
    for (const [number, level] of levels.entries())
      await owner.query(
        `insert into account_set_members (ledger_id, account_set_id, member_id, child_set_id, created_at)
         select $1, outer_set, inner_set, inner_set, now()
           from unnest($2::uuid[]) as outer_set cross join unnest($3::uuid[]) as inner_set`,
        [ledgerId, level, levels[number + 1] ?? []],
      );
    await tidy(owner, 'with statistics');
  });
});
afterAll(() => database.drop());

const outermost = levels[0]?.[0] as AccountSetId;
const innermost = levels.at(-1)?.[0] as AccountSetId;

test.each([
  ['the outermost set as a member of another', outside, outermost, { depthAbove: 1, depthBelow: depth }],
  ['the outermost set as a member of the innermost', innermost, outermost, { wouldContainItself: true }],
])('adding %s visits each set once', async (_, around, member, facts) => {
  const pool = openPool({ url: database.url, maxConnections: 1 });
  const unitOfWork = new ExplainingUnitOfWork(pool);
  const sets = new PostgresAccountSets(unitOfWork, ormInTransactions);
  const judged = await unitOfWork.read({ ledgerIds: [ledgerId] }, (tx) =>
    sets.readMembership(tx, ledgerId, around, 'account_set', member),
  );
  await pool.close();
  expect(judged).toMatchObject(facts);
  // Allows one index lookup for each set on the paths, and a few for names.
  const looks = unitOfWork.plans
    .flatMap(({ plan }) => scansOf(plan))
    .reduce((sum, scan) => sum + scan['Actual Loops'], 0);
  expect(looks).toBeLessThanOrEqual(depth * setsEach + 20);
});
