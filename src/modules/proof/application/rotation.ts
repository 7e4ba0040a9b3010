/**
 * `ledger signing-key rotate`: a new key signs all later checkpoints. The former keys stay published, so earlier checkpoints remain
 * verifiable.
 */
import { newSigningKey, readSigningKey, type SigningKey } from '../domain/signed-note';
import { announceKey, openKey, type KeyParts } from './signing';

/** Publishes the new verifier key before the new signing key signs anything. */
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
