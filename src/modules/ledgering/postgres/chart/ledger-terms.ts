/** Reads a ledger's denomination and time zone within a transaction. */
import type { LedgerId } from '../../../../kernel/ids';
import { fetchRows, loadStatements, parameters } from '../../../../kernel/postgres/sql-file';
import type { TimeZone } from '../../../../kernel/time-zone';
import type { Tx } from '../../../../kernel/unit-of-work';
import type { LedgerTerms } from '../../application/ports';

type Terms = Pick<LedgerTerms, 'denomination' | 'timeZone'>;

export const readTerms = async (tx: Tx, ledgerId: LedgerId): Promise<Terms> => {
  const terms = await findTerms(tx, ledgerId);
  if (!terms) throw new Error(`there is no ledger ${ledgerId}`);
  return terms;
};

/** Reads the denomination and the time zone of a ledger; undefined if the ledger does not exist. */
export const findTerms = async (tx: Tx, ledgerId: LedgerId): Promise<Terms | undefined> => {
  const [row] = await fetchRows(tx, sql.read_terms, { ledger_id: ledgerId });
  if (!row) return undefined;
  const { currency, storage_decimals: storageDecimals, display_decimals: displayDecimals, time_zone: timeZone } = row;
  return { denomination: { currency, storageDecimals, displayDecimals }, timeZone };
};

interface TermsRow {
  readonly currency: string;
  readonly storage_decimals: number;
  readonly display_decimals: number;
  readonly time_zone: TimeZone;
}

const sql = loadStatements(__filename, { read_terms: parameters('ledger_id').rows<TermsRow>() });
