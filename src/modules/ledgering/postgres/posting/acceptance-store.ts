/** Acceptance on PostgreSQL: one statement reads everything that a group names, and one statement writes everything that is granted. */
import type { AccountType, LimitBasis } from '../../../../kernel/accounting';
import type { LedgerId, TenantId } from '../../../../kernel/ids';
import { plainArray } from '../../../../kernel/postgres/sql';
import { fetchRows, loadStatements, parameters } from '../../../../kernel/postgres/sql-file';
import type { Day } from '../../../../kernel/time';
import type { Tx } from '../../../../kernel/unit-of-work';
import type { AcceptanceStore, JudgedBy, KeyOfEvent, NewKey } from '../../application/ports';
import { isClearingAccount, type AccountId } from '../../domain/account';
import type { AccountFact } from '../../domain/draft';
import type { Acceptance, AcceptanceReading, AcceptanceWants } from '../../domain/judging';
import { defaultJournalCode } from '../../domain/journal';
import type { BatchId, JournalId } from '../../domain/transaction';
import { readTerms } from '../chart/ledger-terms';
import { courseOf, toCourse, type StretchRow } from '../sums/course-rows';
import { orWriteConflict, writeAccepted, writeKey } from './written-rows';
import { minorOrNull, toHead, type HeadRow } from './posting-rows';

export class PostgresAcceptanceStore implements AcceptanceStore {
  async readAcceptance(tx: Tx, ledgerId: LedgerId, wants: AcceptanceWants): Promise<AcceptanceReading> {
    const { since, months } = courseOf(wants.days);
    const [[row], { denomination }] = await Promise.all([
      fetchRows(tx, sql.read_acceptance, {
        ledger_id: ledgerId,
        keys: wants.keys,
        account_ids: plainArray(wants.accountIds),
        account_codes: wants.accountCodes,
        journal_ids: plainArray(wants.journalIds),
        correlation_source_ids: plainArray(wants.correlationSourceIds),
        transaction_codes: wants.transactionCodes,
        default_journal_code: defaultJournalCode,
        since,
        months: plainArray(months),
      }),
      readTerms(tx, ledgerId),
    ]);
    if (!row) throw new Error(`ledger ${ledgerId} has no head`);
    const accounts = (row.accounts ?? []).map(toAccountFact);
    const journals = row.journals ?? [];
    const defaultJournalId = journals.find(([, code]) => code === defaultJournalCode)?.[0];
    if (defaultJournalId === undefined) throw new Error(`ledger ${ledgerId} has no default journal`);
    return {
      facts: {
        accountsById: new Map(accounts.map((account) => [account.id, account])),
        accountsByCode: new Map(accounts.map((account) => [account.code, account])),
        journals: new Map(journals.map(([id, , isClosed]) => [id, { isClosed }])),
        defaultJournalId: defaultJournalId as JournalId,
        lockedUntil: row.locked_until,
        correlationSources: new Map((row.sources ?? []).map(([id, correlationId]) => [id, { correlationId }])),
        transactionCodes: new Map((row.codes ?? []).map(([code, version, isActive]) => [code, { version, isActive }])),
        denomination,
      },
      usedKeys: new Map(
        (row.used ?? []).map(([key, operation, fingerprint, madeId, correlationId, batchId]) => [
          key,
          { operation, fingerprint: Buffer.from(fingerprint, 'hex'), madeId, correlationId, batchId },
        ]),
      ),
      busyKeys: new Set(row.busy),
      hasBacklog: row.has_backlog,
      head: toHead(row),
    };
  }

  async readAccounts(
    tx: Tx,
    ledgerId: LedgerId,
    after: AccountId | null,
    limit: number,
  ): Promise<readonly AccountFact[]> {
    const rows = await fetchRows(tx, sql.read_accounts, {
      ledger_id: ledgerId,
      after: after ?? beforeAllIds,
      limit,
    });
    return rows.map((row) =>
      toAccountFact([row.id, row.code, row.is_active, row.normal_balance, row.is_system, row.type, row.is_group, null]),
    );
  }

  async holdTerms(tx: Tx, ledgerId: LedgerId, hold: JudgedBy['hold']): Promise<void> {
    await fetchRows(tx, sql.hold_terms, { ledger_id: ledgerId, alone: hold === 'alone' });
  }

