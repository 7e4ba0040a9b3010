/** Why a transaction is rejected before the ledger is asked. */
import { refused } from '../kernel/refusal';
import type { ChartPlan } from './chart';
import type { Unit } from './operations';
import type { Reason } from './rows';

export const complaintAbout = (unit: Unit, chart: Pick<ChartPlan, 'codeOf'>): Reason | undefined => {
  for (const { entries } of unit) {
    for (const { account, layer } of entries) {
      const code = chart.codeOf(account);
      if (refused(code)) return code.left;
      if (layer !== entries[0]?.layer) return mixedLayers;
    }
  }
  return undefined;
};

const mixedLayers: Reason = {
  code: 'LAYERS_DIFFER',
  message: 'Only transaction codes post entries of several layers: write a transaction for each layer.',
};
