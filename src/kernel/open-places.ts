/**
 * Limits how many long-lived things (streams, exports) one key, one tenant and the whole process may have open. Nobody
 * waits for a place: a caller at the limit is refused and must end one first.
 */
import type { Principal } from './principal';

export interface OpenLimits {
  readonly perKey: number;
  readonly perTenant: number;
  readonly inAll: number;
}

/** The party that is at its limit, and the limit. */
export interface NoPlaceLeft {
  readonly max: number;
  readonly of: 'this key' | 'this tenant' | 'this process';
}

export interface OpenPlaces {
  /**
   * Takes a place until the signal aborts. If there is none, returns the first limit that is reached: that of the key,
   * of its tenant, or of the whole process.
   */
  take(who: Pick<Principal, 'callerId' | 'tenantId'>, until: AbortSignal): NoPlaceLeft | undefined;
  /** Returns how many are open. */
  count(): number;
}

export const createOpenPlaces = ({ perKey, perTenant, inAll }: OpenLimits): OpenPlaces => {
  const open = new Map<string, number>();
  const count = (subject: string, change: 1 | -1): void => {
    const now = (open.get(subject) ?? 0) + change;
    if (now > 0) open.set(subject, now);
    else open.delete(subject);
  };
  return {
    take: ({ callerId, tenantId }, until) => {
      const subjects = [
        [`caller ${callerId}`, 'this key', perKey],
        [`tenant ${tenantId}`, 'this tenant', perTenant],
        ['all', 'this process', inAll],
      ] as const;
      for (const [subject, of, max] of subjects) if ((open.get(subject) ?? 0) >= max) return { max, of };
      for (const [subject] of subjects) count(subject, 1);
      const giveBack = (): void => subjects.forEach(([subject]) => count(subject, -1));
      if (until.aborted) giveBack();
      else until.addEventListener('abort', giveBack, { once: true });
      return undefined;
    },
    count: () => open.get('all') ?? 0,
  };
};

/** Returns the beginning of a sentence: `This key has 2`. */
export const holding = ({ max, of }: NoPlaceLeft): string =>
  `${of === 'this process' ? 'All keys together have' : `${of.replace('this', 'This')} has`} ${max}`;
