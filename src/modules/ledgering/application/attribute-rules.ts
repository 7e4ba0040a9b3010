/** Locks the attribute rules by which a write was judged, and declares the new attribute keys of the write (decision 14). */
import type { LedgerTime } from '../../../kernel/clock';
import type { Tx } from '../../../kernel/unit-of-work';
import type { Judgement } from '../../attributes';
import type { Acceptance } from '../domain/judging';
import { RulesChanged, type AcceptanceStore } from './ports';

/** Prevents changes to the attribute rules until `tx` ends. Must be called before any head is locked; the promise may be awaited later. */
export const holdRules = (acceptances: AcceptanceStore, tx: Tx, { rules }: Judgement): Promise<void> | undefined => {
  const held = rules ? acceptances.holdRules(tx, rules) : undefined;
  // Without this handler, Node would report an unhandled rejection and end the process before the caller awaits the promise.
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

/** Returns whether the write failed because the attribute rules have changed; the attributes must then be judged again. */
export const isStale = (fault: unknown): boolean => fault instanceof RulesChanged;
