/**
 * Recognises rows of tables that are in the ledger already. The key of a row is made of its meaning, so that the ledger itself finds it
 * again. An earlier version made the key of the spelling of the cells: rows of accounts that the ledger had before this import are tried
 * by that key too, with a dry run of the same batch, which costs no more than posting it. Such a key does not name the account, so the
 * transactions of the account decide where the key was used for something else.
 */
import { refused } from '../kernel/refusal';
import type { Contents } from './contents';
import type { LedgerCalls } from './ledger-calls';
import type { Item } from './operations';
import type { Send } from './sending';

export interface RowKeys {
  /** The code of the account that the table is about. */
  readonly account: string;
  readonly current: string;
  /** The key that an earlier version made. */
  readonly earlier: string;
  /** Takes the keys of the next row of the same meaning. */
  advance(): void;
}

/** The key, or its next attempt where a transaction failed that used it up. */
export const keysWithout =
  (failed: ReadonlySet<string>): ((key: string) => string) =>
  (key) => {
    let unused = key;
    for (let attempt = 2; failed.has(unused); attempt++) unused = `${key}~${attempt}`;
    return unused;
  };

export const createRowKeys = (
  account: string,
  first: string,
  { content, earlier = '' }: Contents,
  next: (content: string) => string,
): RowKeys => {
  let current = first;
  let before = next(earlier);
  return {
    account,
    get current() {
      return current;
    },
    get earlier() {
      return before;
    },
    advance: () => {
      current = next(content);
      before = next(earlier);
    },
  };
};

interface Keyed {
  readonly item: Item;
  readonly keys: RowKeys | undefined;
}

export interface RecognisingDependencies {
  readonly calls: LedgerCalls;
  readonly send: Send;
  /** The id of an account that the ledger had before this import, by its code. */
  readonly idBefore: (code: string) => string | undefined;
  /** The file holds only rows that were never imported: each takes the first key that is free. */
  readonly hasNewRows: boolean;
}

/** Answered where the key of a row was used, and the request was another one: its map was changed since. */
export const keyReused = 'idempotency_key_reused';

export const bodyOf = ({ item, keys }: Keyed): Item['body'] =>
  keys ? { ...item.body, idempotency_key: keys.current } : item.body;

/** Answers which of the rows an earlier import posted, besides those whose current key the ledger will recognise. */
export const createRecognising = ({
  calls,
  send,
  idBefore,
  hasNewRows,
}: RecognisingDependencies): (<T extends Keyed>(rows: readonly T[]) => Promise<ReadonlySet<T>>) => {
  const keysByAccount = new Map<string, ReadonlySet<string>>();
  const keysOf = async (account: string): Promise<ReadonlySet<string>> => {
    const before = keysByAccount.get(account);
    if (before) return before;
    const keys = new Set<string>();
    const listed = calls.list<{ readonly idempotency_key: string | null }>('listTransactions', {
      account_id: idBefore(account),
    });
    for await (const page of listed) for (const { idempotency_key: key } of page) if (key !== null) keys.add(key);
    keysByAccount.set(account, keys);
    return keys;
  };

  const usedOf = async <T extends Keyed>(rows: readonly T[], which: 'current' | 'earlier'): Promise<ReadonlySet<T>> => {
    const keyOf = ({ keys }: T): string => (keys as RowKeys)[which];
    const bodies = rows.map((row) => ({ ...row.item.body, idempotency_key: keyOf(row) }));
    const tried = await send(bodies, true);
    const used = new Set<T>();
    for (const [index, row] of rows.entries()) {
      const result = tried[index];
      if (!result) continue;
      const isUsed = refused(result)
        ? result.left.code === keyReused &&
          (which === 'current' || (await keysOf((row.keys as RowKeys).account)).has(keyOf(row)))
        : result.right.replayed;
      if (isUsed) used.add(row);
    }
    return used;
  };

  return async (rows) => {
    let open = rows.filter(({ keys }) => keys && idBefore(keys.account) !== undefined);
    if (open.length === 0) return new Set();
    if (!hasNewRows) return usedOf(open, 'earlier');
    while (open.length > 0) {
      const used = [...(await usedOf(open, 'current')), ...(await usedOf(open, 'earlier'))];
      open = [...new Set(used)];
      for (const { keys } of open) keys?.advance();
    }
    return new Set();
  };
};
