/** Checks of this process, its settings and its machine, without the database. */
import { stat, statfs } from 'node:fs/promises';
import { isIP } from 'node:net';
import { dirname, resolve } from 'node:path';
import { misspeltFor } from '../../kernel/http/nearest';
import { complaintAboutSigningFiles } from '../../modules/proof/wiring';
import { secrets } from '../config';
import { signingFilesOf } from '../embedded-database';
import { secretFileSuffix } from '../secret-files';
import { failure, fine, warning, type ProcessCheck, type Seen, type Surroundings } from './check';

/** The days on which release lines of Node stop receiving security fixes. */
const nodeEnds: Readonly<Record<number, string>> = {
  18: '2025-04-30',
  20: '2026-04-30',
  22: '2027-04-30',
  24: '2028-04-30',
  26: '2029-04-30',
};

const minPepperLength = 16;
/** Matches values that were copied from an example. */
const exampleSecret = /^(change|replace)[-_ ]?(me|this)|^(secret|pepper|example|salt|test|password)\d*$|…|<.*>/i;

/** Magic numbers of file systems that a restart empties, as statfs returns them. */
const temporarySystems: Readonly<Record<number, string>> = { 0x01021994: 'tmpfs', 0x858458f6: 'ramfs' };
/** The file system of a container's own layer, which is deleted with the container. */
const containerLayer = 0x794c7630;
const [fewPercent, hardlyAnyPercent] = [10, 3];

export const processChecks: readonly ProcessCheck[] = [
  {
    name: 'node-version',
    look: ({ nodeVersion, clock }) => {
      const major = Number(/^v(\d+)/.exec(nodeVersion)?.[1]);
      const end = nodeEnds[major];
      if (end !== undefined && clock.now().toISOString().slice(0, 10) > end)
        return warning(`Node ${nodeVersion}, whose security fixes ended on ${end}`, 'run the service on Node 24');
      if (end === undefined && major % 2 === 1)
        return warning(`Node ${nodeVersion}, not an LTS release`, 'run the service on Node 24');
      return fine(`Node ${nodeVersion}`);
    },
  },
  {
    name: 'pepper',
    look: ({ config: { keyPepper, databaseUrl } }) => {
      const advice =
        'set LEDGER_KEY_PEPPER (or LEDGER_KEY_PEPPER_FILE) to 32 random bytes: openssl rand -base64 32; docs/operate/rotation.md says how to change it without invalidating keys';
      if (keyPepper === '')
        return warning('no pepper: anyone with a copy of the database can check keys and guess passwords', advice);
      if (exampleSecret.test(keyPepper)) return failure('the pepper is a placeholder from an example', advice);
      if (keyPepper.length < minPepperLength)
        return warning(`the pepper has fewer than ${minPepperLength} characters`, advice);
      return fine(databaseUrl === undefined ? 'set' : 'set, and not stored in the database');
    },
  },
  {
    name: 'former-pepper',
    look: ({ config: { formerKeyPepper, keyPepper } }) => {
      if (formerKeyPepper === undefined) return fine('none: the pepper is not being changed');
      if (formerKeyPepper === keyPepper)
        return failure(
          'LEDGER_KEY_PEPPER_PREVIOUS is the current pepper',
          'set it to the previous pepper, or remove it',
        );
      return warning(
        'LEDGER_KEY_PEPPER_PREVIOUS is set: keys with the former pepper are still valid',
        'remove it once all keys in use have been used since the change (npx ledger keys list), everybody has signed in since, and you have run npx ledger webhooks reseal (docs/operate/rotation.md)',
      );
    },
  },
  {
    name: 'secret-files',
    look: async ({ variables }) => {
      const open: string[] = [];
      let count = 0;
      for (const name of secrets) {
        const path = variables[`${name}${secretFileSuffix}`];
        if (!path) continue;
        count += 1;
        if (((await stat(path)).mode & 0o004) !== 0) open.push(path);
      }
      return open.length > 0
        ? failure(`every user of this machine may read ${open.join(', ')}`, `chmod o-rwx ${open.join(' ')}`)
        : fine(
            count === 0
              ? 'no secret is given as a file'
              : `${count} ${count === 1 ? 'secret is' : 'secrets are'} given as files`,
          );
    },
  },
  {
    name: 'signing-key',
    look: async ({ config }) => {
      const files = signingFilesOf(config);
      const { keyFile } = files;
      if (keyFile === undefined)
        return fine('none: no checkpoint is signed, because LEDGER_SIGNING_KEY_FILE is not set');
      const complaint = await complaintAboutSigningFiles(files);
      if (complaint !== undefined)
        return failure(
          `no checkpoint is signed: ${complaint}`,
          'let LEDGER_SIGNING_KEY_FILE and LEDGER_CHECKPOINT_FILE name files that the service may write, and restore the key from its backup if it is damaged',
        );
      const found = await stat(keyFile).catch(() => undefined);
      if (!found) return fine(`${keyFile} does not exist yet: the service creates it`);
      return (found.mode & 0o006) !== 0
        ? failure(`every user of this machine may read or change ${keyFile}`, `chmod o-rwx ${keyFile}`)
        : fine(keyFile);
    },
  },
  {
    name: 'listening',
    look: ({ config: { host, publicUrl } }) => {
      if (isLoopback(host)) return fine(`listens on ${host}, which only this machine can reach`);
      return publicUrl.startsWith('https://')
        ? fine(`listens on ${host}; people reach it at ${publicUrl}`)
        : warning(
            `listens on ${host} for other machines, without encryption, and no public https URL is set`,
            'put a proxy with TLS in front of it, and set LEDGER_PUBLIC_URL to its https address; or set HOST=127.0.0.1',
          );
    },
  },
  {
    name: 'public-url',
    look: ({ config: { publicUrl, databaseUrl, host }, variables }) => {
      if (variables['LEDGER_PUBLIC_URL']) return fine(publicUrl);
      if (databaseUrl === undefined && isLoopback(host))
        return fine(`not set: ${publicUrl}, which only this machine can reach`);
      return warning(
        `not set: invitations link to ${publicUrl}, which other machines cannot open`,
        'set LEDGER_PUBLIC_URL to the address at which people reach the service, such as https://ledger.example',
      );
    },
  },
  {
    name: 'data-folder',
    look: async ({ config: { dataDirectory, databaseUrl } }) => {
      if (databaseUrl !== undefined) return fine('not used: the database is your own');
      const found = await stat(dataDirectory).catch(() => undefined);
      if (!found) return fine(`${dataDirectory} does not exist yet`);
      const { type } = await statfs(dataDirectory);
      const temporary = temporarySystems[type];
      if (temporary !== undefined)
        return failure(
          `${dataDirectory} is on ${temporary}: a restart of the machine empties it`,
          'set LEDGER_DATA_DIR to a folder on a disk',
        );
      if ((found.mode & 0o002) !== 0)
        return failure(`every user of this machine may write to ${dataDirectory}`, `chmod go-w ${dataDirectory}`);
      const password = await stat(`${dataDirectory}/postgres.password`).catch(() => undefined);
      if (password && (password.mode & 0o077) !== 0)
        return failure(
          'other users of this machine may read the password of the embedded database',
          `chmod 600 ${dataDirectory}/postgres.password`,
        );
      if ((found.mode & 0o004) !== 0 && (found.mode & 0o001) === 0)
        return warning(`every user of this machine may list ${dataDirectory}`, `chmod o-r ${dataDirectory}`);
      return type === containerLayer
        ? warning(
            `${dataDirectory} is in the writable layer of a container, and is lost with the container`,
            'mount a volume there',
          )
        : fine(dataDirectory);
    },
  },
  {
    name: 'disk',
    look: async ({ config: { dataDirectory, databaseUrl } }) => {
      if (databaseUrl !== undefined)
        return fine('unknown from here: monitor the disk on which PostgreSQL stores its data');
      const { bavail, blocks, bsize } = await statfs(await existingAt(resolve(dataDirectory)));
      const percent = Math.floor((100 * bavail) / Math.max(1, blocks));
      const seen = `${percent} % free (${Math.round((bavail * bsize) / 2 ** 20)} MiB) on the disk of ${dataDirectory}`;
      const advice = 'free some space: if the disk is full, nothing can be posted';
      if (percent < hardlyAnyPercent) return failure(seen, advice);
      return percent < fewPercent ? warning(seen, advice) : fine(seen);
    },
  },
  {
    name: 'safety-switch',
    look: ({ config: { allowUnsafeDatabase, guards } }) => {
      if (allowUnsafeDatabase)
        return warning(
          'LEDGER_ALLOW_UNSAFE_DATABASE=yes: the service starts on a database that may lose confirmed writes',
          'remove the variable; the other checks name the risks that it allows',
        );
      return guards === 'warn'
        ? warning(
            'LEDGER_GUARDS=warn: the service starts on a database whose guards were weakened',
            'correct the guards that npx ledger verify lists, then remove the variable',
          )
        : fine('off: the service does not start on an unsafe database');
    },
  },
];

