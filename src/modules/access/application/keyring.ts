/** The keys in use by their prefixes, as the store had them at most a second ago. */
import type { Clock } from '../../../kernel/time';
import type { KeyStore, StoredKey } from './ports';
import { createRemembered, type Remembered } from './remembered';

export type Keyring = Remembered<StoredKey>;

export const createKeyring = (keys: KeyStore, clock: Clock): Keyring =>
  createRemembered(
    async (prefixes) => new Map((await keys.keysOfPrefixes(prefixes)).map((stored) => [stored.key.prefix, stored])),
    clock,
  );
