/** Wires ledgering: the only file here that knows Inversify. */
import { ContainerModule } from 'inversify';
import { ROUTES } from '../../kernel/http/tokens';
import { OBSERVATIONS } from '../../kernel/observations';
import { UNIT_OF_WORK } from '../../kernel/postgres/tokens';
import { provide } from '../../kernel/token';
import { CLOCK, LOG } from '../../kernel/tokens';
import { ATTRIBUTES } from '../attributes';
import { CATALOG } from '../catalog';
import { createAccept } from './application/accept';
import { createAccountSets } from './application/account-sets';
import { createAccounts } from './application/accounts';
import { createAwaitDecision } from './application/await-decision';
import { BACKLOG_READER } from './application/backlog-reader';
import { BOOKS_READER } from './application/books-reader';
import { createCorrectCurrency } from './application/correct-currency';
import { createDecisions } from './application/decisions';
import { createAttributeIndexer } from './application/index-attributes';
import { createJournals } from './application/journals';
import { createOpenLedger } from './application/open-ledger';
import { createPeriodLocks } from './application/period-locks';
import {
  ACCEPTANCE_STORE,
  ACCOUNT_SET_STORE,
  ATTRIBUTE_INDEX_STORE,
  CHART_STORE,
  LEDGERING_UNIT_OF_WORK,
  POSTING_STORE,
  STRING_OPERATION_STORE,
  SUSPICION_STORE,
} from './application/ports';
import { createPoster } from './application/post';
import { createTogether } from './application/post-together';
import { ACCOUNT_SET_READER, BALANCE_READER, CHART_READER, TRANSACTION_READER } from './application/reader';
import { createReverse } from './application/reverse';
import { createSearch } from './application/search';
import { createTurnLine } from './application/turn';
import { createVerify } from './application/verify';
import { createVoid } from './application/void';
import { accountSetRoutes } from './http/account-sets';
import { accountRoutes } from './http/accounts';
import { journalRoutes } from './http/journals';
import { periodRoutes } from './http/periods';
import { transactionRoutes } from './http/transactions';
import { undoRoutes } from './http/undo';
import { LEDGERING, type Ledgering } from './index';
import { PostgresAcceptanceStore } from './postgres/acceptance-store';
import { PostgresAccountSets } from './postgres/account-sets';
import { PostgresAttributeIndex } from './postgres/attribute-index';
import { PostgresBacklogReader } from './postgres/backlog-reader';
import { PostgresBalanceReader } from './postgres/balance-reader';
import { PostgresBooksReader } from './postgres/books-reader';
import { PostgresChartReader } from './postgres/chart-reader';
import { PostgresChartStore } from './postgres/chart-store';
import { PostgresPostingStore } from './postgres/posting-store';
import { PostgresStringOperations } from './postgres/string-operations';
import { PostgresSuspicionStore } from './postgres/suspicion-store';
import { PostgresTransactionReader } from './postgres/transaction-reader';

