/** Lists of a long history by what is not in it: the account without an entry, the years before the first transaction. */
import { openHistory } from '../seeding';
import { askSteadily, type Attack } from './attack';

export const rareLists: Attack = {
  name: 'lists of what is rare',
  prepare: async (books) => ({
    accountId: (await openHistory(books, books.isFull ? 400_000 : 40_000, 1)).idleAccountId,
  }),
  attack: (target, { accountId }, perSecond, seconds) =>
    askSteadily(target, perSecond, seconds, (number) => ({
      path: number % 2 === 0 ? `/transactions?account_id=${accountId}` : '/transactions?to_date=2020-01-01',
    })),
};
