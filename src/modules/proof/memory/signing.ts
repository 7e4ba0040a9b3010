/** A signing key in memory, which is lost when the process ends, like the books that it signs. */
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
