/**
 * The records and acts of a business, in the terms of the API. While the story is invented no ids exist: a deed refers to records by codes
 * and by the idempotency keys of earlier deeds.
 */
import type { AccountType, EntryType, Layer } from '../../../src/kernel/accounting';
import type { Day } from '../../../src/kernel/time';

/** The facts that are fixed before the first day. */
export interface Business {
  /** The subject of the books, in one line for people. */
  readonly title: string;
  /** The first ledger also identifies the books. */
  readonly ledgers: readonly LedgerPlan[];
  /** The string of all ledgers; undefined if no value moves between them. */
  readonly string?: { readonly code: string; readonly name: string };
  /** The labels of attributes by key. Transactions can be searched by all of them. */
  readonly attributes: Readonly<Record<string, string>>;
}

export interface LedgerPlan {
  readonly code: string;
  readonly name: string;
  readonly currency: string;
  /** The accounts, each after its parent. */
  readonly accounts: readonly AccountPlan[];
  /** The names of journals by code. */
  readonly journals: Readonly<Record<string, string>>;
  readonly sets: readonly { readonly code: string; readonly name: string; readonly accounts: readonly string[] }[];
  /** Bodies of POST /trancodes. */
  readonly transactionCodes: readonly object[];
}

export interface AccountPlan {
  readonly code: string;
  readonly name: string;
  readonly type: AccountType;
  readonly parent: string | null;
  /** The category of the account. Only customers' accounts may also move through strings. */
  readonly category: 'system' | 'customer';
  readonly normalBalance: EntryType;
  /** The balance that must not fall below zero: the settled or the available one; null: neither. */
  readonly floor: 'settled' | 'available' | null;
  readonly isGroup: boolean;
}

export interface Entry {
  readonly account: string;
  readonly type: EntryType;
  /** The amount in minor units. */
  readonly amount: bigint;
}

/** The time of a hold's expiry: within seconds, weeks later, or never. */
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
  /** The resulting entries. If a transaction code creates them, they are not sent. */
  readonly entries: readonly Entry[];
  readonly through: { readonly code: string; readonly params: Readonly<Record<string, unknown>> } | null;
}

interface About {
  readonly key: string;
  readonly ledger: string;
  /** The key of the deed that this one refers to. */
  readonly of: string;
  /** The part in minor units; null: the whole remaining amount. */
  readonly amount: bigint | null;
}

export interface Settling extends About {
  readonly kind: 'settle';
  readonly day: Day;
  readonly isFinal: boolean;
  readonly description: string;
}

/** A release takes effect on the real day on which the demo is created, so a hold that is cancelled in the past is reversed instead. */
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
