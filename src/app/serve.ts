/** `ledger serve`: starts the service, and on a signal stops taking work, finishes what it has, and leaves. */
import { createServer as createHttpServer, type Server } from 'node:http';
import type { Config } from './config';
import { prepareDemo, type Demo } from './demo';
import { openInstallation, type Installation, type OpenOptions } from './installation';
import { createLog } from './log';
import { createPages } from './pages';
import { createServer } from './server';

export const maxServiceConnections = 12;
const headersTimeoutMs = 10_000;
const requestTimeoutMs = 30_000;
const keepAliveTimeoutMs = 65_000;
const maxHeaderBytes = 16_384;
const drainMs = 10_000;

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
  const installation = await openInstallation(config, log, { ...options, maxConnections: maxServiceConnections });
  const { access, ledgering, routes, cursorSecret, document } = installation;
  try {
    const demo = options.migrate ? await prepareDemo(installation, config) : undefined;
    if (config.role !== 'api') ledgering.poster.start();
    const pages = createPages(document, installation);
    const server =
      config.role === 'worker'
        ? undefined
        : await listen(createServer({ access, routes, cursorSecret, log, pages }).callback(), config);
    return {
      url: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${config.port}`,
      installation,
      demo,
      stop: async () => {
        await (server && drain(server));
        await ledgering.poster.stop();
        await installation.close();
      },
    };
  } catch (error) {
    await ledgering.poster.stop();
    await installation.close();
    throw error;
  }
};

const listen = (handler: Parameters<typeof createHttpServer>[1], { port, host }: Config): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createHttpServer(
      {
        headersTimeout: headersTimeoutMs,
        requestTimeout: requestTimeoutMs,
        keepAliveTimeout: keepAliveTimeoutMs,
        maxHeaderSize: maxHeaderBytes,
      },
      handler,
    );
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });

/** Lets running requests finish; what has not after `drainMs` is cut. */
const drain = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), drainMs);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
