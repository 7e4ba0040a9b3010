/**
 * Books with every kind of data: two ledgers with accounts, journals, locks and sets, with posted, failed, reversed, void and pending
 * transactions, and with transfers between the ledgers.
 */
import { formatsOf } from '../../src/kernel/formats';
import type { Minor } from '../../src/kernel/money';
import { unobserved } from '../../src/kernel/observations';
import { ok } from '../../src/kernel/refusal';
import type { Principal } from '../../src/kernel/principal';
import type { Day } from '../../src/kernel/time';
import { createAmending } from '../../src/modules/ledgering/application/amending';
import { createAccountSets } from '../../src/modules/ledgering/application/account-sets';
import { createAccounts } from '../../src/modules/ledgering/application/accounts';
import { createClose } from '../../src/modules/ledgering/application/closing';
import { createExtend } from '../../src/modules/ledgering/application/extend';
import { createJournals } from '../../src/modules/ledgering/application/journals';
import { createPeriodLocks } from '../../src/modules/ledgering/application/period-locks';
import { expireDue } from '../../src/modules/ledgering/application/posting/expiry';
import { createTogether } from '../../src/modules/ledgering/application/post-together';
import type { Account } from '../../src/modules/ledgering/domain/account';
import type { Journal } from '../../src/modules/ledgering/domain/journal';
import type { TransactionId } from '../../src/modules/ledgering/domain/transaction';
import { PostgresAccountSets } from '../../src/modules/ledgering/postgres/chart/account-sets';
import { PostgresRehearsalReader } from '../../src/modules/ledgering/postgres/posting/rehearsal-reader';
import { PostgresWordsStore } from '../../src/modules/ledgering/postgres/transactions/words-store';
import { PostgresStringOperations } from '../../src/modules/ledgering/postgres/transactions/string-operations';
import { between, type Bookkeeping, type Wanted } from './bookkeeping';
import { expected } from './ledger';
import { fillCodes } from './logged-codes';
import { ormInTransactions } from './orm';
import { judgingWithoutRules, nothingRehearsed, undoingIn } from './undoing';
import { unwatched } from './unwatched';

/** Fills two ledgers. The transactions that are pending at the end were accepted at the clock's present time. */
export const fillBooks = async (books: Bookkeeping): Promise<readonly [Principal, Principal]> => {
  const callers: [Principal, Principal] = [await books.openLedger('NORTH'), await books.openLedger('SOUTH')];
  const charts: Chart[] = [];
  for (const caller of callers) {
    const chart = await fillChart(books, caller);
    charts.push(chart);
    await fillPast(books, caller, chart);
    await fillLedger(books, caller, chart);
    await fillCodes(books.turns, caller);
  }
  // Transactions are left pending only at the end: filling moves the clock, and these transactions must not have waited for long.
  for (const [index, caller] of callers.entries()) await leaveWaiting(books, caller, charts[index] as Chart);
  await transfer(books, callers, charts as [Chart, Chart]);
  return callers;
};

/** Posts on 40 past days, so that the ledger stores sums of them. */
const fillPast = async (books: Bookkeeping, caller: Principal, { cash, sales }: Chart): Promise<void> => {
  const wanted = Array.from({ length: 40 }, (_, index) => ({
    effectiveDate: new Date(Date.UTC(2024, 0, 1 + index)).toISOString().slice(0, 10) as Day,
    legs: between(cash, sales, 1n),
  }));
  await books.accept(caller, wanted);
  await books.post(caller.ledgerId);
};

interface Chart extends Readonly<Record<'cash' | 'till' | 'sales' | 'bound' | 'debts', Account>> {
  readonly journal: Journal;
}

const fillChart = async (books: Bookkeeping, caller: Principal): Promise<Chart> => {
  const { turns } = books;
  const accounts = createAccounts(turns);
  const cash = await books.openAccount(caller, 'CASH', { metadata: { branch: { city: 'Brno', floors: [1, 2] } } });
  const till = await books.openAccount(caller, 'TILL', { parentCode: 'CASH', description: 'the till' });
  const sales = await books.openAccount(caller, 'SALES', { type: 'revenue' });
  const limits = { enforceBalanceLimits: true, minBalance: '0.00', maxBalance: '50.00' };
  const bound = await books.openAccount(caller, 'BOUND', limits);
  const debts = await books.openAccount(caller, 'DEBTS', { type: 'liability', minBalance: '-5.00' });
  const unused = await books.openAccount(caller, 'UNUSED');
  const gone = await books.openAccount(caller, 'GONE');
  expected(await accounts.change(caller, till.id, { name: 'the till downstairs', metadata: { moved: true } }));
  expected(await accounts.change(caller, unused.id, { isActive: false }));
  expected(await accounts.remove(caller, gone.id));
  const shut = await books.openAccount(caller, 'SHUT');
  const closing = { accountId: shut.id, sweepToCode: null, reason: null, idempotencyKey: 'close' };
  expected(await createClose(turns)(caller, closing));

  const sets = createAccountSets(turns, new PostgresAccountSets(books.unitOfWork, ormInTransactions));
  const set = { code: 'ALL', name: 'All of it', description: null, metadata: null };
  const all = expected(await sets.open(caller, set));
  const tills = expected(await sets.open(caller, { ...set, code: 'TILLS' }));
  expected(await sets.add(caller, all.id, 'account_set', tills.id));
  expected(await sets.add(caller, tills.id, 'account', till.id));

  const locks = createPeriodLocks(turns);
  const lock = expected(await locks.lock(caller, '2024-12-31' as Day, 'audited', false));
  expected(await locks.lock(caller, '2023-12-31' as Day, 'audited before', false));
  expected(await locks.release(caller, lock.id, 'audited again'));

  const draft = { code: 'Q1', name: 'First quarter', description: null, isClosed: false, metadata: { year: 2026 } };
  return { cash, till, sales, bound, debts, journal: expected(await createJournals(turns).open(caller, draft)) };
};

