/**
 * If a chart has more accounts than a report reads one by one, PostgreSQL adds up the accounts below the requested level. Over random
 * charts and books, each such report must equal the report that reads all accounts and adds them up itself.
 */
import { createReports, type Reports } from '../../src/modules/reports/application/reports';
import type { Layer } from '../../src/kernel/accounting';
import type { Principal } from '../../src/kernel/principal';
import { refused } from '../../src/kernel/refusal';
import type { Day } from '../../src/kernel/time';
import type { Ledgering } from '../../src/modules/ledgering';
import { maxFoldedRanges } from '../../src/modules/ledgering/application/totals-reader';
import type { Account } from '../../src/modules/ledgering/domain/account';
import { PostgresTotalsReader } from '../../src/modules/ledgering/postgres/sums/totals-reader';
import { keepBooks, type Bookkeeping } from '../support/bookkeeping';
import { freshDatabase, type TestDatabase } from '../support/database';
import { expected } from '../support/ledger';
import { randomFrom, seedOf, type Random } from '../support/random';
import { undoingIn } from '../support/undoing';

const seed = seedOf('LEDGER_TEST_SEED', 2 ** 31);
const layers: readonly Layer[] = ['settled', 'pending', 'encumbrance'];
const deepest = 4;
const types = ['asset', 'liability', 'equity', 'revenue', 'expense'] as const;

let database: TestDatabase;
let books: Bookkeeping;

beforeAll(async () => {
  process.stderr.write(`the seed of folded reports: LEDGER_TEST_SEED=${seed}\n`);
  database = await freshDatabase();
  books = await keepBooks(database.url);
});
afterAll(async () => {
  await books.close();
  await database.drop();
});

/**
 * The reports of a service that reads at most `most` accounts one by one, and looks up the accounts of at most `mostMoving` transactions.
 */
const reportsWithin = (most: number, mostMoving?: number): Reports => {
  const reader = new PostgresTotalsReader(books.unitOfWork, () => most, mostMoving);
  const ledgering: Pick<Ledgering, 'totals' | 'place' | 'ledger'> = {
    totals: (caller, question) => reader.totals(caller, question),
    ledger: async () => ({ fiscalYearStart: '04-01' }) as never,
    place: () => Promise.reject(new Error('no report here is of an earlier place')),
  };
  const log = { error: () => undefined } as never;
  return createReports({ ledgering, clock: books.clock, log, observations: { reportUnbalanced: () => undefined } });
};

const anyDay = (random: Random): Day =>
  new Date(Date.UTC(2025, 0, 1) + Math.floor(random.next() * 800) * 86_400_000).toISOString().slice(0, 10) as Day;

/** A chart of several levels in which the type of some accounts differs from their parent's, and transactions on days of two years. */
const randomBooks = async (code: string, random: Random): Promise<Principal> => {
  const caller = await books.openLedger(code);
  const accounts: Account[] = [];
  for (let number = 0; number < 40; number++) {
    // The first accounts are a chain, so that every requested level has accounts below it.
    const isInChain = number < deepest + 2;
    const parent = isInChain ? accounts.at(-1) : random.next() < 0.7 ? random.pick(accounts) : undefined;
    const type = parent && (isInChain || random.next() < 0.85) ? parent.type : random.pick(types);
    accounts.push(
      await books.openAccount(caller, `A${number}`, { type, ...(parent ? { parentCode: parent.code } : {}) }),
    );
  }
  const wanted = Array.from({ length: 120 }, () => {
    const [one, other] = [random.pick(accounts), random.pick(accounts)];
    const amount = BigInt(1 + Math.floor(random.next() * 10_000));
    const layer = random.next() < 0.6 ? 'settled' : random.pick(layers);
    const legs = one === other ? [one, random.pick(accounts.filter((account) => account !== one))] : [one, other];
    return {
      effectiveDate: anyDay(random),
      legs: [[legs[0] as Account, amount, layer] as const, [legs[1] as Account, -amount, layer] as const],
    };
  });
  const ids = await books.accept(caller, wanted);
  await books.post(caller.ledgerId);
  for (const [index, id] of ids.entries())
    if (index % 11 === 0 && wanted[index]?.legs[0]?.[2] === 'settled')
      expected(await undoingIn(books.turns).void(caller, id));
  return caller;
};

describe('a report that PostgreSQL folds', () => {
  test.each([1, 2])('equals the one that reads every account, over random books (%s)', async (round) => {
    const random = randomFrom(seed + round);
    const caller = await randomBooks(`FOLD${round}`, random);
    const all = reportsWithin(1_000);
    for (let depth = 1; depth <= deepest; depth++)
      for (let time = 0; time < 2; time++) {
        const layout = {
          ...{ depth, hidesZero: random.next() < 0.5, columns: undefined, knownAtSequence: undefined },
          compare: random.pick([[], ['prior_period'], ['prior_year'], ['prior_period', 'prior_year']] as const),
        };
        const asOf = random.next() < 0.3 ? undefined : anyDay(random);
        const [from, to] = [anyDay(random), anyDay(random)].sort() as [Day, Day];
        const asked: readonly ((reports: Reports) => ReturnType<Reports['trialBalance']>)[] = [
          ...layers.map(
            (layer) => (reports: Reports) =>
              reports.trialBalance(caller, { asOf, layer, accountSetCode: undefined, ...layout }),
          ),
          (reports) => reports.balanceSheet(caller, { asOf, ...layout }),
          (reports) => reports.incomeStatement(caller, { from, to, ...layout }),
        ];
        for (const ask of asked) {
          const whole = expected(await ask(all));
          // The chart has forty accounts, so with a limit of 39 PostgreSQL adds up accounts for every report.
          expect(expected(await ask(reportsWithin(39, random.pick([1, undefined]))))).toEqual(whole);
        }
      }
  });

  test('is refused if even the folded report has too many accounts, or too many ranges of days', async () => {
    const caller = await books.openLedger('WIDE');
    for (let number = 0; number < 6; number++) await books.openAccount(caller, `TOP${number}`);
    const layout = { hidesZero: false, columns: undefined, compare: [], knownAtSequence: undefined };
    const reports = reportsWithin(5);
    const wide = await reports.balanceSheet(caller, { asOf: undefined, depth: 1, ...layout });
    expect(refused(wide) && wide.left).toEqual({ kind: 'TooManyAccounts', max: 5 });
    const months = await reports.balanceSheet(caller, {
      ...{ asOf: '2026-12-31' as Day, depth: 1, ...layout },
      columns: 'month',
    });
    expect(maxFoldedRanges).toBeLessThan(9);
    expect(refused(months) && months.left).toEqual({ kind: 'TooManyAccounts', max: 5 });
    const whole = await reports.balanceSheet(caller, { asOf: undefined, depth: undefined, ...layout });
    expect(refused(whole) && whole.left).toEqual({ kind: 'TooManyAccounts', max: 5 });
  });
});
