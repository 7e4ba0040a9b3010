/** The password of the superuser, which is the server's only secret. Anyone who can read its file can read all data. */
import { createHmac, randomBytes } from 'node:crypto';
import { chownSync, linkSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { codeOf, readIfThere, type Place } from './place';
import { nameOfThisProcess } from './processes';

/** Returns the password, and creates it if there is none. If several processes start at once, the first one to link its file wins. */
export const openPassword = (place: Place): string => {
  const known = readPassword(place);
  if (known !== undefined) return known;
  const draft = `${place.passwordFile}.${nameOfThisProcess()}`;
  try {
    writeFileSync(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true });
    // Root may create the file in the folder of an ordinary user, who must be able to read it too.
    const { uid, gid } = statSync(place.home);
    if (process.getuid?.() === 0) chownSync(draft, uid, gid);
    linkSync(draft, place.passwordFile);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return openPassword(place);
};

export const readPassword = (place: Place): string | undefined => {
  const text = readIfThere(place.passwordFile, place.names)?.trim();
  if (text === undefined) return undefined;
  if (!/^[0-9a-f]{64}$/.test(text))
    throw new Error(`${place.passwordFile} holds no password: remove it, and the next start makes another.`);
  return text;
};

/** Derives the password of a role that is not a superuser. It is not stored, and the superuser's cannot be derived from it. */
export const passwordOf = (role: string, superuserPassword: string): string =>
  derive(`the password of ${role}`, superuserPassword);

/** A fingerprint that identifies a password without revealing it. */
export const fingerprintOf = (superuserPassword: string): string =>
  derive('fingerprint', superuserPassword).slice(0, 32);

const derive = (label: string, password: string): string => createHmac('sha256', password).update(label).digest('hex');
