/**
 * Keeps the transactions that other rows of the file refer to. An operation such as a reversal needs the imported transaction that it acts
 * on. The first pass over the file counts the references to each transaction. The second pass keeps a transaction from its own row to the
 * last row that refers to it. So the memory depends on the distance between these rows, not on the length of the file.
 */
import type { Layer } from '../../../src/kernel/accounting';
import { canonicalJson } from '../../../src/kernel/canonical-json';
import type { Minor } from '../../../src/kernel/money';
import { ok, type Outcome } from '../../../src/kernel/refusal';
import { proportional } from '../../../src/modules/ledgering';
import { isId } from './own-exports';
import { because, type EntryRow, type Reason, type TransactionRow } from './rows';

export interface OriginalEntry {
  /** The code of the account. */
  readonly account: string;
  readonly layer: Layer;
  readonly amount: Minor;
  readonly description: string | null;
  /** The metadata as text, for comparison. */
  readonly metadata: string | null;
}

export interface Original {
  /** The id of the imported transaction; null until it is posted, and if it was rejected. */
  transactionId: string | null;
  isRejected: boolean;
  /** The key of the transaction's content. It identifies the transaction in the content of rows that refer to it. */
  readonly key: string;
  readonly line: number;
  readonly description: string;
  readonly reference: string | null;
  readonly journal: string | null;
  /** The attributes as text, for comparison. */
  readonly attributes: string | null;
  readonly entries: readonly OriginalEntry[];
  /** The remaining amounts of the entries, without signs, in the order of the entries. */
  readonly left: bigint[];
  /** The sum of the debits of the transaction and of its extensions. */
  held: bigint;
}

export interface PartEntry {
  readonly position: number;
  readonly amount: bigint;
}

export interface Originals {
  /** Counts the references of a row, in the first pass. */
  expect(row: TransactionRow): void;
  /** Keeps the transaction and returns it if another row refers to it; otherwise returns undefined. Called in the second pass. */
  meet(row: TransactionRow, key: string, codeOf: (account: string) => string): Original | undefined;
  find(id: string | null): Original | undefined;
  /** Ends the handling of a row. Drops each transaction that it refers to, if this was the last reference. */
  leave(row: TransactionRow): void;
}

export const referencesOf = ({
  correlationId,
  correlationSource,
  reverses,
  releases,
  settles,
  extends: extended,
}: TransactionRow): readonly string[] =>
  [correlationId, correlationSource, reverses, releases, settles, extended].filter(
    (id) => id !== null && isId(id),
  ) as readonly string[];

/**
 * Says how a row is handled that refers to a transaction which was not read. Such a row is posted plainly if only some days were exported.
 * It is rejected until the other one is mended, if some rows could not be read. If all rows of an export of all days were read (`whole`), it
 * is rejected if it undoes the other one; but the source of a correlation may have been voided since, and is in no export then. In a file of
 * rejected rows it is rejected because the other one may have been posted already: the imported file contains both.
 */
export type WhenMissing = 'post' | 'mend' | 'whole' | 'import_whole';

/** Returns the reason for rejecting rows that refer to a transaction which was not read; undefined if they are not rejected. */
export const missingOriginal = (
  rows: readonly TransactionRow[],
  originals: Pick<Originals, 'find'>,
  whenMissing: WhenMissing,
): Reason | undefined => {
  if (whenMissing === 'post') return undefined;
  const isOfRejected = whenMissing === 'import_whole';
  const missing = rows
    .flatMap((each) => [
      ...(whenMissing === 'whole' ? [] : [each.correlationSource]),
      ...[each.reverses, each.releases, each.settles, each.extends],
      // A correlation id may be a name of the client's own. If it is the id of a transaction, the key of the row depends on that one.
      ...(isOfRejected && each.correlationId !== null && isId(each.correlationId) ? [each.correlationId] : []),
    ])
    .find((id) => id !== null && !originals.find(id));
  if (missing === undefined) return undefined;
  return {
    code: isOfRejected ? 'ORIGINAL_ELSEWHERE' : 'ORIGINAL_NOT_READ',
    message: isOfRejected
      ? `It refers to ${missing}, which this file of rejected rows does not contain. Import the original file again: posted rows are recognised.`
      : `It refers to ${missing}, which could not be read, or is missing. Correct it, and import both.`,
  };
};

/** Returns metadata or attributes as text. */
export const textOfMap = (map: EntryRow['metadata']): string | null => (map === null ? null : canonicalJson(map));

const debitsOf = (entries: readonly Pick<EntryRow, 'amount'>[]): bigint =>
  entries.reduce((sum, { amount }) => (amount > 0n ? sum + amount : sum), 0n);

/** Copies the text. A substring would keep the whole text of the file in memory. */
const alone = (text: string): string => Buffer.from(text).toString();

