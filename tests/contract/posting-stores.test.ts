/** The contract of the stores of the posting path, in memory and on PostgreSQL. */
import { newId } from '../../src/kernel/ids';
import type { Principal } from '../../src/kernel/principal';
import { ok, refuse, refused, type Outcome } from '../../src/kernel/refusal';
import type { Day } from '../../src/kernel/time';
import type { Tx } from '../../src/kernel/unit-of-work';
import { createAccounts } from '../../src/modules/ledgering/application/accounts';
import { createJournals } from '../../src/modules/ledgering/application/journals';
import { createPeriodLocks } from '../../src/modules/ledgering/application/period-locks';
import { WriteConflict } from '../../src/modules/ledgering/application/ports';
import type { Account } from '../../src/modules/ledgering/domain/account';
import type { LedgerHead } from '../../src/modules/ledgering/domain/chain';
import { postingFactsOf } from '../../src/modules/ledgering/domain/draft';
import { nothingWanted, pendingOf, type AcceptanceWants } from '../../src/modules/ledgering/domain/judging';
import { planPosting } from '../../src/modules/ledgering/domain/posting';
import type { ReversalRequest } from '../../src/modules/ledgering/domain/reversal';
import type { TransactionId } from '../../src/modules/ledgering/domain/transaction';
import { between } from '../support/bookkeeping';
import { expected } from '../support/ledger';
import { surroundings, type Surroundings } from '../support/posting-surroundings';
import { undoingIn } from '../support/undoing';

