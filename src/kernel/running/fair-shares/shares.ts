/**
 * Limits how much of a resource (bytes, for example) callers hold at a time: per key, per tenant and in total. A caller that holds nothing
 * may take any amount once, so that a request larger than the limit remains possible.
 */
import { OverShare, Unavailable } from '../../refusal';
import { sharedWith, type Administrator, type Principal } from '../../principal';

export interface ShareLimits {
  readonly perKey: number;
  readonly perTenant: number;
  readonly inAll: number;
}

/** The caller that holds an amount, identified by its id or at least by its address. */
export type Sharer = Pick<Principal | Administrator, 'callerId' | 'tenantId'>;

export interface Shares {
  /** Returns whether the caller may take this additional amount. */
  fits(caller: Sharer, amount: number): boolean;
  /** Throws `OverShare` if the caller would hold too much, `Unavailable` if all callers together would. */
  require(caller: Sharer, amount: number): void;
  /** Takes the amount even beyond the limit, for an answer that can no longer be refused because its write has already happened. */
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
