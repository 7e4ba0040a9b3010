/**
 * Admission on the write path. The tenant's rules are held from the verdict until `write` has committed, so that whoever
 * changes them, strict mode, a definition, an index, waits for what was judged by the old ones, and what comes after is
 * judged by the new ones. Known keys share the rules; a group that brings a new key has them alone, declares it
 * afterwards if it was really written, and so no two groups ever count the same free place under the cap.
 *
 * Two kinds of groups need no rules. One has no attributes. The other has only keys that were once seen declared and
 * indexed: a key is never undeclared, so no mode and no cap concerns it, and a row in the index of a key that was turned
 * off meanwhile is one that turning it on again would have to write.
 *
 * `write` commits first and the declaration after it. A crash in between leaves a transaction whose key is in no catalog:
 * its next use declares it, strict mode does not know it, and an index that is turned on later goes through all older
 * transactions anyway, so nothing is counted, found or refused wrongly.
 */
import { createFairLine } from '../../../kernel/fair-line';
import type { TenantId } from '../../../kernel/ids';
import { newId } from '../../../kernel/ids';
import { ok, refuse, refused } from '../../../kernel/refusal';
import type { Clock } from '../../../kernel/time';
import type { Log } from '../../../kernel/tokens';
import type { UnitOfWork } from '../../../kernel/unit-of-work';
import { judgeAdmissions, judgeAttributes, type Admission } from '../domain/admission';
import { define } from '../domain/definition';
import type { Admitted, Attributes, Write } from '../index';
import type { RulesInHand } from './held-rules';
import type { AttributeLimits, Hold, RulesStore } from './ports';

export interface AdmitDependencies {
  readonly unitOfWork: UnitOfWork;
  readonly store: RulesStore;
  readonly rules: RulesInHand;
  readonly limits: AttributeLimits;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * An admission keeps one connection while `write` takes another of the same pool: the one place in this service where
 * somebody who has a connection waits for a second. It cannot wait for ever, because a tenant has one admission at a time:
 * of the connections that a tenant may have, all but that one come free by themselves, and two are enough. The same holds
 * for the whole pool, as long as it has more connections than there are admissions. And a tenant whose write is stuck
 * stops its own new keys alone.
 */
export const maxAdmissionsAtOnce = 4;
/** Of one tenant; a group that waits is up to a hundred transactions. */
const maxWaitingAdmissions = 1_000;
const maxWaitMs = 10_000;

const noKeys: ReadonlySet<string> = new Set();
/** Rules belong to a tenant: this transaction needs no ledger. */
const noLedger = { ledgerIds: [] };

export const createAdmit = (dependencies: AdmitDependencies): Attributes['admit'] => {
  const { rules, limits } = dependencies;
  const line = createFairLine({
    ...{ places: maxAdmissionsAtOnce, placesEach: 1 },
    ...{ maxWaitMs, maxWaitingEach: maxWaitingAdmissions },
  });
  return async ({ tenantId }, maps, write) => {
    const shapes = maps.map((map) => (map === null ? ok(null) : judgeAttributes(map)));
    const { indexedKeys = noKeys } = rules.last(tenantId) ?? {};
    if (shapes.every((shape) => keysOf(shape).every((key) => indexedKeys.has(key))))
      return (await write(shapes, indexedKeys)).answer;
    await line.enter(tenantId);
    try {
      const guess = rules.last(tenantId);
      const declares = guess && declaresKeys(judgeAdmissions(shapes, guess, limits.maxKeys));
      const admitted =
        (await admit(dependencies, tenantId, shapes, declares ? 'alone' : 'shared', write)) ??
        (await admit(dependencies, tenantId, shapes, 'alone', write));
      if (!admitted) throw new Error('an admission that had the rules alone was told that it needs them alone');
      return admitted.answer;
    } finally {
      line.leave(tenantId);
    }
  };
};

const keysOf = (shape: Admission['verdict']): readonly string[] =>
  refused(shape) ? [] : Object.keys(shape.right ?? {});

const declaresKeys = (admissions: readonly Admission[]): boolean =>
  admissions.some(({ newKeys }) => newKeys.length > 0);

/** Undefined when it would declare a key and does not have the rules alone: nothing was written. */
const admit = async <A>(
  { unitOfWork, store, rules, limits, clock, log }: AdmitDependencies,
  tenantId: TenantId,
  shapes: readonly Admission['verdict'][],
  how: Hold,
  write: Write<A>,
): Promise<Admitted<A> | undefined> => {
  const done: { admitted?: Admitted<A> } = {};
  try {
    await unitOfWork.run<'nothing to declare' | 'not alone', void>(noLedger, async (tx) => {
      const held = await rules.hold(tx, tenantId, how);
      const admissions = judgeAdmissions(shapes, held, limits.maxKeys);
      if (how === 'shared' && declaresKeys(admissions)) return refuse('not alone');
      // Were this transaction run again, what is written stays written.
      done.admitted ??= await write(
        admissions.map(({ verdict }) => verdict),
        held.indexedKeys,
      );
      const { written } = done.admitted;
      const used = new Set(admissions.flatMap(({ newKeys }, index) => (written[index] ? newKeys : [])));
      // Rolled back: a commit would wait for the disk, and there is nothing to keep but the lock.
      if (used.size === 0) return refuse('nothing to declare');
      const now = clock.now();
      const definitions = [...used].map((key) => define({ key, label: null, isIndexed: false }, newId(), now));
      await store.insertDefinitions(tx, tenantId, definitions);
      return ok(undefined);
    });
  } catch (error) {
    if (!done.admitted) throw error;
    log.warn({ tenantId, error }, 'transactions were accepted, but their new attribute keys could not be declared');
  }
  return done.admitted;
};
