/** POST /trancodes: a template is compiled and judged in full before it is stored. */
import { newId } from '../../../kernel/ids';
import { ok, refuse, refused } from '../../../kernel/refusal';
import { inSlices } from '../../../kernel/slices';
import type { Clock } from '../../../kernel/time';
import type { UnitOfWork } from '../../../kernel/unit-of-work';
import { judgeBalance } from '../domain/balance';
import type { CreationRefusal } from '../domain/refusals';
import { compileTemplate, oversizeOf } from '../domain/template';
import type { TransactionCode } from '../domain/transaction-code';
import type { Catalog } from '../index';
import type { TransactionCodeStore } from './ports';

const firstVersion = 1;

export const createTransactionCode =
  (store: TransactionCodeStore, unitOfWork: UnitOfWork, clock: Clock): Catalog['create'] =>
  async ({ ledgerId, denomination }, request) => {
    const oversize = oversizeOf(request);
    if (oversize) return refuse({ kind: 'TrancodeInvalid', errors: oversize });
    const pause = inSlices();
    const template = compileTemplate(request, denomination);
    if (refused(template)) return refuse({ kind: 'TrancodeInvalid', errors: template.left });
    await pause();
    const balance = judgeBalance(template.right);
    const now = clock.now();
    const made: TransactionCode = {
      ...request,
      id: newId(),
      ledgerId,
      version: firstVersion,
      createdAt: now,
      updatedAt: now,
    };
    return unitOfWork.run<CreationRefusal, TransactionCode>({ ledgerIds: [ledgerId] }, async (tx) => {
      const taken = refuse({ kind: 'TrancodeCodeExists', code: request.code } as const);
      if (await store.holds(tx, ledgerId, request.code)) return taken;
      if (refused(balance)) return balance;
      return (await store.add(tx, made)) ? ok(made) : taken;
    });
  };
