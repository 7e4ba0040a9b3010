/** Reads the chart: ledgers, accounts and their hierarchy, journals, period locks. */
import { parseId, type LedgerId, type TenantId } from '../../../../kernel/ids';
import { pageOf, type Page, type Slice } from '../../../../kernel/page';
import type { Tx } from '../../../../kernel/unit-of-work';
import { plainArray, queryShape, queryText } from '../../../../kernel/postgres/sql';
import {
  fetchRows,
  loadStatements,
  parameters,
  type NamedStatement,
  type ParameterValue,
} from '../../../../kernel/postgres/sql-file';
import type {
  AccountFilter,
  AccountNode,
  AccountWithBalance,
  ChartReader,
  NamedAccount,
  ReadScope,
  WantedLedgers,
} from '../../application/reader';
import type { AccountId } from '../../domain/account';
import type { Journal } from '../../domain/journal';
import type { Day } from '../../../../kernel/time';
import type { Ledger } from '../../domain/ledger';
import type { PeriodLock } from '../../domain/period-lock';
import type { JournalId } from '../../domain/transaction';
import { accountConditions } from './account-conditions';
import { readTree } from './account-tree';
import { Conditions, keyset } from '../lists/conditions';
import type { Reads } from '../fresh-reads';
import {
  readAccount,
  selectAccounts,
  toAccount,
  toJournal,
  toLedger,
  toPeriodLock,
  type AccountRow,
} from './chart-rows';

export class PostgresChartReader implements ChartReader {
  constructor(private readonly reads: Reads) {}

  async ledger(ledgerId: LedgerId): Promise<Ledger | undefined> {
    return this.oneLedger(sql.read_ledger, { ledger_id: ledgerId });
  }

  async ledgerOfTenant(tenantId: TenantId, idOrCode: string): Promise<Ledger | undefined> {
    const id = parseId(idOrCode);
    return (
      (await this.oneLedger(sql.read_ledger_by_code, { tenant_id: tenantId, code: idOrCode })) ??
      (id && this.oneLedger(sql.read_ledger_of_tenant, { tenant_id: tenantId, ledger_id: id }))
    );
  }

  async findLedgers({ tenantId, code, limit }: WantedLedgers): Promise<readonly Ledger[]> {
    return this.reads.read({ ledgerIds: [] }, async (tx) => {
      const rows = await fetchRows(tx, sql.find_ledgers, { tenant_id: tenantId ?? null, code: code ?? null, limit });
      return rows.map(toLedger);
    });
  }

  async ledgerPage(tenantId: TenantId | undefined, slice: Slice): Promise<Page<Ledger>> {
    const [beyond, order] = slice.direction === 'forward' ? ['>', 'asc'] : ['<', 'desc'];
    const values: unknown[] = [slice.limit + 1];
    const conditions = [
      ...(tenantId === undefined ? [] : [`tenant_id = $${values.push(tenantId)}::uuid`]),
      ...(slice.from ? [`id ${beyond} $${values.push(slice.from[0])}::uuid`] : []),
    ];
    const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
    return this.reads.read({ ledgerIds: [] }, async (tx) => {
      const rows = await queryShape(tx, `select * from ledgers ${where} order by id ${order} limit $1`, values);
      return pageOf(rows.map(toLedger), slice, ({ id }) => [id]);
    });
  }

  private async oneLedger<Name extends string>(
    reading: NamedStatement<Name, object>,
    values: Readonly<Record<Name, ParameterValue>>,
  ): Promise<Ledger | undefined> {
    return this.reads.read({ ledgerIds: [] }, async (tx) => {
      const [row] = await fetchRows(tx, reading, values);
      return row && toLedger(row);
    });
  }

  async account(
    { ledgerId, asking }: ReadScope,
    accountId: AccountId,
    today: Day,
  ): Promise<AccountWithBalance | undefined> {
    return this.reads.read({ ledgerIds: [ledgerId], asking }, async (tx) => {
      const [row] = await fetchRows(tx, readAccount, { ledger_id: ledgerId, account_id: accountId, today });
      return row && toAccount(row);
    });
  }

  async accounts(
    { ledgerId, asking }: ReadScope,
    filter: AccountFilter,
    slice: Slice,
    today: Day,
  ): Promise<Page<AccountWithBalance>> {
    const { parentId, ...others } = filter;
    const where = accountConditions(ledgerId, others);
    const { order } =
      parentId === undefined ? keyset(where, slice, byCode, 'ascending') : keysetOfChildren(where, parentId, slice);
    // `today` is bound here and not in `read`, because `read` may run twice: on the replica, and then on the primary.
    const select = selectAccounts(where.bind(today));
    const read = async (tx: Tx): Promise<Page<AccountWithBalance>> => {
      const rows = await queryText<AccountRow>(
        tx,
        `${select} where a.ledger_id = $1 ${where.text} order by ${order} limit ${slice.limit + 1}`,
        where.values,
      );
      return pageOf(rows.map(toAccount), slice, ({ code }) => [code]);
    };
    // A search is a heavy read: no index contains parts of names, so a search for a rare text reads the whole chart.
    return this.reads.read({ ledgerIds: [ledgerId], asking }, read, filter.search === undefined ? 'light' : 'heavy');
  }

  async accountTree(
    { ledgerId, asking }: ReadScope,
    filter: AccountFilter,
    today: Day,
  ): Promise<readonly AccountNode[] | undefined> {
    return this.reads.read({ ledgerIds: [ledgerId], asking }, (tx) => readTree(tx, ledgerId, filter, today), 'heavy');
  }

