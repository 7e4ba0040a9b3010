/** `ledger serve`: starts the service, and on a signal stops taking work, finishes what it has, and leaves. */
import { withKnownIds } from '../kernel/http/examples';
import { createConnectionShares, maxPoolConnections } from '../kernel/postgres/connection-shares';
import { accessOnRedis } from '../modules/access/wiring';
import { createAdmission } from './admission';
import type { Config } from './config';
import { prepareDemo, type Demo } from './demo';
import { openInstallation, type Installation, type OpenOptions } from './installation';
import { listen } from './listen';
import { createLog } from './log';
import { createMetrics } from './metrics';
import { createPages, pageSources } from './pages';
import { createServer } from './server';

export interface Service {
  readonly url: string;
  readonly installation: Installation;
  readonly demo: Demo | undefined;
  stop(): Promise<void>;
}

export const startService = async (
  config: Config,
  options: Pick<OpenOptions, 'migrate' | 'overrides'>,
): Promise<Service> => {
  const log = createLog(config.logLevel);
  const metrics = createMetrics();
  const budgets = config.redisUrl === undefined ? undefined : await accessOnRedis(config.redisUrl, log);
  const installation = await openInstallation(config, log, {
    ...options,
    overrides: [...(budgets ? [budgets.module] : []), ...(options.overrides ?? [])],
    maxConnections: maxPoolConnections,
    shares: createConnectionShares(),
    observations: metrics,
  });
  const { access, ledgering, routes, cursorSecret, document } = installation;
  try {
    const demo = options.migrate ? await prepareDemo(installation, config) : undefined;
    if (config.role !== 'api') ledgering.poster.start();
    const admission = createAdmission();
    const pages = createPages(withKnownIds(document, demo?.known ?? {}), pageSources(installation, metrics, admission));
    let isLeaving = false;
    const server = createServer({
      ...{ access, routes, cursorSecret, log, pages, admission, metrics },
      known: ({ ledgerId, tenantId }) => installation.shares.belongs(ledgerId, tenantId),
      isLeaving: () => isLeaving,
    });
    const listening = config.role === 'worker' ? undefined : await listen(server, config.port, config.host);
    return {
      url: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${config.port}`,
      installation,
      demo,
      stop: async () => {
        isLeaving = true;
        await listening?.drain();
        await ledgering.poster.stop();
        await budgets?.close();
        await installation.close();
      },
    };
  } catch (error) {
    await ledgering.poster.stop();
    await budgets?.close();
    await installation.close();
    throw error;
  }
};
