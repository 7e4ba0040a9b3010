/**
 * Reads secrets from files, as containers and service managers pass them: `DATABASE_URL_FILE=/run/secrets/database-url`
 * is the same as `DATABASE_URL` with the contents of the file.
 */
import { readFileSync } from 'node:fs';
import { ok, refuse, refused, type Outcome } from '../kernel/refusal';

export const secretFileSuffix = '_FILE';
/** The limit for a secret file, far more than any secret needs. */
const maxSecretFileBytes = 65_536;

/**
 * Returns the variables, in which each of `names` that was given as a file has the contents of the file; or one line that states why a file
 * cannot be used. A line break after the secret is removed. Errors contain names, never contents.
 */
export const readSecretFiles = (
  variables: NodeJS.ProcessEnv,
  names: Iterable<string>,
): Outcome<string, NodeJS.ProcessEnv> => {
  const read: NodeJS.ProcessEnv = { ...variables };
  for (const name of names) {
    const file = `${name}${secretFileSuffix}`;
    const path = variables[file];
    if (path === undefined) continue;
    if (variables[name] !== undefined) return refuse(`${name} and ${file} are both set: set only one of them.`);
    const secret = secretIn(file, path);
    if (refused(secret)) return secret;
    read[name] = secret.right;
  }
  return ok(read);
};

const secretIn = (variable: string, path: string): Outcome<string, string> => {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    return refuse(`${variable}: ${path} cannot be read (${(error as { code?: string }).code ?? String(error)}).`);
  }
  if (bytes.length > maxSecretFileBytes)
    return refuse(`${variable}: ${path} is longer than ${maxSecretFileBytes} bytes, so it is not what was meant.`);
  const secret = bytes.toString('utf8').replace(/\r?\n$/, '');
  if (secret === '') return refuse(`${variable}: ${path} is empty.`);
  return /[\0\r\n]/.test(secret) ? refuse(`${variable}: ${path} must hold one line.`) : ok(secret);
};
