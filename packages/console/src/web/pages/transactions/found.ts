/** Returns whether a new transaction matches the filters of the list, by the rules of the service. */
import type { Schemas } from '../../api/schemas';
import type { ListQuery } from './filters';

export type Transaction = Schemas['Transaction'];

export const isFoundBy = (query: ListQuery, transaction: Transaction): boolean => {
  const { status, layer, hold_state: hold, from_date: from, to_date: to, account_id: account } = query;
  const { reference, correlation_id: correlation, batch_id: batch, journal_id: journal, attributes } = query;
  const day = transaction.effective_date.slice(0, 10);
  const is = (wanted: string | undefined, own: string | null | undefined): boolean =>
    wanted === undefined || wanted === own;
  return (
    is(status, transaction.status) &&
    is(layer, transaction.layer) &&
    is(hold, transaction.hold?.state) &&
    is(reference, transaction.reference) &&
    is(correlation, transaction.correlation_id) &&
    is(batch, transaction.batch_id) &&
    is(journal, transaction.journal_id) &&
    (from === undefined || day >= from) &&
    (to === undefined || day <= to) &&
    (account === undefined || transaction.entries.some(({ account_id: id }) => id === account)) &&
    Object.entries(attributes ?? {}).every(([name, value]) => String(transaction.attributes?.[name] ?? '') === value)
  );
};
