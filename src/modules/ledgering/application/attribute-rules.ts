/** Holds the attribute rules that a write was judged by, and declares its new attribute keys (decision 14). */
import type { LedgerTime } from '../../../kernel/clock';
import type { Tx } from '../../../kernel/unit-of-work';
import type { Judgement } from '../../attributes';
import type { Acceptance } from '../domain/judging';
import { RulesChanged, type AcceptanceStore } from './ports';

/** Keeps the attribute rules as they are until `tx` ends. Call it before any head is locked; the promise may be awaited later. */
export const holdRules = (acceptances: AcceptanceStore, tx: Tx, { rules }: Judgement): Promise<void> | undefined => {
  const held = rules ? acceptances.holdRules(tx, rules) : undefined;
  // The caller that awaits the promise gets its fault. Until then Node would report an unhandled rejection and end the
  // process.
  held?.catch(() => undefined);
  return held;
};

/** Declares the new attribute keys of the drafts. Returns undefined if there are none. */
export const declareKeys = (
  { acceptances, clock }: { readonly acceptances: AcceptanceStore; readonly clock: LedgerTime },
  tx: Tx,
  { rules, newKeys }: Judgement,
  drafted: readonly Pick<Acceptance, 'draft'>[],
): Promise<void> | undefined => {
  if (rules?.hold !== 'alone') return undefined;
  const used = new Set(drafted.flatMap(({ draft }) => Object.keys(draft.attributes ?? {})));
  const declared = [...new Set(newKeys.flat())].filter(({ key }) => used.has(key));
  if (declared.length === 0) return undefined;
  return acceptances.declareKeys(tx, rules.tenantId, declared, clock.now());
};

/** Whether the attributes must be judged again, because the rules have changed. */
export const isStale = (fault: unknown): boolean => fault instanceof RulesChanged;
