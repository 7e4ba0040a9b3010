/** Writes the chart: ledgers, accounts, journals, period locks. */
import type { Layer } from '../../../../kernel/accounting';
import type { LedgerId } from '../../../../kernel/ids';
import type { Denomination, Minor } from '../../../../kernel/money';
import { findInLedger, insertUnlessThere, toRow, updateUnlessTaken } from '../../../../kernel/postgres/entities';
import { entitiesOf, type Orm } from '../../../../kernel/postgres/orm';
import { readUse } from '../../../../kernel/postgres/quotas';
import { changeRows, fetchRows, insertion, loadStatements, parameters } from '../../../../kernel/postgres/sql-file';
import { together, writeTogether } from '../../../../kernel/postgres/sql-together';
import type { QuotaUse } from '../../../../kernel/quotas';
import type { Day } from '../../../../kernel/time';
import type { Tx } from '../../../../kernel/unit-of-work';
import type { About, ChartStore, CountedInChart, OfLedger } from '../../application/ports';
import type { Account, AccountChange, AccountId, ChangeFacts, OpeningFacts } from '../../domain/account';
import type { LedgerHead } from '../../domain/chain';
import type { LoggedEvent } from '../../domain/event';
import type { Journal } from '../../domain/journal';
import type { Ledger, LedgerUse } from '../../domain/ledger';
import type { PeriodLock, PeriodLockId } from '../../domain/period-lock';
import type { JournalId } from '../../domain/transaction';
import { readAccount, toAccount, toLedger } from './chart-rows';
import { readTerms } from './ledger-terms';
import { appendToLog } from '../posting/written-rows';
import { AccountSchema, JournalSchema, LedgerSchema, PeriodLockSchema } from '../schema';

export class PostgresChartStore implements ChartStore {
  constructor(private readonly orm: Orm) {}

  async insertLedger(tx: Tx, ledger: Ledger, head: LedgerHead, journal: Journal): Promise<boolean> {
    const em = entitiesOf(this.orm, tx);
    if (!(await insertUnlessThere(em, LedgerSchema, ledger, ['tenantId', 'code']))) return false;
    await changeRows(tx, sql.insert_head, { ledger_id: ledger.id, last_hash: head.lastHash });
    await this.insertJournal(tx, ledger.id, journal);
    return true;
  }

  async readLedgerUse(
    tx: Tx,
    ledgerId: LedgerId,
  ): Promise<{ readonly ledger: Ledger; readonly use: LedgerUse } | undefined> {
    const [[row], [use]] = await Promise.all([
      fetchRows(tx, sql.read_ledger_row, { ledger_id: ledgerId }),
      fetchRows(tx, sql.read_ledger_use, { ledger_id: ledgerId }),
    ]);
    return (
      row && use && { ledger: toLedger(row), use: { hasTransactions: use.has_transactions, hasLimits: use.has_limits } }
    );
  }

  async updateCurrency(tx: Tx, { id, currencyType, denomination, updatedAt }: Ledger): Promise<void> {
    const changes = { currencyType, denomination, updatedAt };
    await entitiesOf(this.orm, tx).nativeUpdate(LedgerSchema, { id }, toRow(LedgerSchema, changes));
  }

  async updateClock(tx: Tx, { id, testClockMs, updatedAt }: Ledger): Promise<void> {
    await entitiesOf(this.orm, tx).nativeUpdate(LedgerSchema, { id }, toRow(LedgerSchema, { testClockMs, updatedAt }));
  }

  async updateCalendar(tx: Tx, { id, timeZone, fiscalYearStart, updatedAt }: Ledger): Promise<void> {
    const changes = { timeZone, fiscalYearStart, updatedAt };
    await entitiesOf(this.orm, tx).nativeUpdate(LedgerSchema, { id }, toRow(LedgerSchema, changes));
  }

  async readDenomination(tx: Tx, ledgerId: LedgerId): Promise<Denomination> {
    return (await readTerms(tx, ledgerId)).denomination;
  }

