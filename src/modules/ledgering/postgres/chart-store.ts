/** Writing the chart: ledgers, accounts, journals, period locks. */
import type { LedgerId } from '../../../kernel/ids';
import type { Minor } from '../../../kernel/money';
import { execute, query } from '../../../kernel/postgres/sql';
import type { Day } from '../../../kernel/time';
import type { Tx } from '../../../kernel/unit-of-work';
import type { ChartStore } from '../application/ports';
import type { Account, AccountChange, AccountId, ChangeFacts, OpeningFacts } from '../domain/account';
import type { LedgerHead } from '../domain/chain';
import type { EventSubject, LoggedEvent } from '../domain/event';
import type { Journal } from '../domain/journal';
import type { Ledger, LedgerUse } from '../domain/ledger';
import type { PeriodLock, PeriodLockId } from '../domain/period-lock';
import type { JournalId } from '../domain/transaction';
import {
  readAccount,
  readJournal,
  toAccount,
  toJournal,
  toLedger,
  toPeriodLock,
  type AccountRow,
  type JournalRow,
  type LedgerRow,
  type PeriodLockRow,
} from './chart-rows';
import {
  deleteAccount,
  findPendingUpTo,
  insertAccount,
  insertHead,
  insertJournal,
  insertLedger,
  insertPeriodLock,
  insertSubject,
  readAccountUse,
  readChangeFacts,
  readLedgerUse,
  readOpeningFacts,
  readPeriodLock,
  releasePeriodLock,
  updateAccount,
  updateCurrency,
  updateJournal,
} from './chart-statements';
import { appendToLog } from './log';

interface LedgerUseRow extends LedgerRow {
  readonly has_transactions: boolean;
  readonly has_limits: boolean;
}

export class PostgresChartStore implements ChartStore {
  async insertLedger(tx: Tx, ledger: Ledger, head: LedgerHead, journal: Journal): Promise<boolean> {
    const { denomination } = ledger;
    const inserted = await execute(tx, insertLedger, [
      ledger.id,
      ledger.tenantId,
      ledger.code,
      ledger.name,
      denomination.currency,
      ledger.currencyType,
      denomination.storageDecimals,
      denomination.displayDecimals,
      ledger.createdAt.toISOString(),
    ]);
    if (inserted === 0) return false;
    await execute(tx, insertHead, [ledger.id, head.lastHash]);
    await execute(tx, insertJournal, journalValues(ledger.id, journal));
    return true;
  }

  async readLedgerUse(
    tx: Tx,
    ledgerId: LedgerId,
  ): Promise<{ readonly ledger: Ledger; readonly use: LedgerUse } | undefined> {
    const [row] = await query<LedgerUseRow>(tx, readLedgerUse, [ledgerId]);
    return (
      row && {
        ledger: toLedger(row),
        use: { hasTransactions: row.has_transactions, hasLimits: row.has_limits },
      }
    );
  }

  async updateCurrency(tx: Tx, { id, currencyType, denomination, updatedAt }: Ledger): Promise<void> {
    await execute(tx, updateCurrency, [
      id,
      denomination.currency,
      currencyType,
      denomination.storageDecimals,
      denomination.displayDecimals,
      updatedAt.toISOString(),
    ]);
  }

  async readOpeningFacts(tx: Tx, ledgerId: LedgerId, code: string, parentCode: string | null): Promise<OpeningFacts> {
    const [facts] = await query<{ code_taken: boolean; parent_id: AccountId | null; depth_above: number }>(
      tx,
      readOpeningFacts,
      [ledgerId, code, parentCode],
    );
    return {
      codeTaken: facts?.code_taken ?? false,
      parentId: facts?.parent_id ?? undefined,
      depthAbove: facts?.depth_above ?? 0,
    };
  }

  async insertAccount(tx: Tx, ledgerId: LedgerId, account: Account): Promise<void> {
    await execute(tx, insertAccount, [
      ledgerId,
      account.id,
      account.code,
      account.name,
      account.type,
      account.category,
      account.normalBalance,
      account.parentId,
      account.description,
      account.isActive,
      account.isSystem,
      jsonOrNull(account.metadata),
      account.limits.enforced,
      account.limits.min?.toString() ?? null,
      account.limits.max?.toString() ?? null,
      account.createdAt.toISOString(),
    ]);
  }

