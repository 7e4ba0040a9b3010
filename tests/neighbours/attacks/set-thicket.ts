/** Sets within sets, each level holding all of the next: whether one more member makes a circle has a hundred thousand ways. */
import { openThicket } from '../seeding';
import { askSteadily, type Attack } from './attack';

export const setThicket: Attack = {
  name: 'a thicket of sets',
  prepare: async (books) => ({ ...(await openThicket(books)) }),
  attack: (target, { innermostSetId, outermostSetId }, perSecond, seconds) =>
    askSteadily(target, perSecond, seconds, () => ({
      method: 'POST',
      path: `/account-sets/${innermostSetId}/members`,
      body: JSON.stringify({ member_type: 'account_set', member_id: outermostSetId }),
    })),
};
