/**
 * `ledger serve`: starts the service; on a signal it accepts no new work, finishes the current work, and ends. Every
 * role listens: a worker serves health and metrics, and nothing of the API.
 */
import type { DestinationStream } from 'pino';
import { withKnownIds } from '../kernel/http/examples';
import { createConnectionShares, maxPoolConnections } from '../kernel/running/fair-shares/connection-shares';
import { systemClock } from '../kernel/running/system-clock';
import { accessOnRedis } from '../modules/access/wiring';
import { createAdmission } from './fair-shares/admission';
import type { Config } from './config';
import type { Documents } from './compose';
import { demoInMemory, firstDemo, inviteDemoOperator, type Demo } from './demo';
import { complaintAboutNoMigrate, complaintAboutProduction } from './embedded-database';
import { complaintAboutMemory, openInMemory } from './in-memory';
import { openInstallation, type Installation, type OpenOptions } from './installation';
import { judgeGuards } from './guards';
import { listen } from './listen';
import { createLog } from './log';
import { createMetrics } from './metrics';
import { createPages, createWorkerPages, pageSources } from './pages';
import { createReceiving } from './fair-shares/receiving';
import { createServer } from './server';
import { version } from './version';

export interface Service {
  readonly url: string;
  readonly installation: Installation;
  readonly store: Installation['store'];
  /** The demo. It exists only on the embedded database, where the first start creates it, and in memory, where every start does. */
  readonly demo: Demo | undefined;
  /**
   * A new link with which the demo's operator can sign in once. Present at the start that creates the demo, and at every start on a
   * terminal until that operator has a password.
   */
  readonly invitation: string | undefined;
  /** True if the installation has no tenant yet. */
  readonly isEmpty: boolean;
  /** Stops the service. `reason` is for the log, such as the name of a signal. */
  stop(reason: string): Promise<void>;
}

export interface ServiceOptions extends Pick<OpenOptions, 'migrate' | 'overrides' | 'clock'> {
  /** True to run without PostgreSQL: all data is lost when the service stops. */
  readonly memory?: boolean;
  /** True if standard output is a terminal; otherwise a service manager may store the output where many people can read it. */
  readonly isTerminal?: boolean;
  /** The destination of the log. */
  readonly destination?: DestinationStream;
}

export const startService = async (config: Config, options: ServiceOptions): Promise<Service> => {
  const complaint = options.memory
    ? complaintAboutMemory(config)
    : (complaintAboutProduction(config) ?? complaintAboutNoMigrate(config, options.migrate));
  if (complaint !== undefined) throw new Error(complaint);
  const { clock = systemClock } = options;
  const begunAt = clock.elapsed();
  const log = createLog(config.logLevel, options.destination);
  const metrics = createMetrics(config.role, clock);
  const budgets = config.redisUrl === undefined ? undefined : await accessOnRedis(config.redisUrl, log, clock);
  const installation = await (options.memory ? openInMemory : openInstallation)(config, log, {
    ...options,
    overrides: [...(budgets ? [budgets.module] : []), ...(options.overrides ?? [])],
    maxConnections: maxPoolConnections,
    shares: createConnectionShares(clock),
    asksReplica: config.role !== 'worker',
    observations: metrics,
  });
  const { access, administration, ledgering, poster, proof, timekeeping, events, cursorSecret } = installation;
  const { routes, sessionRoutes, adminRoutes } = installation;
  try {
    const otherPepper = await installation.pepper.settle();
    if (otherPepper !== undefined) throw new Error(otherPepper);
    await judgeGuards(installation, config, log);
    const demo = await demoFor(installation, config, options);
    const invitation = demo && (demo.isNew || options.isTerminal) ? await inviteDemoOperator(access) : undefined;
    const isEmpty = !(await access.hasTenants());
    await timekeeping.start();
    if (config.role !== 'api') {
      poster.start();
      proof.start();
      if (config.verifyEveryMs !== undefined) administration.scheduled.start(config.verifyEveryMs);
      if (config.deliversWebhooks) events.startDelivering();
    }
    const admission = createAdmission(undefined, clock);
    const receiving = createReceiving(undefined, clock);
    const sources = pageSources({ ...installation, admission, receiving }, metrics);
    const pages =
      config.role === 'worker' ? createWorkerPages(sources) : createPages(documentsOf(installation, demo), sources);
    let isLeaving = false;
    const server = createServer({
      ...{ access, ledgering, routes, sessionRoutes, adminRoutes, cursorSecret },
      ...{ log, clock, pages, admission, receiving, metrics },
      known: ({ ledgerId, tenantId }) => installation.shares.belongs(ledgerId, tenantId),
      isLeaving: () => isLeaving,
      trustedProxies: config.trustedProxies,
    });
    const listening = await listen(server, config.port, config.host, clock);
    const url = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${config.port}`;
    log.info(
      {
        ...{ version, role: config.role, node: process.version, pid: process.pid, address: url },
        database: installation.store,
        migrations: await installation.appliedMigrations(),
        // Only names are logged, because values may hold secrets.
        settings: config.settings.flatMap(({ name, isSet }) => (isSet ? name : [])),
        ms: Math.round(clock.elapsed() - begunAt),
      },
      'the service has started',
    );
    return {
      url,
      installation,
      store: installation.store,
      demo,
      invitation,
      isEmpty,
      stop: async (reason) => {
        const askedAt = clock.elapsed();
        const taken = (): number => Math.round(clock.elapsed() - askedAt);
        log.info({ version, role: config.role, reason }, 'the service is stopping');
        isLeaving = true;
        events.stopStreams();
        await listening.drain();
        const drainMs = taken();
        await stopLoops(installation);
        await budgets?.close();
        await installation.close();
        log.info({ version, role: config.role, reason, drainMs, ms: taken() }, 'the service has stopped');
      },
    };
  } catch (error) {
    await stopLoops(installation);
    await budgets?.close();
    await installation.close();
    throw error;
  }
};

const demoFor = async (
  installation: Installation,
  config: Config,
  { migrate }: Pick<ServiceOptions, 'migrate'>,
): Promise<Demo | undefined> => {
  if (installation.store === 'memory') return demoInMemory(installation);
  const mayMakeDemo = installation.store === 'embedded' && migrate && config.role !== 'worker';
  return mayMakeDemo ? firstDemo(installation, config) : undefined;
};

/**
 * Creates the documents, with the ids of the demo, before the service listens: if they were created during a request, they would block
 * other requests for too long.
 */
const documentsOf = (installation: Installation, demo: Demo | undefined): (() => Documents) => {
  const { document, adminDocument } = installation.documents();
  const documents = { document: withKnownIds(document, demo?.known ?? {}), adminDocument };
  return () => documents;
};

const stopLoops = async ({ administration, events, poster, proof, timekeeping }: Installation): Promise<void> => {
  const { scheduled } = administration;
  await Promise.all([events.stopDelivering(), poster.stop(), proof.stop(), scheduled.stop(), timekeeping.stop()]);
};
