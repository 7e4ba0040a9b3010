/** Lists of webhook endpoints and of what was sent to them: put together, because each goes both ways. */
import type { LedgerId } from '../../../kernel/ids';
import type { Slice } from '../../../kernel/page';
import type { DeliveryState, EndpointId } from '../domain/endpoint';

export interface ListStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** In the order of the primary key, forward or backward. */
export const listEndpoints = (ledgerId: LedgerId, { from, direction, limit }: Slice): ListStatement => {
  const [beyond, order] = direction === 'forward' ? ['>', 'asc'] : ['<', 'desc'];
  return {
    text: `select * from webhook_endpoints where ledger_id = $1${from ? ` and id ${beyond} $2` : ''}
            order by id ${order} limit ${limit + 1}`,
    values: [ledgerId, ...(from ? [from[0]] : [])],
  };
};

/** Newest first: forward goes down. Those that are open have an index of their own, whose condition is written out. */
export const listDeliveries = (
  ledgerId: LedgerId,
  id: EndpointId,
  state: DeliveryState | undefined,
  { from, direction, limit }: Slice,
): ListStatement => {
  const values: unknown[] = [ledgerId, id];
  const conditions = ['ledger_id = $1', 'endpoint_id = $2'];
  if (state !== undefined) conditions.push(`state = $${values.push(state)}`);
  if (state !== undefined && state !== 'delivered') conditions.push(`state <> 'delivered'`);
  const [beyond, order] = direction === 'forward' ? ['<', 'desc'] : ['>', 'asc'];
  if (from) conditions.push(`sequence ${beyond} $${values.push(from[0])}`);
  return {
    text: `select * from webhook_deliveries where ${conditions.join(' and ')} order by sequence ${order} limit ${limit + 1}`,
    values,
  };
};
