/** What signs webhooks, kept so that a copy of the database alone gives nothing away where a pepper is set. */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { Secrets } from '../../../kernel/tokens';
import type { KeptEndpoint } from './ports';

export interface Seal {
  close(secret: string): string;
  /** Throws where it was closed under another pepper. */
  open(sealed: string): string;
}

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
/** In front of what is sealed: another way of sealing gets another number. */
const version = '1.';

export const createSeal = ({ installationSecret, pepper }: Secrets): Seal => {
  const key = createHmac('sha256', installationSecret).update(`webhook secrets ${pepper}`).digest();
  return {
    close: (secret) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, key, nonce);
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return version + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
    },
    open: (text) => {
      if (!text.startsWith(version)) throw new Error('a webhook secret is sealed in a way that is not known');
      const bytes = Buffer.from(text.slice(version.length), 'base64');
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes));
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8');
    },
  };
};

/** What signs at a time: the former one as well, for as long as receivers were given to learn the new one. */
export const openSecrets = (
  { secret, formerSecret, formerUntil }: Pick<KeptEndpoint, 'secret' | 'formerSecret' | 'formerUntil'>,
  seal: Seal,
): ((at: Date) => readonly string[]) => {
  const current = seal.open(secret);
  if (formerSecret === null || formerUntil === null) return () => [current];
  const former = seal.open(formerSecret);
  return (at) => (at < formerUntil ? [current, former] : [current]);
};
