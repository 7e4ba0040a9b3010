/**
 * Limits how many long-lived operations (streams, exports) one key, one tenant and the whole process may have open. Nobody waits for a
 * place: a caller at the limit is refused and must end one first.
 */
import type { NoPlaceLeft } from '../places';
import type { Principal } from '../principal';

export interface OpenLimits {
  readonly perKey: number;
  readonly perTenant: number;
  readonly inAll: number;
}

export interface OpenPlaces {
  /**
   * Takes a place until the signal aborts. If there is none, returns the first limit that is reached: that of the key,
   * of its tenant, or of the whole process.
   */
  take(who: Pick<Principal, 'callerId' | 'tenantId'>, until: AbortSignal): NoPlaceLeft | undefined;
  /** Returns how many streams or exports are open in the process. */
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
