/** The tree of a big chart once more, where each account carries as much metadata as it may: 160 MB in one answer. */
import { chartAccounts, makeHeavy, openChart } from '../seeding';
import { askSteadily, type Attack } from './attack';

/** The ledger's own two accounts are in the tree as well. */
const allAccounts = chartAccounts + 2;

export const heavyTrees: Attack = {
  name: 'the tree of a heavy chart',
  prepare: async (books) => {
    await openChart(books, chartAccounts, 0);
    await makeHeavy(books, 'accounts', allAccounts);
    return {};
  },
  attack: (target, _, perSecond, seconds) =>
    askSteadily(target, perSecond, seconds, () => ({ path: '/accounts?tree=true' })),
};
