/** Comfortable rows of tables, or compact ones, of which a screen shows half as many again. */
import { keptChoice } from './kept-choice';

const choice = keptChoice({
  storageKey: 'ledger-console-density',
  values: ['comfortable', 'compact'],
  attribute: 'density',
});

export const density = choice.store;
export const chooseNextDensity = choice.next;