describe.each(surroundings)('the stores of the posting path in %s', (_, open) => {
  let books: Surroundings;
  let caller: Principal;
  let cash: Account;
  let sales: Account;
  let wallet: Account;
  let ledgers = 0;

  beforeAll(async () => {
    books = await open();
  });
  afterAll(() => books.close());
  beforeEach(async () => {
    caller = await books.openLedger(`L${++ledgers}`);
    cash = await books.openAccount(caller, 'CASH');
    sales = await books.openAccount(caller, 'SALES', { type: 'revenue' });
    wallet = await books.openAccount(caller, 'WALLET', { enforceBalanceLimits: true, maxBalance: '1.00' });
  });

  const within = async <A>(work: (tx: Tx) => Promise<A>): Promise<A> =>
    expected(
      await books.turns.unitOfWork.run<never, A>({ ledgerIds: [caller.ledgerId] }, async (tx) => ok(await work(tx))),
    );
  const read = (wants: Partial<AcceptanceWants>) =>
    within((tx) => books.turns.acceptances.readAcceptance(tx, caller.ledgerId, { ...nothingWanted, ...wants }));
  const claim = (limit: number) =>
    within(async (tx) => {
      await books.turns.store.lockHead(tx, caller.ledgerId);
      return (await books.turns.store.claimPending(tx, caller.ledgerId, limit)).map(({ id }) => id);
    });
  const facts = () =>
    within((tx) =>
      books.turns.store.readPostingFacts(tx, caller.ledgerId, {
        accountIds: [cash.id, wallet.id],
        journalIds: [],
        days: [],
      }),
    );
  const decided = async (id: TransactionId) =>
    (await within((tx) => books.turns.store.readDecided(tx, caller.ledgerId, [id]))).get(id);
  const sale = (amount = 10n) => ({ legs: between(cash, sales, amount) });
  const reversalOf = (id: string | undefined): ReversalRequest => ({
    transactionId: id as TransactionId,
    reason: 'Wrong',
    date: '2026-01-20' as Day,
    reference: null,
    metadata: null,
    idempotencyKey: null,
    part: null,
  });
  const kindOf = (outcome: Outcome<{ readonly kind: string }, unknown>) =>
    refused(outcome) ? outcome.left.kind : 'accepted';

  test('return known accounts and correlation sources, and always the journal DEFAULT', async () => {
    const [source] = await books.accept(caller, [{ ...sale(), correlationId: 'order 1' }]);
    const reading = await read({
      accountIds: [cash.id, newId()],
      accountCodes: ['SALES', 'NOTHING'],
      journalIds: [newId()],
      correlationSourceIds: [source ?? '', newId()],
    });
    const free = {
      isActive: true,
      isClearing: false,
      isGroup: false,
      limits: { enforced: false, basis: 'settled', min: null, max: null },
      settledDebits: 0n,
      settledCredits: 0n,
      heldDebits: 0n,
      heldCredits: 0n,
      later: [],
    };
    const both = [
      { id: cash.id, code: 'CASH', normalBalance: 'debit', ...free },
      { id: sales.id, code: 'SALES', normalBalance: 'credit', ...free },
    ];
    expect([...reading.facts.accountsById.values()].sort((a, b) => (a.code < b.code ? -1 : 1))).toEqual(both);
    expect(new Set(reading.facts.accountsByCode.keys())).toEqual(new Set(['CASH', 'SALES']));
    expect([...reading.facts.journals.keys()]).toEqual([reading.facts.defaultJournalId]);
    expect(reading.facts.correlationSources).toEqual(new Map([[source, { correlationId: 'order 1' }]]));
    expect(reading.facts.lockedUntil).toBeNull();
    expect([reading.usedKeys.size, reading.busyKeys.size]).toEqual([0, 0]);
  });

  test('return what a key created, and refuse to use the key again', async () => {
    const [id] = await books.accept(caller, [{ ...sale(), idempotencyKey: 'once', correlationId: 'order 2' }]);
    const { usedKeys } = await read({ keys: ['once', 'never'] });
    expect([...usedKeys.keys()]).toEqual(['once']);
    expect(usedKeys.get('once')).toMatchObject({ operation: 'post', madeId: id, correlationId: 'order 2' });
    await expect(books.accept(caller, [sale(), { ...sale(), idempotencyKey: 'once' }])).rejects.toThrow();
    expect(await claim(10)).toEqual([id]);
  });

  test('claim the oldest transactions first, and atomic batches as a whole', async () => {
    const [first] = await books.accept(caller, [sale()]);
    const together = await books.accept(caller, [sale(), sale(), sale()], { isAtomic: true });
    const [last] = await books.accept(caller, [sale()]);
    expect(await claim(1)).toEqual([first]);
    expect(await claim(2)).toEqual([first, ...together]);
    expect(await claim(10)).toEqual([first, ...together, last]);
  });

  test('keep nothing of a refused unit of work', async () => {
    const { acceptances, unitOfWork } = books.turns;
    const before = await within((tx) => books.turns.store.lockHead(tx, caller.ledgerId));
    const [id] = await books.accept(caller, [sale()]);
    await unitOfWork.run({ ledgerIds: [caller.ledgerId] }, async (tx) => {
      await acceptances.readAcceptance(tx, caller.ledgerId, nothingWanted);
      const { chart } = books.turns;
      await chart.insertAccount(tx, caller.ledgerId, { ...cash, id: newId(), code: 'NEVER' });
      return refuse('no');
    });
    expect((await read({ accountCodes: ['NEVER'] })).facts.accountsByCode.size).toBe(0);
    expect(await claim(10)).toEqual([id]);
    expect(await within((tx) => books.turns.store.lockHead(tx, caller.ledgerId))).toEqual(before);
  });

  test('post a plan once, together with the new head', async () => {
    const [id] = await books.accept(caller, [sale()]);
    const head = await within((tx) => books.turns.store.lockHead(tx, caller.ledgerId));
    const plan = await books.post(caller.ledgerId);
    expect(plan.posted.map(({ sequence }) => sequence)).toEqual([1n]);
    expect(await within((tx) => books.turns.store.lockHead(tx, caller.ledgerId))).toEqual(plan.head);
    expect(plan.head.lastSequence).toBe((head?.lastSequence ?? 0n) + 1n);
    expect(await claim(10)).toEqual([]);
    expect(await decided(id as TransactionId)).toMatchObject({
      status: 'posted',
      totalAmount: 10n,
      posting: {
        id,
        entries: [
          { accountId: cash.id, amount: 10n },
          { accountId: sales.id, type: 'credit' },
        ],
      },
    });
    await expect(within((tx) => books.turns.store.writePosting(tx, caller.ledgerId, plan))).rejects.toThrow();
  });

  /** Accepts and posts in one write. The write is planned on `plannedOn`, by default on the head that the same transaction has read. */
  const atOnce = (keys: readonly string[], plannedOn?: LedgerHead) =>
    within(async (tx) => {
      const { acceptances, store } = books.turns;
      const wants = { ...nothingWanted, accountIds: [cash.id, sales.id, wallet.id] };
      const reading = await acceptances.readAcceptance(tx, caller.ledgerId, wants);
      const drafted = books.draft(caller, reading.facts, [
        ...keys.map((idempotencyKey) => ({ ...sale(), idempotencyKey })),
        { legs: between(wallet, sales, 101n) },
      ]);
      const pending = drafted.map((acceptance) => pendingOf(acceptance));
      const plan = planPosting(pending, postingFactsOf(reading.facts), plannedOn ?? reading.head, new Date());
      await store.writeAtOnce(tx, caller.ledgerId, drafted, plan, 'to be locked');
      return plan;
    });

  test('accept and post in one write, including failed transactions', async () => {
    const plan = await atOnce(['at once']);
    const [posted, failed] = [plan.posted[0]?.transaction.id, plan.failed[0]?.transaction.id];
    expect(await claim(10)).toEqual([]);
    expect(await decided(posted as TransactionId)).toMatchObject({ status: 'posted', totalAmount: 10n });
    expect(await decided(failed as TransactionId)).toMatchObject({ status: 'failed' });
    const { usedKeys, head, hasBacklog } = await read({ keys: ['at once'] });
    expect([usedKeys.get('at once')?.madeId, head, hasBacklog]).toEqual([posted, plan.head, false]);
  });

  test('refuse a plan with an outdated head, with a used key, or ahead of waiting work', async () => {
    const { head } = await read({});
    await atOnce(['first']);
    const after = await within((tx) => books.turns.store.lockHead(tx, caller.ledgerId));
    await expect(atOnce(['second'], head)).rejects.toThrow(WriteConflict);
    await expect(atOnce(['second', 'first'])).rejects.toThrow(WriteConflict);
    await books.accept(caller, [sale()]);
    await expect(atOnce(['second'])).rejects.toThrow(WriteConflict);
    expect(await within((tx) => books.turns.store.lockHead(tx, caller.ledgerId))).toEqual(after);
    const { usedKeys, hasBacklog } = await read({ keys: ['first', 'second'] });
    expect([[...usedKeys.keys()], hasBacklog]).toEqual([['first'], true]);
  });

  test('return accounts without limits page by page', async () => {
    const part = (after: Account['id'] | null) =>
      within((tx) => books.turns.acceptances.readAccounts(tx, caller.ledgerId, after, 1));
    const [first, second] = [cash, sales].sort((one, other) => (one.id < other.id ? -1 : 1)) as [Account, Account];
    expect((await part(null)).map(({ code }) => code)).toEqual([first.code]);
    expect((await part(first.id)).map(({ code }) => code)).toEqual([second.code]);
    expect(await part(second.id)).toEqual([]);
  });

  test('enforce the limits of an account, and keep failed transactions', async () => {
    const [, beyond] = await books.accept(caller, [
      { legs: between(wallet, sales, 60n) },
      { legs: between(wallet, sales, 50n) },
      { legs: between(wallet, sales, 40n) },
    ]);
    const plan = await books.post(caller.ledgerId);
    expect(plan.failed.map(({ transaction, failure }) => [transaction.id, failure.kind])).toEqual([
      [beyond, 'BalanceLimitExceeded'],
    ]);
    const { accounts } = await facts();
    expect(accounts.get(wallet.id)).toMatchObject({ settledDebits: 100n, settledCredits: 0n });
    expect(await decided(beyond as TransactionId)).toMatchObject({ status: 'failed' });
  });

  test('reverse and void a transaction only once', async () => {
    const [one, other] = await books.accept(caller, [
      { legs: between(wallet, sales, 60n) },
      { legs: between(wallet, sales, 40n) },
    ]);
    await books.post(caller.ledgerId);
    const reverse = () => undoingIn(books.turns).reverse(caller, reversalOf(one));
    expect([kindOf(await reverse()), kindOf(await reverse())]).toEqual(['accepted', 'TransactionAlreadyReversed']);
    const takeBack = () => undoingIn(books.turns).void(caller, other);
    expect([kindOf(await takeBack()), kindOf(await takeBack())]).toEqual(['accepted', 'TransactionNotVoidable']);
    expect((await facts()).accounts.get(wallet.id)).toMatchObject({ settledDebits: 60n, settledCredits: 60n });
    expect([(await decided(one as TransactionId))?.status, (await decided(other as TransactionId))?.status]).toEqual([
      'reversed',
      'void',
    ]);
  });

  test('return what pending entries hold on an account with limits, until they are undone', async () => {
    const held = async () => {
      const { settledDebits, heldDebits, heldCredits } = (await facts()).accounts.get(wallet.id) ?? {};
      return [settledDebits, heldDebits, heldCredits];
    };
    const [one, other] = await books.accept(caller, [
      { legs: between(wallet, sales, 30n, 'pending') },
      { legs: between(sales, wallet, 20n, 'pending') },
      { legs: between(wallet, sales, 50n, 'encumbrance') },
      { legs: between(wallet, sales, 40n) },
    ]);
    await books.post(caller.ledgerId);
    expect(await held()).toEqual([40n, 30n, 20n]);
    const { accountsByCode } = (await read({ accountCodes: ['WALLET'] })).facts;
    expect(accountsByCode.get('WALLET')).toMatchObject({ settledDebits: 40n, heldDebits: 30n, heldCredits: 20n });
    const part = { kind: 'amount', amount: '0.10' } as const;
    expected(await undoingIn(books.turns).reverse(caller, { ...reversalOf(one), part }));
    expect(await held()).toEqual([40n, 20n, 20n]);
    expected(await undoingIn(books.turns).reverse(caller, reversalOf(one)));
    expected(await undoingIn(books.turns).void(caller, other));
    expect(await held()).toEqual([40n, 0n, 0n]);
  });

  test('return closed journals, locked days and inactive accounts', async () => {
    const locks = createPeriodLocks(books.turns);
    const early = expected(await locks.lock(caller, '2024-12-31' as Day, 'closed', false));
    expected(await locks.lock(caller, '2023-12-31' as Day, 'closed', false));
    const draft = { code: 'OLD', name: 'Old', description: null, isClosed: true, metadata: null };
    const journal = expected(await createJournals(books.turns).open(caller, draft));
    expected(await createAccounts(books.turns).change(caller, cash.id, { isActive: false }));
    const seen = await within((tx) =>
      books.turns.store.readPostingFacts(tx, caller.ledgerId, {
        accountIds: [cash.id],
        journalIds: [journal.id],
        days: [],
      }),
    );
    expect(seen.lockedUntil).toBe('2024-12-31');
    expect([...seen.closedJournals]).toEqual([journal.id]);
    expect(seen.accounts.get(cash.id)?.isActive).toBe(false);
    expected(await locks.release(caller, early.id, 'opened'));
    expect((await facts()).lockedUntil).toBe('2023-12-31');
  });

  test('return the ledgers that have work, and no head of an unknown ledger', async () => {
    expect(await books.turns.store.ledgersWithPendingWork()).not.toContain(caller.ledgerId);
    await books.accept(caller, [sale()]);
    expect(await books.turns.store.ledgersWithPendingWork()).toContain(caller.ledgerId);
    expect(await within((tx) => books.turns.store.lockHead(tx, newId()))).toBeUndefined();
  });
});
