/** The lists of webhooks, with the rules for their query plans. */
import type { DeliveryState } from '../../src/modules/events/domain/endpoint';
import { PostgresEndpointStore } from '../../src/modules/events/postgres/endpoint-store';
import { wideEndpointId } from './big-ledger';
import { flat } from './big-ledger-reads';
import type { ListRead } from './list-reads';
import { ormInTransactions } from './orm';

const deliveries = (name: string, state: DeliveryState | undefined, about: Partial<ListRead> = {}): ListRead => ({
  name: `webhook deliveries${name}`,
  indexes: ['webhook_deliveries_open'],
  spare: flat,
  key: 'event',
  page: (unitOfWork, ledgerId, slice) =>
    new PostgresEndpointStore(unitOfWork, ormInTransactions).deliveries(ledgerId, wideEndpointId, state, slice),
  ...about,
});

export const webhookLists: readonly ListRead[] = [
  {
    name: 'webhook endpoints',
    indexes: ['webhook_endpoints_pkey'],
    spare: flat,
    key: 'chartId',
    page: (unitOfWork, ledgerId, slice) =>
      new PostgresEndpointStore(unitOfWork, ormInTransactions).endpoints(ledgerId, slice),
  },
  deliveries('', undefined, { indexes: ['webhook_deliveries_pkey'] }),
  deliveries(' that were taken', 'delivered', { indexes: ['webhook_deliveries_pkey'] }),
  deliveries(' that fail, as few do', 'failing'),
  deliveries(' that are queued, as none is', 'queued', { rows: 0, spare: flat }),
];
