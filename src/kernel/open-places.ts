/**
 * How much that stays open for long (a stream, an export) one key, one tenant and the whole process may have open. Nobody waits for a
 * place: who has as many as there may be is refused, and has to end one first.
 */
import type { Principal } from './principal';

export interface OpenLimits {
  readonly perKey: number;
  readonly perTenant: number;
  readonly inAll: number;
}

/** Who has as many open as there may be, and how many that is. */
export interface NoPlaceLeft {
  readonly max: number;
  readonly of: 'this key' | 'this tenant' | 'this process';
}

export interface OpenPlaces {
  /** Has the place until the signal. The first that is used up, of those of the key, of its tenant and of all, where there is none. */
  take(who: Pick<Principal, 'callerId' | 'tenantId'>, until: AbortSignal): NoPlaceLeft | undefined;
  /** How many are open. */
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

/** The beginning of a sentence: `This key has 2`. */
export const holding = ({ max, of }: NoPlaceLeft): string =>
  `${of === 'this process' ? 'All keys together have' : `${of.replace('this', 'This')} has`} ${max}`;
