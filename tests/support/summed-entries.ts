/** Sums of an account's entries, without any stored sum. */
import type { Layer } from '../../src/kernel/accounting';
import type { Day } from '../../src/kernel/time';
import type { Turnover } from '../../src/modules/ledgering/application/totals-reader';
import type { Account } from '../../src/modules/ledgering/domain/account';
import { asOwner, type TestDatabase } from './database';

export interface Summed {
  readonly layer: Layer;
  readonly debits: string;
  readonly credits: string;
  readonly count: string;
  readonly last: Day;
}

/** The sums of the entries of each layer up to a day. */
export const summed = (
  database: TestDatabase,
  ledgerId: string,
  account: Account,
  asOf: string,
): Promise<readonly Summed[]> =>
  asOwner(database.url, async (owner) => {
    await owner.query(`set ledger.scope = '{${ledgerId}}'`);
    const { rows } = await owner.query<Summed>(
      `select e.layer, coalesce(sum(e.amount) filter (where e.type = 'debit'), 0) as debits,
              coalesce(sum(e.amount) filter (where e.type = 'credit'), 0) as credits, count(*),
              max(e.effective_date)::text as last
         from entries e join transactions t on t.ledger_id = e.ledger_id and t.id = e.transaction_id and t.status <> 'void'
        where e.ledger_id = $1 and e.account_id = $2 and e.effective_date <= $3 group by e.layer`,
      [ledgerId, account.id, asOf],
    );
    return rows;
  });

export const turnoverOf = ({ debits, credits }: Turnover): Turnover => ({ debits, credits });

export interface LayerTotals extends Turnover {
  readonly entryCount: number;
  readonly lastEntryDate: Day | null;
}

export const totalsFrom = (rows: readonly Summed[]): Record<Layer, LayerTotals> => {
  const of = (layer: Layer): LayerTotals => {
    const row = rows.find((candidate) => candidate.layer === layer);
    return {
      debits: BigInt(row?.debits ?? 0),
      credits: BigInt(row?.credits ?? 0),
      entryCount: Number(row?.count ?? 0),
      lastEntryDate: row?.last ?? null,
    };
  };
  return { settled: of('settled'), pending: of('pending'), encumbrance: of('encumbrance') };
};
