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

/** Waits until all accepted work is posted, then sends a write that must be refused, and expects that the ledger is unchanged. */
export const refusedWrite: typeof refusedUntouched = async (ledger, books, send) => {
  await quiet(books.api);
  return refusedUntouched(ledger, books, send);
};

/** Sends a write that must be refused, and expects that all these ledgers are unchanged. */
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
