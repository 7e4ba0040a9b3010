/** The journal of long books in every format, again and again: all that a key is granted, at once. */
import { openHistory } from '../seeding';
import { askSteadily, type Attack } from './attack';

/** Together 400,000 entries; a tenth of them in the short form. */
const transactions = 8_000;
const entriesEach = 50;
const formats = ['hledger', 'beancount', 'csv', 'jsonl'];

export const journalExports: Attack = {
  name: 'exports of a long journal',
  // Fifty at once in the short form, before any of them is told.
  hastyPerSecond: 25,
  prepare: async (books) => {
    await openHistory(books, books.isFull ? transactions : transactions / 10, entriesEach);
    return {};
  },
  attack: (target, _, perSecond, seconds) =>
    askSteadily(target, perSecond, seconds, (number) => ({
      path: `/exports/journal?format=${formats[number % formats.length]}`,
    })),
};
