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
  /** Returns a page, ordered by code. */
  list(caller: Principal, filter: TransactionCodeFilter, slice: Slice): Promise<Page<TransactionCode>>;
  read(caller: Principal, id: TransactionCodeId): Promise<Outcome<TrancodeMissing, TransactionCode>>;
  /**
   * Deprecates the code, which cannot be undone; a second call changes nothing. Transactions that were accepted by the code stay as they
   * are.
   */
  deprecate(caller: Principal, id: TransactionCodeId): Promise<Outcome<TrancodeMissing, TransactionCode>>;
  /** Returns what would be posted to the settled layer, regardless of the code's status. Nothing is posted. */
  validateParams(
    caller: Principal,
    id: TransactionCodeId,
    params: JsonObject,
  ): Promise<Outcome<ValidationRefusal, Expanded>>;
  /**
   * Explains why some active codes of a ledger could not be used with another currency or other decimals, as the end of a sentence: for
   * example, a literal amount has too many decimals. Undefined if all of them could.
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
