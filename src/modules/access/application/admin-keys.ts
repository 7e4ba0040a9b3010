/** Administrators' keys: operators create, list and revoke them, and programs authenticate with them. */
import { randomBytes } from 'node:crypto';
import { newId, parseId, type TenantId } from '../../../kernel/ids';
import { pepperActor, type Administrator } from '../../../kernel/principal';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import type { LedgerTime } from '../../../kernel/clock';
import type { Log } from '../../../kernel/tokens';
import {
  administratorOfKey,
  adminRequestsPerSecond,
  createAdminKey,
  isUsableAdminKey,
  revokeAdminKey,
  type AdminKey,
  type AdminKeyId,
  type NewAdminKey,
} from '../domain/admin-key';
import type { KeyHashing } from '../domain/key-hashing';
import { keyTextIn, keyTextOf, randomBytesOfKey } from '../domain/key-text';
import type { InvalidKey, KeyNotFound } from '../domain/refusals';
import { spendAdministration } from './administering';
import { strangerFrom, type Stranger } from './authenticate';
import type { AdminKeyStore, Budget, RateBudget, StoredAdminKey } from './ports';
import { createRehashing } from './rehashing';
import { createRemembered } from './remembered';
import { createSampled } from './sampled';

export interface IssuedAdminKey extends AdminKey {
  /** The text of the key. No later answer repeats it. */
  readonly key: string;
}

export type AdminAuthentication =
  | { readonly kind: 'known'; readonly administrator: Administrator; readonly budget: Budget }
  | { readonly kind: 'limited'; readonly actor: string; readonly budget: Budget }
  | Stranger;

export interface AdminKeys {
  /** Creates a key. Only this answer contains its text. */
  issue(request: NewAdminKey, actor?: string): Promise<Outcome<InvalidKey, IssuedAdminKey>>;
  /** Returns at most `limit` keys of one tenant, or of all, in order of creation. */
  list(tenantId: TenantId | undefined, limit: number): Promise<readonly AdminKey[]>;
  /** Revokes a key, effective within a second in every process; a key that has already been revoked is returned unchanged. */
  revoke(idOrPrefix: string, actor?: string): Promise<Outcome<KeyNotFound, AdminKey>>;
  /** Returns whether a key that was valid is still valid. `prefix` is its public part. */
  isUsable(prefix: string): Promise<boolean>;
  /** Authenticates a request. As with API keys, the client does not learn why its key is `unknown`. */
  authenticate(authorization: string | undefined, address: string): Promise<AdminAuthentication>;
}

export interface AdminKeysDependencies {
  readonly store: AdminKeyStore;
  readonly hashing: KeyHashing;
  readonly budgets: RateBudget;
  readonly clock: LedgerTime;
  readonly log: Log;
}

export const createAdminKeys = ({ store, hashing, budgets, clock, log }: AdminKeysDependencies): AdminKeys => {
  const remembered = createRemembered(
    async (prefixes) => new Map((await store.keysOfPrefixes(prefixes)).map((stored) => [stored.key.prefix, stored])),
    clock,
  );
  const used = createSampled<AdminKeyId>((ids) => store.markUsed(ids, clock.now()), {
    log,
    complaint: 'the last use of some keys of administrators was not written',
  });
  const rehashOnce = createRehashing(log);
  const rehash = ({ key, secretHash }: StoredAdminKey, text: string): Promise<void> =>
    rehashOnce(key.id, async () => {
      await store.rehash(key.id, secretHash, hashing.hashOf(text), pepperActor);
      remembered.forget(key.prefix);
    });
  const keyIn = async (authorization: string | undefined): Promise<AdminKey | undefined> => {
    const presented = keyTextIn(authorization, 'ak');
    if (!presented) return undefined;
    const stored = await remembered.find(presented.prefix);
    const matches = hashing.matches(presented.text, stored?.secretHash);
    if (!stored || !matches || !isUsableAdminKey(stored.key)) return undefined;
    if (hashing.isOutlived(stored.secretHash)) void rehash(stored, presented.text);
    return stored.key;
  };

  return {
    issue: async (request, actor) => {
      const { prefix, text } = keyTextOf(randomBytes(randomBytesOfKey), 'ak');
      const key = createAdminKey(request, { id: newId<'admin key'>(), prefix }, clock.now());
      if (refused(key)) return key;
      await store.insert({ key: key.right, secretHash: hashing.hashOf(text) }, actor);
      return ok({ ...key.right, key: text });
    },
    list: (tenantId, limit) => store.keys(tenantId, limit),
    revoke: async (idOrPrefix, actor) => {
      const id = parseId<'admin key'>(idOrPrefix);
      const key = id ? await store.keyOfId(id) : (await store.keysOfPrefixes([idOrPrefix]))[0]?.key;
      if (!key) return refuse({ kind: 'KeyNotFound' });
      const now = clock.now();
      const revoked = revokeAdminKey(key, now);
      if (revoked !== key) await store.revoke(key.id, now, actor);
      remembered.forget(key.prefix);
      // A concurrent revocation may have been first: the key keeps its time.
      return ok((await store.keyOfId(key.id)) ?? revoked);
    },
    isUsable: async (prefix) => {
      const stored = await remembered.find(prefix);
      return stored !== undefined && isUsableAdminKey(stored.key);
    },
    authenticate: async (authorization, address) => {
      const key = await keyIn(authorization);
      if (!key) return strangerFrom(budgets, address);
      used.note(key.id, key.lastUsedAt, clock.now());
      const spent = await budgets.spend(`admin key ${key.id}`, adminRequestsPerSecond);
      if (refused(spent)) return { kind: 'limited', actor: key.prefix, budget: spent.left };
      const together = await spendAdministration(budgets, key.tenantId);
      return together && refused(together)
        ? { kind: 'limited', actor: key.prefix, budget: together.left }
        : { kind: 'known', administrator: administratorOfKey(key), budget: spent.right };
    },
  };
};
