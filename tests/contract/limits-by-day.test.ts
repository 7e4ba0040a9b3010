/**
 * Limits hold on every day. The planning of the service (the fold) and the guard in the database judge random postings as a naive ledger
 * does, even for an account with so many later days that sums of its months are stored. If the service refuses a posting, the test also
 * writes it to the database directly, and the guard must refuse it.
 */
import type { Principal } from '../../src/kernel/principal';
import { ok, refused } from '../../src/kernel/refusal';
import type { Day } from '../../src/kernel/time';
import { inTurn } from '../../src/modules/ledgering/application/turn';
import type { Account } from '../../src/modules/ledgering/domain/account';
import type { PostingFacts } from '../../src/modules/ledgering/domain/books';
import { planPosting, touchedBy, type PostingPlan } from '../../src/modules/ledgering/domain/posting';
import { between, keepBooks, type Bookkeeping } from '../support/bookkeeping';
import { asOwner, freshDatabase, type TestDatabase } from '../support/database';
import { randomFrom, seedOf, type Random } from '../support/random';

const seed = seedOf('LIMITS_SEED', 2 ** 31);
const histories = Number(process.env['LIMITS_HISTORIES'] ?? 4);
// A thousand histories take some minutes on an idle machine.
jest.setTimeout(Math.max(300_000, histories * 3_000));
const steps = 24;

const days = [
  '0001-01-01',
  '2025-12-31',
  '2026-01-10',
  '2026-01-15',
  '2026-01-16',
  '2026-02-28',
  '2031-07-01',
  '9999-12-31',
];

interface Posted {
  readonly day: string;
  readonly layer: 'settled' | 'pending';
  /** The change in the limited account's balance, positive on its normal side. */
  readonly change: bigint;
}

let database: TestDatabase;
let books: Bookkeeping;
let ledgers = 0;

beforeAll(async () => {
  process.stderr.write(`the seed of limits by day: LIMITS_SEED=${seed}\n`);
  database = await freshDatabase();
  books = await keepBooks(database.url);
});
afterAll(async () => {
  await books.close();
  await database.drop();
});

const limits = { min: 0n, max: 100n };

/** The naive rule. Held amounts count on every day. */
const isAllowed = (basis: 'settled' | 'available', posted: readonly Posted[], next: Posted): boolean => {
  const boundsOf = (all: readonly Posted[], day: string): readonly [low: bigint, high: bigint] => {
    const sum = (those: readonly Posted[]) => those.reduce((total, { change }) => total + change, 0n);
    const settled = sum(all.filter((one) => one.layer === 'settled' && one.day <= day));
    const held = basis === 'available' ? all.filter(({ layer }) => layer === 'pending') : [];
    return [
      settled + sum(held.filter(({ change }) => change < 0n)),
      settled + sum(held.filter(({ change }) => change > 0n)),
    ];
  };
  const after = [...posted, next];
  return [next.day, ...after.map(({ day }) => day).filter((day) => day > next.day)].every((day) => {
    const [[low, high], [lowBefore, highBefore]] = [boundsOf(after, day), boundsOf(posted, day)];
    return !(low < limits.min && low < lowBefore) && !(high > limits.max && high > highBefore);
  });
};

/** Opens a new tenant after this many ledgers, which are fewer than the quota of a tenant allows. */
const ledgersOfTenant = 900;

const open = async (basis: 'settled' | 'available', type: 'asset' | 'liability') => {
  if (++ledgers % ledgersOfTenant === 0) {
    await books.close();
    books = await keepBooks(database.url);
  }
  const caller = await books.openLedger(`L${ledgers}`);
  const other = await books.openAccount(caller, 'OTHER', { type: 'equity' });
  const wallet = await books.openAccount(caller, 'WALLET', {
    ...{ type, enforceBalanceLimits: true, limitBasis: basis, minBalance: '0.00', maxBalance: '1.00' },
  });
  return { caller, other, wallet };
};

const postAll = (caller: Principal, change: (facts: PostingFacts) => PostingFacts = (facts) => facts) =>
  inTurn<never, PostingPlan>(books.turns, caller.ledgerId, async ({ tx, head, now }) => {
    const { store } = books.turns;
    const pending = await store.claimPending(tx, caller.ledgerId, 1_000);
    const facts = await store.readPostingFacts(tx, caller.ledgerId, touchedBy(pending));
    const plan = planPosting(pending, change(facts), head, now);
    await store.writePosting(tx, caller.ledgerId, plan);
    return ok(plan);
  });

/** The facts without enforced limits, so that the service plans postings that exceed a limit, as it would with a bug. */
const unlimited = (facts: PostingFacts): PostingFacts => ({
  ...facts,
  accounts: new Map(
    [...facts.accounts].map(([id, account]) => [id, { ...account, limits: { ...account.limits, enforced: false } }]),
  ),
});

const legsOf = (wallet: Account, other: Account, { layer, change }: Posted) => {
  const isDebit = change > 0n === (wallet.normalBalance === 'debit');
  const amount = change < 0n ? -change : change;
  return isDebit ? between(wallet, other, amount, layer) : between(other, wallet, amount, layer);
};

