/**
 * Secrets given as files, as containers and service managers hand them on: `DATABASE_URL_FILE=/run/secrets/database-url` says the same as
 * `DATABASE_URL` with what the file holds.
 */
import { readFileSync } from 'node:fs';
import { ok, refuse, refused, type Outcome } from '../kernel/refusal';

export const secretFileSuffix = '_FILE';
/** Far more than any of them may have. */
const maxSecretFileBytes = 65_536;

/**
 * The variables with each of those `names` that was given as a file, or one line that says why that cannot be. A line's end behind the secret is
 * not part of it. Names stay readable in what is refused, contents never.
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
    if (variables[name] !== undefined) return refuse(`${name} and ${file} are both set: set one of them.`);
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
