/**
 * The types of a demo business: its records, and its deeds. A deed is one act of the story, such as a posting or a settlement, and becomes
 * one API request. Ids do not exist while the story is invented, so a deed refers to records by their codes and to earlier deeds by their
 * idempotency keys.
 */
import type { AccountType, EntryType, Layer } from '../../../src/kernel/accounting';
import type { Day } from '../../../src/kernel/time';

/** The records of the business that exist before its first day. */
export interface Business {
  /** A one-line description of the business. */
  readonly title: string;
  /** The ledgers of the business. If the first one exists, the books were created by an earlier call. */
  readonly ledgers: readonly LedgerPlan[];
  /** The string that connects all ledgers; undefined if no value moves between them. */
  readonly string?: { readonly code: string; readonly name: string };
  /** Maps the key of each attribute to its label. All of these attributes are searchable. */
  readonly attributes: Readonly<Record<string, string>>;
}

export interface LedgerPlan {
  readonly code: string;
  readonly name: string;
  readonly currency: string;
  /** The accounts of the ledger. A parent comes before its children. */
  readonly accounts: readonly AccountPlan[];
  /** Maps the code of each journal to its name. */
  readonly journals: Readonly<Record<string, string>>;
  readonly sets: readonly { readonly code: string; readonly name: string; readonly accounts: readonly string[] }[];
  /** The transaction codes, as bodies of POST /trancodes. */
  readonly transactionCodes: readonly object[];
}

export interface AccountPlan {
  readonly code: string;
  readonly name: string;
  readonly type: AccountType;
  readonly parent: string | null;
  /** The category of the account. Conversions and transfers may only use accounts of the category `customer`. */
  readonly category: 'system' | 'customer';
  readonly normalBalance: EntryType;
  /** The balance that must not fall below zero: the settled or the available balance; null if neither is limited. */
  readonly floor: 'settled' | 'available' | null;
  readonly isGroup: boolean;
  /** The account's section of the cash flow statement; null for that of the account above it or of its type. */
  readonly flow: 'cash' | 'financing' | null;
}

export interface Entry {
  readonly account: string;
  readonly type: EntryType;
  /** The amount in minor units. */
  readonly amount: bigint;
}

/** The expiry of a hold: after two seconds, after three weeks, or never. */
export type Expiry = 'at once' | 'in weeks' | 'never';

export type Deed = Opening | Item | Voiding | Moving | Locking;

/** The deeds that are sent in batches. */
export type Item = PostingDeed | Settling | Releasing | Reversing;

export interface Opening {
  readonly kind: 'open';
  readonly ledger: string;
  readonly account: AccountPlan;
}

export interface PostingDeed {
  readonly kind: 'post';
  readonly key: string;
  readonly ledger: string;
  readonly day: Day;
  readonly layer: Layer;
  readonly expiry: Expiry;
  readonly description: string;
  readonly reference: string;
  readonly journal: string | null;
  readonly correlation: string | null;
  readonly attributes: Readonly<Record<string, string>> | null;
  /** The entries of the transaction. If a transaction code creates them, the request contains the parameters of the code instead. */
  readonly entries: readonly Entry[];
  readonly through: { readonly code: string; readonly params: Readonly<Record<string, unknown>> } | null;
}

interface About {
  readonly key: string;
  readonly ledger: string;
  /** The idempotency key of the deed that this deed settles, releases or reverses. */
  readonly of: string;
  /** The amount to settle, release or reverse, in minor units; null: the whole remaining amount. */
  readonly amount: bigint | null;
}

export interface Settling extends About {
  readonly kind: 'settle';
  readonly day: Day;
  readonly isFinal: boolean;
  readonly description: string;
}

/**
 * A release always has the date of the real day on which the demo is created. So a hold that the story cancels earlier is reversed instead.
 */
export interface Releasing extends About {
  readonly kind: 'release';
  readonly reason: string;
}

export interface Reversing extends About {
  readonly kind: 'reverse';
  readonly day: Day;
  readonly reason: string;
}

export interface Voiding {
  readonly kind: 'void';
  readonly ledger: string;
  readonly of: string;
  readonly reason: string;
}

export interface Moving {
  readonly kind: 'convert' | 'transfer';
  readonly key: string;
  readonly day: Day;
  readonly source: { readonly ledger: string; readonly account: string; readonly amount: bigint };
  readonly target: { readonly ledger: string; readonly account: string; readonly amount: bigint };
  /** The price of one unit of the source in the target currency; null in a transfer. */
  readonly rate: string | null;
  readonly reference: string;
  readonly description: string;
}

export interface Locking {
  readonly kind: 'lock';
  readonly ledger: string;
  readonly until: Day;
  readonly reason: string;
}
