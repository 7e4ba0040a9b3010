/** Reads balances from sums over days, months and years, never from entries. */
import type { Page, Slice } from '../../../../kernel/page';
import { fetchRows, loadStatements, parameters } from '../../../../kernel/postgres/sql-file';
import type { Day } from '../../../../kernel/time';
import type {
  AccountEntryFilter,
  AccountEntryRow,
  AccountHeading,
  BalanceReader,
  BalanceReading,
  EntrySort,
  ReadScope,
  SelectionTotals,
} from '../../application/reader';
import type { AccountId } from '../../domain/account';
import { listEntries, totalsOfEntries } from './account-entries';
import type { Reads } from '../fresh-reads';
import { toHeading, type HeadingRow } from '../chart/heading';
import { totalsOf, type TotalsRow } from './totals';
import { readStanding, toStanding } from './standing';

export class PostgresBalanceReader implements BalanceReader {
  constructor(private readonly reads: Reads) {}

  accountEntries(
    scope: ReadScope,
    accountId: AccountId,
    filter: AccountEntryFilter,
    slice: Slice,
    sort: EntrySort = 'effective_date',
  ): Promise<{ readonly account: AccountHeading; readonly page: Page<AccountEntryRow> } | undefined> {
    return listEntries(this.reads, scope, { accountId, filter, slice, isOldestFirst: sort === 'effective_date' });
  }

  entryTotals(
    scope: ReadScope,
    accountId: AccountId,
    filter: AccountEntryFilter,
  ): Promise<SelectionTotals | undefined> {
    return totalsOfEntries(this.reads, scope, accountId, filter);
  }

  async balanceByCode({ ledgerId, asking }: ReadScope, code: string, asOf: Day): Promise<BalanceReading | undefined> {
    return this.reads.read({ ledgerIds: [ledgerId], asking }, async (tx) => {
      const [rows, [standing]] = await Promise.all([
        fetchRows(tx, sql.read_balance, { ledger_id: ledgerId, code, as_of: asOf }),
        fetchRows(tx, readStanding, { ledger_id: ledgerId, code, as_of: asOf }),
      ]);
      const [account] = rows;
      if (!account) return undefined;
      const totals = totalsOf((layer) => {
        const row = rows.find((candidate) => candidate.layer === layer);
        if (!row) throw new Error(`account ${code} has no balance row for ${layer}`);
        return row;
      });
      return { account: toHeading(account), ...totals, standing: toStanding(standing) };
    });
  }
}

const sql = loadStatements(__filename, {
  read_balance: parameters('ledger_id', 'code', 'as_of').rows<HeadingRow & TotalsRow>(),
});
