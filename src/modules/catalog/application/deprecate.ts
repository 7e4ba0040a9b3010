/**
 * Deprecates a transaction code (POST /trancodes/{id}/deprecate): no new transaction may use it, and earlier transactions stay as they are.
 */
import type { LedgerLog } from '../../../kernel/ledger-log';
import { ok, refuse } from '../../../kernel/refusal';
import { transactionCodeFormats } from '../domain/formats';
import type { TrancodeMissing } from '../domain/refusals';
import type { TransactionCode } from '../domain/transaction-code';
import type { Catalog } from '../index';
import type { TransactionCodeStore } from './ports';

export const deprecateTransactionCode =
  (store: TransactionCodeStore, log: LedgerLog): Catalog['deprecate'] =>
  ({ ledgerId, actor }, id) =>
    log.inTurn<TrancodeMissing, TransactionCode>(ledgerId, async ({ tx, now, append }) => {
      const found = await store.lock(tx, ledgerId, id);
      if (!found) return refuse({ kind: 'TrancodeMissing' });
      if (found.status === 'deprecated') return ok(found);
      const deprecated: TransactionCode = { ...found, status: 'deprecated', updatedAt: now };
      await store.saveStatus(tx, deprecated);
      const content = transactionCodeFormats.contentOf(deprecated);
      await append({ type: 'trancode_deprecated', trancodeId: id, actor, content });
      return ok(deprecated);
    });
