/** Keeps the signing key in memory, for an installation without a database. The key and the books are lost when the process ends. */
import type { Signing } from '../application/ports';
import { newSigningKey, readSigningKey, type SigningKey } from '../domain/signed-note';

export const signingInMemory = (name: string): Signing => {
  let key = newSigningKey(name);
  return {
    key: async () => readSigningKey(key) as SigningKey,
    rotate: async (next) => void (key = next),
    publish: async () => undefined,
  };
};
