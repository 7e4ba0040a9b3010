/** The choice between light colours, dark colours, and the setting of the system. */
import { keptChoice } from './kept-choice';

const choice = keptChoice({
  storageKey: 'ledger-console-theme',
  values: ['system', 'light', 'dark'],
  attribute: 'theme',
});

export const theme = choice.store;
export const chooseNextTheme = choice.next;
