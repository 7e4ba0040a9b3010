/** Encrypts the stored signing secrets of webhooks. If a pepper is set, a copy of the database alone does not reveal them. */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { Secrets } from '../../../kernel/tokens';
import type { KeptEndpoint } from './ports';

export interface Seal {
  close(secret: string): string;
  /** Decrypts a secret. Throws if it was encrypted neither with the present pepper nor with the former one. */
  open(sealed: string): string;
  /** Returns the same secret encrypted with the present pepper; undefined if it already is. */
  renewed(sealed: string): string | undefined;
}

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
/** The prefix of an encrypted secret: the version of the encryption, so that different versions can be distinguished. */
const version = '1.';

export const createSeal = ({ installationSecret, pepper, formerPepper }: Secrets): Seal => {
  const present = sealUnder(createHmac('sha256', installationSecret).update(`webhook secrets ${pepper}`).digest());
  if (formerPepper === undefined) return { ...present, renewed: (sealed) => (present.open(sealed), undefined) };
  const formerKey = createHmac('sha256', installationSecret).update(`webhook secrets ${formerPepper}`).digest();
  const former = sealUnder(formerKey);
  const openEither = (sealed: string): readonly [secret: string, isPresent: boolean] => {
    try {
      return [present.open(sealed), true];
    } catch {
      return [former.open(sealed), false];
    }
  };
  return {
    close: present.close,
    open: (sealed) => openEither(sealed)[0],
    renewed: (sealed) => {
      const [secret, isPresent] = openEither(sealed);
      return isPresent ? undefined : present.close(secret);
    },
  };
};

const sealUnder = (key: Buffer): Pick<Seal, 'close' | 'open'> => {
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

/** The reason for the pause, without a full stop. Clients read it. */
export const unopenedSecret =
  'the secret that signs its messages could not be opened: rotate the secret, and set is_active to true';

/**
 * The secrets that messages are signed with now: the present one and, during the grace period of a rotation, the former one if it can be
 * opened. Undefined if the present one cannot be opened.
 */
export const openSecrets = (
  { secret, formerSecret, formerUntil }: Pick<KeptEndpoint, 'secret' | 'formerSecret' | 'formerUntil'>,
  seal: Pick<Seal, 'open'>,
): ((at: Date) => readonly string[]) | undefined => {
  const open = (sealed: string): string | undefined => {
    try {
      return seal.open(sealed);
    } catch {
      return undefined;
    }
  };
  const current = open(secret);
  if (current === undefined) return undefined;
  const former = formerSecret === null || formerUntil === null ? undefined : open(formerSecret);
  return (at) => (former !== undefined && formerUntil !== null && at < formerUntil ? [current, former] : [current]);
};
