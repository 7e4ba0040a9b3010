/** Whether a transaction that was just posted belongs to the list on the screen. */
import type { Schemas } from '../../api/schemas';
import type { ListQuery } from './filters';

export type Transaction = Schemas['Transaction'];

/** A filter that only the service can judge finds nothing here: the list below says it when it is read again. */
export const isFoundBy = (
  {
    status,
    layer,
    from_date: from,
    to_date: to,
    reference,
    correlation_id: correlation,
    account_id: account,
    ...others
  }: ListQuery,
  transaction: Transaction,
): boolean =>
  Object.keys(others).length === 0 &&
  (status === undefined || transaction.status === status) &&
  (layer === undefined || transaction.layer === layer) &&
  (from === undefined || transaction.effective_date.slice(0, 10) >= from) &&
  (to === undefined || transaction.effective_date.slice(0, 10) <= to) &&
  (reference === undefined || transaction.reference === reference) &&
  (correlation === undefined || transaction.correlation_id === correlation) &&
  (account === undefined || transaction.entries.some(({ account_id: id }) => id === account));
