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

/** The size of a part that was sent to a stream. */
export interface StreamedPart {
  readonly events: number;
  readonly bytes: number;
}

export interface Pace {
  /** Resolves when the streams of the tenant may send more after a part of this size, or when `gone` is aborted. */
  rest(tenantId: TenantId, told: StreamedPart, gone: AbortSignal): Promise<void>;
}

/** A tenant whose streams were silent may receive at once what the limits allow in this time. */
const burstMs = 1_000;
/** A paused stream continues at a multiple of this time. */
const stepMs = 250;
const maxKnownTenants = 1_000;

export const createPace = (
  { toldPerSecond, bytesPerSecond }: PaceLimits,
  clock: Pick<ProcessTime, 'elapsed' | 'sleep'>,
): Pace => {
  /** For each tenant, the time until which nothing may be sent to it, because of what was sent so far. */
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
