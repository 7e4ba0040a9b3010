/** Computes extensions of holds by brute force: the amount added to each entry, and the new expiry. */
import { isRefused, refuse } from './records';
import { shared } from './taking';
import type { Asked, Decimals, Entry, ExtensionBody, Journal, Made, Refused, Transaction, Undoing } from './records';

interface Books {
  readonly transactions: readonly Transaction[];
  readonly read: Decimals['read'];
  readonly today: string;
  earlierUse(key: string | null, request: string): Refused | Made | undefined;
  holdOf(it: Transaction): { readonly state: string; readonly units: bigint } | null;
  isLocked(day: string): boolean;
  obstacleOf(journal: Journal, entries: readonly Entry[], day: string): string | undefined;
  follow(it: Transaction, type: string, entries: readonly Entry[], asked: Asked): Transaction;
  postAtOnce(made: Transaction): Refused | Made;
}

export const extensionsOf = (transactions: readonly Transaction[], it: Transaction): readonly Transaction[] =>
  transactions.filter(({ undoes, correlation_type }) => undoes === it && correlation_type === 'extension');

/** The day from which the whole hold counts, including its extensions. */
export const lastDayOf = (transactions: readonly Transaction[], it: Transaction): string =>
  [it, ...extensionsOf(transactions, it)]
    .map(({ day }) => day)
    .toSorted()
    .at(-1) ?? '';

export const extending = ({ transactions, read, today, ...books }: Books) => {
  /** The idempotency keys of extensions. The transaction that raises the hold has the same key. */
  const uses = new Map<string, { readonly request: string; readonly hold: Transaction }>();
  const isUsed = (key: string | null): boolean => uses.has(key ?? '');

  const extend = (id: string, body: ExtensionBody, on = today): Refused | Made => {
    const { idempotency_key: key = null, expires_at, amount } = body;
    const request = JSON.stringify(['extend', id, { ...body, idempotency_key: '' }]);
    const use = uses.get(key ?? '');
    if (use)
      return use.request === request ? { made: use.hold, replayed: true } : refuse(409, 'idempotency_key_reused');
    const before = books.earlierUse(key, request);
    if (before) return before;
    const hold = transactions.find((each) => each.id === id);
    if (!hold) return refuse(404, 'TRANSACTION_NOT_FOUND');
    const held = books.holdOf(hold);
    if (held?.state !== 'open') return refuse(409, 'HOLD_NOT_OPEN');
    if (hold.journal.status === 'closed') return refuse(400, 'JOURNAL_CLOSED');
    const by = (amount === undefined ? held.units : (read(amount) ?? 0n)) - held.units;
    if (by < 0n) return refuse(422, 'HOLD_NOT_RAISED');
    const moves = expires_at !== undefined && expires_at !== hold.expires_at;
    if (by === 0n && !moves) return refuse(422, 'HOLD_UNCHANGED');
    if (by > 0n) {
      const day = on > hold.day ? on : hold.day;
      if (books.isLocked(day)) return refuse(422, 'PERIOD_LOCKED');
      const sides = (['debit', 'credit'] as const).map((side) =>
        shared(
          by,
          hold.entries.map(({ type, units }) => (type === side ? units : 0n)),
        ),
      );
      const entries = hold.entries
        .map((adds, at) => ({
          ...{ account: adds.account, type: adds.type, adds },
          units: (sides[0]?.[at] ?? 0n) + (sides[1]?.[at] ?? 0n),
        }))
        .filter(({ units }) => units > 0n);
      if (books.obstacleOf(hold.journal, entries, day)) return refuse(400, 'ACCOUNT_INACTIVE');
      const asked = { day, key, request, reference: hold.reference };
      const added = books.postAtOnce(books.follow(hold, 'extension', entries, asked));
      if (isRefused(added)) return added;
    }
    if (expires_at !== undefined) hold.expires_at = expires_at;
    if (key !== null) uses.set(key, { request, hold });
    return { made: hold, replayed: false };
  };

  return { extend, isUsed };
};

export const obstacleToUndoing = (
  what: Undoing,
  it: Transaction,
  hold: { readonly state: string } | null,
  transactions: readonly Transaction[],
): Refused | undefined => {
  const isClosed = it.journal.status === 'closed';
  if (what !== 'reverse' && hold?.state !== 'open') return refuse(409, 'HOLD_NOT_OPEN');
  if (what !== 'reverse') return isClosed ? refuse(400, 'JOURNAL_CLOSED') : undefined;
  if (it.status === 'reversed') return refuse(422, 'TRANSACTION_ALREADY_REVERSED');
  const isOver = hold && (hold.state !== 'open' || transactions.some(({ settles }) => settles === it));
  const isFinal = it.status !== 'posted' || it.undoes || isClosed || isOver;
  return isFinal ? refuse(422, 'TRANSACTION_NOT_REVERSIBLE') : undefined;
};
