/** Reads the sums of entries by open item and day, from PostgreSQL. */
import { plainArray } from '../../../../kernel/postgres/sql';
import { fetchRows, loadStatements, parameters } from '../../../../kernel/postgres/sql-file';
import type { Day } from '../../../../kernel/time';
import type { ItemDay, OpenItemsQuestion, OpenItemsReader } from '../../application/open-items-reader';
import type { ReadScope } from '../../application/reader';
import type { AccountId } from '../../domain/account';
import type { Reads } from '../fresh-reads';
import { readPostedThrough, readStretches } from './stretch-store';

export class PostgresOpenItemsReader implements OpenItemsReader {
  constructor(private readonly reads: Reads) {}

  itemDays(
    { ledgerId, asking }: ReadScope,
    { accountIds, layer, to, knownAtSequence, attribute, limit }: OpenItemsQuestion,
  ): Promise<readonly ItemDay[]> {
    return this.reads.read(
      { ledgerIds: [ledgerId], asking },
      async (tx) => {
        const stretches = await readStretches(tx, ledgerId);
        const through = await readPostedThrough(tx, ledgerId, knownAtSequence, stretches);
        const rows = await fetchRows(tx, sql.read_item_days, {
          ...{
            ledger_id: ledgerId,
            account_ids: plainArray(accountIds),
            layer,
            to,
            attribute: attribute ?? null,
            limit,
          },
          ...{ known_at: String(knownAtSequence), transactions_through: String(through) },
        });
        return rows.map(({ account_id, hold_id, value, day, debits, credits }) => ({
          ...{ accountId: account_id, holdId: hold_id, value, day },
          ...{ debits: BigInt(debits), credits: BigInt(credits) },
        }));
      },
      'heavy',
    );
  }
}

const sql = loadStatements(__filename, {
  read_item_days: parameters(
    ...(['ledger_id', 'account_ids', 'layer', 'to', 'attribute', 'known_at', 'transactions_through', 'limit'] as const),
  ).rows<{
    readonly account_id: AccountId;
    readonly hold_id: string | null;
    readonly value: string | null;
    readonly day: Day;
    readonly debits: string;
    readonly credits: string;
  }>(),
});
