/** Creates a transaction code (POST /trancodes). Its template is compiled and checked in full before it is stored. */
import { requireDenomination } from '../../../kernel/guess';
import { newId } from '../../../kernel/ids';
import type { LedgerLog } from '../../../kernel/ledger-log';
import { judgeUse } from '../../../kernel/quotas';
import { ok, refuse, refused } from '../../../kernel/refusal';
import { judgeBalance } from '../domain/balance';
import { mixedLayersOf } from '../domain/one-layer';
import { transactionCodeFormats } from '../domain/formats';
import type { CreationRefusal } from '../domain/refusals';
import { compileTemplate, oversizeOf } from '../domain/template';
import type { TransactionCode } from '../domain/transaction-code';
import type { Catalog } from '../index';
import type { TransactionCodeStore } from './ports';

const firstVersion = 1;

export const createTransactionCode =
  (store: TransactionCodeStore, log: LedgerLog): Catalog['create'] =>
  async ({ tenantId, ledgerId, denomination, actor }, request) => {
    const oversize = oversizeOf(request);
    if (oversize) return refuse({ kind: 'TrancodeInvalid', errors: oversize });
    const template = compileTemplate(request, denomination);
    if (refused(template)) return refuse({ kind: 'TrancodeInvalid', errors: template.left });
    const mixed = mixedLayersOf(template.right);
    if (mixed) return refuse({ kind: 'TrancodeInvalid', errors: mixed });
    const balance = judgeBalance(template.right);
    return log.inTurn<CreationRefusal, TransactionCode>(
      ledgerId,
      async ({ tx, now, append, denomination: counted }) => {
        requireDenomination(denomination, await counted());
        const taken = refuse({ kind: 'TrancodeCodeExists', code: request.code } as const);
        if (await store.holds(tx, ledgerId, request.code)) return taken;
        if (refused(balance)) return balance;
        const times = { createdAt: now, updatedAt: now };
        const made: TransactionCode = { ...request, id: newId(), ledgerId, version: firstVersion, ...times };
        if (!(await store.add(tx, made))) return taken;
        const room = judgeUse('transaction_codes', await store.readUse(tx, { tenantId, ledgerId }));
        if (refused(room)) return room;
        const content = transactionCodeFormats.contentOf(made);
        await append({ type: 'trancode_created', trancodeId: made.id, actor, content });
        return ok(made);
      },
    );
  };
