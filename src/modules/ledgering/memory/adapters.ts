/** Binds an in-memory adapter for each port of ledgering. */
import { LOGGED_TRANSACTION_CODES } from '../../../kernel/ledger-log';
import { KeptMap } from '../../../kernel/memory/kept';
import {
  ATTRIBUTE_KEYS,
  KEPT_QUOTAS,
  LEDGER_KEYS,
  MEMORY_UNIT_OF_WORK,
  ROOM,
  STRING_STATES,
  TRANSACTION_CODE_STATES,
} from '../../../kernel/memory/tokens';
import { provide } from '../../../kernel/token';
import { ACTS_READER } from '../application/acts-reader';
import { FEED_READER } from '../application/feed-reader';
import { BACKLOG_READER } from '../application/backlog-reader';
import { BOOKS_READER } from '../application/books-reader';
import {
  ACCEPTANCE_STORE,
  ACCOUNT_SET_STORE,
  ATTRIBUTE_INDEX_STORE,
  CHART_STORE,
  LEDGERING_UNIT_OF_WORK,
  POSTING_STORE,
  QUARANTINE_STORE,
  SEARCH_STORE,
  STRETCH_STORE,
  STRING_OPERATION_STORE,
} from '../application/ports';
import { ACCOUNT_SET_READER, BALANCE_READER, CHART_READER, TRANSACTION_READER } from '../application/reader';
import { LOG_READER } from '../application/log-reader';
import { JOURNAL_READER } from '../application/journal-reader';
import { OPEN_ITEMS_READER } from '../application/open-items-reader';
import { PLACE_READER } from '../application/place-reader';
import { REHEARSAL_READER } from '../application/rehearsal-reader';
import { STATEMENT_READER } from '../application/statement-reader';
import { WORDS_READER, WORDS_STORE } from '../application/words-reader';
import { TOTALS_READER } from '../application/totals-reader';
import { MemoryActsReader } from './acts-reader';
import { MemoryAccountSets } from './account-sets';
import { MemoryBalanceReader } from './balances';
import { MemoryBooksReader } from './books-reader';
import { MemoryChartReader } from './chart-reader';
import { MemoryChartStore } from './chart-store';
import { MEMORY_BOOKS } from './ledger-books';
import {
  MemoryAttributeIndex,
  MemoryBacklogReader,
  MemoryQuarantineStore,
  MemorySearchStore,
  MemoryStretchStore,
  MemoryStringOperations,
} from './posting-aids';
import { MemoryAcceptanceStore } from './acceptance-store';
import { MemoryPostingStore } from './posting-store';
import { MemoryRehearsalReader } from './rehearsal-reader';
import { MemoryFeedReader } from './feed-reader';
import { MemoryLogReader } from './log-reader';
import { MemoryJournalReader } from './journal-reader';
import { MemoryStatementReader } from './statement-reader';
import { MemoryOpenItemsReader } from './open-items-reader';
import { MemoryPlaceReader } from './place-reader';
import { MemoryTotalsReader } from './totals-reader';
import { MemoryWordsReader, MemoryWordsStore } from './words';
import { MemoryTransactionReader } from './transaction-reader';

type Binder = Parameters<typeof provide>[0];

export const bindInMemory = (to: Binder): void => {
  provide(to, MEMORY_BOOKS, [ROOM], (room) => new KeptMap(room));
  provide(to, LEDGERING_UNIT_OF_WORK, [MEMORY_UNIT_OF_WORK], (unitOfWork) => unitOfWork);
  bindStores(to);
  bindReaders(to);
};

const bindStores = (to: Binder): void => {
  const keys = [MEMORY_BOOKS, ATTRIBUTE_KEYS] as const;
  provide(
    to,
    ACCEPTANCE_STORE,
    [...keys, TRANSACTION_CODE_STATES],
    (books, attributes, codes) => new MemoryAcceptanceStore(books, attributes, codes),
  );
  provide(
    to,
    POSTING_STORE,
    [...keys, MEMORY_UNIT_OF_WORK],
    (books, attributes, unitOfWork) => new MemoryPostingStore(books, attributes, unitOfWork),
  );
  provide(to, QUARANTINE_STORE, [MEMORY_BOOKS], (books) => new MemoryQuarantineStore(books));
  provide(
    to,
    CHART_STORE,
    [MEMORY_BOOKS, ROOM, LEDGER_KEYS, KEPT_QUOTAS],
    (books, room, keys, quotas) => new MemoryChartStore(books, room, keys, quotas),
  );
  provide(to, SEARCH_STORE, [], () => new MemorySearchStore());
  provide(to, WORDS_STORE, [MEMORY_BOOKS], (books) => new MemoryWordsStore(books));
  provide(to, STRETCH_STORE, [], () => new MemoryStretchStore());
  provide(
    to,
    STRING_OPERATION_STORE,
    [MEMORY_BOOKS, STRING_STATES],
    (books, strings) => new MemoryStringOperations(books, strings),
  );
};

const bindReaders = (to: Binder): void => {
  const from = [MEMORY_BOOKS, MEMORY_UNIT_OF_WORK] as const;
  provide(to, ATTRIBUTE_INDEX_STORE, from, (books, unitOfWork) => new MemoryAttributeIndex(books, unitOfWork));
  provide(
    to,
    ACCOUNT_SET_STORE,
    [...from, KEPT_QUOTAS],
    (books, unitOfWork, quotas) => new MemoryAccountSets(books, unitOfWork, quotas),
  );
  provide(to, ACCOUNT_SET_READER, from, (books, unitOfWork) => new MemoryAccountSets(books, unitOfWork));
  provide(to, REHEARSAL_READER, [MEMORY_BOOKS], (books) => new MemoryRehearsalReader(books));
  provide(to, CHART_READER, from, (books, unitOfWork) => new MemoryChartReader(books, unitOfWork));
  provide(to, BALANCE_READER, from, (books, unitOfWork) => new MemoryBalanceReader(books, unitOfWork));
  provide(to, FEED_READER, from, (books, unitOfWork) => new MemoryFeedReader(books, unitOfWork));
  provide(to, JOURNAL_READER, from, (books, unitOfWork) => new MemoryJournalReader(books, unitOfWork));
  provide(to, LOG_READER, from, (books, unitOfWork) => new MemoryLogReader(books, unitOfWork));
  provide(to, OPEN_ITEMS_READER, from, (books, unitOfWork) => new MemoryOpenItemsReader(books, unitOfWork));
  provide(to, PLACE_READER, from, (books, unitOfWork) => new MemoryPlaceReader(books, unitOfWork));
  provide(to, TOTALS_READER, from, (books, unitOfWork) => new MemoryTotalsReader(books, unitOfWork));
  provide(to, STATEMENT_READER, from, (books, unitOfWork) => new MemoryStatementReader(books, unitOfWork));
  provide(to, TRANSACTION_READER, from, (books, unitOfWork) => new MemoryTransactionReader(books, unitOfWork));
  provide(to, WORDS_READER, from, (books, unitOfWork) => new MemoryWordsReader(books, unitOfWork));
  provide(to, ACTS_READER, from, (books, unitOfWork) => new MemoryActsReader(books, unitOfWork));
  provide(to, BACKLOG_READER, from, (books, unitOfWork) => new MemoryBacklogReader(books, unitOfWork));
  provide(
    to,
    BOOKS_READER,
    [...from, LOGGED_TRANSACTION_CODES],
    (books, unitOfWork, codes) => new MemoryBooksReader(books, unitOfWork, codes),
  );
};
