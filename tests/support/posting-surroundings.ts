/** The posting path over each kind of store: in memory, in PostgreSQL, and in PostgreSQL with the statements for many nodes. */
import { newId } from '../../src/kernel/ids';
import type { Topology } from '../../src/kernel/postgres/topology';
import { systemClock } from '../../src/kernel/running/system-clock';
import { createLines } from '../../src/modules/ledgering/application/line';
import { MemoryAttributesStore } from '../../src/modules/attributes/memory/attributes-store';
import { MemoryChartStore } from '../../src/modules/ledgering/memory/chart-store';
import type { BooksByLedger } from '../../src/modules/ledgering/memory/ledger-books';
import { MemoryTransactionCodeStore } from '../../src/modules/catalog/memory/transaction-code-store';
import { MemoryAcceptanceStore } from '../../src/modules/ledgering/memory/acceptance-store';
import { MemoryPostingStore } from '../../src/modules/ledgering/memory/posting-store';
import { KeptMap } from '../../src/kernel/memory/kept';
import { MemoryUnitOfWork } from '../../src/kernel/memory/unit-of-work';
import { bookkeeperOf, keepBooks, type Bookkeeper } from './bookkeeping';
import { freshDatabase } from './database';

/** Stores of the posting path, with functions that open ledgers and post through them. */
export interface Surroundings extends Bookkeeper {
  close(): Promise<void>;
}

const inMemory = async (): Promise<Surroundings> => {
  const books: BooksByLedger = new KeptMap();
  const attributes = new MemoryAttributesStore();
  const unitOfWork = new MemoryUnitOfWork();
  const turns = {
    unitOfWork,
    acceptances: new MemoryAcceptanceStore(books, attributes, new MemoryTransactionCodeStore()),
    store: new MemoryPostingStore(books, attributes, unitOfWork),
    chart: new MemoryChartStore(books),
    clock: systemClock,
    lines: createLines(systemClock),
  };
  return { ...bookkeeperOf(turns, newId()), close: async () => undefined };
};

const onPostgres = async (topology: Topology): Promise<Surroundings> => {
  const database = await freshDatabase();
  const books = await keepBooks(database.url, topology);
  const close = async (): Promise<void> => {
    await books.close();
    await database.drop();
  };
  return { ...books, close };
};

export const surroundings: readonly (readonly [kind: string, open: () => Promise<Surroundings>])[] = [
  ['memory', inMemory],
  ['PostgreSQL', () => onPostgres('one node')],
  ['PostgreSQL, as on many nodes', () => onPostgres('many nodes')],
];
