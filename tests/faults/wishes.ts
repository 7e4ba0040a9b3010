/** What a client may want next, drawn from a seed: every endpoint that writes. */
import type { EntryBody, TransactionBody } from '../model/records';
import type { Random } from '../support/traffic';
import { accountCodes, transactionCode, type StagedBooks, type StagedLedger } from './books';
import type { Diary, Item, Wish } from './diary';

const maxBatchItems = 40;
const days = ['2026-01-15', '2026-02-01', '2026-03-31'];
/** Locks reach no further than this. */
const lockable = '2024-12-31';
const layers = ['settled', 'settled', 'settled', 'settled', 'settled', 'settled', 'pending', 'encumbrance'] as const;

export const wishFor = (
  books: StagedBooks,
  ledger: StagedLedger,
  diary: Diary,
  random: Random,
  freshKey: () => string,
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
      const body: TransactionBody = {
        ...common,
        entries: [
          { account_code: 'CASH', type: 'debit', amount: sum },
          { account_code: 'SALES', type: 'credit', amount: sum },
        ],
      };
      return {
        body,
        asSent: { ...common, transaction_code: transactionCode, transaction_code_params: { amount: sum } },
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
    const body: TransactionBody = {
      ...common,
      layer: pick(layers),
      entries,
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
  const limits = (): Wish => {
    const [min, max] = [`-${5 + random(300)}.00`, `${5 + random(300)}.00`];
    const change = { enforce_balance_limits: random(3) > 0, min_balance: min, max_balance: max };
    return { kind: 'change', accountId: ledger.accounts.get('BOUND') as string, change };
  };

  const undoable = diary.acknowledgedIn(ledger);
  const locks = diary.locksOf(ledger);
  const draw = random(100);
  if (draw < 30) return post('none');
  if (draw < 52) return post('loose');
  if (draw < 62) return post('atomic');
  if (draw < 72) return move();
  if (draw < 80 && undoable.length > 0)
    return {
      kind: 'reverse',
      target: pick(undoable),
      key: random(4) > 0 ? freshKey() : undefined,
      day: pick([...days, lockable]),
    };
  if (draw < 86 && undoable.length > 0) return { kind: 'void', target: pick(undoable), reason: freshKey() };
  if (draw < 90) return limits();
  if (draw < 93)
    return {
      kind: 'change',
      accountId: ledger.accounts.get('DROWSY') as string,
      change: { is_active: random(3) > 0 },
    };
  if (draw < 96)
    return { kind: 'journal', journalId: ledger.secondJournal, status: random(3) > 0 ? 'active' : 'closed' };
  if (draw < 98 && locks.length > 0) return { kind: 'release', lockId: pick(locks) };
  return draw < 99 ? post('none') : { kind: 'lock', lockedUntil: pick(['2023-12-31', lockable]) };
};