/** Returns the folder, or its nearest parent that exists: the first start creates the folder on the same disk. */
const existingAt = async (folder: string): Promise<string> =>
  dirname(folder) === folder || (await stat(folder).catch(() => undefined)) ? folder : existingAt(dirname(folder));

/** Variables of `ledger mcp`, which are no settings of the service. */
const ofClients: readonly string[] = ['LEDGER_URL', 'LEDGER_KEY'];

/** Finds variables that are nearly settings: the service ignores a misspelt one, and works with the default. */
export const lookAtNames = ({ config: { settings }, variables }: Pick<Surroundings, 'config' | 'variables'>): Seen => {
  const known = settings.flatMap(({ name }) => (secrets.has(name) ? [name, `${name}${secretFileSuffix}`] : [name]));
  const isAbsent = (name: string): boolean => !variables[name.toUpperCase()];
  const misspelt = Object.keys(variables).flatMap((name) => {
    if (!/^(LEDGER_|DATABASE_|REDIS_)/i.test(name) || known.includes(name) || ofClients.includes(name)) return [];
    const plain = name.replace(/_FILE$/, '');
    if (plain !== name && known.includes(plain))
      return [`${name}: ${plain} holds no secret, and is not read from a file`];
    const meant = misspeltFor(
      name,
      known.map((each) => each.toLowerCase()),
      isAbsent,
    );
    return meant === undefined ? [] : [`${name} is not a setting: the nearest is ${meant.toUpperCase()}`];
  });
  return misspelt.length === 0
    ? fine('every variable is valid')
    : warning(
        misspelt.join('; '),
        'rename the variable, or remove it: the service ignores it (docs/reference/settings.md)',
      );
};

export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
