/** `ledger signing-key rotate`: the next checkpoint is signed by a new key; those that were signed before verify by the keys of then. */
import { newSigningKey, readSigningKey, type SigningKey } from '../domain/signed-note';
import { announceKey, openKey, type KeyParts } from './signing';

/** The new verifier key is published before the key signs anything. */
export const createRotation =
  (parts: KeyParts): (() => Promise<string>) =>
  async () => {
    const former = await openKey(parts);
    if ('complaint' in former) throw new Error(`The signing key cannot be replaced: ${former.complaint}.`);
    const text = newSigningKey(former.name);
    const { verifierKey } = readSigningKey(text) as SigningKey;
    await announceKey(parts, verifierKey);
    await parts.signing.rotate(text);
    return verifierKey;
  };
