/** POST /trancodes/{id}/deprecate: no new transaction may use the code; earlier transactions stay as they are. */
import { ok, refuse } from '../../../kernel/refusal';
import type { Clock } from '../../../kernel/time';
import type { UnitOfWork } from '../../../kernel/unit-of-work';
import type { TrancodeMissing } from '../domain/refusals';
import type { TransactionCode } from '../domain/transaction-code';
import type { Catalog } from '../index';
import type { TransactionCodeStore } from './ports';

export const deprecateTransactionCode =
  (store: TransactionCodeStore, unitOfWork: UnitOfWork, clock: Clock): Catalog['deprecate'] =>
  ({ ledgerId }, id) =>
    unitOfWork.run<TrancodeMissing, TransactionCode>({ ledgerIds: [ledgerId] }, async (tx) => {
      const found = await store.lock(tx, ledgerId, id);
      if (!found) return refuse({ kind: 'TrancodeMissing' });
      if (found.status === 'deprecated') return ok(found);
      const deprecated: TransactionCode = { ...found, status: 'deprecated', updatedAt: clock.now() };
      await store.saveStatus(tx, deprecated);
      return ok(deprecated);
    });
