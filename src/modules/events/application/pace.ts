/**
 * Limits what the streams of one tenant send together, because every posting is sent once for each stream. Beyond the limit all of them
 * pause and continue together, so that streams at the same sequence still share one read.
 */
import type { ProcessTime } from '../../../kernel/clock';
import type { TenantId } from '../../../kernel/ids';

export interface PaceLimits {
  /** Events sent to streams per second, counted once for each stream. */
  readonly toldPerSecond: number;
  /** Bytes sent to streams per second, counted once for each stream. */
  readonly bytesPerSecond: number;
}

/** The size of a part of a stream that has been sent. */
export interface StreamedPart {
  readonly events: number;
  readonly bytes: number;
}

export interface Pace {
  /** Resolves when the streams of the tenant may send more after a part of this size, or when `gone` is aborted. */
  rest(tenantId: TenantId, told: StreamedPart, gone: AbortSignal): Promise<void>;
}

/** If a tenant's streams have been silent, they may receive at once as much as the limits allow within this time. */
const burstMs = 1_000;
/** Paused streams continue at multiples of this time, so that they continue together. */
const stepMs = 250;
const maxKnownTenants = 1_000;

export const createPace = (
  { toldPerSecond, bytesPerSecond }: PaceLimits,
  clock: Pick<ProcessTime, 'elapsed' | 'sleep'>,
): Pace => {
  /** For each tenant, the time until which its streams must pause because of what they have received. */
  const paidUntil = new Map<TenantId, number>();

  const forgetOthers = (now: number): void => {
    for (const [tenantId, until] of paidUntil) if (until <= now) paidUntil.delete(tenantId);
  };

  return {
    rest: async (tenantId, { events, bytes }, gone) => {
      const now = clock.elapsed();
      if (paidUntil.size > maxKnownTenants) forgetOthers(now);
      const seconds = Math.max(events / toldPerSecond, bytes / bytesPerSecond);
      const until = Math.max(now, paidUntil.get(tenantId) ?? 0) + seconds * 1_000;
      paidUntil.set(tenantId, until);
      const goesOnAt = Math.ceil((until - burstMs) / stepMs) * stepMs;
      if (goesOnAt > now) await clock.sleep(goesOnAt - now, gone);
    },
  };
};
