/** The superuser's password, which is the server's only secret. Anyone who can read its file can read all data. */
import { createHmac, randomBytes } from 'node:crypto';
import { chownSync, linkSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { codeOf, readIfThere, type Place } from './place';
import { nameOfThisProcess } from './processes';

/**
 * Returns the password. If there is none, creates one. If several processes create one at once, all use the one whose file was linked
 * first.
 */
export const openPassword = (place: Place): string => {
  const known = readPassword(place);
  if (known !== undefined) return known;
  const draft = `${place.passwordFile}.${nameOfThisProcess()}`;
  try {
    writeFileSync(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true });
    // If root creates the file in an ordinary user's folder, that user must be able to read it too.
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
    throw new Error(`${place.passwordFile} contains no password: remove it, and the next start creates another.`);
  return text;
};

/** Derives the password of a role from the superuser's. It need not be stored, and it does not reveal the superuser's password. */
export const passwordOf = (role: string, superuserPassword: string): string =>
  derive(`the password of ${role}`, superuserPassword);

/** A fingerprint that identifies a password without revealing it. */
export const fingerprintOf = (superuserPassword: string): string =>
  derive('fingerprint', superuserPassword).slice(0, 32);

const derive = (label: string, password: string): string => createHmac('sha256', password).update(label).digest('hex');
