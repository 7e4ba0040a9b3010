/** Events over memory. Webhooks go out over HTTP as ever. */
import type { ContainerModule } from 'inversify';
import { replace } from '../../src/kernel/token';
import {
  DELIVERY_STORE,
  ENDPOINT_READER,
  ENDPOINT_STORE,
  EVENTS_UNIT_OF_WORK,
} from '../../src/modules/events/application/ports';
import { webhooksTo } from '../../src/modules/events/wiring';
import { MemoryEndpointStore } from './endpoint-store';
import { MemoryUnitOfWork } from './unit-of-work';

export const eventsInMemory = (): readonly ContainerModule[] => {
  const unitOfWork = new MemoryUnitOfWork();
  const endpoints = new MemoryEndpointStore(unitOfWork);
  return [
    replace(EVENTS_UNIT_OF_WORK, [], () => unitOfWork),
    replace(ENDPOINT_STORE, [], () => endpoints),
    replace(ENDPOINT_READER, [], () => endpoints),
    replace(DELIVERY_STORE, [], () => endpoints),
    webhooksTo([]),
  ];
};
