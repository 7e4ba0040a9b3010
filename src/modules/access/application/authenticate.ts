/**
 * Authenticates every request: returns the caller for an `Authorization` header. If the key has been used recently, this needs no query.
 */
import { addressBlock } from '../../../kernel/network';
import { pepperActor, type Principal } from '../../../kernel/principal';
import { refused } from '../../../kernel/refusal';
import type { LedgerTime } from '../../../kernel/clock';
import type { Log } from '../../../kernel/tokens';
import { isUsable, principalOf } from '../domain/api-key';
import type { KeyHashing } from '../domain/key-hashing';
import { keyTextIn } from '../domain/key-text';
import { createAllowedNetworks } from './allowed-networks';
import type { Keyring, KnownKey } from './keyring';
import type { Budget, KeyStore, RateBudget, StoredKey } from './ports';
import { createRehashing } from './rehashing';
import type { Usage } from './usage';

/** The request has no valid key. */
export type Stranger =
  | { readonly kind: 'unknown' }
  /** Too many unknown keys came from this address. */
  | { readonly kind: 'failures-limited'; readonly retryAfterSeconds: number };

export type Authentication =
  | { readonly kind: 'known'; readonly principal: Principal; readonly budget: Budget }
  /** The key is valid, but the budget of the key or of its tenant is used up for this second. */
  | {
      readonly kind: 'limited';
      readonly by: 'key' | 'tenant';
      readonly actor: string;
      readonly budget: Budget;
    }
  /** The key is valid, but may not be used from this address. */
  | { readonly kind: 'outside' }
  | Stranger;

export interface AuthenticateDependencies {
  readonly keyring: Keyring;
  readonly hashing: KeyHashing;
  readonly usage: Usage;
  readonly budgets: RateBudget;
  readonly clock: LedgerTime;
  readonly keys: Pick<KeyStore, 'rehash'>;
  readonly log: Log;
}

export const maxFailuresPerSecond = 20;

/** Charges a failed attempt to the budget of its address. A request with a valid key from an allowed address costs nothing. */
export const strangerFrom = async (budgets: RateBudget, address: string): Promise<Stranger> => {
  const failures = await budgets.spend(`failures ${addressBlock(address)}`, maxFailuresPerSecond);
  return refused(failures)
    ? { kind: 'failures-limited', retryAfterSeconds: failures.left.resetSeconds }
    : { kind: 'unknown' };
};

export const createAuthenticate = (dependencies: AuthenticateDependencies) => {
  const { keyring, keys, hashing, usage, budgets, clock, log } = dependencies;
  const rehashOnce = createRehashing(log);
  const keyIn = async (authorization: string | undefined, now: Date): Promise<KnownKey | undefined> => {
    const presented = keyTextIn(authorization);
    if (!presented) return undefined;
    const stored = await keyring.find(presented.prefix);
    const matches = hashing.matches(presented.text, stored?.secretHash);
    if (!stored || !matches || !isUsable(stored.key, now)) return undefined;
    if (hashing.isOutlived(stored.secretHash)) void rehash(stored, presented.text);
    return stored;
  };

  /** The rehashing runs in the background, so that no request waits for it. */
  const rehash = ({ key, secretHash }: StoredKey, text: string): Promise<void> =>
    rehashOnce(key.id, async () => {
      await keys.rehash(key.id, secretHash, hashing.hashOf(text), pepperActor);
      keyring.forget(key.prefix);
    });

  const networks = createAllowedNetworks();
  return async (authorization: string | undefined, address: string): Promise<Authentication> => {
    const now = clock.now();
    const known = await keyIn(authorization, now);
    if (!known) return strangerFrom(budgets, address);
    const { key, tenantRequestsPerSecond } = known;
    if (!networks.allow(key, address)) {
      // The request spends the budget of its address, not the key's: a caller outside of the key's networks must not use up the key's
      // budget.
      const stranger = await strangerFrom(budgets, address);
      return stranger.kind === 'unknown' ? { kind: 'outside' } : stranger;
    }
    usage.note(key, now);
    const spent = await budgets.spend(`key ${key.id}`, key.rateLimitPerSecond);
    if (refused(spent)) return { kind: 'limited', by: 'key', actor: key.prefix, budget: spent.left };
    if (tenantRequestsPerSecond !== null) {
      const spentTogether = await budgets.spend(`tenant ${key.tenantId}`, tenantRequestsPerSecond);
      if (refused(spentTogether))
        return { kind: 'limited', by: 'tenant', actor: key.prefix, budget: spentTogether.left };
    }
    return { kind: 'known', principal: principalOf(key), budget: spent.right };
  };
};
