/** The store of the catalog. Adapters contain no rules, and every write needs a `tx`. */
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

/** The status of a code, with the id and version by which a cached template is found. */
export interface CodeState {
  readonly id: TransactionCodeId;
  readonly code: string;
  readonly version: number;
  readonly status: TransactionCodeStatus;
}

export interface TransactionCodeStore {
  /** Returns whether the ledger has a code with this name. */
  holds(tx: Tx, ledgerId: LedgerId, code: string): Promise<boolean>;
  /** Adds the code. Returns false, and writes nothing, if another transaction has added the same code. */
  add(tx: Tx, transactionCode: TransactionCode): Promise<boolean>;
  /**
   * Returns the number of the ledger's codes, including one that was just added, and the limit. The caller must hold the lock on the
   * ledger's head.
   */
  readUse(tx: Tx, whose: Pick<Principal, 'tenantId' | 'ledgerId'>): Promise<QuotaUse>;
  /**
   * Locks the code until `tx` ends. First waits for every transaction that was accepted while the code had its old state. The caller must
   * hold the lock on the ledger's head.
   */
  lock(tx: Tx, ledgerId: LedgerId, id: TransactionCodeId): Promise<TransactionCode | undefined>;
  /** Writes the status, and the time of its change. */
  saveStatus(tx: Tx, transactionCode: TransactionCode): Promise<void>;

  /** Returns the codes with ids after `after`, sorted by id, and for each whether the log contains its creation. */
  keptBehind(
    tx: Tx,
    ledgerId: LedgerId,
    after: string,
    limit: number,
  ): Promise<readonly (TransactionCode & { readonly isLogged: boolean })[]>;

  read(ledgerId: LedgerId, id: TransactionCodeId): Promise<TransactionCode | undefined>;
  /** Returns a page of transaction codes, ordered by code. */
  list(ledgerId: LedgerId, filter: TransactionCodeFilter, slice: Slice): Promise<Page<TransactionCode>>;
  /** Returns the current state of each of the given codes that exists in the ledger, in any order. */
  states(ledgerId: LedgerId, codes: readonly string[]): Promise<readonly CodeState[]>;
  /** Returns the codes with these ids, in any order. */
  readAll(ledgerId: LedgerId, ids: readonly TransactionCodeId[]): Promise<readonly TransactionCode[]>;
}

export const TRANSACTION_CODE_STORE = token<TransactionCodeStore>('TransactionCodeStore');
