/**
 * Reads quotas in the transaction that creates a record. The records are counted after the insertion: by then the transaction holds the
 * head of a log (the tenant's, which a trigger locks, or the ledger's), so every other transaction that creates such a record has ended or
 * waits.
 */
import type { TenantId } from '../ids';
import { quotas, type QuotaName, type QuotaUse } from '../quotas';
import type { Tx } from '../unit-of-work';
import { fetchRows, loadStatements, parameters } from './sql-file';

export const readUse = async (
  tx: Tx,
  tenantId: TenantId,
  quota: QuotaName,
  count: Promise<number>,
): Promise<QuotaUse> => {
  const [[row], counted] = await Promise.all([fetchRows(tx, sql.read_quota, { tenant_id: tenantId, quota }), count]);
  return { count: counted, most: row?.most ?? quotas[quota].usual };
};

const sql = loadStatements(__filename, {
  read_quota: parameters('quota', 'tenant_id').rows<{ readonly most: number | null }>(),
});
