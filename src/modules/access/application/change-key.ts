/** Changes what a key is called and how much it may ask, and puts another in its place. Its rights never change. */
import { randomBytes } from 'node:crypto';
import { newId } from '../../../kernel/ids';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import type { LedgerTime } from '../../../kernel/clock';
import { changeKey, rotateKey, type ApiKey, type KeyChange } from '../domain/api-key';
import type { KeyHashing } from '../domain/key-hashing';
import { keyTextOf, randomBytesOfKey } from '../domain/key-text';
import type { InvalidKey, KeyNotActive, KeyNotFound } from '../domain/refusals';
import type { IssuedKey } from './issue-key';
import type { Keyring } from './keyring';
import type { KeyStore } from './ports';
import { keyNamed } from './revoke-key';

export interface RotatedKey {
  readonly successor: IssuedKey;
  /** As it is now, with its end. */
  readonly old: ApiKey;
}

export interface ChangeKeyDependencies {
  readonly keys: KeyStore;
  readonly keyring: Keyring;
  readonly hashing: KeyHashing;
  readonly clock: LedgerTime;
}

/** At once in this process, within the age of a keyring in every other. */
export const createChangeKey =
  ({ keys, keyring }: Pick<ChangeKeyDependencies, 'keys' | 'keyring'>) =>
  async (idOrPrefix: string, change: KeyChange, actor?: string): Promise<Outcome<KeyNotFound | InvalidKey, ApiKey>> => {
    const key = await keyNamed(keys, idOrPrefix);
    if (!key) return refuse({ kind: 'KeyNotFound' });
    const changed = changeKey(key, change);
    if (refused(changed)) return changed;
    await keys.change(changed.right, actor);
    keyring.forget(key.prefix);
    return changed;
  };

/** A new key with the same rights; the old one is good for as long as the grace says. */
export const createRotateKey =
  ({ keys, keyring, hashing, clock }: ChangeKeyDependencies) =>
  async (
    idOrPrefix: string,
    graceSeconds: number,
    actor?: string,
  ): Promise<Outcome<KeyNotFound | InvalidKey | KeyNotActive, RotatedKey>> => {
    const key = await keyNamed(keys, idOrPrefix);
    if (!key) return refuse({ kind: 'KeyNotFound' });
    const { prefix, text } = keyTextOf(randomBytes(randomBytesOfKey));
    const rotated = rotateKey(key, { id: newId<'key'>(), prefix }, graceSeconds, clock.now());
    if (refused(rotated)) return rotated;
    const { old, successor } = rotated.right;
    await keys.rotate(old, { key: successor, secretHash: hashing.hashOf(text) }, actor);
    keyring.forget(key.prefix);
    return ok({ old, successor: { ...successor, key: text } });
  };
