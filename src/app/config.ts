/** The environment variables, decoded once. An invalid value aborts the start with one clear line. */
import * as E from 'fp-ts/Either';
import type { Errors } from 'io-ts';
import { durationNumbers, parseDuration } from '../kernel/duration';
import { Codec, fieldErrors, integerText, object, oneOf, optional, text, withDefault } from '../kernel/http/codecs';
import { parseAddress, parseNetworks, type Network } from '../kernel/network';
import type { Pooler } from '../kernel/postgres/session';
import { ok, refuse, refused, type Outcome } from '../kernel/refusal';
import type { Setting } from '../modules/administration';
import { readWitnesses, type WitnessSetting } from '../modules/proof';
import { readSecretFiles } from './secret-files';

export interface Config {
  readonly port: number;
  readonly host: string;
  /** The URL of the database; undefined if the embedded database in `dataDirectory` is used. */
  readonly databaseUrl: string | undefined;
  /** The URL with which migrations connect as the owner of the tables; undefined if they use `databaseUrl` too. */
  readonly migrationUrl: string | undefined;
  /**
   * The URL with which `ledger backup` connects as a role that may read everything. If undefined, it connects as the owner of the tables,
   * who must then have that right.
   */
  readonly backupUrl: string | undefined;
  /** The URL of a replica of the database, for reads whose data may lag; undefined if there is none. */
  readonly readUrl: string | undefined;
  /** Whether a pooler is between the service and its databases. */
  readonly pooler: Pooler;
  readonly dataDirectory: string;
  /**
   * True if NODE_ENV is `production`: the embedded database, which the service would use if DATABASE_URL were forgotten, is then refused.
   */
  readonly isProduction: boolean;
  /** Whether this process answers requests (`api`), posts (`worker`), or both (`all`). */
  readonly role: 'all' | 'api' | 'worker';
  readonly logLevel: (typeof logLevels)[number];
  readonly redisUrl: string | undefined;
  readonly fxUrl: string | undefined;
  /** Networks that webhooks may reach although they are not public; plain http is allowed only to these. */
  readonly webhookAllow: readonly Network[];
  /** Whether a process that posts also delivers webhooks. */
  readonly deliversWebhooks: boolean;
  /** Whether callers may create ledgers with a test clock, whose time they move themselves. */
  readonly mayMoveTime: boolean;
  /** Networks of proxies whose headers about the sender of a request are trusted. */
  readonly trustedProxies: readonly Network[];
  /**
   * The file of the key that signs checkpoints. If undefined, the file is beside the embedded database; with any other database, nothing is
   * signed.
   */
  readonly signingKeyFile: string | undefined;
  /** The file to which each signed checkpoint is appended; undefined if there is none. */
  readonly checkpointFile: string | undefined;
  /** The address to which the last checkpoint of each log is sent until the receiver has accepted it. */
  readonly checkpointUrl: string | undefined;
  /** The witnesses that the service asks to co-sign checkpoints. */
  readonly witnesses: readonly WitnessSetting[];
  readonly keyPepper: string;
  /** The previous pepper, as long as some keys and passwords are still stored under it; undefined otherwise. */
  readonly formerKeyPepper: string | undefined;
  /** The public address of the service: links begin with it. */
  readonly publicUrl: string;
  /**
   * True if the service starts even though the database may lose confirmed writes, or gives the service rights to see and change
   * everything.
   */
  readonly allowUnsafeDatabase: boolean;
  /**
   * Whether a service refuses to start, or only warns, if the guards of the database (its constraints, triggers, policies and the like)
   * differ from those that the migrations create.
   */
  readonly guards: 'refuse' | 'warn';
  /** The interval at which a worker verifies everything; undefined if it never does. */
  readonly verifyEveryMs: number | undefined;
  /** All environment variables of the service, for administrators. A variable that may hold a secret is listed without its value. */
  readonly settings: readonly Setting[];
}

