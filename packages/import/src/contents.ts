/**
 * Computes the keys by which a repeated import of a file finds its transactions. A key consists of a hash of the transaction's content,
 * without the ids of the ledger that exported it, and of a counter, because several transactions may have the same content.
 */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../src/kernel/canonical-json';
import type { TransactionRow } from './rows';

/** The beginning of every idempotency key of an import. */
const keyPrefix = 'import:';
/** The beginning of the keys of table rows. Keys of an earlier version do not have it. */
export const rowKeyPrefix = `${keyPrefix}2:`;

/**
 * The texts from which keys are computed. They must never change: if they did, a file that is imported again would get new keys and be
 * posted a second time.
 */
export interface Contents {
  readonly content: string;
  /**
   * The text from which an earlier version computed the key of a table row: its cells as written. Undefined for a row that the earlier
   * version could not read, and for a transaction that is not a table row.
   */
  readonly earlier?: string;
}

/**
 * Returns the texts that identify a transaction. A table row is identified by its account, day, amount, text and reference, but not by the
 * contra account, so it stays the same if the map changes. Any other transaction is identified by all its data in the file, except
 * `expires_at`: an export no longer contains it after the expiry.
 */
export const contentsOf = (
  row: TransactionRow,
  names: { readonly codeOf: (account: string) => string; readonly identityOf: (account: string) => string },
  keyOfReferred: (id: string | null) => string | null,
): Contents =>
  row.cells === undefined
    ? { content: contentOf(row, names.identityOf, keyOfReferred) }
    : {
        content: meaningOf(row, names.codeOf),
        ...(row.cells === null ? {} : { earlier: canonicalJson(['1', 'record', row.cells]) }),
      };

const meaningOf = (row: TransactionRow, codeOf: (account: string) => string): string => {
  const { account, amount } = row.entries[0] as TransactionRow['entries'][number];
  const reference = row.reference === null ? null : plain(row.reference);
  return canonicalJson(['2', codeOf(account), row.date, amount.toString(), plain(row.description), reference]);
};

/** Normalises Unicode and white space, so that different spellings of the same text are equal. */
const plain = (text: string): string => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();

const contentOf = (
  row: TransactionRow,
  identityOf: (account: string) => string,
  keyOfReferred: (id: string | null) => string | null,
): string =>
  canonicalJson([
    ...['1', row.date, row.layer, row.journal, row.description, row.reference, row.correlationType],
    ...[keyOfReferred(row.correlationId), keyOfReferred(row.correlationSource), keyOfReferred(row.reverses)],
    ...[keyOfReferred(row.releases), keyOfReferred(row.settles), row.metadata, row.attributes],
    ...(row.extends === null ? [] : [['extends', keyOfReferred(row.extends)]]),
    row.entries.map(({ account, amount, layer, description, metadata }) => [
      ...[identityOf(account), amount.toString(), layer, description, metadata],
    ]),
  ]);

export interface ContentKeys {
  /** Returns the idempotency key for the next transaction of the file with this content. */
  next(content: string, prefix?: string): string;
}

export const createContentKeys = (): ContentKeys => {
  const seen = createCounts();
  return {
    next: (content, prefix = keyPrefix) => {
      const digest = createHash('sha256').update(content).digest();
      return `${prefix}${digest.toString('hex')}:${seen.add(digest.readUInt32LE(0), digest.readUInt32LE(4))}`;
    },
  };
};

const firstCapacity = 1 << 12;

/**
 * Counts how often each hash has occurred. It is a hash table with open addressing in a typed array, with twelve bytes per slot and at most
 * half of the slots used, so that a million transactions take about 25 MB. Only 64 bits of a hash are stored. Two hashes with the same 64
 * bits share a counter, which gives the same keys each time the file is read.
 */
const createCounts = (): { add(low: number, high: number): number } => {
  let capacity = firstCapacity;
  let used = 0;
  let places = new Uint32Array(capacity * 3);
  const placeOf = (table: Uint32Array, size: number, low: number, high: number): number => {
    for (let at = low & (size - 1); ; at = (at + 1) & (size - 1)) {
      const count = table[at * 3 + 2] as number;
      if (count === 0 || (table[at * 3] === low && table[at * 3 + 1] === high)) return at * 3;
    }
  };
  const grow = (): void => {
    const larger = new Uint32Array(capacity * 2 * 3);
    for (let from = 0; from < places.length; from += 3) {
      if (places[from + 2] === 0) continue;
      const to = placeOf(larger, capacity * 2, places[from] as number, places[from + 1] as number);
      larger.set(places.subarray(from, from + 3), to);
    }
    capacity *= 2;
    places = larger;
  };
  return {
    add: (low, high) => {
      const at = placeOf(places, capacity, low, high);
      const before = places[at + 2] as number;
      places.set([low, high, before + 1], at);
      if (before > 0) return before;
      used += 1;
      if (used * 2 > capacity) grow();
      return 0;
    },
  };
};
