/** The whole chart of accounts as a tree, again and again, and all of it read. */
import { chartAccounts, openChart } from '../seeding';
import { askSteadily, type Attack } from './attack';

export const trees: Attack = {
  name: 'the tree of a big chart',
  prepare: async (books) => {
    await openChart(books, chartAccounts, 0);
    return {};
  },
  attack: (target, _, perSecond, seconds) =>
    askSteadily(target, perSecond, seconds, () => ({ path: '/accounts?tree=true' })),
};
