/** Revokes a key: at once in this process, within the age of a keyring in every other. */
import { parseId } from '../../../kernel/ids';
import { ok, refuse, type Outcome } from '../../../kernel/refusal';
import type { LedgerTime } from '../../../kernel/clock';
import { revokeKey, type ApiKey } from '../domain/api-key';
import type { KeyNotFound } from '../domain/refusals';
import type { Keyring } from './keyring';
import type { KeyStore } from './ports';

export interface RevokeKeyDependencies {
  readonly keys: KeyStore;
  readonly keyring: Keyring;
  readonly clock: LedgerTime;
}

/** People name a key by its id or by its public part, which is what logs have. */
export const keyNamed = async (keys: KeyStore, idOrPrefix: string): Promise<ApiKey | undefined> => {
  const id = parseId<'key'>(idOrPrefix);
  return id ? keys.keyOfId(id) : (await keys.keysOfPrefixes([idOrPrefix]))[0]?.key;
};

export const createRevokeKey =
  ({ keys, keyring, clock }: RevokeKeyDependencies) =>
  async (idOrPrefix: string, actor?: string): Promise<Outcome<KeyNotFound, ApiKey>> => {
    const key = await keyNamed(keys, idOrPrefix);
    if (!key) return refuse({ kind: 'KeyNotFound' });
    const now = clock.now();
    const revoked = revokeKey(key, now);
    if (revoked !== key) await keys.revoke(key.id, now, actor);
    keyring.forget(key.prefix);
    return ok(revoked);
  };
