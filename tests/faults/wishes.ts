/** Draws the next request of a client from a seed, among all writing endpoints. */
import type { EntryBody, TransactionBody } from '../model/records';
import type { Random } from '../support/traffic';
import { accountCodes, transactionCode, type StagedBooks, type StagedLedger } from './books';
import type { Diary, Item, Wish } from './diary';

const maxBatchItems = 40;
/** The effective dates of random transactions, some before the day of the run and some after it. */
const days = ['2026-01-15', '2026-02-01', '2026-03-31', '2041-06-30'];
/** The latest day that a random period lock closes. Some random transactions are on this day. */
const lockable = '2024-12-31';
/**
 * Holds expire 25 to 50 minutes from now: after the end of the round, but already in the past for a service whose clock is an hour ahead.
 */
const minMinutes = 25;
const layers = ['settled', 'settled', 'settled', 'settled', 'settled', 'settled', 'pending', 'encumbrance'] as const;

export const wishFor = (
  books: StagedBooks,
  ledger: StagedLedger,
  diary: Diary,
  random: Random,
  freshKey: () => string,
  /** Returns the instant this many minutes from now. */
  instant: (minutes: number) => string,
): Wish => {
  const pick = <T>(from: readonly T[]): T => from[random(from.length)] as T;
  const amount = (below: number): string => `${random(below)}.${10 + random(90)}`;

  const item = (): Item => {
    const common = {
      effective_date: random(12) === 0 ? lockable : pick(days),
      description: 'under faults',
      idempotency_key: freshKey(),
    };
    if (random(6) === 0) {
      const sum = amount(50);
      const code = random(2) === 0 ? transactionCode : pick([...ledger.mortalCodes.keys()]);
      const body: TransactionBody = {
        ...common,
        entries: [
          { account_code: 'CASH', type: 'debit', amount: sum },
          { account_code: 'SALES', type: 'credit', amount: sum },
        ],
      };
      return {
        body,
        asSent: { ...common, transaction_code: code, transaction_code_params: { amount: sum } },
      };
    }
    const entries: EntryBody[] = [];
    for (let pairs = 1 + random(2); pairs > 0; pairs--) {
      const from = random(accountCodes.length);
      const to = (from + 1 + random(accountCodes.length - 1)) % accountCodes.length;
      const sum = amount(40);
      entries.push(
        { account_code: accountCodes[to] as string, type: 'debit', amount: sum },
        { account_code: accountCodes[from] as string, type: 'credit', amount: sum },
      );
    }
    const layer = pick(layers);
    const body: TransactionBody = {
      ...common,
      ...{ layer, entries },
      ...(layer === 'settled' || random(3) > 0 ? {} : { expires_at: instant(minMinutes + random(minMinutes)) }),
      ...(random(10) === 0 ? { override_limits: true } : {}),
      ...(random(8) === 0 ? { journal_id: ledger.secondJournal } : {}),
    };
    return { body, asSent: body };
  };
  const post = (batch: 'none' | 'loose' | 'atomic'): Wish => ({
    kind: 'post',
    batch,
    items: Array.from({ length: batch === 'none' ? 1 : 2 + random(maxBatchItems) }, item),
  });
  const move = (): Wish => {
    const partner = pick(books.ledgers.filter((other) => other !== ledger));
    const operation = partner.currency === ledger.currency ? 'transfer' : 'convert';
    const [source, target] = random(2) === 0 ? [ledger, partner] : [partner, ledger];
    const sourceAmount = amount(20);
    return {
      ...{ kind: 'move', operation, key: freshKey(), source, target, sourceAmount },
      targetAmount: operation === 'convert' ? amount(20) : sourceAmount,
      accountCode: pick(['SHOP-1', 'SHOP-2']),
    };
  };
  const extension = (target: string): Wish => {
    const [amountAlone, endAlone] = [random(3) === 0, random(2) === 0];
    return {
      ...{ kind: 'extend', target, key: freshKey() },
      ...(endAlone && !amountAlone ? {} : { amount: amount(150) }),
      ...(amountAlone ? {} : { end: instant(minMinutes + random(minMinutes)) }),
    };
  };
  const limits = (): Wish => {
    const [min, max] = [`-${5 + random(300)}.00`, `${5 + random(300)}.00`];
    const change = {
      ...{ enforce_balance_limits: random(3) > 0, min_balance: min, max_balance: max },
      limit_basis: pick(['settled', 'settled', 'available'] as const),
    };
    return { kind: 'change', accountId: ledger.accounts.get('BOUND') as string, change };
  };

  const undoable = diary.acknowledgedIn(ledger);
  const holds = diary.holdsIn(ledger);
  const locks = diary.locksOf(ledger);
  const part = (): string | undefined => (random(2) === 0 ? undefined : amount(30));
  const draw = random(100);
  if (draw < 28) return post('none');
  if (draw < 46) return post('loose');
  if (draw < 55) return post('atomic');
  if (draw < 64) return move();
  if (draw < 70 && undoable.length > 0)
    return {
      ...{ kind: 'reverse', target: pick(undoable), key: random(4) > 0 ? freshKey() : undefined },
      ...{ day: pick([...days, lockable]) },
    };
  if (draw < 73 && undoable.length > 0)
    return { kind: 'reverse', target: pick(undoable), key: freshKey(), day: pick(days), amount: amount(20) };
  if (draw < 78 && holds.length > 0)
    return {
      ...{ kind: 'settle', target: pick(holds), key: freshKey(), amount: part() },
      ...{ isFinal: random(2) === 0, allowsExcess: random(2) === 0 },
    };
  if (draw < 81 && holds.length > 0) return extension(pick(holds));
  if (draw < 84 && holds.length > 0) return { kind: 'release', target: pick(holds), key: freshKey(), amount: part() };
  if (draw < 88 && undoable.length > 0) return { kind: 'void', target: pick(undoable), reason: freshKey() };
  if (draw < 91) return limits();
  if (draw < 93)
    return {
      kind: 'change',
      accountId: ledger.accounts.get('DROWSY') as string,
      change: { is_active: random(3) > 0 },
    };
  if (draw < 96)
    return { kind: 'journal', journalId: ledger.secondJournal, status: random(3) > 0 ? 'active' : 'closed' };
  if (draw < 98 && locks.length > 0) return { kind: 'unlock', lockId: pick(locks) };
  if (draw === 98) return { kind: 'lock', lockedUntil: pick(['2023-12-31', lockable]) };
  if (draw === 99 && random(5) === 0) {
    const [code, codeId] = pick([...ledger.mortalCodes]);
    return { kind: 'deprecate', code, codeId };
  }
  return post('none');
};
