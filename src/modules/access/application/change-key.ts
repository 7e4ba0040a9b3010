/** Changes a key's name and rate limit, and replaces a key with a new one. A key's rights never change. */
import { randomBytes } from 'node:crypto';
import { newId } from '../../../kernel/ids';
import { judgeUse, type QuotaReached } from '../../../kernel/quotas';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import type { LedgerTime } from '../../../kernel/clock';
import { changeKey, rotateKey, type ApiKey, type KeyChange } from '../domain/api-key';
import type { KeyHashing } from '../domain/key-hashing';
import { keyTextOf, randomBytesOfKey } from '../domain/key-text';
import type { InvalidKey, KeyNotActive, KeyNotFound } from '../domain/refusals';
import type { IssuedKey } from './issue-key';
import type { Keyring } from './keyring';
import type { ChangedKey, KeyStore } from './ports';
import { keyNamed } from './revoke-key';

export interface RotatedKey {
  readonly successor: IssuedKey;
  /** The old key, with its new expiry. */
  readonly old: ApiKey;
}

export interface ChangeKeyDependencies {
  readonly keys: KeyStore;
  readonly keyring: Keyring;
  readonly hashing: KeyHashing;
  readonly clock: LedgerTime;
}

/** Changes a key. The change takes effect at once in this process, and in every other process once its cached copy expires. */
export const createChangeKey =
  ({ keys, keyring }: Pick<ChangeKeyDependencies, 'keys' | 'keyring'>) =>
  async (idOrPrefix: string, change: KeyChange, actor?: string): Promise<Outcome<KeyNotFound | InvalidKey, ApiKey>> => {
    const named = await keyNamed(keys, idOrPrefix);
    const judge = (key: ApiKey): Outcome<InvalidKey, ChangedKey> => {
      const changed = changeKey(key, change);
      return refused(changed) ? changed : ok({ key: changed.right });
    };
    const changed = named && (await keys.change(named.id, judge, actor));
    if (!changed) return refuse({ kind: 'KeyNotFound' });
    if (refused(changed)) return changed;
    keyring.forget(changed.right.key.prefix);
    return ok(changed.right.key);
  };

/** Creates a new key with the same rights; the old one remains valid for the grace period. */
export const createRotateKey =
  ({ keys, keyring, hashing, clock }: ChangeKeyDependencies) =>
  async (
    idOrPrefix: string,
    graceSeconds: number,
    actor?: string,
  ): Promise<Outcome<KeyNotFound | RotateRefusal, RotatedKey>> => {
    const named = await keyNamed(keys, idOrPrefix);
    const { prefix, text } = keyTextOf(randomBytes(randomBytesOfKey));
    const names = { id: newId<'key'>(), prefix };
    const secretHash = hashing.hashOf(text);
    const judge = (key: ApiKey): Outcome<RotateRefusal, Rotation> => {
      const rotated = rotateKey(key, names, graceSeconds, clock.now());
      if (refused(rotated)) return rotated;
      return ok({ key: rotated.right.old, successor: { key: rotated.right.successor, secretHash } });
    };
    const rotated = named && (await keys.change(named.id, judge, actor, (use) => judgeUse('keys', use)));
    if (!rotated) return refuse({ kind: 'KeyNotFound' });
    if (refused(rotated)) return rotated;
    const { key: old, successor } = rotated.right;
    keyring.forget(old.prefix);
    return ok({ old, successor: { ...successor.key, key: text } });
  };

type Rotation = Required<ChangedKey>;
type RotateRefusal = InvalidKey | KeyNotActive | QuotaReached;
