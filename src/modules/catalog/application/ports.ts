/** What the catalog asks of a store. Adapters hold no rules; whoever has no `tx` cannot write. */
import type { LedgerId } from '../../../kernel/ids';
import type { Page, Slice } from '../../../kernel/page';
import { token } from '../../../kernel/token';
import type { Tx, UnitOfWork } from '../../../kernel/unit-of-work';
import type {
  TransactionCode,
  TransactionCodeFilter,
  TransactionCodeId,
  TransactionCodeStatus,
} from '../domain/transaction-code';

/** What may change of a code, and which template it stands for. */
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
  /** Nobody else changes it until `tx` ends. */
  lock(tx: Tx, ledgerId: LedgerId, id: TransactionCodeId): Promise<TransactionCode | undefined>;
  /** Writes the status and when it changed. */
  saveStatus(tx: Tx, transactionCode: TransactionCode): Promise<void>;

  read(ledgerId: LedgerId, id: TransactionCodeId): Promise<TransactionCode | undefined>;
  /** By code. */
  list(ledgerId: LedgerId, filter: TransactionCodeFilter, slice: Slice): Promise<Page<TransactionCode>>;
  /** As they are now, in no order; codes that the ledger does not have are missing. */
  states(ledgerId: LedgerId, codes: readonly string[]): Promise<readonly CodeState[]>;
  /** In no order. */
  readAll(ledgerId: LedgerId, ids: readonly TransactionCodeId[]): Promise<readonly TransactionCode[]>;
}

export const TRANSACTION_CODE_STORE = token<TransactionCodeStore>('TransactionCodeStore');
export const CATALOG_UNIT_OF_WORK = token<UnitOfWork>('CatalogUnitOfWork');
