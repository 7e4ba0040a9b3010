/** Reports on a big chart as of days that all have to be summed, in both forms, again and again, and all of them read. */
import { openChart } from '../seeding';
import { askSteadily, type Attack } from './attack';

const paths = [
  '/reports/trial-balance?as_of_date=2025-10-15',
  '/reports/balance-sheet?as_of_date=2025-10-15',
  '/reports/income-statement?from=2025-02-15&to=2025-10-15',
];
const forms = ['application/json', 'text/csv'];

export const reports: Attack = {
  name: 'reports on a big chart',
  prepare: async (books) => {
    await openChart(books);
    return {};
  },
  attack: (target, _, perSecond, seconds) =>
    askSteadily(target, perSecond, seconds, (number) => ({
      path: paths[number % paths.length] as string,
      headers: { Accept: forms[number % forms.length] as string },
    })),
};