const days = ['2025-12-31', '2026-01-15', '2026-03-01'] as Day[];

const fillLedger = async (books: Bookkeeping, caller: Principal, chart: Chart): Promise<void> => {
  const { turns } = books;
  const undoing = undoingIn(turns);
  const { cash, sales, bound, debts, journal } = chart;
  const posted = await books.accept(caller, [
    ...Array.from({ length: 24 }, (_, index) => variousTransaction(chart, index)),
    { layer: 'encumbrance', legs: [...between(cash, sales, 7n), ...between(cash, sales, 3n)] },
    { legs: between(bound, sales, 2_000n), description: 'within the limits' },
    { legs: between(bound, sales, 9_000n), description: 'beyond the limits' },
  ]);
  await books.accept(caller, [{ legs: between(cash, sales, 1n) }, { legs: between(cash, sales, 2n) }], {
    isAtomic: true,
  });
  await books.post(caller.ledgerId);

  await books.accept(caller, [
    { legs: between(debts, sales, 11n), journalId: journal.id },
    { legs: between(cash, sales, 5n) },
  ]);
  expected(await createJournals(turns).change(caller, journal.id, { isClosed: true }));
  await books.post(caller.ledgerId);

  const amending = createAmending(turns, new PostgresWordsStore(), new PostgresRehearsalReader());
  const worded = { transactionId: posted[1] as TransactionId, idempotencyKey: null };
  expected(await amending.amend(caller, { ...worded, reference: 'INV-17', reason: 'it was missing' }));
  expected(
    await amending.amend(caller, {
      ...{ ...worded, description: 'in other words', reason: 'it was misspelt', idempotencyKey: 'amend' },
    }),
  );
  expected(
    await amending.annotate(caller, { ...worded, text: 'Signed', url: null, sha256: null, idempotencyKey: 'note' }),
  );
  const undo = { reason: 'it was wrong', date: '2026-04-01' as Day, reference: null, metadata: null, part: null };
  for (const [index, idempotencyKey] of [
    [0, 'undo-0'],
    [4, 'undo-4'],
    [24, null],
  ] as const)
    expected(await undoing.reverse(caller, { ...undo, transactionId: posted[index] as TransactionId, idempotencyKey }));
  // Reverses three transactions in parts. Each row has the amounts to reverse of the four entries: one transaction is reversed first in its
  // first two entries and then in its last two, another only in its last two, and a third in all four.
  for (const [index, amounts] of [
    [14, ['0.10', '0.10', null, null]],
    [14, [null, null, '0.40', '0.40']],
    [6, [null, null, '0.15', '0.15']],
    [10, ['0.01', '0.01', '0.01', '0.01']],
  ] as const) {
    const transactionId = posted[index] as TransactionId;
    const decided = expected(
      await turns.unitOfWork.run({ ledgerIds: [caller.ledgerId] }, async (tx) =>
        ok(await turns.store.readDecided(tx, caller.ledgerId, [transactionId])),
      ),
    );
    const entries = amounts.flatMap((amount, position) => {
      const entry = decided.get(transactionId)?.posting.entries[position];
      return amount === null || !entry ? [] : [{ entryId: entry.id, amount }];
    });
    const part = { kind: 'entries', entries } as const;
    expected(await undoing.reverse(caller, { ...undo, transactionId, idempotencyKey: null, part }));
  }
  expected(
    await undoing.reverse(caller, { ...undo, transactionId: posted[10] as TransactionId, idempotencyKey: null }),
  );
  for (const [index, reason] of [
    [2, undefined],
    [3, 'twice'],
    [8, 'twice'],
  ] as const)
    expected(await undoing.void(caller, posted[index], reason));

  await fillHolds(books, caller, chart);
};

