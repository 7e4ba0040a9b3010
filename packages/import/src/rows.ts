/**
 * The rows that the readers of all formats return, in the order of the file. A row is a transaction, an account that the file
 * declares, a part that cannot be read, or a message of the reader about the file. Readers are pure: they know the currency of
 * the ledger and how it counts, and nothing else of it.
 */
import type { AccountType, CashFlowClass, EntryType, Layer } from '../../../src/kernel/accounting';
import { largestAmount, maxAmountDigits, parseAmount, type Denomination, type Minor } from '../../../src/kernel/money';
import { knownCommodities, otherCurrency } from './commodities';
import { ok, refuse, refused, type Outcome } from '../../../src/kernel/refusal';
import type { Day } from '../../../src/kernel/time';

/** Why something is not imported: a code that lasts, and a sentence with cause and cure. */
export interface Reason {
  readonly code: string;
  readonly message: string;
}

export const because = (code: string, message: string): Outcome<Reason, never> => refuse({ code, message });

/** A text of the file for use in a reason: shortened if it is long, and without control characters for a terminal. */
export const quoted = (text: string): string =>
  JSON.stringify(text.length > maxQuoted ? `${text.slice(0, maxQuoted)}…` : text);

const maxQuoted = 80;

/** A name and its value on a transaction, an account or an entry. */
export type Tag = readonly [name: string, value: string];

export type JsonObject = Readonly<Record<string, unknown>>;

export interface EntryRow {
  /** As the file calls it. */
  readonly account: string;
  /** In the ledger's smallest unit: a debit is more than zero, a credit less. Never zero. */
  readonly amount: Minor;
  readonly layer: Layer;
  readonly description: string | null;
  readonly metadata: JsonObject | null;
}

/** The members of a transaction beside its day and its entries, in the words of the API. */
export interface TransactionFields {
  /** In the ledger that it was exported from: what refers to it names it so. */
  readonly id: string | null;
  readonly layer: Layer;
  /** The code; null for DEFAULT. */
  readonly journal: string | null;
  readonly reference: string | null;
  readonly correlationId: string | null;
  readonly correlationType: string | null;
  /** The id of another transaction of the file, like the next four. */
  readonly correlationSource: string | null;
  /** The id of the transaction that it undoes, in part or whole; at most one of the two is set. */
  readonly reverses: string | null;
  readonly releases: string | null;
  readonly settles: string | null;
  readonly extends: string | null;
  readonly expiresAt: string | null;
  readonly metadata: JsonObject | null;
  readonly attributes: Readonly<Record<string, string>> | null;
}

/** The first line of it, and its lines as they stand in the file. */
interface Placed {
  readonly line: number;
  readonly raw: string;
}

export interface TransactionRow extends TransactionFields, Placed {
  readonly kind: 'transaction';
  readonly date: Day;
  readonly description: string;
  readonly entries: readonly EntryRow[];
  /**
   * The cells as JSON, of a row of a table that a map explains; its first entry is of the account that the table is about. Null of a row
   * of a statement, which no earlier version read. Left out of what is no such row.
   */
  readonly cells?: string | null | undefined;
  /** Balances that stand at its entries. */
  readonly assertions?: readonly AssertionRow[];
}

/** The members of an account in a file; undefined if the file does not have them. */
export interface AccountRow extends Placed {
  readonly kind: 'account';
  /** As the file calls it. */
  readonly account: string;
  readonly code?: string | undefined;
  readonly name?: string | undefined;
  readonly type?: AccountType | undefined;
  readonly category?: 'system' | 'customer' | undefined;
  readonly normalBalance?: EntryType | undefined;
  readonly cashFlow?: CashFlowClass | undefined;
  /** As the file calls it; where it is left out, the account above it in its path. */
  readonly parent?: string | undefined;
  readonly description?: string | undefined;
  readonly isInactive?: boolean | undefined;
  /** The account comes from the record of an entry, and is reported with that entry's transaction. */
  readonly isOfEntry?: boolean;
  readonly metadata?: JsonObject | undefined;
}

export interface RejectedRow extends Placed, Reason {
  readonly kind: 'rejected';
}

/** A part of the file that has no place in the ledger. It is counted and reported once. */
export interface RemarkRow extends Reason {
  readonly kind: 'remark';
  readonly line: number;
}

/** A row that is right and posts nothing: the summary counts it, and tells the reason once. */
export interface LeftOutRow extends Reason {
  readonly kind: 'left_out';
  readonly line: number;
  /** How many rows; one where it is left out. */
  readonly times?: number;
}

