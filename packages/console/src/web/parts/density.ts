/** Comfortable or compact table rows. A screen shows half as many compact rows again. */
import { keptChoice } from './kept-choice';

const choice = keptChoice({
  storageKey: 'ledger-console-density',
  values: ['comfortable', 'compact'],
  attribute: 'density',
});

export const density = choice.store;
export const chooseNextDensity = choice.next;
