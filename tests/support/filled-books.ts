/** Filled books (books.ts) on a database of their own. The test files of a run share the work of filling them, and each has a copy. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Principal } from '../../src/kernel/principal';
import { keepBooks, principalOf, type Bookkeeping } from './bookkeeping';
import { fillBooks } from './books';
import { copyOfFilled, type TestDatabase } from './database';

export interface FilledBooks {
  readonly database: TestDatabase;
  readonly books: Bookkeeping;
  /** A caller of each of the two ledgers. */
  readonly callers: readonly [Principal, Principal];
  /** The time of the last act, by the clock of the books. */
  readonly now: Date;
}

export const openFilledBooks = async (): Promise<FilledBooks> => {
  const database = await copyOfFilled('filled_books', fill);
  const { now, callers } = factsOf();
  const books = await keepBooks(database.url, 'one node', { tenantId: callers[0].tenantId, now });
  return { database, books, callers, now };
};

/** Contains what a copy of the database does not show: the callers, and the time of the last act. */
const factsFile = (): string => join(process.env['LEDGER_TEST_FOLDER'] ?? '', 'filled-books.json');

const fill = async ({ url }: TestDatabase): Promise<void> => {
  const books = await keepBooks(url);
  const callers = await fillBooks(books);
  const now = books.clock.now();
  await books.close();
  writeFileSync(factsFile(), JSON.stringify({ now, callers }));
};

const factsOf = (): { readonly now: Date; readonly callers: readonly [Principal, Principal] } => {
  const { now, callers } = JSON.parse(readFileSync(factsFile(), 'utf8')) as {
    now: string;
    callers: [Principal, Principal];
  };
  const callerOf = ({ tenantId, callerId, ledgerId, denomination }: Principal): Principal => ({
    ...principalOf(tenantId, { id: ledgerId, denomination }),
    callerId,
  });
  return { now: new Date(now), callers: [callerOf(callers[0]), callerOf(callers[1])] };
};
