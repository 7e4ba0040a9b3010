/** Proof that a refused write left its ledger as it was. */
import { isDeepStrictEqual } from 'node:util';
import { quiet, type Answer, type Client } from './client';
import type { TestBooks, TestLedger } from './ledger';

/** Sends a write that must be refused, and compares everything that the ledger holds before and after. */
export const refusedUntouched = async (
  ledger: TestLedger,
  books: TestBooks,
  send: (api: Client) => Promise<Answer>,
): Promise<Answer> => allUntouched(ledger, [books], () => send(books.api));

/** Does the same for a ledger in which accepted work may still wait for the poster: waits until it is posted. */
export const refusedWrite: typeof refusedUntouched = async (ledger, books, send) => {
  await quiet(books.api);
  return refusedUntouched(ledger, books, send);
};

/** Does the same for a write that concerns several ledgers. */
export const allUntouched = async (
  ledger: TestLedger,
  all: readonly TestBooks[],
  send: () => Promise<Answer>,
): Promise<Answer> => {
  const before = await ledger.contentOf(all);
  const answer = await send();
  const after = await ledger.contentOf(all);
  // Node's comparison is ten times as fast as jest's, which is only used to show a difference.
  if (!isDeepStrictEqual(after, before)) expect(after).toEqual(before);
  return answer;
};
