/**
 * Finds the active codes that prevent a change to the ledger's decimals: it compiles each again, in slices between which other requests
 * run.
 */
import type { Position } from '../../../kernel/page';
import { refused } from '../../../kernel/refusal';
import { inSlices } from '../../../kernel/running/slices';
import { compileTemplate } from '../domain/template';
import type { Catalog } from '../index';
import type { TransactionCodeStore } from './ports';

const codesAtOnce = 20;

export const uncountable =
  (store: TransactionCodeStore): Catalog['uncountable'] =>
  async (ledgerId, denomination) => {
    const pause = inSlices();
    let from: Position | undefined;
    do {
      const slice = { limit: codesAtOnce, direction: 'forward', ...(from ? { from } : {}) } as const;
      const { items, next } = await store.list(ledgerId, { status: 'active' }, slice);
      for (const definition of items) {
        const turn = pause();
        if (turn) await turn;
        const template = compileTemplate(definition, denomination);
        if (!refused(template)) continue;
        const [field, [complaint] = []] = Object.entries(template.left)[0] ?? [];
        return `its transaction code ${definition.code} cannot be read in it (${field}: ${complaint}); deprecate the code first`;
      }
      from = next;
    } while (from);
    return undefined;
  };
