/** The proof of tests/support/untouched.ts for a service in memory: what it keeps of a ledger is the same as before. */
import { firstSlice } from '../../../src/kernel/page';
import { TRANSACTION_CODE_STORE, type TransactionCodeStore } from '../../../src/modules/catalog/application/ports';
import { LEDGERING_UNIT_OF_WORK } from '../../../src/modules/ledgering/application/ports';
import type { Answer, Client } from '../../support/client';
import type { TestBooks, TestLedger } from '../../support/ledger';
import { MEMORY_BOOKS } from '../in-memory';
import { booksOf, type Books } from '../ledger-books';
import type { MemoryUnitOfWork } from '../unit-of-work';

export const refusedUntouched = async (
  ledger: TestLedger,
  books: TestBooks,
  send: (api: Client) => Promise<Answer>,
): Promise<Answer> => allUntouched(ledger, [books], () => send(books.api));

export const allUntouched = async (
  ledger: TestLedger,
  all: readonly TestBooks[],
  send: () => Promise<Answer>,
): Promise<Answer> => {
  const before = await contentOf(ledger, all);
  const answer = await send();
  expect(await contentOf(ledger, all)).toEqual(before);
  return answer;
};

/** A copy of all that is kept of these ledgers. */
export const contentOf = async ({ app }: TestLedger, all: readonly TestBooks[]): Promise<object> => {
  const ids = all.map(({ ledger }) => ledger.id);
  const kept = app.container.get<Books>(MEMORY_BOOKS);
  const codes = app.container.get<TransactionCodeStore>(TRANSACTION_CODE_STORE);
  const unitOfWork = app.container.get<MemoryUnitOfWork>(LEDGERING_UNIT_OF_WORK);
  return {
    books: await unitOfWork.read(() => ids.map((id) => structuredClone(booksOf(kept, id)))),
    codes: await Promise.all(ids.map(async (id) => (await codes.list(id, {}, firstSlice(1_000))).items)),
  };
};
