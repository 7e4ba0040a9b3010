/** Reads balances from sums over days, months and years, never from entries, and the running balance of a page of entries. */
import { signedBalance, type Layer } from '../../../kernel/accounting';
import type { LedgerId } from '../../../kernel/ids';
import type { Minor } from '../../../kernel/money';
import { pageOf, type Page, type Slice } from '../../../kernel/page';
import { queryShape } from '../../../kernel/postgres/sql';
import { fetchRows, loadStatements, parameters } from '../../../kernel/postgres/sql-file';
import type { Day } from '../../../kernel/time';
import type { Tx } from '../../../kernel/unit-of-work';
import type {
  AccountEntryFilter,
  AccountEntryRow,
  AccountHeading,
  BalanceReader,
  BalanceReading,
  ReadScope,
} from '../application/reader';
import type { AccountId } from '../domain/account';
import { Conditions, keyset } from './conditions';
import type { Reads } from './fresh-reads';
import { readHeading, toHeading, type HeadingRow } from './heading';
import { totalsOf, type TotalsRow } from './totals';
import { readStanding, toStanding } from './standing';

export class PostgresBalanceReader implements BalanceReader {
  constructor(private readonly reads: Reads) {}

  async accountEntries(
    { ledgerId, asking }: ReadScope,
    accountId: AccountId,
    filter: AccountEntryFilter,
    slice: Slice,
  ): Promise<{ readonly account: AccountHeading; readonly page: Page<AccountEntryRow> } | undefined> {
    const where = new Conditions(ledgerId);
    where.add((value) => `e.account_id = ${value}::uuid`, accountId);
    where.layer('e.layer', filter.layer);
    if (filter.startDate !== undefined) where.add((value) => `e.effective_date >= ${value}::date`, filter.startDate);
    if (filter.endDate !== undefined) where.add((value) => `e.effective_date <= ${value}::date`, filter.endDate);
    const { order } = keyset(
      where,
      slice,
      [
        ['e.effective_date', 'date'],
        ['e.sequence', 'bigint'],
        ['e.position', 'smallint'],
      ],
      'ascending',
    );
    const limit = `${where.bind(slice.limit + 1)}::bigint`;
    return this.reads.read({ ledgerIds: [ledgerId], asking }, async (tx) => {
      const [[account], rows] = await Promise.all([
        fetchRows(tx, readHeading, { ledger_id: ledgerId, account_id: accountId }),
        queryShape<AccountEntrySqlRow>(
          tx,
          `select e.id, e.transaction_id, e.type, e.amount, e.layer, e.effective_date, e.sequence, e.position,
                  t.reference, t.description
             from entries e ${inForce}
            where e.ledger_id = $1 ${where.text} order by ${order} limit ${limit}`,
          where.values,
        ),
      ]);
      if (!account) return undefined;
      const page = pageOf(rows, slice, (row) => [row.effective_date, row.sequence, String(row.position)]);
      const heading = toHeading(account);
      return { account: heading, page: { ...page, items: await withBalances(tx, ledgerId, heading, page.items) } };
    });
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

// Joins look rows up one by one (`lateral … offset 0`): without statistics the planner would read the whole ledger.
const inForce = `cross join lateral (select reference, description from transactions
                               where ledger_id = $1 and id = e.transaction_id and status <> 'void' offset 0) t`;

interface AccountEntrySqlRow {
  readonly id: string;
  readonly transaction_id: string;
  readonly type: AccountEntryRow['type'];
  readonly amount: string;
  readonly layer: Layer;
  readonly effective_date: Day;
  readonly sequence: string;
  readonly position: number;
  readonly reference: string | null;
  readonly description: string;
}

/** Adds the running balance of each entry's own layer: the balance before the page, then entry after entry. */
const withBalances = async (
  tx: Tx,
  ledgerId: LedgerId,
  { id, normalBalance }: AccountHeading,
  rows: readonly AccountEntrySqlRow[],
): Promise<readonly AccountEntryRow[]> => {
  const [first] = rows;
  if (!first) return [];
  const before = await fetchRows(tx, sql.read_balances_before, {
    ledger_id: ledgerId,
    account_id: id,
    day: first.effective_date,
    sequence: first.sequence,
    position: first.position,
  });
  const running = new Map(
    before.map(({ layer, debits, credits }) => [layer, { debits: BigInt(debits), credits: BigInt(credits) }]),
  );
  return rows.map((row) => {
    const { debits, credits } = running.get(row.layer) ?? { debits: 0n, credits: 0n };
    const amount = BigInt(row.amount) as Minor;
    const now = row.type === 'debit' ? { debits: debits + amount, credits } : { debits, credits: credits + amount };
    running.set(row.layer, now);
    return {
      id: row.id,
      transactionId: row.transaction_id,
      type: row.type,
      amount,
      layer: row.layer,
      effectiveDate: row.effective_date,
      sequence: BigInt(row.sequence),
      position: row.position,
      balanceAfter: signedBalance(normalBalance, now.debits, now.credits),
      reference: row.reference,
      description: row.description,
    };
  });
};

const sql = loadStatements(__filename, {
  read_balances_before: parameters('ledger_id', 'account_id', 'day', 'sequence', 'position').rows<{
    readonly layer: Layer;
    readonly debits: string;
    readonly credits: string;
  }>(),
  read_balance: parameters('ledger_id', 'code', 'as_of').rows<HeadingRow & TotalsRow>(),
});
