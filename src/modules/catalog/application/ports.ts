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
  /** Whether the ledger has that code. */
  holds(tx: Tx, ledgerId: LedgerId, code: string): Promise<boolean>;
  /** False when another transaction took the code meanwhile: nothing was written. */
  add(tx: Tx, transactionCode: TransactionCode): Promise<boolean>;
  /** How many codes the ledger has, behind the addition of one. Needs the head's lock. */
  readUse(tx: Tx, whose: Pick<Principal, 'tenantId' | 'ledgerId'>): Promise<QuotaUse>;
  /** Locks the code until `tx` ends, behind everything that is accepted by it as it was. Needs the head's lock. */
  lock(tx: Tx, ledgerId: LedgerId, id: TransactionCodeId): Promise<TransactionCode | undefined>;
  /** Writes the status and when it changed. */
  saveStatus(tx: Tx, transactionCode: TransactionCode): Promise<void>;

  /** In the order of their ids, behind one; and whether the log tells of each from its beginning on. */
  keptBehind(
    tx: Tx,
    ledgerId: LedgerId,
    after: string,
    limit: number,
  ): Promise<readonly (TransactionCode & { readonly isLogged: boolean })[]>;

  read(ledgerId: LedgerId, id: TransactionCodeId): Promise<TransactionCode | undefined>;
  /** By code. */
  list(ledgerId: LedgerId, filter: TransactionCodeFilter, slice: Slice): Promise<Page<TransactionCode>>;
  /** Their state now, in no order; codes that the ledger does not have are missing. */
  states(ledgerId: LedgerId, codes: readonly string[]): Promise<readonly CodeState[]>;
  /** In no order. */
  readAll(ledgerId: LedgerId, ids: readonly TransactionCodeId[]): Promise<readonly TransactionCode[]>;
}

export const TRANSACTION_CODE_STORE = token<TransactionCodeStore>('TransactionCodeStore');