export const ledgeringModule = new ContainerModule(({ bind }) => {
  provide(
    { bind },
    LEDGERING,
    [
      LEDGERING_UNIT_OF_WORK,
      ACCEPTANCE_STORE,
      POSTING_STORE,
      SUSPICION_STORE,
      CHART_STORE,
      ACCOUNT_SET_STORE,
      STRING_OPERATION_STORE,
      ATTRIBUTE_INDEX_STORE,
      CHART_READER,
      TRANSACTION_READER,
      BOOKS_READER,
      CATALOG,
      ATTRIBUTES,
      BACKLOG_READER,
      CLOCK,
      LOG,
      OBSERVATIONS,
    ],
    (
      unitOfWork,
      acceptances,
      store,
      suspicions,
      chart,
      sets,
      operations,
      index,
      charts,
      transactions,
      books,
      catalog,
      attributes,
      backlogs,
      clock,
      log,
      observations,
    ): Ledgering => {
      const turns = { unitOfWork, acceptances, store, chart, clock, line: createTurnLine() };
      const decisions = createDecisions(observations);
      const decided = decisions.announce;
      const poster = createPoster({ unitOfWork, store, suspicions, clock, log, decided });
      const accept = createAccept({
        unitOfWork,
        acceptances,
        store,
        catalog,
        attributes,
        clock,
        log,
        decided,
        isPosting: poster.isRunning,
        wake: poster.wake,
        caughtUp: poster.caughtUp,
      });
      const indexer = createAttributeIndexer({ unitOfWork, store: index, attributes, log });
      return {
        openLedger: createOpenLedger({ unitOfWork, chart, clock }),
        correctCurrency: createCorrectCurrency(turns),
        ledger: (ledgerId) => charts.ledger(ledgerId),
        ledgerOfTenant: (tenantId, idOrCode) => charts.ledgerOfTenant(tenantId, idOrCode),
        findLedgers: (wanted) => charts.findLedgers(wanted),
        ledgers: (ledgerIds) => charts.ledgers(ledgerIds),
        accountsNamed: (ledgerIds, codes) => charts.accountsNamed(ledgerIds, codes),
        customerCodes: (ledgerIds, from, direction, limit) => charts.customerCodes(ledgerIds, from, direction, limit),
        together: createTogether(turns, operations),
        accounts: createAccounts(turns),
        accountSets: createAccountSets(turns, sets),
        journals: createJournals(turns),
        periodLocks: createPeriodLocks(turns),
        accept: async (submission) => {
          const startedAt = performance.now();
          const acceptances = await accept(submission);
          observations.accepted(submission.items.length, (performance.now() - startedAt) / 1000);
          return acceptances;
        },
        reverse: createReverse(turns),
        void: createVoid(turns),
        awaitDecision: createAwaitDecision(transactions, decisions),
        verify: createVerify({ books, clock }),
        backlog: () => backlogs.backlog(),
        poster: {
          wake: poster.wake,
          caughtUp: poster.caughtUp,
          isRunning: poster.isRunning,
          start: () => {
            poster.start();
            indexer.start();
          },
          stop: async () => {
            await indexer.stop();
            await poster.stop();
          },
        },
      };
    },
  );
  provide(
    { bind },
    ROUTES,
    [LEDGERING, CHART_READER, ACCOUNT_SET_READER, BALANCE_READER, TRANSACTION_READER, ATTRIBUTES, CLOCK],
    (ledgering, charts, sets, balances, transactions, attributes, clock) => [
      ...accountRoutes(ledgering, charts, balances, clock),
      ...accountSetRoutes(ledgering.accountSets, sets, clock),
      ...journalRoutes(ledgering.journals, charts),
      ...transactionRoutes(ledgering, transactions, createSearch(attributes, transactions)),
      ...undoRoutes(ledgering, transactions),
      ...periodRoutes(ledgering.periodLocks, charts, transactions),
    ],
  );
});

export const ledgeringOnPostgres = new ContainerModule(({ bind }) => {
  provide({ bind }, LEDGERING_UNIT_OF_WORK, [UNIT_OF_WORK], (unitOfWork) => unitOfWork);
  provide({ bind }, ACCEPTANCE_STORE, [], () => new PostgresAcceptanceStore());
  provide({ bind }, POSTING_STORE, [UNIT_OF_WORK], (unitOfWork) => new PostgresPostingStore(unitOfWork));
  provide({ bind }, SUSPICION_STORE, [], () => new PostgresSuspicionStore());
  provide({ bind }, ATTRIBUTE_INDEX_STORE, [UNIT_OF_WORK], (unitOfWork) => new PostgresAttributeIndex(unitOfWork));
  provide({ bind }, CHART_STORE, [], () => new PostgresChartStore());
  provide({ bind }, STRING_OPERATION_STORE, [], () => new PostgresStringOperations());
  provide({ bind }, ACCOUNT_SET_STORE, [UNIT_OF_WORK], (unitOfWork) => new PostgresAccountSets(unitOfWork));
  provide({ bind }, ACCOUNT_SET_READER, [UNIT_OF_WORK], (unitOfWork) => new PostgresAccountSets(unitOfWork));
  provide({ bind }, CHART_READER, [UNIT_OF_WORK], (unitOfWork) => new PostgresChartReader(unitOfWork));
  provide({ bind }, BALANCE_READER, [UNIT_OF_WORK], (unitOfWork) => new PostgresBalanceReader(unitOfWork));
  provide({ bind }, TRANSACTION_READER, [UNIT_OF_WORK], (unitOfWork) => new PostgresTransactionReader(unitOfWork));
  provide({ bind }, BACKLOG_READER, [UNIT_OF_WORK], (unitOfWork) => new PostgresBacklogReader(unitOfWork));
  provide({ bind }, BOOKS_READER, [UNIT_OF_WORK], (unitOfWork) => new PostgresBooksReader(unitOfWork));
});
