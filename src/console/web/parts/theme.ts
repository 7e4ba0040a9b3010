/** Paper, lamp light, or as the system has it. The choice is the one thing that the console keeps in the browser. */
import { createStore } from '../api/store';

export type Theme = 'system' | 'light' | 'dark';

const storageKey = 'ledger-console-theme';
const themes: readonly Theme[] = ['system', 'light', 'dark'];

const stored = (): Theme => {
  try {
    return themes.find((one) => one === localStorage.getItem(storageKey)) ?? 'system';
  } catch {
    // A browser that keeps nothing.
    return 'system';
  }
};

export const theme = createStore<Theme>(stored());

const apply = (): void => {
  const chosen = theme.get();
  if (chosen === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
};

export const chooseNextTheme = (): void => {
  const next = themes[(themes.indexOf(theme.get()) + 1) % themes.length] ?? 'system';
  theme.set(next);
  try {
    localStorage.setItem(storageKey, next);
  } catch {
    // Then it holds until the page is left.
  }
  apply();
};

apply();
