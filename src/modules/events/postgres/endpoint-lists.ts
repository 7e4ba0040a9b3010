/** The statements that list webhook endpoints and deliveries. They are built here because each list can be read forward and backward. */
import type { LedgerId } from '../../../kernel/ids';
import type { Slice } from '../../../kernel/page';
import type { DeliveryState, EndpointId } from '../domain/endpoint';

export interface ListStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Lists endpoints in the order of the primary key. */
export const listEndpoints = (ledgerId: LedgerId, { from, direction, limit }: Slice): ListStatement => {
  const [beyond, order] = direction === 'forward' ? ['>', 'asc'] : ['<', 'desc'];
  return {
    text: `select * from webhook_endpoints where ledger_id = $1${from ? ` and id ${beyond} $2` : ''}
            order by id ${order} limit ${limit + 1}`,
    values: [ledgerId, ...(from ? [from[0]] : [])],
  };
};

/**
 * Lists deliveries, newest first: `forward` means descending sequences. Open deliveries have a partial index, whose condition the statement
 * repeats.
 */
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
