/** Revokes a key. The revocation takes effect at once in this process, and in every other process once its cached copy expires. */
import { parseId } from '../../../kernel/ids';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import type { LedgerTime } from '../../../kernel/clock';
import { revokeKey, type ApiKey } from '../domain/api-key';
import type { KeyNotFound } from '../domain/refusals';
import type { Keyring } from './keyring';
import type { ChangedKey, KeyStore } from './ports';

export interface RevokeKeyDependencies {
  readonly keys: KeyStore;
  readonly keyring: Keyring;
  readonly clock: LedgerTime;
}

/** People name a key by its id, or by its public part, which appears in logs. */
export const keyNamed = async (keys: KeyStore, idOrPrefix: string): Promise<ApiKey | undefined> => {
  const id = parseId<'key'>(idOrPrefix);
  return id ? keys.keyOfId(id) : (await keys.keysOfPrefixes([idOrPrefix]))[0]?.key;
};

export const createRevokeKey =
  ({ keys, keyring, clock }: RevokeKeyDependencies) =>
  async (idOrPrefix: string, actor?: string): Promise<Outcome<KeyNotFound, ApiKey>> => {
    const named = await keyNamed(keys, idOrPrefix);
    const judge = (key: ApiKey): Outcome<never, ChangedKey> => ok({ key: revokeKey(key, clock.now()) });
    const revoked = named && (await keys.change(named.id, judge, actor));
    if (!revoked) return refuse({ kind: 'KeyNotFound' });
    if (refused(revoked)) return revoked;
    keyring.forget(revoked.right.key.prefix);
    return ok(revoked.right.key);
  };