  async writeAcceptances(tx: Tx, ledgerId: LedgerId, acceptances: readonly Acceptance[]): Promise<void> {
    await orWriteConflict(writeAccepted(tx, ledgerId, acceptances));
  }

  async useKey(tx: Tx, ledgerId: LedgerId, used: KeyOfEvent): Promise<void> {
    await orWriteConflict(writeKey(tx, ledgerId, used));
  }

  async holdRules(tx: Tx, { tenantId, version, hold }: JudgedBy): Promise<void> {
    await orWriteConflict(
      fetchRows(tx, sql.hold_attribute_rules, { tenant_id: tenantId, version, alone: hold === 'alone' }),
    );
  }

  async declareKeys(tx: Tx, tenantId: TenantId, keys: readonly NewKey[], at: Date): Promise<void> {
    const [ids, names] = [keys.map(({ id }) => id), keys.map(({ key }) => key)];
    await fetchRows(tx, sql.declare_attributes, {
      tenant_id: tenantId,
      ids: plainArray(ids),
      names,
      at: at.toISOString(),
    });
  }
}

interface AcceptanceRow extends HeadRow {
  readonly busy: readonly string[];
  readonly used:
    | readonly [
        key: string,
        operation: string,
        fingerprint: string,
        madeId: string,
        correlationId: string | null,
        batchId: BatchId | null,
      ][]
    | null;
  readonly accounts: readonly AccountFactRow[] | null;
  readonly journals: readonly [id: string, code: string, isClosed: boolean][] | null;
  readonly sources: readonly [id: string, correlationId: string | null][] | null;
  readonly codes: readonly [code: string, version: number, isActive: boolean][] | null;
  readonly locked_until: Day | null;
  readonly has_backlog: boolean;
}

type AccountFactRow = readonly [
  id: AccountId,
  code: string,
  isActive: boolean,
  normalBalance: AccountFact['normalBalance'],
  isSystem: boolean,
  type: AccountType,
  isGroup: boolean,
  bounds:
    | readonly [
        basis: LimitBasis,
        min: string | null,
        max: string | null,
        debits: string,
        credits: string,
        heldDebits: string | null,
        heldCredits: string | null,
        later: readonly StretchRow[] | null,
      ]
    | null,
];

interface UnlimitedAccountRow {
  readonly id: AccountId;
  readonly code: string;
  readonly is_active: boolean;
  readonly normal_balance: AccountFact['normalBalance'];
  readonly is_system: boolean;
  readonly type: AccountType;
  readonly is_group: boolean;
}

const beforeAllIds = '00000000-0000-0000-0000-000000000000';

const toAccountFact = ([
  id,
  code,
  isActive,
  normalBalance,
  isSystem,
  type,
  isGroup,
  bounds,
]: AccountFactRow): AccountFact => {
  const [basis = 'settled', min = null, max = null, debits = 0, credits = 0, heldDebits, heldCredits, later = null] =
    bounds ?? [];
  return {
    id,
    code,
    isActive,
    normalBalance,
    isClearing: isClearingAccount({ code, isSystem, type }),
    isGroup,
    limits: { enforced: bounds !== null, basis, min: minorOrNull(min), max: minorOrNull(max) },
    settledDebits: BigInt(debits),
    settledCredits: BigInt(credits),
    heldDebits: BigInt(heldDebits ?? 0),
    heldCredits: BigInt(heldCredits ?? 0),
    later: toCourse(later),
  };
};

const sql = loadStatements(__filename, {
  read_acceptance: parameters(
    'ledger_id',
    'keys',
    'account_ids',
    'account_codes',
    'journal_ids',
    'correlation_source_ids',
    'transaction_codes',
    'default_journal_code',
    'since',
    'months',
  ).rows<AcceptanceRow>(),
  hold_terms: parameters('ledger_id', 'alone'),
  read_accounts: parameters('ledger_id', 'after', 'limit').rows<UnlimitedAccountRow>(),
  hold_attribute_rules: parameters('tenant_id', 'version', 'alone'),
  declare_attributes: parameters('tenant_id', 'ids', 'names', 'at'),
});