/** Returns the URL at which other processes on this machine reach the process that listens on this port. */
export const localUrl = (port: number): string => `http://127.0.0.1:${port}`;

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const wrong = (value: unknown, message: string): E.Either<Errors, never> => E.left([{ value, context: [], message }]);

const notAnAddress =
  'must be an address with a host and, if it names a port, one from 0 to 65535; write # as %23, / as %2F, ? as %3F, @ as %40 and % as %25 in a user name or password';

const url = (...protocols: readonly string[]): Codec<string> =>
  new Codec<string>({ type: 'string', format: 'uri' }, (input) => {
    const decoded = text({ min: 1, max: 2000 }).decode(input);
    if (E.isLeft(decoded)) return decoded;
    if (!protocols.some((protocol) => decoded.right.startsWith(`${protocol}://`)))
      return wrong(input, `must begin with ${protocols.map((protocol) => `${protocol}://`).join(' or ')}`);
    // The driver of PostgreSQL accepts a login without a host, as for a socket in `?host=`.
    return URL.canParse(decoded.right.replace('@/', '@localhost/')) ? decoded : wrong(input, notAnAddress);
  });

/** Without the placeholders, every pair of currencies would get the same rate; `fetch` refuses addresses with a login. */
const rateUrl = new Codec<string>({ type: 'string', format: 'uri' }, (input) => {
  const decoded = url('http', 'https').decode(input);
  if (E.isLeft(decoded)) return decoded;
  if (!['{base}', '{quote}'].every((placeholder) => decoded.right.includes(placeholder)))
    return wrong(input, 'must contain {base} and {quote}, such as https://rates.example/{base}/{quote}');
  const { username, password } = new URL(decoded.right.replaceAll(/[{}]/g, ''));
  return username === '' && password === ''
    ? decoded
    : wrong(input, 'must have no user name and no password; put a token into its path or query');
});

/** Links append fixed paths to this URL, so the URL must not have a path of its own. */
const origin = new Codec<string>({ type: 'string', format: 'uri' }, (input) => {
  const decoded = url('http', 'https').decode(input);
  if (E.isLeft(decoded)) return decoded;
  const parsed = URL.canParse(decoded.right) ? new URL(decoded.right).origin : undefined;
  return parsed !== undefined && [parsed, `${parsed}/`].includes(decoded.right)
    ? E.right(parsed)
    : wrong(input, 'must consist of a scheme, a host and perhaps a port, such as https://ledger.example');
});

const networks = new Codec<readonly Network[]>({ type: 'string' }, (input) => {
  const decoded = text({ min: 1, max: 4096 }).decode(input);
  if (E.isLeft(decoded)) return decoded;
  const parsed = parseNetworks(decoded.right);
  return refused(parsed) ? wrong(input, parsed.left) : parsed;
});

/**
 * Refuses networks of IPv4 addresses that are mapped into IPv6. The service compares such an address in its IPv4 form, so no address would
 * ever match the network.
 */
const proxies = new Codec<readonly Network[]>({ type: 'string' }, (input) => {
  const decoded = networks.decode(input);
  if (E.isLeft(decoded)) return decoded;
  const complaint = decoded.right.flatMap(({ address, prefix, family }) => {
    if (prefix === 0) return [`must name only your own proxies: "${address}/0" contains every address`];
    return family === 'ipv6' && !parseAddress(address)?.includes(':')
      ? [`must give IPv4 networks in IPv4 notation, such as 10.1.0.0/16: "${address}" is in IPv6 notation`]
      : [];
  })[0];
  return complaint === undefined ? decoded : wrong(input, complaint);
});

const witnesses = new Codec<readonly WitnessSetting[]>({ type: 'string' }, (input) => {
  const decoded = text({ min: 1, max: 8192 }).decode(input);
  if (E.isLeft(decoded)) return decoded;
  const read = readWitnesses(decoded.right);
  return refused(read) ? wrong(input, read.left) : read;
});

const [minVerifyHours, maxVerifyDays] = [1, 31];
/** A duration without months and years, because their length depends on the calendar. */
const interval = new Codec<number>({ type: 'string' }, (input) => {
  const decoded = text({ min: 1, max: 40 }).decode(input);
  if (E.isLeft(decoded)) return decoded;
  const { months, ms } = parseDuration(decoded.right) ?? { months: 1, ms: 0 };
  const isBetween = ms >= minVerifyHours * 3_600_000 && ms <= maxVerifyDays * 86_400_000;
  const message = `must be an ISO 8601 duration without months, from PT${minVerifyHours}H to P${maxVerifyDays}D, such as P1D, ${durationNumbers}`;
  return months === 0 && isBetween ? E.right(ms) : wrong(input, message);
});

const environment = object({
  PORT: integerText(1, 65_535, 8080),
  HOST: withDefault(text({ min: 1, max: 255 }), '127.0.0.1'),
  DATABASE_URL: optional(url('postgresql', 'postgres')),
  LEDGER_MIGRATION_URL: optional(url('postgresql', 'postgres')),
  LEDGER_BACKUP_URL: optional(url('postgresql', 'postgres')),
  LEDGER_READ_URL: optional(url('postgresql', 'postgres')),
  LEDGER_POOLER: withDefault(oneOf(['none', 'transaction']), 'none' as const),
  LEDGER_DATA_DIR: withDefault(text({ min: 1, max: 4096 }), '.data'),
  LEDGER_ROLE: withDefault(oneOf(['all', 'api', 'worker']), 'all' as const),
  LOG_LEVEL: withDefault(oneOf(logLevels), 'info' as const),
  REDIS_URL: optional(url('redis', 'rediss')),
  LEDGER_FX_URL: optional(rateUrl),
  LEDGER_WEBHOOK_ALLOW: withDefault(networks, []),
  LEDGER_DELIVERS_WEBHOOKS: withDefault(oneOf(['yes', 'no']), 'yes' as const),
  LEDGER_TRUSTED_PROXIES: withDefault(proxies, []),
  LEDGER_SIGNING_KEY_FILE: optional(text({ min: 1, max: 4096 })),
  LEDGER_CHECKPOINT_FILE: optional(text({ min: 1, max: 4096 })),
  LEDGER_CHECKPOINT_URL: optional(url('https', 'http')),
  LEDGER_WITNESSES: withDefault(witnesses, []),
  LEDGER_VERIFY_EVERY: optional(interval),
  LEDGER_KEY_PEPPER: withDefault(text({ max: 1024 }), ''),
  LEDGER_KEY_PEPPER_PREVIOUS: optional(text({ max: 1024 })),
  LEDGER_PUBLIC_URL: optional(origin),
  LEDGER_ALLOW_UNSAFE_DATABASE: withDefault(oneOf(['yes', 'no']), 'no' as const),
  LEDGER_GUARDS: withDefault(oneOf(['refuse', 'warn']), 'refuse' as const),
  LEDGER_TEST_CLOCKS: withDefault(oneOf(['yes', 'no']), 'no' as const),
});

/** The value of LEDGER_KEY_PEPPER_PREVIOUS for an installation that had no pepper before; an empty value would count as unset. */
export const noPepper = 'none';

/** Variables whose values hold passwords and tokens, and are never printed. Each may be given as a file. */
export const secrets: ReadonlySet<string> = new Set([
  'DATABASE_URL',
  'LEDGER_MIGRATION_URL',
  'LEDGER_BACKUP_URL',
  'LEDGER_READ_URL',
  'REDIS_URL',
  'LEDGER_FX_URL',
  'LEDGER_CHECKPOINT_URL',
  'LEDGER_KEY_PEPPER',
  'LEDGER_KEY_PEPPER_PREVIOUS',
]);

/**
 * Variables whose values are addresses or paths without a secret. The others are only shown as set or unset.
 */
const harmless: ReadonlySet<string> = new Set([
  ...['PORT', 'HOST', 'LEDGER_POOLER', 'LEDGER_DATA_DIR', 'LEDGER_ROLE', 'LOG_LEVEL', 'LEDGER_WEBHOOK_ALLOW'],
  ...['LEDGER_TRUSTED_PROXIES', 'LEDGER_PUBLIC_URL', 'LEDGER_ALLOW_UNSAFE_DATABASE', 'LEDGER_DELIVERS_WEBHOOKS'],
  ...['LEDGER_TEST_CLOCKS', 'LEDGER_GUARDS', 'LEDGER_SIGNING_KEY_FILE', 'LEDGER_CHECKPOINT_FILE'],
  ...['LEDGER_VERIFY_EVERY', 'LEDGER_WITNESSES'],
]);

const settingsIn = (variables: NodeJS.ProcessEnv): readonly Setting[] =>
  Object.keys((environment.schema as { readonly properties: object }).properties).map((name) => ({
    name,
    isSet: variables[name] !== undefined,
    value: harmless.has(name) ? (variables[name] ?? null) : null,
  }));

/**
 * Returns the configuration, or the one line that states which variable is wrong and what it must be. An empty value
 * counts as unset.
 */
export const readConfig = (variables: NodeJS.ProcessEnv): Outcome<string, Config> => {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const filled = readSecretFiles(given, secrets);
  if (refused(filled)) return filled;
  const nonEmpty = filled.right;
  const decoded = environment.decode(nonEmpty);
  if (E.isLeft(decoded)) {
    const [variable, [message] = []] = Object.entries(fieldErrors(decoded.left))[0] ?? [];
    const value = secrets.has(variable ?? '') ? '' : ` It is ${JSON.stringify(variables[variable ?? ''])}.`;
    return refuse(`${variable} ${message}.${value}`);
  }
  const set = decoded.right;
  const needless = ['LEDGER_MIGRATION_URL', 'LEDGER_BACKUP_URL', 'LEDGER_POOLER'].find(
    (variable) => nonEmpty[variable] !== undefined,
  );
  // These variables need a DATABASE_URL: without this check, the service would use the embedded database if DATABASE_URL were forgotten.
  if (set.DATABASE_URL === undefined && needless !== undefined)
    return refuse(`${needless} needs DATABASE_URL, which is not set: set both, or neither.`);
  return ok({
    port: set.PORT,
    host: set.HOST,
    databaseUrl: set.DATABASE_URL,
    migrationUrl: set.LEDGER_MIGRATION_URL,
    backupUrl: set.LEDGER_BACKUP_URL,
    readUrl: set.LEDGER_READ_URL,
    pooler: set.LEDGER_POOLER,
    dataDirectory: set.LEDGER_DATA_DIR,
    isProduction: nonEmpty['NODE_ENV'] === 'production',
    role: set.LEDGER_ROLE,
    logLevel: set.LOG_LEVEL,
    redisUrl: set.REDIS_URL,
    fxUrl: set.LEDGER_FX_URL,
    webhookAllow: set.LEDGER_WEBHOOK_ALLOW,
    deliversWebhooks: set.LEDGER_DELIVERS_WEBHOOKS === 'yes',
    mayMoveTime: set.LEDGER_TEST_CLOCKS === 'yes',
    trustedProxies: set.LEDGER_TRUSTED_PROXIES,
    signingKeyFile: set.LEDGER_SIGNING_KEY_FILE,
    checkpointFile: set.LEDGER_CHECKPOINT_FILE,
    checkpointUrl: set.LEDGER_CHECKPOINT_URL,
    witnesses: set.LEDGER_WITNESSES,
    keyPepper: set.LEDGER_KEY_PEPPER,
    formerKeyPepper: set.LEDGER_KEY_PEPPER_PREVIOUS === noPepper ? '' : set.LEDGER_KEY_PEPPER_PREVIOUS,
    publicUrl: set.LEDGER_PUBLIC_URL ?? localUrl(set.PORT),
    allowUnsafeDatabase: set.LEDGER_ALLOW_UNSAFE_DATABASE === 'yes',
    guards: set.LEDGER_GUARDS,
    verifyEveryMs: set.LEDGER_VERIFY_EVERY,
    settings: settingsIn(nonEmpty),
  });
};
