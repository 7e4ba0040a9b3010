/** A check that one statement makes: it gives a row for whatever it judges, and in `detail` what is wrong with it, or null. */
import { queryText } from '../../../../kernel/postgres/sql';
import type { Tx } from '../../../../kernel/unit-of-work';
import { maxNamedBreaches, type Check, type CheckResult } from '../../application/books-reader';

export interface SqlCheck extends Check {
  /** Gives two columns: which row, and `detail`. In the checks of a ledger `$1` is the ledger. */
  readonly text: string;
}

interface BreachRow {
  readonly place: string;
  readonly detail: string;
  readonly total: string;
}

// `offset 0` keeps the words from being made before the rows are found.
export const judge = async (
  tx: Tx,
  { name, promise, text }: SqlCheck,
  values: readonly unknown[],
): Promise<CheckResult> => {
  const rows = await queryText<BreachRow>(
    tx,
    `select place, detail, count(*) over () as total
       from (${text} offset 0) as judged (place, detail)
      where detail is not null
      limit ${maxNamedBreaches}`,
    values,
  );
  return {
    check: { name, promise },
    total: Number(rows[0]?.total ?? 0),
    named: rows.map(({ place, detail }) => ({ where: place, detail })),
  };
};
