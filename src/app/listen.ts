/** The HTTP server itself: its limits, and how it shuts down. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { ProcessTime } from '../kernel/clock';
import { systemClock } from '../kernel/system-clock';

/** The head of a request must have arrived by then, or its connection is answered 408 and closed. */
export const headersTimeoutMs = 10_000;
/** The same for the whole request. */
export const requestTimeoutMs = 30_000;
export const keepAliveTimeoutMs = 65_000;
/** A connection on which no byte moves for so long, while a request is unanswered or an answer unsent, is closed. */
export const maxStillMs = 30_000;
/** Request line and headers together; beyond it 431. */
export const maxHeaderBytes = 16_384;
/** How often connections are looked at for the timeouts above. */
const timeoutCheckMs = 1_000;
/** So long a stop waits for the requests that are under way. */
export const drainMs = 10_000;

export interface Listening {
  readonly server: Server;
  /**
   * Takes no new connections and lets running requests finish; those that are still running after that time are cut off.
   */
  drain(): Promise<void>;
}

export const listen = (
  handler: RequestListener,
  port: number,
  host: string,
  clock: Pick<ProcessTime, 'deadline'> = systemClock,
): Promise<Listening> =>
  new Promise((resolve, reject) => {
    const server = createServer(
      {
        headersTimeout: headersTimeoutMs,
        requestTimeout: requestTimeoutMs,
        keepAliveTimeout: keepAliveTimeoutMs,
        maxHeaderSize: maxHeaderBytes,
        connectionsCheckingInterval: timeoutCheckMs,
      },
      handler,
    );
    // Node would drop the headers beyond a count and say nothing: the proxy's X-Forwarded-For among them, or Content-Length. So it
    // keeps all that fit in the bytes, and the server refuses what has too many (headers.ts).
    server.maxHeadersCount = 0;
    server.setTimeout(maxStillMs);
    // A client may close its side of the connection after its request and still gets the answer. Node has this option, its
    // types do not.
    Object.assign(server, { httpAllowHalfOpen: true });
    server.once('error', reject);
    server.listen(port, host, () =>
      resolve({
        server,
        drain: () =>
          new Promise((closed) => {
            const cut = clock.deadline(drainMs, () => server.closeAllConnections());
            server.close(() => {
              cut.cancel();
              closed();
            });
            server.closeIdleConnections();
          }),
      }),
    );
  });
