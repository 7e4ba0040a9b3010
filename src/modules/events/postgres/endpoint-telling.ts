/**
 * Records acts on webhook endpoints in the tenant's log. On one node a trigger of the table records them. On many nodes the table's
 * partition and the log are on different nodes, so the service records the acts in the same transaction (migrations/0022-acts.sql).
 */
import type { LedgerId } from '../../../kernel/ids';
import type { PostgresTx } from '../../../kernel/postgres/sql';
import { fetchRows, loadStatements, parameters } from '../../../kernel/postgres/sql-file';
import type { Tx } from '../../../kernel/unit-of-work';
import type { EndpointId } from '../domain/endpoint';

export const telling = async <A>(tx: Tx, ledgerId: LedgerId, id: EndpointId, write: () => Promise<A>): Promise<A> => {
  if ((tx as PostgresTx).topology === 'one node') return write();
  const read = async () => (await fetchRows(tx, sql.read_endpoint_to_tell, { ledger_id: ledgerId, id }))[0]?.told;
  const was = (await read()) ?? null;
  const written = await write();
  await fetchRows(tx, sql.tell_of_endpoint, { was, is_now: (await read()) ?? null });
  return written;
};

const sql = loadStatements(__filename, {
  read_endpoint_to_tell: parameters('ledger_id', 'id').rows<{ readonly told: string }>(),
  tell_of_endpoint: parameters('was', 'is_now').rows<object>(),
});
