/**
 * The rows that the readers of all formats return, in the order of the file. A row is a transaction, an account that the file declares, an
 * unreadable part, or a message of the reader about the file. Readers are pure: of the ledger they know only the currency and its decimals.
 */
import type { AccountType, CashFlowClass, EntryType, Layer } from '../../../src/kernel/accounting';
import { largestAmount, maxAmountDigits, parseAmount, type Denomination, type Minor } from '../../../src/kernel/money';
import { knownCommodities, otherCurrency } from './commodities';
import { ok, refuse, refused, type Outcome } from '../../../src/kernel/refusal';
import type { Day } from '../../../src/kernel/time';

/** The reason why something is not imported: a stable code, and a sentence with cause and cure. */
export interface Reason {
  readonly code: string;
  readonly message: string;
}

export const because = (code: string, message: string): Outcome<Reason, never> => refuse({ code, message });

/** Quotes a text of the file for a reason: truncated if it is long, and with control characters escaped. */
export const quoted = (text: string): string =>
  JSON.stringify(text.length > maxQuoted ? `${text.slice(0, maxQuoted)}…` : text);

const maxQuoted = 80;

/** A name and its value on a transaction, an account or an entry. */
export type Tag = readonly [name: string, value: string];

export type JsonObject = Readonly<Record<string, unknown>>;

export interface EntryRow {
  /** The name of the account in the file. */
  readonly account: string;
  /** The amount in the ledger's smallest unit: positive for a debit, negative for a credit, never zero. */
  readonly amount: Minor;
  readonly layer: Layer;
  readonly description: string | null;
  readonly metadata: JsonObject | null;
}

/** The members of a transaction except its day and its entries, named like those of the API. */
export interface TransactionFields {
  /** The id in the ledger that it was exported from; other rows refer to it. Null if the file has none. */
  readonly id: string | null;
  readonly layer: Layer;
  /** The code of the journal; null for DEFAULT. */
  readonly journal: string | null;
  readonly reference: string | null;
  readonly correlationId: string | null;
  readonly correlationType: string | null;
  /** The id of another transaction of the file, like the next four. */
  readonly correlationSource: string | null;
  /** The id of the transaction that this one undoes, in part or whole; at most one of `reverses` and `releases` is set. */
  readonly reverses: string | null;
  readonly releases: string | null;
  readonly settles: string | null;
  readonly extends: string | null;
  readonly expiresAt: string | null;
  readonly metadata: JsonObject | null;
  readonly attributes: Readonly<Record<string, string>> | null;
}

/** The number of its first line, and its lines as they are in the file. */
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
   * The cells as JSON, for a row of a table that a map describes; its first entry is on the account of the table. Null for a row of a
   * statement, which no earlier version read. Undefined for every other row.
   */
  readonly cells?: string | null | undefined;
  /** The balances that are asserted at its entries. */
  readonly assertions?: readonly AssertionRow[];
}

/** The members of an account in a file; undefined if the file does not have them. */
export interface AccountRow extends Placed {
  readonly kind: 'account';
  /** The name of the account in the file. */
  readonly account: string;
  readonly code?: string | undefined;
  readonly name?: string | undefined;
  readonly type?: AccountType | undefined;
  readonly category?: 'system' | 'customer' | undefined;
  readonly normalBalance?: EntryType | undefined;
  readonly cashFlow?: CashFlowClass | undefined;
  readonly isGroup?: boolean | undefined;
  /** The parent's name in the file; undefined: the account above it in its path. */
  readonly parent?: string | undefined;
  readonly description?: string | undefined;
  readonly isInactive?: boolean | undefined;
  /** Whether the account comes from the record of an entry. Its faults are then reported with that entry's transaction. */
  readonly isOfEntry?: boolean;
  readonly metadata?: JsonObject | undefined;
}

export interface RejectedRow extends Placed, Reason {
  readonly kind: 'rejected';
}

