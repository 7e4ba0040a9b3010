/** A word that is nowhere, looked for in all names of a chart of a hundred thousand accounts. */
import { openChart } from '../seeding';
import { askSteadily, type Attack } from './attack';

const accounts = 100_000;

export const chartSearch: Attack = {
  name: 'a search through a huge chart',
  prepare: async (books) => {
    await openChart(books, accounts, 0);
    return {};
  },
  attack: (target, _, perSecond, seconds) =>
    askSteadily(target, perSecond, seconds, (number) => ({ path: `/accounts?search=nowhere${number}` })),
};