  async ledgers(ledgerIds: readonly LedgerId[]): Promise<readonly Ledger[]> {
    return this.reads.read({ ledgerIds: [] }, async (tx) =>
      (await fetchRows(tx, sql.read_ledgers, { ledger_ids: plainArray(ledgerIds) })).map(toLedger),
    );
  }

  async testClocks(): ReturnType<ChartReader['testClocks']> {
    return this.reads.read({ ledgerIds: [] }, async (tx) =>
      (await fetchRows(tx, sql.read_test_clocks, {})).map(({ id, test_clock_ms: testClockMs }) => ({
        id,
        testClockMs,
      })),
    );
  }

  // One statement is run for each ledger, because no statement of the ledger plane may read two ledgers.
  async accountsNamed(ledgerIds: readonly LedgerId[], codes: readonly string[]): Promise<readonly NamedAccount[]> {
    return this.reads.read({ ledgerIds }, async (tx) => {
      const found: NamedAccount[] = [];
      for (const ledgerId of ledgerIds)
        for (const row of await fetchRows(tx, sql.read_accounts_named, { ledger_id: ledgerId, codes })) {
          const { id, code, name, type, category, normalBalance, isActive } = toAccount(row);
          found.push({ ledgerId, id, code, name, type, category, normalBalance, isActive });
        }
      return found;
    });
  }

  async customerCodes(
    ledgerIds: readonly LedgerId[],
    from: string | undefined,
    direction: Slice['direction'],
    limit: number,
  ): Promise<readonly string[]> {
    const [comparison, order] = direction === 'forward' ? ['>=', 'asc'] : ['<=', 'desc'];
    const codes = await this.reads.read({ ledgerIds }, async (tx) => {
      const found = new Set<string>();
      for (const ledgerId of ledgerIds) {
        const where = new Conditions(ledgerId);
        if (from !== undefined) where.add((value) => `code ${comparison} ${value}::text`, from);
        const rows = await queryText<{ code: string }>(
          tx,
          `select code from accounts
            where ledger_id = $1 and category = 'customer' ${where.text} order by code ${order} limit ${limit}`,
          where.values,
        );
        for (const { code } of rows) found.add(code);
      }
      return [...found];
    });
    const ascending = codes.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    return (direction === 'forward' ? ascending : ascending.reverse()).slice(0, limit);
  }

  async journals({ ledgerId, asking }: ReadScope, slice: Slice): Promise<Page<Journal>> {
    const where = new Conditions(ledgerId);
    const { order } = keyset(where, slice, [['code', 'text']], 'ascending');
    return this.reads.read({ ledgerIds: [ledgerId], asking }, async (tx) => {
      const rows = await queryText(
        tx,
        `select * from journals where ledger_id = $1 ${where.text} order by ${order} limit ${slice.limit + 1}`,
        where.values,
      );
      return pageOf(rows.map(toJournal), slice, ({ code }) => [code]);
    });
  }

  async journal({ ledgerId, asking }: ReadScope, journalId: JournalId): Promise<Journal | undefined> {
    return this.reads.read({ ledgerIds: [ledgerId], asking }, async (tx) => {
      const [row] = await fetchRows(tx, sql.read_journal, { ledger_id: ledgerId, journal_id: journalId });
      return row && toJournal(row);
    });
  }

  async periodLocks({ ledgerId, asking }: ReadScope, slice: Slice): Promise<Page<PeriodLock>> {
    const where = new Conditions(ledgerId);
    const { order } = keyset(where, slice, [['id', 'uuid']], 'descending');
    return this.reads.read({ ledgerIds: [ledgerId], asking }, async (tx) => {
      const rows = await queryText(
        tx,
        `select * from period_locks where ledger_id = $1 ${where.text} order by ${order} limit ${slice.limit + 1}`,
        where.values,
      );
      return pageOf(rows.map(toPeriodLock), slice, ({ id }) => [id]);
    });
  }
}

const byCode = [['a.code', 'text']] as const;

// The condition on the parent is written as a range, so that only the index of parents has the order of the list. Otherwise the planner may
// read the whole chart by code, if it expects the parent to have many children.
const keysetOfChildren = (
  where: Conditions,
  parentId: AccountId,
  { from, ...slice }: Slice,
): { readonly order: string } => {
  const parent = `${where.bind(parentId)}::uuid`;
  where.also(`a.parent_id between ${parent} and ${parent}`);
  const beyond = from ? { ...slice, from: [parentId, ...from] } : slice;
  return keyset(where, beyond, [['a.parent_id', 'uuid'], ...byCode], 'ascending');
};

const sql = loadStatements(__filename, {
  read_ledger: parameters('ledger_id').rows<object>(),
  read_ledger_of_tenant: parameters('tenant_id', 'ledger_id').rows<object>(),
  read_ledger_by_code: parameters('tenant_id', 'code').rows<object>(),
  read_ledgers: parameters('ledger_ids').rows<object>(),
  read_test_clocks: parameters().rows<{ id: LedgerId; test_clock_ms: number }>(),
  find_ledgers: parameters('tenant_id', 'code', 'limit').rows<object>(),
  read_accounts_named: parameters('ledger_id', 'codes').rows<AccountRow>(),
  read_journal: parameters('ledger_id', 'journal_id').rows<object>(),
});
