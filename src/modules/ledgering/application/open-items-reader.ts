/** Reads the entries of accounts, summed by item and day. The open part of each item is computed from these sums. */
import type { Layer } from '../../../kernel/accounting';
import type { Day } from '../../../kernel/time';
import { token } from '../../../kernel/token';
import type { AccountId } from '../domain/account';
import type { ReadScope } from './reader';

export interface OpenItemsQuestion {
  readonly accountIds: readonly AccountId[];
  readonly layer: Layer;
  /** The last day that counts. */
  readonly to: Day;
  /** A sequence that the log has reached. Transactions that were not in force at it do not count. */
  readonly knownAtSequence: bigint;
  /** The key of the attribute whose value names an item. */
  readonly attribute: string | undefined;
  readonly limit: number;
}

/** The entries of an item on one day, in minor units. */
export interface ItemDay {
  readonly accountId: AccountId;
  /** The id of the hold, for entries on the layers `pending` and `encumbrance`, also of its settlements and releases; null on `settled`. */
  readonly holdId: string | null;
  /** The value of the attribute; for entries of a hold, the hold's value. Null if there is none. */
  readonly value: string | null;
  readonly day: Day;
  readonly debits: bigint;
  readonly credits: bigint;
}

export interface OpenItemsReader {
  /** Returns at most `limit` sums, in no order. */
  itemDays(scope: ReadScope, question: OpenItemsQuestion): Promise<readonly ItemDay[]>;
}

export const OPEN_ITEMS_READER = token<OpenItemsReader>('OpenItemsReader');