  async readOpeningFacts(tx: Tx, ledgerId: LedgerId, code: string, parentCode: string | null): Promise<OpeningFacts> {
    const [facts] = await fetchRows(tx, sql.read_opening_facts, {
      ledger_id: ledgerId,
      code,
      parent_code: parentCode,
    });
    return {
      codeTaken: facts?.code_taken ?? false,
      parentId: facts?.parent_id ?? undefined,
      depthAbove: facts?.depth_above ?? 0,
    };
  }

  // A trigger inserts the balance rows of the new account.
  async insertAccount(tx: Tx, ledgerId: LedgerId, account: Account): Promise<void> {
    await entitiesOf(this.orm, tx).insert(AccountSchema, toRow(AccountSchema, { ledgerId, ...account }));
  }

  async readForChange(
    tx: Tx,
    ledgerId: LedgerId,
    accountId: AccountId,
    change: AccountChange,
    today: Day,
  ): Promise<{ readonly account: Account; readonly balance: Minor; readonly facts: ChangeFacts } | undefined> {
    const [row] = await fetchRows(tx, readAccount, { ledger_id: ledgerId, account_id: accountId, today });
    if (!row) return undefined;
    const [facts] = await fetchRows(tx, sql.read_change_facts, {
      ledger_id: ledgerId,
      account_id: accountId,
      code: change.code ?? null,
      parent_id: change.parentId ?? null,
    });
    const { balance, ...account } = toAccount(row);
    return {
      account,
      balance,
      facts: {
        codeTaken: facts?.code_taken ?? false,
        parentExists: facts?.parent_exists ?? false,
        parentIsBelow: facts?.parent_is_below ?? false,
        depthAbove: facts?.depth_above ?? 0,
        depthBelow: facts?.depth_below ?? 0,
        isInTransactions: (facts?.has_entries ?? false) || (facts?.is_awaited ?? false),
        layersLeft: facts?.layers_left ?? [],
        isAwaited: facts?.is_awaited ?? false,
        hasActiveChildren: facts?.has_active_children ?? false,
        settled: BigInt(facts?.settled ?? 0),
        lastSettledDay: facts?.last_settled_day ?? null,
      },
    };
  }

  async updateAccount(tx: Tx, ledgerId: LedgerId, { id, ...changes }: Account): Promise<void> {
    await entitiesOf(this.orm, tx).nativeUpdate(AccountSchema, { ledgerId, id }, toRow(AccountSchema, changes));
  }

  async readAccountUse(tx: Tx, ledgerId: LedgerId, accountId: AccountId): Promise<string | undefined> {
    const [row] = await fetchRows(tx, sql.read_account_use, { ledger_id: ledgerId, account_id: accountId });
    return row?.used_by ?? undefined;
  }

  async deleteAccount(tx: Tx, ledgerId: LedgerId, accountId: AccountId, at: Date): Promise<void> {
    const account = { ledger_id: ledgerId, account_id: accountId };
    await Promise.all([
      changeRows(tx, sql.remember_account, { ...account, deleted_at: at.toISOString() }),
      changeRows(tx, sql.delete_account, account),
    ]);
  }

  async insertJournal(tx: Tx, ledgerId: LedgerId, journal: Journal): Promise<boolean> {
    const em = entitiesOf(this.orm, tx);
    return insertUnlessThere(em, JournalSchema, { ledgerId, ...journal }, ['ledgerId', 'code']);
  }

  async readJournal(tx: Tx, ledgerId: LedgerId, journalId: JournalId): Promise<Journal | undefined> {
    return findInLedger(entitiesOf(this.orm, tx), JournalSchema, { ledgerId, id: journalId });
  }

  async updateJournal(tx: Tx, ledgerId: LedgerId, journal: Journal): Promise<boolean> {
    return updateUnlessTaken(entitiesOf(this.orm, tx), JournalSchema, ledgerId, journal);
  }

  async hasPendingUpTo(tx: Tx, ledgerId: LedgerId, day: Day): Promise<boolean> {
    return (await fetchRows(tx, sql.find_pending_up_to, { ledger_id: ledgerId, day })).length > 0;
  }

  async insertPeriodLock(tx: Tx, ledgerId: LedgerId, lock: PeriodLock): Promise<void> {
    await entitiesOf(this.orm, tx).insert(PeriodLockSchema, toRow(PeriodLockSchema, { ledgerId, ...lock }));
  }

