/**
 * Recognises rows of tables that an earlier import posted. The key of a row is computed from its content, so the ledger recognises a
 * repeated row by its key. An earlier version computed the key from the cells as they are written. So a dry run of each batch also tries
 * the earlier keys, for rows of accounts that the ledger had before this import. Once all transactions of an account have been read and
 * none has an earlier key, these keys are no longer tried for that account. An earlier key does not contain the account. So the account's
 * own transactions show whether the key belongs to this account or to a different one.
 */
import { refused } from '../../../src/kernel/refusal';
import { rowKeyPrefix, type Contents } from './contents';
import type { LedgerCalls } from './ledger-calls';
import type { Item } from './operations';
import type { TransactionRow } from './rows';
import type { Send } from './sending';

export interface RowKeys {
  /** The code of the account to which the table belongs. */
  readonly account: string;
  readonly current: string;
  /** The key that an earlier version would have computed; undefined if that version could not read the row. */
  readonly earlier: string | undefined;
  /** Replaces the keys with those of the next row with the same content. */
  advance(): void;
}

/** Returns a function that returns the key unchanged, or with a number added if a failed transaction has used it. */
export const keysWithout =
  (failed: ReadonlySet<string>): ((key: string) => string) =>
  (key) => {
    let unused = key;
    for (let attempt = 2; failed.has(unused); attempt++) unused = `${key}~${attempt}`;
    return unused;
  };

export const createRowKeys = (
  { entries }: TransactionRow,
  first: string,
  [contents]: readonly Contents[],
  { codeOf, next }: { codeOf: (account: string) => string; next: (content: string, prefix?: string) => string },
): RowKeys => {
  const { content, earlier } = contents as Contents;
  const nextEarlier = (): string | undefined => (earlier === undefined ? undefined : next(earlier));
  let current = first;
  let before = nextEarlier();
  return {
    account: codeOf((entries[0] as TransactionRow['entries'][number]).account),
    get current() {
      return current;
    },
    get earlier() {
      return before;
    },
    advance: () => {
      current = next(content, rowKeyPrefix);
      before = nextEarlier();
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
  /** Returns the id of the account with this code if the ledger had it before the import; undefined otherwise. */
  readonly idBefore: (code: string) => string | undefined;
  /** Whether the user states that no row of the file has been imported before. If so, each row takes the first unused key. */
  readonly hasNewRows: boolean;
}

/** The code of the refusal if a key has been used with a different body, for example because the map has changed since. */
export const keyReused = 'idempotency_key_reused';

export const bodyOf = ({ item, keys }: Keyed): Item['body'] =>
  keys ? { ...item.body, idempotency_key: keys.current } : item.body;

/**
 * Returns a function that finds the rows which an earlier import posted. It leaves out rows that the ledger itself recognises by their
 * current key.
 */
export const createRecognising = ({
  calls,
  send,
  idBefore,
  hasNewRows,
}: RecognisingDependencies): (<T extends Keyed>(rows: readonly T[]) => Promise<ReadonlySet<T>>) => {
  const histories = new Map<string, History>();
  const historyOf = (account: string): History => {
    const before = histories.get(account);
    if (before) return before;
    const made = createHistory(calls, idBefore(account) as string);
    histories.set(account, made);
    return made;
  };

  const usedOf = async <T extends Keyed>(all: readonly T[], which: 'current' | 'earlier'): Promise<ReadonlySet<T>> => {
    const rows = all.filter(({ keys }) => keys?.[which] !== undefined);
    const keyOf = ({ keys }: T): string => (keys as RowKeys)[which] as string;
    const bodies = rows.map((row) => ({ ...row.item.body, idempotency_key: keyOf(row) }));
    const tried = await send(bodies, true);
    const used = new Set<T>();
    for (const [index, row] of rows.entries()) {
      const result = tried[index];
      if (!result) continue;
      const isUsed = refused(result)
        ? result.left.code === keyReused &&
          (which === 'current' || (await historyOf((row.keys as RowKeys).account).has(keyOf(row))))
        : result.right.replayed;
      if (isUsed) used.add(row);
    }
    return used;
  };

  return async (rows) => {
    let open = rows.filter(({ keys }) => keys && idBefore(keys.account) !== undefined);
    if (open.length === 0) return new Set();
    if (!hasNewRows) {
      open = open.filter(({ keys }) => keys?.earlier !== undefined);
      const accounts = new Set(open.map(({ keys }) => (keys as RowKeys).account));
      for (const account of accounts) await historyOf(account).readOn();
      open = open.filter(({ keys }) => historyOf((keys as RowKeys).account).mayHaveEarlier);
      return open.length === 0 ? new Set() : usedOf(open, 'earlier');
    }
    while (open.length > 0) {
      const used = [...(await usedOf(open, 'current')), ...(await usedOf(open, 'earlier'))];
      open = [...new Set(used)];
      for (const { keys } of open) keys?.advance();
    }
    return new Set();
  };
};

/**
 * The number of pages of an account's transactions that are read for each batch. Reading them takes a small part of the time of a dry run.
 */
const pagesABatch = 5;

/** Finds keys of an earlier version among an account's transactions. It reads a few pages at a time, because most accounts have none. */
interface History {
  /** Whether a transaction of the account may have an earlier key. False once all pages were read and none was found. */
  readonly mayHaveEarlier: boolean;
  readOn(): Promise<void>;
  /** Returns whether a transaction of the account has this key. Reads all remaining pages if necessary. */
  has(key: string): Promise<boolean>;
}

const createHistory = (calls: LedgerCalls, accountId: string): History => {
  const earlier = new Set<string>();
  const pages = calls
    .list<{ readonly idempotency_key: string | null }>('listTransactions', { account_id: accountId })
    [Symbol.asyncIterator]();
  let isRead = false;
  const readPage = async (): Promise<void> => {
    const { done, value } = await pages.next();
    isRead = done === true;
    if (isRead) return;
    for (const { idempotency_key: key } of value as readonly { readonly idempotency_key: string | null }[])
      if (key !== null && /^import:[0-9a-f]{64}:/.test(key)) earlier.add(key);
  };
  return {
    get mayHaveEarlier() {
      return !isRead || earlier.size > 0;
    },
    readOn: async () => {
      for (let page = 0; page < pagesABatch && !isRead && earlier.size === 0; page++) await readPage();
    },
    has: async (key) => {
      while (!isRead) await readPage();
      return earlier.has(key);
    },
  };
};
