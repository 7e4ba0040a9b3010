/**
 * Limits how much the streams of one tenant send together: every posting is sent as often as there are streams. Beyond the limit
 * they rest and go on together, so that streams at the same place still share one reading.
 */
import type { ProcessTime } from '../../../kernel/clock';
import type { TenantId } from '../../../kernel/ids';

export interface PaceLimits {
  /** Events told, counted once for each stream. */
  readonly toldPerSecond: number;
  /** The same of their bytes. */
  readonly bytesPerSecond: number;
}

/** A part that was sent to a stream. */
export interface StreamedPart {
  readonly events: number;
  readonly bytes: number;
}

export interface Pace {
  /** Resolves when the streams of a tenant, after sending this much, may send more, or at the signal. */
  rest(tenantId: TenantId, told: StreamedPart, gone: AbortSignal): Promise<void>;
}

/** A tenant that was silent for a while may receive this much at once. */
const burstMs = 1_000;
/** A stream that rests goes on at a multiple of this. */
const stepMs = 250;
const maxKnownTenants = 1_000;

export const createPace = (
  { toldPerSecond, bytesPerSecond }: PaceLimits,
  clock: Pick<ProcessTime, 'elapsed' | 'sleep'>,
): Pace => {
  /** The time at which each tenant's streams would have sent everything so far, at the allowed pace. */
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
