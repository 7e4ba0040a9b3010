/** Figures about Node and about this process. */
import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client';
import { version } from '../version';

const eventLoopPrecisionMs = 50;

/** Metrics of prom-client that are left out: they are gauges, but their names end in `_total`, which Prometheus reserves for counters. */
const misnamed = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

export const showProcess = (registry: Registry, role: string): void => {
  const registers = [registry];
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: eventLoopPrecisionMs });
  for (const name of misnamed) registry.removeSingleMetric(name);

  new Gauge({
    name: 'ledger_build_info',
    help: 'Version and role of this process: always 1',
    labelNames: ['version', 'node', 'role'],
    registers,
  }).set({ version, node: process.version, role }, 1);
  new Gauge({
    name: 'ledger_heap_limit_bytes',
    help: 'The size at which the JavaScript heap is full and the process ends',
    registers,
    collect() {
      this.set(getHeapStatistics().heap_size_limit);
    },
  });
  new Gauge({
    name: 'ledger_memory_limit_bytes',
    help: 'The memory limit of the process; without a limit, the memory of the machine',
    registers,
  }).set(memoryLimit());
};

/** Returns the memory limit of the process, but at most the machine's memory, because Node reports a huge number if there is no limit. */
const memoryLimit = (): number => {
  const allowed = process.constrainedMemory() || Infinity;
  return Math.min(allowed, totalmem());
};
