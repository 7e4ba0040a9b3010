/**
 * The rows that the readers of all formats return, in the order of the file. A row is a transaction, an account declared in the file, a
 * part that cannot be read, or a message about the file. Readers are pure functions: of the ledger they know only the currency and its
 * decimals.
 */
import type { AccountType, CashFlowClass, EntryType, Layer } from '../../../src/kernel/accounting';
import { largestAmount, maxAmountDigits, parseAmount, type Denomination, type Minor } from '../../../src/kernel/money';
import { knownCommodities, otherCurrency } from './commodities';
import { ok, refuse, refused, type Outcome } from '../../../src/kernel/refusal';
import type { Day } from '../../../src/kernel/time';

/** The reason why something is not imported: a stable code, and a sentence with the cause and what to do about it. */
export interface Reason {
  readonly code: string;
  readonly message: string;
}

export const because = (code: string, message: string): Outcome<Reason, never> => refuse({ code, message });

/** Quotes a text of the file for use in a message. A long text is truncated, and control characters are escaped. */
export const quoted = (text: string): string =>
  JSON.stringify(text.length > maxQuoted ? `${text.slice(0, maxQuoted)}…` : text);

const maxQuoted = 80;

/** A tag of a transaction, an account or an entry: its name and its value. */
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

/** The members of a transaction except its day, description and entries, named as in the API. */
export interface TransactionFields {
  /** The id of the transaction in the ledger that exported it, by which other rows refer to it. Null if the file has no ids. */
  readonly id: string | null;
  readonly layer: Layer;
  /** The code of the journal; null for the journal DEFAULT. */
  readonly journal: string | null;
  readonly reference: string | null;
  readonly correlationId: string | null;
  readonly correlationType: string | null;
  /** The id of another transaction of the file, like `reverses`, `releases`, `settles` and `extends`. */
  readonly correlationSource: string | null;
  /** The id of the transaction that this one reverses, in part or in full. `reverses` and `releases` are never both set. */
  readonly reverses: string | null;
  readonly releases: string | null;
  readonly settles: string | null;
  readonly extends: string | null;
  readonly expiresAt: string | null;
  readonly metadata: JsonObject | null;
  readonly attributes: Readonly<Record<string, string>> | null;
}

/** The position of a row in the file: the number of its first line, and its text. */
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
   * The cells of a table row as JSON. A map describes the table, and the first entry of the row is on the table's account. Null for the row
   * of a statement, which no earlier version could read. Undefined for every other row.
   */
  readonly cells?: string | null | undefined;
  /** The balances that the file asserts after its entries. */
  readonly assertions?: readonly AssertionRow[];
}

/** An account that the file declares. Members that the file does not contain are undefined. */
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
  /** The name of the parent account in the file; undefined: the account above it in its path. */
  readonly parent?: string | undefined;
  readonly description?: string | undefined;
  readonly isInactive?: boolean | undefined;
  /** Whether the account was read from the record of an entry. Its faults are then reported with that entry's transaction. */
  readonly isOfEntry?: boolean;
  readonly metadata?: JsonObject | undefined;
}

export interface RejectedRow extends Placed, Reason {
  readonly kind: 'rejected';
}

/** A message about a part of the file that the ledger cannot store. Equal messages are counted and reported once. */
export interface RemarkRow extends Reason {
  readonly kind: 'remark';
  readonly line: number;
}

/** A valid row that posts nothing. The summary counts such rows, and reports each reason once. */
export interface LeftOutRow extends Reason {
  readonly kind: 'left_out';
  readonly line: number;
  /** The number of rows that this one stands for; undefined: one. */
  readonly times?: number;
}

/** A balance that a journal asserts. */
export interface AssertionRow {
  readonly kind: 'assertion';
  readonly line: number;
  /** The name of the account in the file. */
  readonly account: string;
  readonly date: Day;
  /** The asserted balance, positive for debits. */
  readonly amount: Minor;
  /** Whether the balance includes all accounts below this one. */
  readonly isWithin: boolean;
  /**
   * True for the balance at the beginning of the day. False for the balance at this point of the file, between the transactions of the day.
   */
  readonly isBeforeDay: boolean;
  /** The sum of the entries on this account that follow the assertion within the same transaction. */
  readonly behind: bigint;
}

