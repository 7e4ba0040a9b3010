/** One pending entry behind all the settled ones of its day: the page is short, what stands before it is long. */
import { openHistory } from '../seeding';
import { askSteadily, type Attack } from './attack';

/** Together 400,000 entries of the account; a tenth of them in the short form. */
const transactions = 8_000;
const entriesEach = 50;

export const busyDay: Attack = {
  name: 'the last entry of a busy day',
  prepare: async (books) => ({
    accountId: (await openHistory(books, books.isFull ? transactions : transactions / 10, entriesEach)).busyAccountId,
  }),
  attack: (target, { accountId }, perSecond, seconds) =>
    askSteadily(target, perSecond, seconds, () => ({ path: `/accounts/${accountId}/entries?layer=pending&limit=1` })),
};
