/** The store of the catalog. Adapters hold no rules, and every write takes a `tx`. */
import type { LedgerId } from '../../../kernel/ids';
import type { Page, Slice } from '../../../kernel/page';
import type { Principal } from '../../../kernel/principal';
import type { QuotaUse } from '../../../kernel/quotas';
import { token } from '../../../kernel/token';
import type { Tx } from '../../../kernel/unit-of-work';
import type {
  TransactionCode,
  TransactionCodeFilter,
  TransactionCodeId,
  TransactionCodeStatus,
} from '../domain/transaction-code';

/** The part of a code that may change, and the template that it names. */
export interface CodeState {
  readonly id: TransactionCodeId;
  readonly code: string;
  readonly version: number;
  readonly status: TransactionCodeStatus;
}

export interface TransactionCodeStore {
  /** Returns whether the ledger has that code. */
  holds(tx: Tx, ledgerId: LedgerId, code: string): Promise<boolean>;
  /** Returns false, and writes nothing, if another transaction took the code meanwhile. */
  add(tx: Tx, transactionCode: TransactionCode): Promise<boolean>;
  /** Returns how many codes the ledger has, after the addition of one. Needs the head's lock. */
  readUse(tx: Tx, whose: Pick<Principal, 'tenantId' | 'ledgerId'>): Promise<QuotaUse>;
  /**
   * Locks the code until `tx` ends, after waiting for every transaction that was accepted by its old state. Needs the
   * head's lock.
   */
  lock(tx: Tx, ledgerId: LedgerId, id: TransactionCodeId): Promise<TransactionCode | undefined>;
  /** Writes the status and when it changed. */
  saveStatus(tx: Tx, transactionCode: TransactionCode): Promise<void>;

  /**
   * Returns the codes whose ids follow the given one, in order, and whether the log records each from its creation on.
   */
  keptBehind(
    tx: Tx,
    ledgerId: LedgerId,
    after: string,
    limit: number,
  ): Promise<readonly (TransactionCode & { readonly isLogged: boolean })[]>;

  read(ledgerId: LedgerId, id: TransactionCodeId): Promise<TransactionCode | undefined>;
  /** Returns a page, ordered by code. */
  list(ledgerId: LedgerId, filter: TransactionCodeFilter, slice: Slice): Promise<Page<TransactionCode>>;
  /** Returns their present state, in any order; codes that the ledger does not have are missing. */
  states(ledgerId: LedgerId, codes: readonly string[]): Promise<readonly CodeState[]>;
  /** Returns the codes in any order. */
  readAll(ledgerId: LedgerId, ids: readonly TransactionCodeId[]): Promise<readonly TransactionCode[]>;
}

export const TRANSACTION_CODE_STORE = token<TransactionCodeStore>('TransactionCodeStore');