/** A part of the file that the ledger cannot store. It is counted and reported once. */
export interface RemarkRow extends Reason {
  readonly kind: 'remark';
  readonly line: number;
}

/** A valid row that posts nothing. The summary counts it, and reports the reason once. */
export interface LeftOutRow extends Reason {
  readonly kind: 'left_out';
  readonly line: number;
  /** The number of such rows; undefined: one. */
  readonly times?: number;
}

/** A balance that a journal asserts. */
export interface AssertionRow {
  readonly kind: 'assertion';
  readonly line: number;
  /** The name of the account in the file. */
  readonly account: string;
  readonly date: Day;
  /** The amount; debits are positive. */
  readonly amount: Minor;
  /** Whether the balance includes all descendant accounts. */
  readonly isWithin: boolean;
  /**
   * Whether the balance is that of the beginning of the day. Otherwise it is the balance at this point among the transactions of the day.
   */
  readonly isBeforeDay: boolean;
  /** The sum of the later entries of its own transaction on the account. */
  readonly behind: bigint;
}

/** A line that determines how the following ones are read. The file of rejected rows repeats it before the rows that follow it. */
export interface SettingRow extends Placed {
  readonly kind: 'setting';
  /** Whether this is the first line of an export, which declares every account that it names; undefined: no. */
  readonly isOurs?: true;
  /** The delimiter of the cells in the rows that follow, if the file shows it. */
  readonly delimiter?: string;
  /** Whether the file has all days, so that it contains every transaction that others refer to. */
  readonly isWhole?: boolean;
}

/** An unsupported directive that changes the meaning of everything after it. Nothing of the file is imported. */
export interface StopRow extends Reason {
  readonly kind: 'stop';
  readonly line: number;
}

export type Row =
  TransactionRow | AccountRow | RejectedRow | RemarkRow | LeftOutRow | AssertionRow | SettingRow | StopRow;

export type Emit = (row: Row) => void;

/** Receives a file line by line from `lines.ts`. */
export interface LineReader {
  /** Takes a line without its line feed; a carriage return at its end is kept. */
  line(text: string, number: number): void;
  /** Takes the number of a line that is not valid text. */
  unreadable(number: number, reason: Reason): void;
  end(): void;
}

/** Receives a file piece by piece. */
export interface FileReader {
  push(bytes: Buffer): void;
  end(): void;
}

/** Stops the import for a reason found in that line; nothing of the file is imported. */
export type Stop = (line: number, reason: Reason) => void;

/** The ledger's currency and decimals, and the symbols of currencies in the file. */
export interface Books {
  readonly denomination: Denomination;
  /** The currency of each symbol; the empty text is the symbol of amounts without one. */
  readonly commodities: ReadonlyMap<string, string>;
}

/** An amount as written: plain digits with at most one decimal point, and its commodity. */
export interface WrittenAmount {
  readonly commodity: string;
  readonly digits: string;
}

/** Converts the amount to the ledger's smallest unit. */
export const minorOf = (
  { commodity, digits }: WrittenAmount,
  { denomination, commodities }: Books,
): Outcome<Reason, Minor> => {
  const amount = parseAmount(digits, denomination);
  const said = commodities.get(commodity) ?? knownCommodities.get(commodity) ?? commodity;
  // The export writes currencies that beancount would not accept with the prefix `X-`.
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

/** An entry whose amount may be left out. */
export interface WrittenEntry extends Omit<EntryRow, 'amount'> {
  /** The amount of the entry. Null if it is left out: then it is the amount that makes the entries balance. */
  readonly amount: Minor | null;
}

/** Returns the entries, with the missing amount computed. */
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

/** Returns the entries without those of zero, which move nothing. */
export const balanced = (entries: readonly WrittenEntry[]): Outcome<Reason, readonly EntryRow[]> => {
  const complete = completed(entries);
  return refused(complete) ? complete : ok(complete.right.filter(({ amount }) => amount !== 0n));
};
