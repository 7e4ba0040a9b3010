/** The HTTP server itself: its limits, and how it shuts down. */
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
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
/** A stop waits at most so long for the requests that are worked on. */
export const drainMs = 10_000;
/** And so long for everything else: half of a head, a slow body, an answer that its reader does not take, a stream or an export. */
export const leaveMs = 1_500;
const lookMs = 100;

export interface Listening {
  readonly server: Server;
  /**
   * Takes no new connections and lets the requests that are worked on finish, for up to `drainMs`. A connection that has waited for nothing but
   * its client for `leaveMs` is cut off.
   */
  drain(): Promise<void>;
}

export const listen = (
  handler: RequestListener,
  port: number,
  host: string,
  clock: Pick<ProcessTime, 'deadline' | 'elapsed'> = systemClock,
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
      (request, response) => {
        connections.began(response);
        handler(request, response);
      },
    );
    const connections = connectionsOf(server);
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
            // Node's own way to close an HTTP server cuts off answers that were made and are not read yet.
            NetServer.prototype.close.call(server, () => {
              cut.cancel();
              stopLooking();
              // Ends the timer by which Node looks for late heads.
              server.close();
              closed();
            });
            const stopLooking = leaving(connections, clock);
          }),
      }),
    );
  });

interface Connections {
  began(response: ServerResponse): void;
  open(): readonly Socket[];
  stateOf(socket: Socket): 'idle' | 'at work' | 'waiting';
}

/**
 * Idle: all its requests were answered, and nothing came since. At work: a request has arrived whole, and its answer has not begun. Else
 * it waits for its client.
 */
const connectionsOf = (server: Server): Connections => {
  /** With the bytes that had come of each when its last answer had gone out. */
  const sockets = new Map<Socket, number>();
  const underWay = new Map<Socket, Set<ServerResponse>>();
  server.on('connection', (socket: Socket) => {
    sockets.set(socket, -1);
    socket.once('close', () => {
      sockets.delete(socket);
      underWay.delete(socket);
    });
  });
  return {
    began: (response) => {
      const { socket } = response.req;
      const responses = underWay.get(socket) ?? new Set();
      underWay.set(socket, responses.add(response));
      response.once('close', () => {
        responses.delete(response);
        if (sockets.has(socket)) sockets.set(socket, socket.bytesRead);
      });
    },
    open: () => [...sockets.keys()],
    stateOf: (socket) => {
      const responses = [...(underWay.get(socket) ?? [])];
      if (responses.some(({ req, headersSent }) => req.complete && !headersSent)) return 'at work';
      return responses.length === 0 && sockets.get(socket) === socket.bytesRead ? 'idle' : 'waiting';
    },
  };
};

/** Closes connections as they become idle, and cuts off those that wait for their clients, until it is told to stop. */
const leaving = (connections: Connections, clock: Pick<ProcessTime, 'deadline' | 'elapsed'>): (() => void) => {
  const waitsSince = new Map<Socket, number>();
  const look = (): void => {
    const now = clock.elapsed();
    for (const socket of connections.open()) {
      const state = connections.stateOf(socket);
      const since = waitsSince.get(socket) ?? now;
      if (state === 'at work') waitsSince.delete(socket);
      else if (state === 'idle' || now - since >= leaveMs) socket.destroy();
      else waitsSince.set(socket, since);
    }
    next = clock.deadline(lookMs, look);
  };
  let next = clock.deadline(0);
  look();
  return () => next.cancel();
};
