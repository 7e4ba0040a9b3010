/** The choice between comfortable and compact table rows. A screen shows one and a half times as many compact rows. */
import { keptChoice } from './kept-choice';

const choice = keptChoice({
  storageKey: 'ledger-console-density',
  values: ['comfortable', 'compact'],
  attribute: 'density',
});

export const density = choice.store;
export const chooseNextDensity = choice.next;