export const createOriginals = (): Originals => {
  const wanted = new Map<string, number>();
  const met = new Map<string, Original>();
  return {
    expect: (row) => {
      for (const id of referencesOf(row)) {
        const times = wanted.get(id);
        wanted.set(times === undefined ? alone(id) : id, (times ?? 0) + 1);
      }
    },
    meet: (row, key, codeOf) => {
      if (row.id === null || !wanted.has(row.id) || met.has(row.id)) return undefined;
      const original: Original = {
        ...{ transactionId: null, isRejected: false, key, line: row.line },
        description: alone(row.description),
        reference: row.reference === null ? null : alone(row.reference),
        journal: row.journal === null ? null : alone(row.journal),
        attributes: textOfMap(row.attributes),
        entries: row.entries.map(({ account, layer, amount, description, metadata }) => ({
          account: codeOf(account),
          layer,
          amount,
          description: description === null ? null : alone(description),
          metadata: textOfMap(metadata),
        })),
        left: row.entries.map(({ amount }) => (amount < 0n ? -amount : amount)),
        held: debitsOf(row.entries),
      };
      met.set(alone(row.id), original);
      return original;
    },
    find: (id) => (id === null ? undefined : met.get(id)),
    leave: (row) => {
      for (const id of referencesOf(row)) {
        const times = (wanted.get(id) ?? 1) - 1;
        if (times > 0) wanted.set(id, times);
        else {
          wanted.delete(id);
          met.delete(id);
        }
      }
    },
  };
};

/** The maximum number of steps in matching entries, because equal entries can be matched in very many ways. */
const maxSteps = 20_000;

/**
 * Matches entries with entries of the original, in the same order, and returns the matched positions with the amounts. With `mirrored` the
 * sides are opposite, as in a reversal. With `mayExceed` an amount may be larger than the remaining amount.
 */
export const partOf = (
  { entries, left, line }: Original,
  taking: readonly EntryRow[],
  codeOf: (account: string) => string,
  { mirrored, mayExceed = false }: { readonly mirrored: boolean; readonly mayExceed?: boolean },
): Outcome<Reason, readonly PartEntry[]> => {
  const texts = taking.map(({ metadata }) => textOfMap(metadata));
  const fits = (position: number, index: number): boolean => {
    const { account, amount, description } = taking[index] as EntryRow;
    const entry = entries[position] as OriginalEntry;
    const isSameSide = entry.amount > 0n === amount > 0n;
    return (
      isSameSide !== mirrored &&
      entry.account === codeOf(account) &&
      entry.description === description &&
      entry.metadata === texts[index] &&
      (mayExceed || (left[position] as bigint) >= (amount < 0n ? -amount : amount))
    );
  };
  let steps = 0;
  // Matches an entry with the first one that fits. If a later entry then has no match, tries the next one.
  const placesFrom = (index: number, from: number): readonly PartEntry[] | undefined => {
    const entry = taking[index];
    if (!entry) return [];
    for (let position = from; position <= entries.length - (taking.length - index); position++) {
      if ((steps += 1) > maxSteps) return undefined;
      if (!fits(position, index)) continue;
      const others = placesFrom(index + 1, position + 1);
      if (others) return [{ position, amount: entry.amount < 0n ? -entry.amount : entry.amount }, ...others];
    }
    return undefined;
  };
  const part = taking.length > entries.length ? undefined : placesFrom(0, 0);
  return part
    ? ok(part)
    : because(
        'ORIGINAL_DIFFERS',
        `Its entries are not part of the remaining amount of the transaction in line ${line}.`,
      );
};

/**
 * Returns the positions and amounts by which an extension raises the entries of the original. The ledger shares an extension in proportion
 * to the original amounts, so entries with other amounts are refused.
 */
export const riseOf = (
  { entries, line }: Original,
  adding: readonly EntryRow[],
  codeOf: (account: string) => string,
): Outcome<Reason, readonly PartEntry[]> => {
  const shares = proportional(
    debitsOf(adding),
    entries.map(({ layer, amount }) => ({ layer, type: amount > 0n ? 'debit' : 'credit' })),
    entries.map(({ amount }) => (amount < 0n ? -amount : amount)),
  );
  const isShared =
    shares.length === adding.length &&
    shares.every(({ position, amount: share }, index) => {
      const { account, layer, amount, description, metadata } = adding[index] as EntryRow;
      const entry = entries[position] as OriginalEntry;
      return (
        amount === (entry.amount > 0n ? share : -share) &&
        layer === entry.layer &&
        entry.account === codeOf(account) &&
        entry.description === description &&
        entry.metadata === textOfMap(metadata)
      );
    });
  return isShared
    ? ok(shares)
    : because(
        'ORIGINAL_DIFFERS',
        `An extension must add to the entries of its hold, in line ${line}, in proportion to their original amounts.`,
      );
};

/** Adds an extension to the remaining amounts; with the sign -1, subtracts it. */
export const raise = (original: Original, rise: readonly PartEntry[], sign: 1n | -1n): void => {
  for (const { position, amount } of rise) {
    original.left[position] = (original.left[position] as bigint) + sign * amount;
    if ((original.entries[position] as OriginalEntry).amount > 0n) original.held += sign * amount;
  }
};

export const isRest = ({ left }: Original, part: readonly PartEntry[]): boolean => {
  const taken = new Map(part.map(({ position, amount }) => [position, amount]));
  return left.every((amount, position) => amount === (taken.get(position) ?? 0n));
};

export const takeFrom = ({ left }: Original, part: readonly PartEntry[]): void => {
  for (const { position, amount } of part) left[position] = (left[position] as bigint) - amount;
};

export const giveBackTo = ({ left }: Original, part: readonly PartEntry[]): void => {
  for (const { position, amount } of part) left[position] = (left[position] as bigint) + amount;
};