/** Accepts transactions without posting them. */
const leaveWaiting = async (books: Bookkeeping, caller: Principal, { cash, till, sales }: Chart): Promise<void> => {
  await books.accept(caller, [
    { legs: between(cash, sales, 8n) },
    { legs: between(till, sales, 9n), metadata: { waits: true } },
  ]);
  await books.accept(caller, [{ legs: between(cash, sales, 6n) }, { legs: between(cash, sales, 4n) }], {
    isAtomic: true,
  });
};

/** Creates holds that are settled in full or in part, released or expired, some of them with a remaining amount. */
const fillHolds = async (books: Bookkeeping, caller: Principal, { cash, sales }: Chart): Promise<void> => {
  const { turns, clock } = books;
  const undoing = undoingIn(turns);
  const expiresAt = new Date(clock.now().getTime() + 60_000);
  const hold = { legs: between(cash, sales, 90n, 'pending'), layer: 'pending' } as const;
  const held = await books.accept(caller, [
    ...Array.from({ length: 4 }, () => hold),
    { ...hold, layer: 'encumbrance', legs: between(cash, sales, 90n, 'encumbrance') },
    ...Array.from({ length: 2 }, () => ({ ...hold, expiresAt })),
  ]);
  await books.post(caller.ledgerId);
  const part = { kind: 'amount', amount: '0.30' } as const;
  const tip = { kind: 'amount', amount: '1.05' } as const;
  expected(await undoing.settle(caller, held[0], { part: tip, allowsExcess: true, idempotencyKey: 'settle-0' }));
  expected(await undoing.settle(caller, held[1], { part, reference: 'CAP-1' }));
  for (const id of [held[2], held[4], held[5]]) expected(await undoing.settle(caller, id, { part, isFinal: false }));
  expected(await undoing.release(caller, held[2], { part, reason: 'fewer', idempotencyKey: 'release-2' }));
  expected(await undoing.release(caller, held[3]));
  const attributes = judgingWithoutRules();
  const extend = createExtend({ ...turns, attributes, rehearsals: nothingRehearsed });
  for (const idempotencyKey of ['extend', null]) {
    const longer = { transactionId: held[4] as TransactionId, amount: null, date: null, idempotencyKey };
    const later = new Date(clock.now().getTime() + (idempotencyKey === null ? 90_000_000 : 80_000_000));
    expected(await extend(caller, { ...longer, expiresAt: later }, false));
  }
  clock.advance(60_001);
  const surroundings = { clock, attributes, background: unwatched, observations: unobserved };
  await expireDue({ ...turns, ...surroundings }, caller.ledgerId);
};

/** Returns a different transaction for each index: with texts that are hard to store, and with different layers, days and journals. */
const variousTransaction = ({ cash, till, sales, debts, journal }: Chart, index: number): Wanted => ({
  effectiveDate: days[index % days.length] as Day,
  layer: index % 5 === 4 ? 'pending' : 'settled',
  legs: [...between(index % 2 ? cash : till, sales, BigInt(60 + index)), ...between(cash, debts, 40n)],
  reference: index % 3 ? `INV-${index}` : null,
  journalId: index % 4 === 1 ? journal.id : null,
  metadata: index % 2 ? { note: 'čaj 🍵', deep: { list: [1.5, -0, 1e21] } } : null,
  attributes: index % 7 === 3 ? { channel: 'till', odd_value: 'a\\b "c"' } : null,
  correlationType: index % 6 === 0 ? 'order' : null,
  correlationId: index % 6 === 0 ? 'order-7' : null,
});

/**
 * Leaves out the check that the string of a transfer has not changed, because the transfers here are between ledgers that are members of no
 * string.
 */
class OfNoString extends PostgresStringOperations {
  override async holdGuess(): Promise<void> {
    await Promise.resolve();
  }
}

const transfer = async (
  { turns }: Bookkeeping,
  [north, south]: readonly [Principal, Principal],
  [{ cash: northern }, { cash: southern }]: readonly [Chart, Chart],
): Promise<void> => {
  const together = createTogether(turns, new OfNoString(), judgingWithoutRules(), nothingRehearsed);
  for (const idempotencyKey of ['transfer-1', 'transfer-2']) {
    const posted = together.post(north, {
      isDryRun: false,
      guess: { stringId: 'of no string', rate: null },
      operation: 'transfer',
      idempotencyKey,
      fingerprint: formatsOf(1, { 1: String }).fingerprintOf('from north to south'),
      source: {
        ledgerId: north.ledgerId,
        accountCode: 'CASH',
        account: { id: northern.id },
        effect: 'leaves',
        amount: 12n as Minor,
        denomination: north.denomination,
      },
      target: {
        ledgerId: south.ledgerId,
        accountCode: 'CASH',
        account: { id: southern.id },
        effect: 'enters',
        amount: 12n as Minor,
        denomination: south.denomination,
      },
      clearing: { code: 'STR-0', name: 'Between ledgers' },
      effectiveDate: '2026-04-02' as Day,
      description: 'from north to south',
      reference: 'T-1',
      attributes: null,
      record: { string_code: 'BOTH', reference: 'T-1' } as never,
    });
    expected(await posted);
  }
};
