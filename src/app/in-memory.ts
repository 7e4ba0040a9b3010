/**
 * `ledger serve --memory`: the whole service without PostgreSQL, for people who test their own programs against it. Its
 * data is lost when the process ends.
 */
import { randomBytes } from 'node:crypto';
import { ContainerModule } from 'inversify';
import type { Clock } from '../kernel/clock';
import { Room } from '../kernel/memory/kept';
import { MEMORY_UNIT_OF_WORK, ROOM } from '../kernel/memory/tokens';
import { MemoryUnitOfWork } from '../kernel/memory/unit-of-work';
import type { Network } from '../kernel/network';
import { unshared } from '../kernel/running/fair-shares/connection-shares';
import { migrationNames } from '../kernel/postgres/migrate';
import { systemClock } from '../kernel/running/system-clock';
import { provide } from '../kernel/token';
import type { Log } from '../kernel/tokens';
import type { System } from '../modules/administration';
import { systemIs } from '../modules/administration/wiring';
import { webhooksTo } from '../modules/events/wiring';
import type { WitnessSetting } from '../modules/proof';
import { checkpointsTo, signingForNow } from '../modules/proof/wiring';
import { ratesFrom } from '../modules/strings/wiring';
import { compose } from './compose';
import type { Config } from './config';
import { contexts } from './contexts';
import type { Installation, OpenOptions } from './installation';
import { createReadiness } from './readiness';
import { version } from './version';

/** Returns why the service cannot run in memory with this configuration, and the remedy; undefined if it can run. */
export const complaintAboutMemory = ({ databaseUrl, readUrl, role }: Config): string | undefined => {
  const named = databaseUrl !== undefined ? 'DATABASE_URL' : readUrl !== undefined ? 'LEDGER_READ_URL' : undefined;
  if (named !== undefined)
    return `--memory keeps everything in this process, and ${named} names a database. Leave out one of the two.`;
  return role === 'all'
    ? undefined
    : `--memory serves and posts in one process, and LEDGER_ROLE is "${role}". Leave LEDGER_ROLE out.`;
};

export const openInMemory = (
  config: Config,
  log: Log,
  { overrides = [], observations, clock = systemClock }: Pick<OpenOptions, 'overrides' | 'observations' | 'clock'> = {},
): Installation => {
  const {
    keyPepper: pepper,
    formerKeyPepper: formerPepper,
    publicUrl,
    fxUrl,
    webhookAllow,
    checkpointUrl,
    witnesses,
  } = config;
  const secrets = { installationSecret: randomBytes(32), pepper, formerPepper };
  const app = compose({ ...{ secrets, log, clock, observations, publicUrl }, mayMoveTime: true }, [
    ...inMemory({ fxUrl, webhookAllow, checkpointUrl, witnesses, config, clock }),
    ...overrides,
  ]);
  return {
    ...app,
    ...memoryStanding,
    store: 'memory',
    shares: unshared,
    readiness: createReadiness({ ...memoryStanding, ledgering: app.ledgering, clock }),
    close: async () => undefined,
  };
};

/** The facts that a database would supply; used if the service runs without one. */
export const memoryStanding = {
  /** This URL names no server, so any attempt to connect fails. */
  databaseUrl: 'memory:',
  /** Without tables, all migrations count as applied. */
  appliedMigrations: async () => migrationNames(),
  writes: { complaint: () => undefined },
  /** Without a database, no guard can be missing. */
  guards: async () => ({ differences: [], mayRefuse: true }),
  /** No stored hash outlives the process, so the pepper cannot differ from an earlier one. */
  pepper: { complaint: async () => undefined, settle: async () => undefined },
  pools: () => [],
  replicaLag: undefined,
} as const;

export interface MemoryChoices {
  readonly fxUrl?: string | undefined;
  readonly webhookAllow?: readonly Network[];
  readonly checkpointUrl?: string | undefined;
  readonly witnesses?: readonly WitnessSetting[];
  readonly config?: Pick<Config, 'role' | 'settings'>;
  readonly clock?: Clock;
}

/** The in-memory adapters, which `compose` uses in place of those on PostgreSQL. */
export const inMemory = ({
  fxUrl,
  webhookAllow = [],
  checkpointUrl,
  witnesses = [],
  config = { role: 'all', settings: [] },
  clock = systemClock,
}: MemoryChoices = {}): readonly ContainerModule[] => [
  new ContainerModule(({ bind }) => {
    provide({ bind }, MEMORY_UNIT_OF_WORK, [], () => new MemoryUnitOfWork());
    provide({ bind }, ROOM, [], () => new Room());
  }),
  ...contexts.flatMap((context) => context.inMemory ?? []),
  ratesFrom(fxUrl),
  webhooksTo(webhookAllow),
  checkpointsTo(checkpointUrl, witnesses),
  signingForNow('ledger'),
  systemIs(systemInMemory(config, clock)),
];

const systemInMemory = ({ role, settings }: Pick<Config, 'role' | 'settings'>, clock: Clock): System => {
  const startedAt = clock.now();
  return {
    state: async () => ({
      ...{ version, nodeVersion: process.version, role, startedAt, settings },
      migrations: { applied: await memoryStanding.appliedMigrations(), pending: [] },
      databaseVersion: 'none: everything is in memory',
      pool: { inUse: 0, open: 0, waiting: 0, max: 0 },
    }),
  };
};