  async readPeriodLock(tx: Tx, ledgerId: LedgerId, lockId: PeriodLockId): Promise<PeriodLock | undefined> {
    return findInLedger(entitiesOf(this.orm, tx), PeriodLockSchema, { ledgerId, id: lockId });
  }

  async releasePeriodLock(tx: Tx, ledgerId: LedgerId, lock: PeriodLock): Promise<void> {
    const { id, releasedAt, releaseReason } = lock;
    await entitiesOf(this.orm, tx).nativeUpdate(PeriodLockSchema, { ledgerId, id }, { releasedAt, releaseReason });
  }

  readUse(tx: Tx, quota: CountedInChart, { tenantId, ledgerId }: OfLedger): Promise<QuotaUse> {
    const em = entitiesOf(this.orm, tx);
    const counts = {
      ledgers: () => em.count(LedgerSchema, { tenantId }),
      journals: () => em.count(JournalSchema, { ledgerId }),
      period_locks: () => em.count(PeriodLockSchema, { ledgerId, releasedAt: null }),
    };
    return readUse(tx, tenantId, quota, counts[quota]());
  }

  async appendEvents(
    tx: Tx,
    ledgerId: LedgerId,
    events: readonly LoggedEvent[],
    { contents, subject }: About,
  ): Promise<void> {
    await appendToLog(tx, ledgerId, events);
    const subjects = events.map(({ sequence }, index) => ({
      ...{ sequence, content: contents[index] as string },
      ...noSubject,
      ...subject,
    }));
    await writeTogether(tx, subjectsWrite, ledgerId, { subjects });
  }
}

/** The row that stores the subject of an event about the chart. */
interface SubjectRow {
  readonly sequence: bigint;
  readonly journalId: string | null;
  readonly periodLockId: string | null;
  readonly accountSetId: string | null;
  readonly memberId: string | null;
  readonly trancodeId: string | null;
  readonly stringOperationId: string | null;
  readonly content: string;
}

const noSubject = {
  ...{ journalId: null, periodLockId: null, accountSetId: null, memberId: null },
  ...{ trancodeId: null, stringOperationId: null },
};

interface ChangeFactsRow {
  readonly code_taken: boolean;
  readonly parent_exists: boolean;
  readonly parent_is_below: boolean;
  readonly depth_above: number;
  readonly depth_below: number;
  readonly layers_left: readonly Layer[];
  readonly has_entries: boolean;
  readonly is_awaited: boolean;
  readonly has_active_children: boolean;
  readonly settled: string;
  readonly last_settled_day: Day | null;
}

const sql = loadStatements(__filename, {
  insert_head: parameters('ledger_id', 'last_hash'),
  read_ledger_row: parameters('ledger_id').rows<object>(),
  read_ledger_use: parameters('ledger_id').rows<{ has_transactions: boolean; has_limits: boolean }>(),
  read_opening_facts: parameters('ledger_id', 'code', 'parent_code').rows<{
    readonly code_taken: boolean;
    readonly parent_id: AccountId | null;
    readonly depth_above: number;
  }>(),
  read_change_facts: parameters('ledger_id', 'account_id', 'code', 'parent_id').rows<ChangeFactsRow>(),
  read_account_use: parameters('ledger_id', 'account_id').rows<{ used_by: string | null }>(),
  remember_account: parameters('ledger_id', 'account_id', 'deleted_at'),
  delete_account: parameters('ledger_id', 'account_id'),
  find_pending_up_to: parameters('ledger_id', 'day').rows<object>(),
  insert_subjects: insertion<SubjectRow>({
    sequence: ({ sequence }) => sequence,
    journal_id: ({ journalId }) => journalId,
    period_lock_id: ({ periodLockId }) => periodLockId,
    account_set_id: ({ accountSetId }) => accountSetId,
    member_id: ({ memberId }) => memberId,
    trancode_id: ({ trancodeId }) => trancodeId,
    string_operation_id: ({ stringOperationId }) => stringOperationId,
    content: ({ content }) => content,
  }),
});

const subjectsWrite = together('append_subjects', { subjects: sql.insert_subjects });
