/** Wires ledgering: the only file here that knows Inversify. */
import { ContainerModule } from 'inversify';
import { BACKGROUND } from '../../kernel/running/background';
import { ROUTES } from '../../kernel/http/tokens';
import { LEDGER_LOG, LOGGED_TRANSACTION_CODES } from '../../kernel/ledger-log';
import { OBSERVATIONS } from '../../kernel/observations';
import { provide } from '../../kernel/token';
import { MAY_MOVE_TIME, TEST_CLOCKS } from '../../kernel/test-clocks';
import { CLOCK, LOG } from '../../kernel/tokens';
import { ATTRIBUTES } from '../attributes';
import { CATALOG } from '../catalog';
import { createAccountSets } from './application/account-sets';
import { createAccounts } from './application/accounts';
import { ACTS_READER } from './application/acts-reader';
import { BACKLOG_READER } from './application/backlog-reader';
import { createLedgerLog } from './application/ledger-log';
import { BOOKKEEPING, type Bookkeeping } from './application/bookkeeping';
import { BOOKS_READER } from './application/books-reader';
import { createTimekeeping, TIMEKEEPING } from './application/timekeeping';
import { createChangeCalendar } from './application/change-calendar';
import { createCorrectCurrency } from './application/correct-currency';
import { createAttributeIndexer } from './application/index-attributes';
import { LOG_READER } from './application/log-reader';
import { JOURNAL_READER } from './application/journal-reader';
import { OPEN_ITEMS_READER } from './application/open-items-reader';
import { PLACE_READER } from './application/place-reader';
import { createJournals } from './application/journals';
import { createOpenLedger } from './application/open-ledger';
import { createReadsProvable } from './application/provable';
import { createPeriodLocks } from './application/period-locks';
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
} from './application/ports';
import { createTogether } from './application/post-together';
import { createAwaiting, createDecisions, DECISIONS } from './application/posting/decisions';
import { createFeed } from './application/feed';
import { FEED_READER } from './application/feed-reader';
import { createExpiry } from './application/posting/expiry';
import { createJoining } from './application/operations/joining';
import { createMerging } from './application/operations/merging';
import { createPerform } from './application/operations/perform';
import { createPoster, POSTER, type Poster } from './application/posting/poster';
import { ACCOUNT_SET_READER, BALANCE_READER, CHART_READER, TRANSACTION_READER } from './application/reader';
import { REHEARSAL_READER } from './application/rehearsal-reader';
import { createEntrySearch, createSearch } from './application/search';
import { STATEMENT_READER } from './application/statement-reader';
import { createSearchFilling } from './application/search-filling';
import { createSumming, STRETCH_SIZES } from './application/summing';
import { TOTALS_READER } from './application/totals-reader';
import { createLines } from './application/line';
import { TURNS } from './application/turn';
import { createAmending } from './application/amending';
import { createClose } from './application/closing';
import { WORDS_READER, WORDS_STORE } from './application/words-reader';
import { createVerify } from './application/verify';
import { createExtend } from './application/extend';
import { createVoid } from './application/void';
import { createAccept } from './application/writing/accept';
import { stretchSizes } from './domain/stretch';
import { closingRoutes } from './http/chart/closing';
import { accountSetRoutes } from './http/chart/account-sets';
import { accountRoutes } from './http/chart/accounts';
import { balanceRoutes } from './http/balances/balances';
import { batchRoute } from './http/operations/batches';
import { holdRoutes } from './http/operations/holds';
import { journalRoutes } from './http/chart/journals';
import { periodRoutes } from './http/chart/periods';
import { transactionRoutes } from './http/transactions/transactions';
import { undoRoutes } from './http/operations/undo';
import { wordsRoutes } from './http/transactions/words';
import { LEDGERING, type Ledgering } from './index';
import { bindInMemory } from './memory/adapters';
import { bindOnPostgres } from './postgres/adapters';

export { ledgeringEntities } from './postgres/schema';
export { TIMEKEEPING, type Timekeeping } from './application/timekeeping';
/** The token of the poster, which the process starts and stops. */
export { POSTER, type Poster } from './application/posting/poster';