/** A balance that a journal asserts. */
export interface AssertionRow {
  readonly kind: 'assertion';
  readonly line: number;
  /** As the file calls it. */
  readonly account: string;
  readonly date: Day;
  /** Debits above zero. */
  readonly amount: Minor;
  /** Whether the balance includes all descendant accounts. */
  readonly isWithin: boolean;
  /** Whether the balance is that of the beginning of the day. Otherwise it is that of its place among the transactions of the day. */
  readonly isBeforeDay: boolean;
  /** The sum of the later entries of its own transaction on the account. */
  readonly behind: bigint;
}

/** A line that decides how the following ones are read. The file of rejected rows repeats it before the rows that follow it. */
export interface SettingRow extends Placed {
  readonly kind: 'setting';
  /** The first line of an export of ours, which declares every account that it names. */
  readonly isOurs?: true;
  /** Stands between the cells of the rows that follow, where the file itself shows it. */
  readonly delimiter?: string;
  /** True for a file of all days, so that transactions and those that they refer to are both in it. */
  readonly isWhole?: boolean;
}

/** An unsupported directive that changes the meaning of everything after it: nothing of the file is imported. */
export interface StopRow extends Reason {
  readonly kind: 'stop';
  readonly line: number;
}

export type Row =
  TransactionRow | AccountRow | RejectedRow | RemarkRow | LeftOutRow | AssertionRow | SettingRow | StopRow;

export type Emit = (row: Row) => void;

/** Takes a file line by line, as `lines.ts` cuts it. */
export interface LineReader {
  /** Without its line feed; a carriage return before it is still there. */
  line(text: string, number: number): void;
  /** A line that is no text; it is not kept. */
  unreadable(number: number, reason: Reason): void;
  end(): void;
}

/** Takes a file piece by piece. */
export interface FileReader {
  push(bytes: Buffer): void;
  end(): void;
}

/** Nothing of the file is imported, for the reason, which stands in that line. */
export type Stop = (line: number, reason: Reason) => void;

/** How the ledger counts, and what the file calls its currency. */
export interface Books {
  readonly denomination: Denomination;
  /** Symbol, or nothing, → currency. */
  readonly commodities: ReadonlyMap<string, string>;
}

/** An amount as it was written: plain digits with at most one point, and what it is an amount of. */
export interface WrittenAmount {
  readonly commodity: string;
  readonly digits: string;
}

/** The amount in the ledger's smallest unit. */
export const minorOf = (
  { commodity, digits }: WrittenAmount,
  { denomination, commodities }: Books,
): Outcome<Reason, Minor> => {
  const amount = parseAmount(digits, denomination);
  const said = commodities.get(commodity) ?? knownCommodities.get(commodity) ?? commodity;
  // The export writes so what beancount would not take for a currency.
  const currency = said === `X-${denomination.currency}` ? denomination.currency : said;
  const isZero = !/[1-9]/.test(digits);
  if (currency !== denomination.currency && !isZero)
    return because('OTHER_CURRENCY', otherCurrency(commodity, digits, denomination.currency));
  if (!refused(amount)) return amount;
  switch (amount.left.kind) {
    case 'AmountPrecisionExceeded':
      return because(
        'AMOUNT_PRECISION_EXCEEDED',
        `The amount ${digits} has more decimals than the ${amount.left.storageDecimals} that the ledger keeps.`,
      );
    case 'AmountTooLarge':
      return because(
        'AMOUNT_INVALID',
        `The amount ${digits} is too large. The largest of this ledger is ${largestAmount(denomination)}.`,
      );
    case 'AmountMalformed':
      return because(
        'AMOUNT_INVALID',
        `${digits} is not an amount. An amount has digits, at most ${maxAmountDigits} of them, and at most one decimal point.`,
      );
  }
};

/** An entry before it is known whether its amount is left out. */
export interface WrittenEntry extends Omit<EntryRow, 'amount'> {
  /** Null if it is left out: then it is the amount that makes the entries balance. */
  readonly amount: Minor | null;
}

/** The entries with the amount that was left out. */
export const completed = (entries: readonly WrittenEntry[]): Outcome<Reason, readonly EntryRow[]> => {
  if (entries.length === 0) return because('ENTRIES_MISSING', 'There is no entry below it.');
  let sum = 0n;
  let open = 0;
  for (const { amount } of entries)
    if (amount === null) open += 1;
    else sum += amount;
  if (open > 1)
    return because('ENTRIES_NOT_BALANCED', 'Two amounts are left out: only one can be worked out from the others.');
  if (open === 0 && sum !== 0n)
    return because('ENTRIES_NOT_BALANCED', 'The debits and the credits are not the same in sum.');
  return ok(entries.map((entry): EntryRow => ({ ...entry, amount: (entry.amount ?? -sum) as Minor })));
};

/** Entries of nothing are left away: they move nothing. */
export const balanced = (entries: readonly WrittenEntry[]): Outcome<Reason, readonly EntryRow[]> => {
  const complete = completed(entries);
  return refused(complete) ? complete : ok(complete.right.filter(({ amount }) => amount !== 0n));
};
