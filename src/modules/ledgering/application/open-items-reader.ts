/** Reads the entries of accounts, summed by item and day. The open part of each item is computed from these sums. */
import type { Layer } from '../../../kernel/accounting';
import type { Day } from '../../../kernel/time';
import { token } from '../../../kernel/token';
import type { AccountId } from '../domain/account';
import type { ReadScope } from './reader';

export interface OpenItemsQuestion {
  readonly accountIds: readonly AccountId[];
  readonly layer: Layer;
  /** The last day whose entries count. */
  readonly to: Day;
  /**
   * The sequence of the log as of which the entries are read. The log must have reached it. Transactions that were not in force at this
   * sequence do not count.
   */
  readonly knownAtSequence: bigint;
  /** The key of the attribute that names the item of an entry; entries with the same value belong to one item. */
  readonly attribute: string | undefined;
  readonly limit: number;
}

/** The sums of the entries of an item on one day, in minor units. */
export interface ItemDay {
  readonly accountId: AccountId;
  /**
   * The id of the hold to which entries on the layers `pending` and `encumbrance` belong; the entries of its settlements and releases
   * belong to it too. Null on `settled`.
   */
  readonly holdId: string | null;
  /** The value of the attribute; entries of a hold have the hold's value. Null if the transaction has no such attribute. */
  readonly value: string | null;
  readonly day: Day;
  readonly debits: bigint;
  readonly credits: bigint;
}

export interface OpenItemsReader {
  /** Returns at most `limit` sums, in any order. */
  itemDays(scope: ReadScope, question: OpenItemsQuestion): Promise<readonly ItemDay[]>;
}

export const OPEN_ITEMS_READER = token<OpenItemsReader>('OpenItemsReader');