export const ledgeringModule = new ContainerModule(({ bind }) => {
  provide(
    { bind },
    TURNS,
    [LEDGERING_UNIT_OF_WORK, ACCEPTANCE_STORE, POSTING_STORE, CHART_STORE, CLOCK],
    (unitOfWork, acceptances, store, chart, clock) => {
      return { unitOfWork, acceptances, store, chart, clock, lines: createLines(clock) };
    },
  );
  provide({ bind }, TIMEKEEPING, [TURNS, CHART_READER, TEST_CLOCKS, MAY_MOVE_TIME, BACKGROUND], createTimekeeping);
  provide({ bind }, LEDGER_LOG, [TURNS], createLedgerLog);
  provide({ bind }, DECISIONS, [CLOCK], createDecisions);
  provide({ bind }, STRETCH_SIZES, [], () => stretchSizes);
  provide(
    { bind },
    POSTER,
    [
      ...([TURNS, QUARANTINE_STORE, ATTRIBUTE_INDEX_STORE, STRETCH_STORE, STRETCH_SIZES, SEARCH_STORE] as const),
      ...([ATTRIBUTES, DECISIONS, BACKGROUND, TEST_CLOCKS, LOG, OBSERVATIONS] as const),
    ],
    (
      ...[
        turns,
        quarantineStore,
        index,
        stretches,
        sizes,
        searchStore,
        attributes,
        decisions,
        background,
        testClocks,
        log,
        observations,
      ]
    ): Poster => {
      const { unitOfWork, store, clock } = turns;
      const surroundings = { unitOfWork, clock, background, log, observations };
      const poster = createPoster({ ...surroundings, store, quarantineStore, decisions });
      const indexer = createAttributeIndexer({ ...surroundings, store: index, attributes });
      const expiry = createExpiry({ ...turns, ...surroundings, attributes, testClocks });
      const summing = createSumming({ ...surroundings, store: stretches, sizes });
      const filling = createSearchFilling({ ...surroundings, store: searchStore, stretches });
      const { start, stop } = poster;
      return Object.assign(poster, {
        start: () => {
          start();
          indexer.start();
          expiry.start();
          summing.start();
          filling.start();
        },
        stop: async () => {
          await Promise.all([indexer.stop(), expiry.stop(), summing.stop(), filling.stop()]);
          await stop();
        },
      });
    },
  );
  provide(
    { bind },
    BOOKKEEPING,
    [
      ...([TURNS, POSTER, DECISIONS, ACCOUNT_SET_STORE, TRANSACTION_READER, REHEARSAL_READER] as const),
      ...([CATALOG, ATTRIBUTES, LOG, OBSERVATIONS, WORDS_STORE] as const),
    ],
    (
      turns,
      poster,
      decisions,
      sets,
      transactions,
      rehearsals,
      catalog,
      attributes,
      log,
      observations,
      words,
    ): Bookkeeping => {
      const { clock } = turns;
      const accepting = createAccept({ ...turns, catalog, attributes, log, poster, decisions, observations });
      const inTurn = createMerging(createPerform({ ...turns, catalog, attributes, rehearsals }), clock);
      return {
        accounts: createAccounts(turns),
        accountSets: createAccountSets(turns, sets),
        journals: createJournals(turns),
        periodLocks: createPeriodLocks(turns),
        accept: async (submission) => {
          const startedAt = clock.elapsed();
          const acceptances = await accepting.accept(submission);
          observations.accepted(submission.items.length, (clock.elapsed() - startedAt) / 1000);
          return acceptances;
        },
        perform: createJoining({ ...turns, accepting }, inTurn),
        ...{ void: createVoid(turns, rehearsals), extend: createExtend({ ...turns, attributes, rehearsals }) },
        close: createClose(turns),
        ...createAmending(turns, words, rehearsals),
        ...createAwaiting(transactions, decisions, clock),
      };
    },
  );
  provide(
    { bind },
    LEDGERING,
    [
      ...([TURNS, STRING_OPERATION_STORE, REHEARSAL_READER, ATTRIBUTES] as const),
      ...([CHART_READER, BOOKS_READER, BACKLOG_READER, ACTS_READER, FEED_READER, TOTALS_READER] as const),
      ...([STATEMENT_READER, OPEN_ITEMS_READER, PLACE_READER, JOURNAL_READER, LOG_READER] as const),
      ...([LOGGED_TRANSACTION_CODES, CLOCK, TIMEKEEPING, CATALOG] as const),
    ],
    (
      turns,
      operations,
      rehearsals,
      attributes,
      charts,
      books,
      backlogs,
      acts,
      feed,
      totals,
      statements,
      openItems,
      places,
      journals,
      logs,
      codes,
      clock,
      timekeeping,
      catalog,
    ): Ledgering => ({
      openLedger: createOpenLedger(turns, timekeeping.mayMoveTime),
      correctCurrency: createCorrectCurrency(turns, catalog),
      changeCalendar: createChangeCalendar(turns),
      advanceClock: timekeeping.advance,
      ledger: (ledgerId) => charts.ledger(ledgerId),
      ledgerOfTenant: (tenantId, idOrCode) => charts.ledgerOfTenant(tenantId, idOrCode),
      findLedgers: (wanted) => charts.findLedgers(wanted),
      ledgerPage: (tenantId, slice) => charts.ledgerPage(tenantId, slice),
      ledgers: (ledgerIds) => charts.ledgers(ledgerIds),
      accountsNamed: (ledgerIds, codes) => charts.accountsNamed(ledgerIds, codes),
      customerCodes: (ledgerIds, from, direction, limit) => charts.customerCodes(ledgerIds, from, direction, limit),
      together: createTogether(turns, operations, attributes, rehearsals),
      verify: createVerify({ books, clock, workingSince: clock.now() }),
      events: createFeed({ reader: feed, charts, codes }),
      acts: (ledgerIds, question, slice) => acts.acts(ledgerIds, question, slice),
      lastEvents: (ledgerIds) => feed.heads(ledgerIds),
      totals: (scope, question) => totals.totals(scope, question),
      counterTotals: (scope, question) => totals.counterTotals(scope, question),
      statement: (scope, accountId, question, slice) => statements.statement(scope, accountId, question, slice),
      itemDays: (scope, question) => openItems.itemDays(scope, question),
      place: (scope, sequence) => places.place(scope, sequence),
      journal: (ledgerId, question) => journals.journal(ledgerId, question),
      logEnds: (least) => logs.ends(least),
      eventHashes: (ledgerId, after, limit) => logs.hashes(ledgerId, after, limit),
      provable: createReadsProvable(logs),
      backlog: () => backlogs.backlog(),
    }),
  );
  provide(
    { bind },
    ROUTES,
    [
      ...([BOOKKEEPING, CHART_READER, ACCOUNT_SET_READER, BALANCE_READER, TOTALS_READER] as const),
      ...([STATEMENT_READER, TRANSACTION_READER, ATTRIBUTES, CLOCK, WORDS_READER] as const),
    ],
    (bookkeeping, charts, sets, balances, totals, statements, transactions, attributes, clock, words) => [
      ...accountRoutes(bookkeeping.accounts, charts, createEntrySearch(attributes, balances), clock),
      ...closingRoutes(bookkeeping),
      ...accountSetRoutes(bookkeeping.accountSets, sets),
      ...balanceRoutes({ balances, sets, totals, statements, clock }),
      ...journalRoutes(bookkeeping.journals, charts),
      ...transactionRoutes(bookkeeping, transactions, createSearch(attributes, transactions)),
      batchRoute(bookkeeping),
      ...holdRoutes(bookkeeping, transactions),
      ...undoRoutes(bookkeeping, transactions),
      ...wordsRoutes(bookkeeping, words),
      ...periodRoutes(bookkeeping.periodLocks, charts, transactions),
    ],
  );
});

export const ledgeringOnPostgres = new ContainerModule(bindOnPostgres);
export const ledgeringInMemory = new ContainerModule(bindInMemory);
