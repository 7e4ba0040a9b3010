/** Ledgering and attributes over memory: the adapters an architect hands to `compose` instead of PostgreSQL. */
import type { ContainerModule } from 'inversify';
import { replace } from '../../src/kernel/token';
import {
  ATTRIBUTES_UNIT_OF_WORK,
  DEFINITION_READER,
  RULES_STORE,
} from '../../src/modules/attributes/application/ports';
import {
  ACCEPTANCE_STORE,
  CHART_STORE,
  LEDGERING_UNIT_OF_WORK,
  POSTING_STORE,
} from '../../src/modules/ledgering/application/ports';
import { failureOf } from '../../src/modules/ledgering/domain/failure';
import type { PostingFailure } from '../../src/modules/ledgering/domain/refusals';
import { TRANSACTION_READER, type TransactionReader } from '../../src/modules/ledgering/application/reader';
import { MemoryAttributesStore } from './attributes-store';
import { MemoryChartStore } from './chart-store';
import type { Books } from './ledger-books';
import { MemoryAcceptanceStore, MemoryPostingStore } from './posting-stores';
import { MemoryUnitOfWork } from './unit-of-work';

/** What posting asks of a reader. */
const decisionsIn = (books: Books): Pick<TransactionReader, 'decision'> => ({
  decision: async (ledgerId, id) => {
    const kept = books.get(ledgerId)?.transactions.get(id as never);
    if (!kept || kept.status === 'pending') return undefined;
    const { status, failure } = kept;
    return status === 'failed' ? { status, failure: failureOf(failure as PostingFailure) } : { status, failure: null };
  },
});

export const postingInMemory = (books: Books): readonly ContainerModule[] => {
  const attributes = new MemoryAttributesStore();
  return [
    replace(ATTRIBUTES_UNIT_OF_WORK, [], () => new MemoryUnitOfWork()),
    replace(RULES_STORE, [], () => attributes),
    replace(DEFINITION_READER, [], () => attributes),
    replace(LEDGERING_UNIT_OF_WORK, [], () => new MemoryUnitOfWork()),
    replace(ACCEPTANCE_STORE, [], () => new MemoryAcceptanceStore(books)),
    replace(POSTING_STORE, [], () => new MemoryPostingStore(books)),
    replace(CHART_STORE, [], () => new MemoryChartStore(books)),
    // The lists stay with PostgreSQL, and nobody asks for them here.
    replace(TRANSACTION_READER, [], () => decisionsIn(books) as TransactionReader),
  ];
};