/**
 * Posts the steps on the service's path, some of them in one write, and compares them with the naive rule. Returns the number of refusals.
 */
const play = async (
  { caller, wallet, other }: Awaited<ReturnType<typeof open>>,
  basis: 'settled' | 'available',
  posted: Posted[],
  drawn: readonly Posted[],
  random: Random,
): Promise<number> => {
  let refusals = 0;
  for (let next = 0; next < drawn.length;) {
    const together = drawn.slice(next, (next += 1 + Math.floor(random.next() * 3)));
    const wanted = together.map((step) => ({ legs: legsOf(wallet, other, step), effectiveDate: step.day as Day }));
    const ids = await books.accept(caller, wanted);
    const before = [...posted];
    const good = together.map((step) => {
      const isGood = isAllowed(basis, posted, step);
      if (isGood) posted.push(step);
      return isGood;
    });
    refusals += good.filter((isGood) => !isGood).length;
    if (together.length === 1 && !good[0])
      await expect(postAll(caller, unlimited)).rejects.toMatchObject({ code: 'LG004' });
    const plan = await postAll(caller);
    const outcomes = ids.map(
      (id) => !refused(plan) && plan.right.posted.some(({ transaction }) => transaction.id === id),
    );
    expect({ before, together, outcomes }).toEqual({ before, together, outcomes: good });
  }
  return refusals;
};

const drawSteps = (random: Random, pool: readonly string[], count: number): readonly Posted[] =>
  Array.from({ length: count }, () => ({
    day: random.pick(pool),
    layer: random.next() < 0.25 ? 'pending' : 'settled',
    change: BigInt(1 + Math.floor(random.next() * 60)) * (random.next() < 0.5 ? -1n : 1n),
  }));

describe.each([
  ['settled', 'liability', 0],
  ['available', 'liability', 1],
  ['available', 'asset', 2],
] as const)('limits on the basis %s of an account of type %s', (basis, type, kind) => {
  test(`the fold and the guard judge ${histories} random histories by the same rule`, async () => {
    const random = randomFrom(seed + kind);
    let refusals = 0;
    for (let history = 0; history < histories; history++)
      refusals += await play(await open(basis, type), basis, [], drawSteps(random, days, steps), random);
    expect(refusals).toBeGreaterThan(histories);
  });

  test('the first posting on a day is judged by the balance of that day, by the fold and by the guard', async () => {
    const alone: Random = { next: () => 0, pick: ([first]) => first as never };
    const drawn: readonly Posted[] = [
      { day: '2031-07-01', layer: 'settled', change: 50n },
      // The balance over all days stays within the limits, but the balance on an earlier day does not.
      { day: '2026-01-15', layer: 'settled', change: -30n },
    ];
    expect(await play(await open(basis, type), basis, [], drawn, alone)).toBe(1);
  });

  test('a posting before more than 400 later days is judged by the fold and by the guard', async () => {
    const random = randomFrom(seed + 1);
    const world = await open(basis, type);
    const later = Array.from({ length: 760 }, (_, at) =>
      new Date(Date.UTC(2026, 1, 1 + at * 2)).toISOString().slice(0, 10),
    );
    const posted: Posted[] = later.map((day, at) => ({
      day,
      layer: 'settled',
      change: at % 2 === 0 ? 60n : -30n + BigInt(at % 5) * -5n,
    }));
    const taken: Posted[] = [];
    for (const one of posted) if (isAllowed(basis, taken, one)) taken.push(one);
    await books.accept(
      world.caller,
      taken.map((one) => ({ legs: legsOf(world.wallet, world.other, one), effectiveDate: one.day as Day })),
    );
    await postAll(world.caller);
    const pool = [
      '2026-01-31',
      '2026-02-01',
      '2026-02-02',
      '2026-05-17',
      '2027-03-01',
      '2027-03-02',
      '2028-12-31',
      ...later.slice(100, 110),
    ];
    expect(await play(world, basis, taken, drawSteps(random, pool, 40), random)).toBeGreaterThan(5);
    // The stored sums of the account's months equal the sums of its days.
    const wrong = await asOwner(database.url, (owner) =>
      owner.query(
        `select m.month from account_months m
          where m.ledger_id = $1
            and (m.change, m.low, m.high) is distinct from
                (select (sum(change), min(running), max(running))
                   from (select debits - credits as change, sum(debits - credits) over (order by day) as running
                           from account_day_balances d
                          where d.ledger_id = $1 and d.account_id = m.account_id and layer = 'settled'
                            and date_trunc('month', d.day) = m.month) days)`,
        [world.caller.ledgerId],
      ),
    );
    expect(wrong.rows).toEqual([]);
    const kept = await asOwner(database.url, (owner) =>
      owner.query('select count(*)::integer as months from account_months where ledger_id = $1', [
        world.caller.ledgerId,
      ]),
    );
    expect(kept.rows[0].months).toBeGreaterThan(20);
  });
});
