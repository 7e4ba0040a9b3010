/**
 * Reads the available amount of accounts on a day, and the amount of encumbrances due. Both are computed from later days and open holds,
 * which are few.
 */
import { loadStatements, parameters } from '../../../../kernel/postgres/sql-file';
import type { Standing } from '../../application/reader';

export interface StandingRow {
  readonly settled: string;
  readonly held: string;
  readonly due: string;
}

export const toStanding = (row: StandingRow | undefined): Standing => ({
  available: { settled: BigInt(row?.settled ?? 0), held: BigInt(row?.held ?? 0) },
  due: BigInt(row?.due ?? 0),
});

export const { read_standing: readStanding, read_standing_of_set: readStandingOfSet } = loadStatements(__filename, {
  read_standing: parameters('ledger_id', 'code', 'as_of').rows<StandingRow>(),
  read_standing_of_set: parameters('ledger_id', 'account_set_id', 'as_of').rows<StandingRow>(),
});
