/** The choice of light colours, dark colours or the system's setting. */
import { keptChoice } from './kept-choice';

const choice = keptChoice({
  storageKey: 'ledger-console-theme',
  values: ['system', 'light', 'dark'],
  attribute: 'theme',
});

export const theme = choice.store;
export const chooseNextTheme = choice.next;
