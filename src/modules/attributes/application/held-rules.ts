/**
 * A tenant's rules, held by the transaction that reads them. What was read before is kept by version, so that as long as
 * nothing changes the one statement that takes the lock tells everything. Nothing is ever believed without the lock.
 */
import type { TenantId } from '../../../kernel/ids';
import type { Tx } from '../../../kernel/unit-of-work';
import type { AdmissionRules } from '../domain/admission';
import type { HeldRules, Hold, RulesStore } from './ports';

export interface RulesInHand {
  /** The rules of this very moment; nobody changes them before `tx` ends. */
  hold(tx: Tx, tenantId: TenantId, how: Hold): Promise<AdmissionRules>;
  /** The rules as they were last seen: good for a guess. */
  last(tenantId: TenantId): AdmissionRules | undefined;
}

const maxKeptTenants = 1_000;

export const createRulesInHand = (store: RulesStore): RulesInHand => {
  const kept = new Map<TenantId, HeldRules & AdmissionRules>();
  return {
    hold: async (tx, tenantId, how) => {
      const held = await store.hold(tx, tenantId, how);
      const known = kept.get(tenantId);
      if (known?.version === held.version) return known;
      const rules = { ...held, ...(await store.readKeys(tx, tenantId)) };
      kept.delete(tenantId);
      kept.set(tenantId, rules);
      const [oldest = tenantId] = kept.keys();
      if (kept.size > maxKeptTenants) kept.delete(oldest);
      return rules;
    },
    last: (tenantId) => kept.get(tenantId),
  };
};
