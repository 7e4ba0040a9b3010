/** Entries of accounts, summed by the item that they belong to and by day: from these sums the part of an item that is still open follows. */
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
  /** A place of the log that has been reached: transactions that were not in force at it do not count. */
  readonly knownAtSequence: bigint;
  /** The key of the attribute whose value names an item. */
  readonly attribute: string | undefined;
  readonly limit: number;
}

/** The entries of an item on one day, in minor units. */
export interface ItemDay {
  readonly accountId: AccountId;
  /** On the layers `pending` and `encumbrance` the transaction that holds, which settlements and releases belong to; null on `settled`. */
  readonly holdId: string | null;
  /** The value of the attribute, of a hold that of the hold; null without one. */
  readonly value: string | null;
  readonly day: Day;
  readonly debits: bigint;
  readonly credits: bigint;
}

export interface OpenItemsReader {
  /** Sums in no order, at most `limit`. */
  itemDays(scope: ReadScope, question: OpenItemsQuestion): Promise<readonly ItemDay[]>;
}

export const OPEN_ITEMS_READER = token<OpenItemsReader>('OpenItemsReader');
