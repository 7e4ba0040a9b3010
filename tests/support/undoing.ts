/** Settles, releases, reverses and voids single transactions without HTTP, over the given stores. */
import type { Principal } from '../../src/kernel/principal';
import { ok, refuse, refused, type Outcome } from '../../src/kernel/refusal';
import { createJudge } from '../../src/modules/attributes/application/judge';
import { defaultMaxKeys } from '../../src/modules/attributes/application/ports';
import type {
  Operation,
  OperationRefusal,
  PerformedOperation,
} from '../../src/modules/ledgering/application/operations/operation';
import { createPerform } from '../../src/modules/ledgering/application/operations/perform';
import type { RehearsalReader } from '../../src/modules/ledgering/application/rehearsal-reader';
import type { TurnDependencies } from '../../src/modules/ledgering/application/turn';
import { createVoid, type VoidRefusal } from '../../src/modules/ledgering/application/void';
import type { ReleaseRequest, SettlementRequest } from '../../src/modules/ledgering/domain/hold';
import type { ReversalRequest } from '../../src/modules/ledgering/domain/reversal';
import type { TransactionId } from '../../src/modules/ledgering/domain/transaction';
import { MemoryAttributesStore } from '../../src/modules/attributes/memory/attributes-store';

/**
 * A stub of the reader that dry runs use. These tests perform no dry runs. A void also reads its transaction through the stub, but these
 * tests ignore what the stub returns.
 */
export const nothingRehearsed: RehearsalReader = {
  transactions: async (_tx, _ledgerId, ids) => ids.map((id) => ({ id }) as never),
  totals: async () => [],
};

/** Judges attributes by the rules of a tenant that has declared no key, in memory. */
export const judgingWithoutRules = (reader = new MemoryAttributesStore()) => ({
  judge: createJudge({ reader, limits: { maxKeys: defaultMaxKeys } }),
});

type Undone = Outcome<OperationRefusal, PerformedOperation>;

export interface Undoing {
  reverse(caller: Principal, request: ReversalRequest): Promise<Undone>;
  /** By default, settles or releases the whole remaining amount, with today as the date. */
  settle(caller: Principal, id: TransactionId | undefined, request?: Partial<SettlementRequest>): Promise<Undone>;
  release(caller: Principal, id: TransactionId | undefined, request?: Partial<ReleaseRequest>): Promise<Undone>;
  void(caller: Principal, id: TransactionId | undefined, reason?: string): Promise<Outcome<VoidRefusal, unknown>>;
}

export const undoingIn = (turns: TurnDependencies): Undoing => {
  const rehearsals = nothingRehearsed;
  const catalog = { expandMany: async () => [] } as never;
  const perform = createPerform({
    ...turns,
    catalog,
    attributes: judgingWithoutRules(),
    rehearsals,
  });
  const voidOne = createVoid(turns, rehearsals);
  const one = async (caller: Principal, operation: Operation): Promise<Undone> => {
    const { results } = await perform({ caller, items: [ok(operation)], batch: null, isDryRun: false });
    const [result] = results;
    if (!result) throw new Error('nothing came of it');
    return refused(result) ? refuse(result.left) : result;
  };
  const whole = { part: null, idempotencyKey: null } as const;
  const said = {
    date: null,
    isFinal: true,
    description: null,
    reference: null,
    metadata: null,
    attributes: null,
  } as const;
  return {
    reverse: (caller, request) => one(caller, { kind: 'reverse', request }),
    settle: (caller, id, request) =>
      one(caller, { kind: 'settle', request: { ...whole, ...said, transactionId: id as TransactionId, ...request } }),
    release: (caller, id, request) =>
      one(caller, {
        kind: 'release',
        request: { ...whole, reason: null, date: null, transactionId: id as TransactionId, ...request },
      }),
    void: (caller, id, reason) =>
      voidOne(caller, { transactionId: id as TransactionId, reason: reason ?? null, isDryRun: false }),
  };
};