  async readForChange(
    tx: Tx,
    ledgerId: LedgerId,
    accountId: AccountId,
    change: AccountChange,
  ): Promise<{ readonly account: Account; readonly balance: Minor; readonly facts: ChangeFacts } | undefined> {
    const [row] = await query<AccountRow>(tx, readAccount, [ledgerId, accountId]);
    if (!row) return undefined;
    const [facts] = await query<{
      code_taken: boolean;
      parent_exists: boolean;
      parent_is_below: boolean;
      depth_above: number;
      depth_below: number;
      has_entries: boolean;
    }>(tx, readChangeFacts, [ledgerId, accountId, change.code ?? null, change.parentId ?? null]);
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
        hasEntries: facts?.has_entries ?? false,
      },
    };
  }

  async updateAccount(tx: Tx, ledgerId: LedgerId, account: Account): Promise<void> {
    await execute(tx, updateAccount, [
      ledgerId,
      account.id,
      account.parentId,
      account.code,
      account.name,
      account.type,
      account.normalBalance,
      account.description,
      account.isActive,
      jsonOrNull(account.metadata),
      account.limits.enforced,
      account.limits.min?.toString() ?? null,
      account.limits.max?.toString() ?? null,
      account.updatedAt.toISOString(),
    ]);
  }

  async readAccountUse(tx: Tx, ledgerId: LedgerId, accountId: AccountId): Promise<string | undefined> {
    const [row] = await query<{ used_by: string | null }>(tx, readAccountUse, [ledgerId, accountId]);
    return row?.used_by ?? undefined;
  }

  async deleteAccount(tx: Tx, ledgerId: LedgerId, accountId: AccountId, at: Date): Promise<void> {
    await execute(tx, deleteAccount, [ledgerId, accountId, at.toISOString()]);
  }

  async insertJournal(tx: Tx, ledgerId: LedgerId, journal: Journal): Promise<boolean> {
    return (await execute(tx, insertJournal, journalValues(ledgerId, journal))) === 1;
  }

  async readJournal(tx: Tx, ledgerId: LedgerId, journalId: JournalId): Promise<Journal | undefined> {
    const [row] = await query<JournalRow>(tx, readJournal, [ledgerId, journalId]);
    return row && toJournal(row);
  }

  async updateJournal(tx: Tx, ledgerId: LedgerId, journal: Journal): Promise<boolean> {
    const { id, code, name, description, isClosed, metadata, updatedAt } = journal;
    const values = [ledgerId, id, code, name, description, isClosed, jsonOrNull(metadata), updatedAt.toISOString()];
    return (await execute(tx, updateJournal, values)) === 1;
  }

  async hasPendingUpTo(tx: Tx, ledgerId: LedgerId, day: Day): Promise<boolean> {
    return (await query(tx, findPendingUpTo, [ledgerId, day])).length > 0;
  }

  async insertPeriodLock(
    tx: Tx,
    ledgerId: LedgerId,
    { id, lockedUntil, reason, createdAt }: PeriodLock,
  ): Promise<void> {
    await execute(tx, insertPeriodLock, [ledgerId, id, lockedUntil, reason, createdAt.toISOString()]);
  }

  async readPeriodLock(tx: Tx, ledgerId: LedgerId, lockId: PeriodLockId): Promise<PeriodLock | undefined> {
    const [row] = await query<PeriodLockRow>(tx, readPeriodLock, [ledgerId, lockId]);
    return row && toPeriodLock(row);
  }

  async releasePeriodLock(tx: Tx, ledgerId: LedgerId, { id, releasedAt, releaseReason }: PeriodLock): Promise<void> {
    await execute(tx, releasePeriodLock, [ledgerId, id, releasedAt?.toISOString() ?? null, releaseReason]);
  }

  async appendEvents(
    tx: Tx,
    ledgerId: LedgerId,
    events: readonly LoggedEvent[],
    subject?: EventSubject,
  ): Promise<void> {
    await appendToLog(tx, ledgerId, events);
    if (!subject) return;
    const { journalId, periodLockId, accountSetId, memberId } = { ...noSubject, ...subject };
    for (const { sequence } of events)
      await execute(tx, insertSubject, [
        ledgerId,
        sequence.toString(),
        journalId,
        periodLockId,
        accountSetId,
        memberId,
      ]);
  }
}

const noSubject = { journalId: null, periodLockId: null, accountSetId: null, memberId: null };

const jsonOrNull = (value: object | null): string | null => (value === null ? null : JSON.stringify(value));

const journalValues = (ledgerId: LedgerId, journal: Journal): readonly unknown[] => [
  ledgerId,
  journal.id,
  journal.code,
  journal.name,
  journal.description,
  journal.isClosed,
  jsonOrNull(journal.metadata),
  journal.createdAt.toISOString(),
];
