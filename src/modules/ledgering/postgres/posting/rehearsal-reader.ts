/** Reads the rows that a dry run has written, inside its own transaction. */
import type { Layer, NormalBalance } from '../../../../kernel/accounting';
import type { LedgerId } from '../../../../kernel/ids';
import { plainArray } from '../../../../kernel/postgres/sql';
import { fetchRows, loadStatements, parameters } from '../../../../kernel/postgres/sql-file';
import type { Day } from '../../../../kernel/time';
import type { Tx } from '../../../../kernel/unit-of-work';
import type { TransactionRow } from '../../application/reader';
import type { RehearsalReader, StandingTotals } from '../../application/rehearsal-reader';
import type { AccountId } from '../../domain/account';
import type { TransactionId } from '../../domain/transaction';
import { readTransactions } from '../transactions/transaction-rows';

export class PostgresRehearsalReader implements RehearsalReader {
  async transactions(tx: Tx, ledgerId: LedgerId, ids: readonly TransactionId[]): Promise<readonly TransactionRow[]> {
    if (ids.length === 0) return [];
    const values = [ledgerId, plainArray(ids)];
    const found = new Map<string, TransactionRow>();
    // If a read reaches its limit in bytes, it returns only the first rows. The loop then reads the others.
    for (let after = 0; after < ids.length;) {
      const { rows, isCut } = await readTransactions(
        tx,
        ledgerId,
        `unnest($2::uuid[]) with ordinality as w (id, place)
         cross join lateral (select * from transactions where ledger_id = $1 and id = w.id offset 0) t`,
        `and w.place > ${after} order by w.place`,
        values,
      );
      for (const row of rows) found.set(row.id, row);
      if (!isCut) break;
      after += rows.length;
    }
    return ids.flatMap((id) => found.get(id) ?? []);
  }

  async totals(
    tx: Tx,
    ledgerId: LedgerId,
    accountIds: readonly AccountId[],
    asOf: Day,
  ): Promise<readonly StandingTotals[]> {
    const rows = await fetchRows(tx, sql.read_standing_totals, {
      ledger_id: ledgerId,
      account_ids: plainArray(accountIds),
      as_of: asOf,
    });
    return rows.map(({ account_id, code, normal_balance, layer, debits, credits }) => ({
      accountId: account_id,
      accountCode: code,
      normalBalance: normal_balance,
      layer,
      debits: BigInt(debits),
      credits: BigInt(credits),
    }));
  }
}

interface TotalsRow {
  readonly account_id: AccountId;
  readonly code: string;
  readonly normal_balance: NormalBalance;
  readonly layer: Layer;
  readonly debits: string;
  readonly credits: string;
}

const sql = loadStatements(__filename, {
  read_standing_totals: parameters('ledger_id', 'account_ids', 'as_of').rows<TotalsRow>(),
});
