/** Compares the answers that clients received with the database: no acknowledged write may be missing, duplicated or incomplete. */
import type { Archive, StoredTransaction } from './archive';
import type { StagedBooks } from './books';
import { isAcknowledged, transactionsIn, undoes, type Noted } from './diary';

export interface Settled {
  /** Every contradiction found, as a sentence. */
  readonly wrong: readonly string[];
  /** The number of requests without an answer, and how many of these had an effect. */
  readonly unheard: number;
  readonly happened: number;
}

/**
 * Compares the recorded requests and answers with the contents of the ledgers; `archives` has one archive for each ledger, in the order of
 * `ledgers`. Adds to each conversion and transfer the id of its operation.
 */
export const settle = ({ ledgers }: StagedBooks, archives: readonly Archive[], notes: readonly Noted[]): Settled => {
  const wrong: string[] = [];
  const indexed = archives.map(({ transactions, keys, locks, operations }) => ({
    byKey: new Map(transactions.flatMap((each) => (each.key === null ? [] : [[each.key, each] as const]))),
    byId: new Map(transactions.map((each) => [each.id, each])),
    keys: new Set(keys),
    locks: new Map(locks.map((lock) => [lock.id, lock])),
    operations,
  }));
  let unheard = 0;
  let happened = 0;

  for (const noted of notes) {
    const { wish, answer } = noted;
    const here = indexed[ledgers.indexOf(noted.ledger)];
    if (!here) continue;
    const complain = (what: string): void =>
      void wrong.push(`${what}: ${JSON.stringify(wish).slice(0, 200)} ⇒ ${JSON.stringify(answer?.body).slice(0, 200)}`);
    const keys = keysOf(noted);
    const existing = keys.map((key) => here.byKey.get(key));
    if (wish.kind === 'move') noted.operationId = existing[0]?.operation_id ?? undefined;
    if (answer === undefined) {
      unheard += 1;
      if (keys.some((key) => here.keys.has(key))) happened += 1;
    }
    if (wish.kind === 'post' && wish.batch === 'atomic' && isHalfDone(existing)) complain('half of it was done');

    const told = transactionsIn(noted);
    for (const [index, id] of told.entries()) {
      const transaction = undoes(wish) && wish.key === undefined ? here.byId.get(id ?? '') : existing[index];
      if (id !== null && transaction?.id !== id) complain('it was acknowledged, and is not there');
      const target = wish.kind === 'settle' ? transaction?.settles : transaction?.reverses;
      if (undoes(wish) && target !== wish.target) complain('it undoes something else');
      // A refusal does not show that earlier attempts failed, because an attempt without an answer may have succeeded.
      if (id === null && noted.unheard === 0 && transaction) complain('an item was refused, and is there');
    }
    if (answer && !isAcknowledged(noted) && noted.unheard === 0 && keys.some((key) => here.keys.has(key)))
      complain('it was refused, and its key is used');
    if (!isAcknowledged(noted)) continue;

    if (wish.kind === 'extend' && !keys.every((key) => here.keys.has(key))) complain('its key is free');
    if (wish.kind === 'extend' && existing[0] && existing[0].reverses !== wish.target) complain('it extends another');
    if (wish.kind === 'void' && here.byId.get(wish.target)?.status !== 'void') complain('it is not void');
    if (wish.kind === 'lock' && !here.locks.has(answer?.body.data.id)) complain('the lock is not there');
    if (wish.kind === 'unlock' && here.locks.get(wish.lockId)?.released_at === null) complain('it is not released');
    if (wish.kind === 'move') {
      const legs = here.operations.get(answer?.body.data.correlation_id);
      const there = (side: 'source' | 'target'): StoredTransaction | undefined =>
        indexed[ledgers.indexOf(wish[side])]?.byId.get(legs?.[side] ?? '');
      if (there('source')?.status !== 'posted' || there('target')?.status !== 'posted') complain('a leg is missing');
    }
  }
  return { wrong, unheard, happened };
};

/** Returns the acknowledged changes for which the replay of the log has found no event. */
export const unfound = (notes: readonly Noted[]): readonly string[] =>
  notes
    .filter((noted) => ['change', 'journal', 'lock', 'deprecate', 'extend'].includes(noted.wish.kind))
    .filter((noted) => isAcknowledged(noted) && !noted.isFound)
    .map(({ wish }) => `it was acknowledged, and the log does not tell of it: ${JSON.stringify(wish)}`);

const keysOf = ({ wish }: Noted): readonly string[] => {
  if (wish.kind === 'post') return wish.items.map(({ body }) => body.idempotency_key);
  return 'key' in wish && wish.key !== undefined ? [wish.key] : [];
};

const isHalfDone = (existing: readonly (StoredTransaction | undefined)[]): boolean => {
  const there = existing.filter((transaction) => transaction !== undefined);
  const statuses = new Set(there.map(({ status }) => (status === 'failed' ? 'failed' : 'took effect')));
  return (there.length > 0 && there.length < existing.length) || statuses.size > 1;
};
