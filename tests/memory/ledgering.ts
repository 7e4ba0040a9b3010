/** Ledgering and attributes over memory: the adapters an architect hands to `compose` instead of PostgreSQL. */
import type { ContainerModule } from 'inversify';
import type { TenantId } from '../../src/kernel/ids';
import { LOGGED_TRANSACTION_CODES } from '../../src/kernel/ledger-log';
import { replace } from '../../src/kernel/token';
import { FEED_READER } from '../../src/modules/ledgering/application/feed-reader';
import {
  ATTRIBUTES_UNIT_OF_WORK,
  DEFINITION_READER,
  RULES_STORE,
} from '../../src/modules/attributes/application/ports';
import { BACKLOG_READER } from '../../src/modules/ledgering/application/backlog-reader';
import { BOOKS_READER } from '../../src/modules/ledgering/application/books-reader';
import {
  ACCEPTANCE_STORE,
  ACCOUNT_SET_STORE,
  ATTRIBUTE_INDEX_STORE,
  CHART_STORE,
  LEDGERING_UNIT_OF_WORK,
  POSTING_STORE,
  QUARANTINE_STORE,
  STRETCH_STORE,
  STRING_OPERATION_STORE,
} from '../../src/modules/ledgering/application/ports';
import {
  ACCOUNT_SET_READER,
  BALANCE_READER,
  CHART_READER,
  TRANSACTION_READER,
} from '../../src/modules/ledgering/application/reader';
import { JOURNAL_READER } from '../../src/modules/ledgering/application/journal-reader';
import { PLACE_READER } from '../../src/modules/ledgering/application/place-reader';
import { REHEARSAL_READER } from '../../src/modules/ledgering/application/rehearsal-reader';
import { STATEMENT_READER } from '../../src/modules/ledgering/application/statement-reader';
import { TOTALS_READER } from '../../src/modules/ledgering/application/totals-reader';
import { MemoryAccountSets } from './account-sets';
import { MemoryAttributesStore } from './attributes-store';
import { MemoryBalanceReader } from './balances';
import { MemoryBooksReader } from './books-reader';
import { MemoryChartReader } from './chart-reader';
import { MemoryChartStore } from './chart-store';
import type { Books } from './ledger-books';
import {
  MemoryAttributeIndex,
  MemoryBacklogReader,
  MemoryQuarantineStore,
  MemoryStretchStore,
  MemoryStringOperations,
} from './posting-aids';
import { MemoryAcceptanceStore } from './acceptance-store';
import { MemoryPostingStore } from './posting-stores';
import { MemoryRehearsalReader } from './rehearsal-reader';
import { MemoryFeedReader } from './feed-reader';
import { MemoryJournalReader } from './journal-reader';
import { MemoryStatementReader } from './statement-reader';
import { MemoryPlaceReader } from './place-reader';
import { MemoryTotalsReader } from './totals-reader';
import { MemoryTransactionReader } from './transaction-reader';
import { MemoryUnitOfWork } from './unit-of-work';

export const postingInMemory = (books: Books): readonly ContainerModule[] => {
  const unitOfWork = new MemoryUnitOfWork();
  const attributes = new CountingAttributesStore(books);
  const sets = new MemoryAccountSets(books, unitOfWork);
  return [
    replace(ATTRIBUTES_UNIT_OF_WORK, [], () => new MemoryUnitOfWork()),
    replace(RULES_STORE, [], () => attributes),
    replace(DEFINITION_READER, [], () => attributes),
    replace(LEDGERING_UNIT_OF_WORK, [], () => unitOfWork),
    replace(ACCEPTANCE_STORE, [], () => new MemoryAcceptanceStore(books, attributes)),
    replace(REHEARSAL_READER, [], () => new MemoryRehearsalReader(books)),
    replace(POSTING_STORE, [], () => new MemoryPostingStore(books)),
    replace(QUARANTINE_STORE, [], () => new MemoryQuarantineStore(books)),
    replace(ATTRIBUTE_INDEX_STORE, [], () => new MemoryAttributeIndex(books, unitOfWork)),
    replace(CHART_STORE, [], () => new MemoryChartStore(books)),
    replace(STRETCH_STORE, [], () => new MemoryStretchStore()),
    replace(STRING_OPERATION_STORE, [], () => new MemoryStringOperations(books)),
    replace(ACCOUNT_SET_STORE, [], () => sets),
    replace(ACCOUNT_SET_READER, [], () => sets),
    replace(CHART_READER, [], () => new MemoryChartReader(books, unitOfWork)),
    replace(BALANCE_READER, [], () => new MemoryBalanceReader(books, unitOfWork)),
    replace(FEED_READER, [], () => new MemoryFeedReader(books, unitOfWork)),
    replace(JOURNAL_READER, [], () => new MemoryJournalReader(books, unitOfWork)),
    replace(PLACE_READER, [], () => new MemoryPlaceReader(books, unitOfWork)),
    replace(TOTALS_READER, [], () => new MemoryTotalsReader(books, unitOfWork)),
    replace(STATEMENT_READER, [], () => new MemoryStatementReader(books, unitOfWork)),
    replace(TRANSACTION_READER, [], () => new MemoryTransactionReader(books, unitOfWork)),
    replace(BACKLOG_READER, [], () => new MemoryBacklogReader(books, unitOfWork)),
    replace(BOOKS_READER, [LOGGED_TRANSACTION_CODES], (codes) => new MemoryBooksReader(books, unitOfWork, codes)),
  ];
};

/** Counts the use of keys in the books, as the database does by itself. */
class CountingAttributesStore extends MemoryAttributesStore {
  constructor(private readonly books: Books) {
    super();
  }

  override async usage(tenantId: TenantId, keys: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const posted = [...this.books.values()]
      .filter(({ ledger }) => ledger.tenantId === tenantId)
      .flatMap(({ transactions }) => [...transactions.values()].filter(({ sequence }) => sequence !== null));
    const usage = new Map<string, number>();
    for (const { acceptance } of posted)
      for (const key of Object.keys(acceptance.draft.attributes ?? {}))
        if (keys.includes(key)) usage.set(key, (usage.get(key) ?? 0) + 1);
    return usage;
  }
}
