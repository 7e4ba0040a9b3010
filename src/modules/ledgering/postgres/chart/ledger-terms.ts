/** Reads a ledger's denomination, time zone and tenant within a transaction. */
import type { LedgerId, TenantId } from '../../../../kernel/ids';
import { fetchRows, loadStatements, parameters } from '../../../../kernel/postgres/sql-file';
import type { TimeZone } from '../../../../kernel/time-zone';
import type { Tx } from '../../../../kernel/unit-of-work';
import type { LedgerTerms } from '../../application/ports';

type Terms = Pick<LedgerTerms, 'denomination' | 'timeZone' | 'tenantId'>;

export const readTerms = async (tx: Tx, ledgerId: LedgerId): Promise<Terms> => {
  const terms = await findTerms(tx, ledgerId);
  if (!terms) throw new Error(`there is no ledger ${ledgerId}`);
  return terms;
};

/** Reads the denomination, the time zone and the tenant of a ledger; undefined if the ledger does not exist. */
export const findTerms = async (tx: Tx, ledgerId: LedgerId): Promise<Terms | undefined> => {
  const [row] = await fetchRows(tx, sql.read_terms, { ledger_id: ledgerId });
  if (!row) return undefined;
  const { currency, storage_decimals: storageDecimals, display_decimals: displayDecimals } = row;
  const denomination = { currency, storageDecimals, displayDecimals };
  return { denomination, timeZone: row.time_zone, tenantId: row.tenant_id };
};

interface TermsRow {
  readonly currency: string;
  readonly storage_decimals: number;
  readonly display_decimals: number;
  readonly time_zone: TimeZone;
  readonly tenant_id: TenantId;
}

const sql = loadStatements(__filename, { read_terms: parameters('ledger_id').rows<TermsRow>() });
