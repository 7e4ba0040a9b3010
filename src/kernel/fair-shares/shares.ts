/**
 * How much of something (bytes, say) each caller has in hand: so much a key, so much a tenant, so much in all. A caller
 * with nothing in hand may take any amount once, so that a request larger than the bound is possible too.
 */
import { OverShare, Unavailable } from '../refusal';
import { sharedWith, type Administrator, type Principal } from '../principal';

export interface ShareLimits {
  readonly perKey: number;
  readonly perTenant: number;
  readonly inAll: number;
}

/** Who is known by name, or at least by address. */
export type Sharer = Pick<Principal | Administrator, 'callerId' | 'tenantId'>;

export interface Shares {
  /** Whether the caller may have so much more. */
  fits(caller: Sharer, amount: number): boolean;
  /** Throws `OverShare` where the caller would have too much, `Unavailable` where all callers together would. */
  require(caller: Sharer, amount: number): void;
  /** Takes it, also beyond the bound: for what has happened and cannot be refused any more. */
  take(caller: Sharer, amount: number): void;
  give(caller: Sharer, amount: number): void;
  readonly inHand: () => number;
}

export const createShares = ({ perKey, perTenant, inAll }: ShareLimits): Shares => {
  const held = new Map<string, number>();
  let all = 0;
  const fits = (before: number, amount: number, limit: number): boolean => before === 0 || before + amount <= limit;
  const change = (subject: string, amount: number): void => {
    const now = (held.get(subject) ?? 0) + amount;
    if (now > 0) held.set(subject, now);
    else held.delete(subject);
  };
  const fitsOwn = (caller: Sharer, amount: number): boolean => {
    const [own, ofTenant] = [held.get(caller.callerId) ?? 0, held.get(sharedWith(caller)) ?? 0];
    return fits(own, amount, perKey) && fits(ofTenant, amount, perTenant);
  };
  return {
    fits: (caller, amount) => fitsOwn(caller, amount) && fits(all, amount, inAll),
    require: (caller, amount) => {
      if (!fitsOwn(caller, amount)) throw new OverShare('The caller has too much in hand.');
      if (!fits(all, amount, inAll)) throw new Unavailable('Everybody together has too much in hand.');
    },
    take: (caller, amount) => {
      change(caller.callerId, amount);
      change(sharedWith(caller), amount);
      all += amount;
    },
    give: (caller, amount) => {
      change(caller.callerId, -amount);
      change(sharedWith(caller), -amount);
      all -= amount;
    },
    inHand: () => all,
  };
};
