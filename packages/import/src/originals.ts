/**
 * Transactions that others in the file refer to: what undoes one, settles one or is correlated with one is made of the imported one.
 * The first pass over the file says which they are; the second remembers them from where they stand until nothing more refers to
 * them, so that memory is bounded by how far apart they stand.
 */
import type { Layer } from '../../../src/kernel/accounting';
import { canonicalJson } from '../../../src/kernel/canonical-json';
import type { Minor } from '../../../src/kernel/money';
import { ok, type Outcome } from '../../../src/kernel/refusal';
import { proportional } from '../../../src/modules/ledgering';
import { isId } from './own-exports';
import { because, type EntryRow, type Reason, type TransactionRow } from './rows';

export interface OriginalEntry {
  /** The code. */
  readonly account: string;
  readonly layer: Layer;
  readonly amount: Minor;
  readonly description: string | null;
  /** As text, so that two of them can be compared. */
  readonly metadata: string | null;
}

export interface Original {
  /** Null where it was rejected, or is not posted yet. */
  transactionId: string | null;
  isRejected: boolean;
  /** The key of its content, by which later rows refer to it. */
  readonly key: string;
  readonly line: number;
  readonly description: string;
  readonly reference: string | null;
  readonly journal: string | null;
  readonly entries: readonly OriginalEntry[];
  /** The rest of each entry, without its sign. */
  readonly left: bigint[];
  /** The sum of its debits, and of the debits of what extends it. */
  held: bigint;
}

export interface PartEntry {
  readonly position: number;
  readonly amount: bigint;
}

export interface Originals {
  /** First pass. */
  expect(row: TransactionRow): void;
  /** Second pass: keeps it where something refers to it. */
  meet(row: TransactionRow, key: string, codeOf: (account: string) => string): Original | undefined;
  find(id: string | null): Original | undefined;
  /** Ends the handling of a row that refers to it. */
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

const textOf = (metadata: EntryRow['metadata']): string | null => (metadata === null ? null : canonicalJson(metadata));

const debitsOf = (entries: readonly Pick<EntryRow, 'amount'>[]): bigint =>
  entries.reduce((sum, { amount }) => (amount > 0n ? sum + amount : sum), 0n);

/** A piece of a text keeps all of the text in memory. */
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
        entries: row.entries.map(({ account, layer, amount, description, metadata }) => ({
          account: codeOf(account),
          layer,
          amount,
          description: description === null ? null : alone(description),
          metadata: textOf(metadata),
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

/** A hundred entries that are all alike could be gone through in more ways than there is time. */
const maxSteps = 20_000;

/**
 * The amounts that the entries take of the original, in its order. `mirrored`: they undo it. `mayExceed`: they may take more than
 * the rest.
 */
export const partOf = (
  { entries, left, line }: Original,
  taking: readonly EntryRow[],
  codeOf: (account: string) => string,
  { mirrored, mayExceed = false }: { readonly mirrored: boolean; readonly mayExceed?: boolean },
): Outcome<Reason, readonly PartEntry[]> => {
  const texts = taking.map(({ metadata }) => textOf(metadata));
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
  // The first that fits, unless those behind it then find none.
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
    : because('ORIGINAL_DIFFERS', `Its entries are not part of what is left of the transaction in line ${line}.`);
};

/**
 * The entries that an extension adds to, in their order. The ledger shares a rise in proportion to what the entries were posted with, so
 * that no other shares come in.
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
        entry.metadata === textOf(metadata)
      );
    });
  return isShared
    ? ok(shares)
    : because(
        'ORIGINAL_DIFFERS',
        `An extension adds to the entries of its hold, in line ${line}, in proportion to what they were posted with.`,
      );
};

/** Below zero: what is taken back of a rise. */
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
