/** Reads from PostgreSQL the debits and credits of the counter accounts of some accounts. */
import type { LedgerId } from '../../../../kernel/ids';
import { plainArray } from '../../../../kernel/postgres/sql';
import { fetchRows, loadStatements, parameters } from '../../../../kernel/postgres/sql-file';
import type { Tx } from '../../../../kernel/unit-of-work';
import type { CounterQuestion, CounterTotals, Turnover } from '../../application/totals-reader';
import type { AccountId } from '../../domain/account';
import { readPostedThrough, readStretches } from './stretch-store';

export const readCounterTotals = async (
  tx: Tx,
  ledgerId: LedgerId,
  { accountIds, layer, ranges, knownAtSequence, limit }: CounterQuestion,
): Promise<CounterTotals | undefined> => {
  const stretches = await readStretches(tx, ledgerId);
  const through = await readPostedThrough(tx, ledgerId, knownAtSequence, stretches);
  const rows = await fetchRows(tx, sql.read_counter_totals, {
    ...{ ledger_id: ledgerId, account_ids: plainArray(accountIds), layer, limit },
    ...{ firsts: plainArray(ranges.map(({ from }) => from)), lasts: plainArray(ranges.map(({ to }) => to)) },
    ...{ known_at: String(knownAtSequence), transactions_through: String(through) },
  });
  const totals = new Map<AccountId, Turnover[]>();
  for (const { account_id, number, debits, credits } of rows) {
    if (account_id === null) {
      if (Number(debits) > limit) return undefined;
      continue;
    }
    const ofAccount = totals.get(account_id) ?? ranges.map(() => ({ debits: 0n, credits: 0n }));
    ofAccount[Number(number) - 1] = { debits: BigInt(debits), credits: BigInt(credits) };
    totals.set(account_id, ofAccount);
  }
  return totals;
};

const sql = loadStatements(__filename, {
  read_counter_totals: parameters(
    ...(['ledger_id', 'account_ids', 'layer', 'firsts', 'lasts', 'known_at', 'transactions_through', 'limit'] as const),
  ).rows<{
    /** The counter account. Null in the row whose `debits` are the number of entries that were read. */
    readonly account_id: AccountId | null;
    /** The number of the range; the first range is 1. */
    readonly number: string;
    readonly debits: string;
    readonly credits: string;
  }>(),
});
