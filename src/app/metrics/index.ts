/**
 * The metrics that Prometheus reads at /metrics. A request does not touch the registry: it is counted in arrays, and
 * the registry is filled when /metrics is read. No label has a value that a client can invent, or that names a tenant,
 * a ledger or a key.
 */
import { Registry } from 'prom-client';
import type { Clock } from '../../kernel/clock';
import type { Observations } from '../../kernel/observations';
import { systemClock } from '../../kernel/running/system-clock';
import { showProcess } from './process';
import { createRequestMetrics, type RequestMetrics } from './requests';
import { createStandingMetrics, type MetricsSources } from './standing';
import { createWorkMetrics } from './work';

export type { Answered, LimitKind, RequestMetrics } from './requests';
export type { MetricsSources, PoolStanding } from './standing';

export interface Metrics extends Observations, RequestMetrics {
  /** Returns the metrics in the text format of Prometheus. */
  text(sources: MetricsSources): Promise<string>;
  readonly contentType: string;
}

export const createMetrics = (role = 'all', clock: Clock = systemClock): Metrics => {
  const registry = new Registry();
  showProcess(registry, role);
  const requests = createRequestMetrics(registry, clock);
  const work = createWorkMetrics(registry, clock);
  const lookAround = createStandingMetrics(registry, clock);
  return {
    ...requests,
    ...work,
    text: async (sources) => {
      await lookAround(sources);
      return inOnePiece(await registry.metrics());
    },
    contentType: registry.contentType,
  };
};

/** prom-client puts empty lines between metrics; Prometheus' text format has none. */
export const inOnePiece = (text: string): string => text.replaceAll(/\n{2,}/g, '\n');