/** A line that determines how the following lines are read. The file of rejected rows repeats it before the first row that needs it. */
export interface SettingRow extends Placed {
  readonly kind: 'setting';
  /** True for the first line of an export of this ledger. An export declares every account that its entries name. */
  readonly isOurs?: true;
  /** The delimiter of the rows that follow, if the file shows it. */
  readonly delimiter?: string;
  /** Whether the export contains all days, so that it contains every transaction that others refer to. */
  readonly isWhole?: boolean;
  /** Whether the file consists of rows that an import rejected. The transactions that they refer to may be in the imported file alone. */
  readonly isOfRejected?: boolean;
}

/** A directive that is not supported and would change the meaning of all lines after it. Nothing of the file is imported. */
export interface StopRow extends Reason {
  readonly kind: 'stop';
  readonly line: number;
}

export type Row =
  TransactionRow | AccountRow | RejectedRow | RemarkRow | LeftOutRow | AssertionRow | SettingRow | StopRow;

export type Emit = (row: Row) => void;

/** Receives a file line by line from `lines.ts`. */
export interface LineReader {
  /** Receives a line without its line feed. A carriage return at its end is kept. */
  line(text: string, number: number): void;
  /** Receives the number of a line that cannot be decoded. */
  unreadable(number: number, reason: Reason): void;
  end(): void;
}

/** Receives a file piece by piece. */
export interface FileReader {
  push(bytes: Buffer): void;
  end(): void;
}

/** Stops the import because of something in this line. Nothing of the file is imported. */
export type Stop = (line: number, reason: Reason) => void;

/** The data with which readers convert amounts: the ledger's currency and decimals, and the currency symbols of the file. */
export interface Books {
  readonly denomination: Denomination;
  /** Maps a symbol of the file to a currency. An empty text is the symbol of amounts without one. */
  readonly commodities: ReadonlyMap<string, string>;
}

/** An amount as the file has it: digits with at most one decimal point, and its commodity. */
export interface WrittenAmount {
  readonly commodity: string;
  readonly digits: string;
}

/** Converts a written amount to the ledger's smallest unit. */
export const minorOf = (
  { commodity, digits }: WrittenAmount,
  { denomination, commodities }: Books,
): Outcome<Reason, Minor> => {
  const amount = parseAmount(digits, denomination);
  const said = commodities.get(commodity) ?? knownCommodities.get(commodity) ?? commodity;
  // An export to beancount writes the prefix `X-` before a currency that beancount would not accept.
  const currency = said === `X-${denomination.currency}` ? denomination.currency : said;
  const isZero = !/[1-9]/.test(digits);
  if (currency !== denomination.currency && !isZero)
    return because('OTHER_CURRENCY', otherCurrency(commodity, digits, denomination.currency));
  if (!refused(amount)) return amount;
  switch (amount.left.kind) {
    case 'AmountPrecisionExceeded':
      return because(
        'AMOUNT_PRECISION_EXCEEDED',
        `The amount ${digits} has more decimals than the ledger stores (${amount.left.storageDecimals}).`,
      );
    case 'AmountTooLarge':
      return because(
        'AMOUNT_INVALID',
        `The amount ${digits} is too large. The largest amount in this ledger is ${largestAmount(denomination)}.`,
      );
    case 'AmountMalformed':
      return because(
        'AMOUNT_INVALID',
        `${digits} is not an amount. An amount has digits, at most ${maxAmountDigits} of them, and at most one decimal point.`,
      );
  }
};

/** An entry in the file, whose amount may be missing. */
export interface WrittenEntry extends Omit<EntryRow, 'amount'> {
  /** The amount of the entry. Null if the file leaves it out: it is then computed so that the entries balance. */
  readonly amount: Minor | null;
}

/** Computes the missing amount, and returns all entries. */
export const completed = (entries: readonly WrittenEntry[]): Outcome<Reason, readonly EntryRow[]> => {
  if (entries.length === 0) return because('ENTRIES_MISSING', 'The transaction has no entries.');
  let sum = 0n;
  let open = 0;
  for (const { amount } of entries)
    if (amount === null) open += 1;
    else sum += amount;
  if (open > 1)
    return because('ENTRIES_NOT_BALANCED', 'Two amounts are missing: only one can be calculated from the others.');
  if (open === 0 && sum !== 0n) return because('ENTRIES_NOT_BALANCED', 'The debits and the credits are not equal.');
  return ok(entries.map((entry): EntryRow => ({ ...entry, amount: (entry.amount ?? -sum) as Minor })));
};

/** Returns the entries whose amount is not zero. An entry of zero changes nothing, and the ledger refuses it. */
export const balanced = (entries: readonly WrittenEntry[]): Outcome<Reason, readonly EntryRow[]> => {
  const complete = completed(entries);
  return refused(complete) ? complete : ok(complete.right.filter(({ amount }) => amount !== 0n));
};
