/** Reads the content of ledgers from stores in memory, so that a test can compare it before and after a request. */
import type { Container } from 'inversify';
import type { LedgerId } from '../../src/kernel/ids';
import { MEMORY_UNIT_OF_WORK } from '../../src/kernel/memory/tokens';
import type { MemoryUnitOfWork } from '../../src/kernel/memory/unit-of-work';
import { firstSlice } from '../../src/kernel/page';
import { TRANSACTION_CODE_STORE, type TransactionCodeStore } from '../../src/modules/catalog/application/ports';
import { ENDPOINT_READER, type EndpointReader } from '../../src/modules/events/application/ports';
import { STRING_STORE, type StringStore } from '../../src/modules/strings/application/ports';
import { booksOf, MEMORY_BOOKS, type BooksByLedger } from '../../src/modules/ledgering/memory/ledger-books';

const maxListed = 1_000;

/** Returns a copy of the content. No transaction of the stores runs while it is copied. */
export const contentInMemory = async (container: Container, ids: readonly LedgerId[]): Promise<object> => {
  const kept = container.get<BooksByLedger>(MEMORY_BOOKS);
  const codes = container.get<TransactionCodeStore>(TRANSACTION_CODE_STORE);
  const endpoints = container.get<EndpointReader>(ENDPOINT_READER);
  const unitOfWork = container.get<MemoryUnitOfWork>(MEMORY_UNIT_OF_WORK);
  const strings = await container.get<StringStore>(STRING_STORE).strings(undefined, maxListed);
  return {
    books: await unitOfWork.read(() => ids.map((id) => structuredClone(booksOf(kept, id)))),
    codes: await Promise.all(ids.map(async (id) => (await codes.list(id, {}, firstSlice(maxListed))).items)),
    endpoints: await Promise.all(ids.map(async (id) => (await endpoints.endpoints(id, firstSlice(maxListed))).items)),
    strings: strings.filter(({ memberIds }) => ids.some((id) => memberIds.includes(id))),
  };
};
