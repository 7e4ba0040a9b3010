/**
 * A business's records and acts, in the terms of the API. No ids are known while the story is made: a deed refers to
 * records by codes and by the idempotency keys of earlier deeds.
 */
import type { AccountType, EntryType, Layer } from '../../../src/kernel/accounting';
import type { Day } from '../../../src/kernel/time';

/** The facts that are fixed before the first day. */
export interface Business {
  /** The subject of its books, in one line for people. */
  readonly title: string;
  /** The first ledger also identifies the books. */
  readonly ledgers: readonly LedgerPlan[];
  /** Spans all ledgers, if value moves between them. */
  readonly string?: { readonly code: string; readonly name: string };
  /** Key → label. Transactions can be searched by all of them. */
  readonly attributes: Readonly<Record<string, string>>;
}

export interface LedgerPlan {
  readonly code: string;
  readonly name: string;
  readonly currency: string;
  /** A parent comes before its children. */
  readonly accounts: readonly AccountPlan[];
  /** Code → name. */
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
  /** Only customers' accounts may also move through strings. */
  readonly category: 'system' | 'customer';
  readonly normalBalance: EntryType;
  /** The balance that must not fall below zero: the settled or the available one. */
  readonly floor: 'settled' | 'available' | null;
}

export interface Entry {
  readonly account: string;
  readonly type: EntryType;
  /** Minor units. */
  readonly amount: bigint;
}

/** When a hold expires: within seconds, weeks later, or never. */
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
  /** The resulting entries; if a transaction code makes them, they are not sent. */
  readonly entries: readonly Entry[];
  readonly through: { readonly code: string; readonly params: Readonly<Record<string, unknown>> } | null;
}

interface About {
  readonly key: string;
  readonly ledger: string;
  /** The key of the deed that this one refers to. */
  readonly of: string;
  /** The part in minor units; null for all that is left. */
  readonly amount: bigint | null;
}

export interface Settling extends About {
  readonly kind: 'settle';
  readonly day: Day;
  readonly isFinal: boolean;
  readonly description: string;
}

/**
 * A release takes effect on the real day on which the books are made, so a hold that is cancelled in the past is
 * reversed instead.
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
