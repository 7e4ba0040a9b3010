/** Binds a PostgreSQL adapter to each port of ledgering. */
import { LOGGED_TRANSACTION_CODES } from '../../../kernel/ledger-log';
import { ORM, REPLICA, UNIT_OF_WORK } from '../../../kernel/postgres/tokens';
import { provide } from '../../../kernel/token';
import { ACTS_READER } from '../application/acts-reader';
import { BACKLOG_READER } from '../application/backlog-reader';
import { BOOKS_READER } from '../application/books-reader';
import { LOG_READER } from '../application/log-reader';
import { JOURNAL_READER } from '../application/journal-reader';
import { OPEN_ITEMS_READER } from '../application/open-items-reader';
import { PLACE_READER } from '../application/place-reader';
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
import { FEED_READER } from '../application/feed-reader';
import { ACCOUNT_SET_READER, BALANCE_READER, CHART_READER, TRANSACTION_READER } from '../application/reader';
import { REHEARSAL_READER } from '../application/rehearsal-reader';
import { STATEMENT_READER } from '../application/statement-reader';
import { WORDS_READER, WORDS_STORE } from '../application/words-reader';
import { TOTALS_READER } from '../application/totals-reader';
import { PostgresAcceptanceStore } from './posting/acceptance-store';
import { PostgresAccountSets } from './chart/account-sets';
import { PostgresAttributeIndex } from './lists/attribute-index';
import { PostgresActsReader } from './log/acts-reader';
import { PostgresBacklogReader } from './posting/backlog-reader';
import { PostgresBalanceReader } from './sums/balance-reader';
import { PostgresBooksReader } from './verify/books-reader';
import { PostgresChartReader } from './chart/chart-reader';
import { PostgresChartStore } from './chart/chart-store';
import { PostgresFeedReader } from './log/feed-reader';
import { FreshReads, READS } from './fresh-reads';
import { PostgresLogReader } from './log/log-reader';
import { PostgresJournalReader } from './log/journal-reader';
import { PostgresPostingStore } from './posting/posting-store';
import { PostgresRehearsalReader } from './posting/rehearsal-reader';
import { PostgresSearchStore } from './lists/search-store';
import { PostgresStatementReader } from './sums/statement-reader';
import { PostgresStretchStore } from './sums/stretch-store';
import { PostgresStringOperations } from './transactions/string-operations';
import { PostgresQuarantineStore } from './posting/quarantine-store';
import { PostgresTotalsReader } from './sums/totals-reader';
import { PostgresOpenItemsReader } from './sums/open-items-reader';
import { PostgresPlaceReader } from './log/place-reader';
import { PostgresWordsReader, PostgresWordsStore } from './transactions/words-store';
import { PostgresTransactionReader } from './transactions/transaction-reader';

type Binder = Parameters<typeof provide>[0];

export const bindOnPostgres = (to: Binder): void => {
  provide(to, LEDGERING_UNIT_OF_WORK, [UNIT_OF_WORK], (unitOfWork) => unitOfWork);
  provide(to, ACCEPTANCE_STORE, [], () => new PostgresAcceptanceStore());
  provide(to, POSTING_STORE, [UNIT_OF_WORK], (unitOfWork) => new PostgresPostingStore(unitOfWork));
  provide(to, QUARANTINE_STORE, [], () => new PostgresQuarantineStore());
  provide(to, ATTRIBUTE_INDEX_STORE, [UNIT_OF_WORK], (unitOfWork) => new PostgresAttributeIndex(unitOfWork));
  provide(to, CHART_STORE, [ORM], (orm) => new PostgresChartStore(orm));
  provide(to, REHEARSAL_READER, [], () => new PostgresRehearsalReader());
  provide(to, SEARCH_STORE, [UNIT_OF_WORK], (unitOfWork) => new PostgresSearchStore(unitOfWork));
  provide(to, WORDS_STORE, [], () => new PostgresWordsStore());
  provide(to, STRETCH_STORE, [UNIT_OF_WORK], (unitOfWork) => new PostgresStretchStore(unitOfWork));
  provide(to, STRING_OPERATION_STORE, [], () => new PostgresStringOperations());
  provide(to, ACCOUNT_SET_STORE, [UNIT_OF_WORK, ORM], (unitOfWork, orm) => new PostgresAccountSets(unitOfWork, orm));
  provide(to, READS, [UNIT_OF_WORK, REPLICA], (unitOfWork, replica) => new FreshReads(unitOfWork, replica));
  provide(to, ACCOUNT_SET_READER, [READS, ORM], (reads, orm) => new PostgresAccountSets(reads, orm));
  provide(to, CHART_READER, [READS], (reads) => new PostgresChartReader(reads));
  provide(to, BALANCE_READER, [READS], (reads) => new PostgresBalanceReader(reads));
  provide(to, TRANSACTION_READER, [READS], (reads) => new PostgresTransactionReader(reads));
  provide(to, WORDS_READER, [READS], (reads) => new PostgresWordsReader(reads));
  provide(to, ACTS_READER, [READS], (reads) => new PostgresActsReader(reads));
  provide(to, FEED_READER, [UNIT_OF_WORK], (unitOfWork) => new PostgresFeedReader(unitOfWork));
  provide(to, TOTALS_READER, [READS], (reads) => new PostgresTotalsReader(reads));
  provide(
    to,
    LOG_READER,
    [UNIT_OF_WORK, STRETCH_STORE],
    (unitOfWork, stretches) => new PostgresLogReader(unitOfWork, stretches),
  );
  provide(to, OPEN_ITEMS_READER, [READS], (reads) => new PostgresOpenItemsReader(reads));
  provide(to, PLACE_READER, [READS], (reads) => new PostgresPlaceReader(reads));
  provide(to, JOURNAL_READER, [UNIT_OF_WORK], (unitOfWork) => new PostgresJournalReader(unitOfWork));
  provide(to, STATEMENT_READER, [READS], (reads) => new PostgresStatementReader(reads));
  provide(to, BACKLOG_READER, [UNIT_OF_WORK], (unitOfWork) => new PostgresBacklogReader(unitOfWork));
  provide(
    to,
    BOOKS_READER,
    [UNIT_OF_WORK, LOGGED_TRANSACTION_CODES],
    (unitOfWork, codes) => new PostgresBooksReader(unitOfWork, codes),
  );
};
