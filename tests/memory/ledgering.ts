/** Ledgering and attributes over memory: the adapters an architect hands to `compose` instead of PostgreSQL. */
import { ContainerModule } from 'inversify';
import type { UnitOfWork } from '../../src/kernel/unit-of-work';
import {
  ATTRIBUTES_UNIT_OF_WORK,
  DEFINITION_READER,
  RULES_STORE,
  type DefinitionReader,
  type RulesStore,
} from '../../src/modules/attributes/application/ports';
import {
  ACCEPTANCE_STORE,
  CHART_STORE,
  LEDGERING_UNIT_OF_WORK,
  POSTING_STORE,
  type AcceptanceStore,
  type ChartStore,
  type PostingStore,
} from '../../src/modules/ledgering/application/ports';
import { failureOf } from '../../src/modules/ledgering/domain/failure';
import type { PostingFailure } from '../../src/modules/ledgering/domain/refusals';
import { TRANSACTION_READER, type TransactionReader } from '../../src/modules/ledgering/application/reader';
import { MemoryAttributesStore } from './attributes-store';
import { MemoryChartStore } from './chart-store';
import type { Books } from './ledger-books';
import { MemoryAcceptanceStore, MemoryPostingStore } from './posting-stores';
import { MemoryUnitOfWork } from './unit-of-work';

/** What posting asks of a reader; the lists stay with PostgreSQL. */
const decisionsIn = (books: Books): Pick<TransactionReader, 'decision'> => ({
  decision: async (ledgerId, id) => {
    const kept = books.get(ledgerId)?.transactions.get(id as never);
    if (!kept || kept.status === 'pending') return undefined;
    const { status, failure } = kept;
    return status === 'failed' ? { status, failure: failureOf(failure as PostingFailure) } : { status, failure: null };
  },
});

export const postingInMemory = (books: Books): ContainerModule =>
  new ContainerModule(({ rebindSync }) => {
    const attributes = new MemoryAttributesStore();
    rebindSync<UnitOfWork>(ATTRIBUTES_UNIT_OF_WORK).toConstantValue(new MemoryUnitOfWork());
    rebindSync<RulesStore>(RULES_STORE).toConstantValue(attributes);
    rebindSync<DefinitionReader>(DEFINITION_READER).toConstantValue(attributes);
    rebindSync<UnitOfWork>(LEDGERING_UNIT_OF_WORK).toConstantValue(new MemoryUnitOfWork());
    rebindSync<AcceptanceStore>(ACCEPTANCE_STORE).toConstantValue(new MemoryAcceptanceStore(books));
    rebindSync<PostingStore>(POSTING_STORE).toConstantValue(new MemoryPostingStore(books));
    rebindSync<ChartStore>(CHART_STORE).toConstantValue(new MemoryChartStore(books));
    rebindSync<Pick<TransactionReader, 'decision'>>(TRANSACTION_READER).toConstantValue(decisionsIn(books));
  });
