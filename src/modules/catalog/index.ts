/** The catalog: transaction codes and their expansion. Other modules see only this file. */
import type { LedgerId } from '../../kernel/ids';
import type { Denomination } from '../../kernel/money';
import type { Page, Slice } from '../../kernel/page';
import type { Principal } from '../../kernel/principal';
import type { Outcome } from '../../kernel/refusal';
import { token } from '../../kernel/token';
import type { Expanded, ExpansionRequest } from './domain/expansion';
import type { CreationRefusal, ExpansionRefusal, TrancodeMissing, ValidationRefusal } from './domain/refusals';
import type {
  Expansion,
  JsonObject,
  NewTransactionCode,
  TransactionCode,
  TransactionCodeFilter,
  TransactionCodeId,
} from './domain/transaction-code';

export type { Expanded, ExpansionRequest } from './domain/expansion';
export type { CatalogRefusal, CreationRefusal, ExpansionRefusal, ValidationRefusal } from './domain/refusals';
export type {
  AccountSelector,
  ExpandedEntry,
  Expansion,
  JsonObject,
  NewTransactionCode,
  TransactionCode,
  TransactionCodeFilter,
  TransactionCodeId,
  TransactionCodeStatus,
} from './domain/transaction-code';

export interface Catalog {
  /** Compiles the template, judges whether it can ever balance, and keeps it. */
  create(caller: Principal, request: NewTransactionCode): Promise<Outcome<CreationRefusal, TransactionCode>>;
  /** Returns a page, ordered by code. */
  list(caller: Principal, filter: TransactionCodeFilter, slice: Slice): Promise<Page<TransactionCode>>;
  read(caller: Principal, id: TransactionCodeId): Promise<Outcome<TrancodeMissing, TransactionCode>>;
  /** One-way; deprecating again changes nothing. Transactions that were accepted by the code before stay as they are. */
  deprecate(caller: Principal, id: TransactionCodeId): Promise<Outcome<TrancodeMissing, TransactionCode>>;
  /** A dry run: what would be posted to the settled layer, whatever the code's status. */
  validateParams(
    caller: Principal,
    id: TransactionCodeId,
    params: JsonObject,
  ): Promise<Outcome<ValidationRefusal, Expanded>>;
  /**
   * Returns why some active codes of a ledger could not be used with another currency or other decimals, as the end of
   * a sentence: a literal amount may have too many decimals. Undefined if all of them could.
   */
  uncountable(ledgerId: LedgerId, denomination: Denomination): Promise<string | undefined>;
  /**
   * Expands transactions by code: one outcome for each request, in order. The status of every code is read from the
   * store, once for the whole list; what is compiled is kept.
   */
  expandMany(
    caller: Principal,
    requests: readonly ExpansionRequest[],
  ): Promise<readonly Outcome<ExpansionRefusal, Expansion>[]>;
}

export const CATALOG = token<Catalog>('Catalog');
