/** What all accounts of a nest of sets held on a day long ago, with all their days to be summed. */
import { openChart } from '../seeding';
import { askSteadily, type Attack } from './attack';

export const setBalances: Attack = {
  name: 'balances of a set long ago',
  prepare: async (books) => ({ setId: (await openChart(books)).outermostSetId }),
  attack: (target, { setId }, perSecond, seconds) =>
    askSteadily(target, perSecond, seconds, () => ({
      path: `/account-sets/${setId}/balance?as_of_date=2020-01-01`,
    })),
};
