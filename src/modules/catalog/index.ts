/** The catalog: transaction codes and their expansion. Other contexts import only this file. */
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
  /** Compiles the template, checks whether it can ever balance, and stores it. */
  create(caller: Principal, request: NewTransactionCode): Promise<Outcome<CreationRefusal, TransactionCode>>;
  /** Returns a page of transaction codes, ordered by code. */
  list(caller: Principal, filter: TransactionCodeFilter, slice: Slice): Promise<Page<TransactionCode>>;
  read(caller: Principal, id: TransactionCodeId): Promise<Outcome<TrancodeMissing, TransactionCode>>;
  /** Deprecates the code for good; a second call changes nothing. Transactions that were accepted with the code stay as they are. */
  deprecate(caller: Principal, id: TransactionCodeId): Promise<Outcome<TrancodeMissing, TransactionCode>>;
  /**
   * Returns the transaction that the parameters would post to the settled layer, whether or not the code is deprecated. Nothing is posted.
   */
  validateParams(
    caller: Principal,
    id: TransactionCodeId,
    params: JsonObject,
  ): Promise<Outcome<ValidationRefusal, Expanded>>;
  /**
   * Explains why some active codes of a ledger could not be used with a different currency or a different number of decimals: for example,
   * a literal amount has too many decimals. The text is the end of a sentence; undefined if all codes could be used.
   */
  uncountable(ledgerId: LedgerId, denomination: Denomination): Promise<string | undefined>;
  /**
   * Expands the requests and returns one outcome for each, in order. One query reads the status of all codes from the store; compiled
   * templates are cached.
   */
  expandMany(
    caller: Principal,
    requests: readonly ExpansionRequest[],
  ): Promise<readonly Outcome<ExpansionRefusal, Expansion>[]>;
}

export const CATALOG = token<Catalog>('Catalog');
