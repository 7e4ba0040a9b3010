// The one secret of the server: the password of its superuser. Whoever may read the file may do anything with the data.
import { createHmac, randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { codeOf, type Place, readIfThere } from './place';
import { nameOfThisProcess } from './processes';

/** The password in force, made where there is none. Processes that start at once agree: the first to link it has its way. */
export const openPassword = (place: Place): string => {
  const known = readPassword(place);
  if (known !== undefined) return known;
  const draft = `${place.passwordFile}.${nameOfThisProcess()}`;
  try {
    fs.writeFileSync(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true });
    // Root may come first to the folder of an ordinary user, who must be able to read it as well.
    const { uid, gid } = fs.statSync(place.home);
    if (process.getuid?.() === 0) fs.chownSync(draft, uid, gid);
    fs.linkSync(draft, place.passwordFile);
  } catch (fault) {
    if (codeOf(fault) !== 'EEXIST') throw fault;
  } finally {
    fs.rmSync(draft, { force: true });
  }
  return openPassword(place);
};

export const readPassword = (place: Place): string | undefined => {
  const text = readIfThere(place.passwordFile)?.trim();
  if (text === undefined) return undefined;
  if (!/^[0-9a-f]{64}$/.test(text))
    throw new Error(`${place.passwordFile} holds no password: remove it, and the next start makes another.`);
  return text;
};

/** The password of a role that is no superuser: nothing else must be kept, and nothing leads back. */
export const passwordOf = (role: string, superuserPassword: string): string =>
  derive(`the password of ${role}`, superuserPassword);

/** Tells passwords apart, and gives none away. */
export const fingerprintOf = (superuserPassword: string): string =>
  derive('fingerprint', superuserPassword).slice(0, 32);

const derive = (label: string, password: string): string => createHmac('sha256', password).update(label).digest('hex');
