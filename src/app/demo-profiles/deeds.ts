/**
 * What a business has and does, in the words of the API. No ids are known while it is thought up: what a deed is about is
 * named by codes and by the idempotency keys of earlier deeds.
 */
import type { AccountType, EntryType, Layer } from '../../kernel/accounting';
import type { Day } from '../../kernel/time';

/** What is fixed before the first day. */
export interface Business {
  /** What its books are about, in a line for people. */
  readonly title: string;
  /** The first of them also tells which books these are. */
  readonly ledgers: readonly LedgerPlan[];
  /** Over all ledgers, where value moves between them. */
  readonly string?: { readonly code: string; readonly name: string };
  /** Key → label. All of them can be searched by. */
  readonly attributes: Readonly<Record<string, string>>;
}

export interface LedgerPlan {
  readonly code: string;
  readonly name: string;
  readonly currency: string;
  /** Parents first. */
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
  /** Customers' accounts move through strings, too. */
  readonly category: 'system' | 'customer';
  readonly normalBalance: EntryType;
  /** The balance, or what of it may be spent, is never below zero. */
  readonly floor: 'settled' | 'available' | null;
}

export interface Entry {
  readonly account: string;
  readonly type: EntryType;
  /** Minor units. */
  readonly amount: bigint;
}

/** When a hold expires: within seconds, in the life of the demo's reader, or never. */
export type Expiry = 'at once' | 'in weeks' | 'never';

export type Deed = Opening | Item | Voiding | Moving | Locking;

/** What goes into batches. */
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
  /** What it comes to; where a transaction code makes the entries, these are not sent. */
  readonly entries: readonly Entry[];
  readonly through: { readonly code: string; readonly params: Readonly<Record<string, unknown>> } | null;
}

interface About {
  readonly key: string;
  readonly ledger: string;
  /** The key of the deed that it is about. */
  readonly of: string;
  /** A part of it, in minor units; null is all that is left. */
  readonly amount: bigint | null;
}

export interface Settling extends About {
  readonly kind: 'settle';
  readonly day: Day;
  readonly isFinal: boolean;
  readonly description: string;
}

/** Takes effect on the real day on which the books are made: what is called off in the past is reversed instead. */
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
  /** What one unit of the source was worth in the target; null in a transfer. */
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
