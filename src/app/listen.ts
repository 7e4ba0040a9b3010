/** The HTTP server itself: its limits, and its shutdown. */
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import type { ProcessTime } from '../kernel/clock';
import { systemClock } from '../kernel/running/system-clock';

/** The head of a request must arrive within this time, or the connection gets the answer 408 and is closed. */
export const headersTimeoutMs = 10_000;
/** The whole request must arrive within this time. */
export const requestTimeoutMs = 30_000;
export const keepAliveTimeoutMs = 65_000;
/** A connection is closed if no byte moves for this long while a request is unanswered or an answer unsent. */
export const maxStillMs = 30_000;
/** The limit for request line and headers together; beyond it the answer is 431. */
export const maxHeaderBytes = 16_384;
/** How often the server compares its connections with the timeouts above. */
const timeoutCheckMs = 1_000;
/** How long a shutdown waits for the requests that are being handled. */
export const drainMs = 10_000;
/**
 * How long a shutdown waits for everything else: an incomplete head, a slow body, an answer that its reader does not
 * take, a stream or an export.
 */
export const leaveMs = 1_500;
const lookMs = 100;

export interface Listening {
  readonly server: Server;
  /**
   * Accepts no new connections and lets requests that are being handled finish, for up to `drainMs`. A connection that is only waiting for
   * its client is cut off after `leaveMs`.
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
    // Node would silently drop the headers beyond a certain number, possibly the proxy's X-Forwarded-For or Content-Length. So Node keeps
    // all that fit into the byte limit, and the server refuses a request that has too many (headers.ts).
    server.maxHeadersCount = 0;
    server.setTimeout(maxStillMs);
    // A client may close its side of the connection after its request and still receive the answer. Node has this option, but its types
    // lack it.
    Object.assign(server, { httpAllowHalfOpen: true });
    server.once('error', (error) => reject(notListening(error)));
    server.listen(port, host, () =>
      resolve({
        server,
        drain: () =>
          new Promise((closed) => {
            const cut = clock.deadline(drainMs, () => server.closeAllConnections());
            // Node's own way to close an HTTP server cuts off answers that were written but not yet read by the client.
            NetServer.prototype.close.call(server, () => {
              cut.cancel();
              stopLooking();
              // This call also ends the timer by which Node checks for request heads that arrive too late.
              server.close();
              closed();
            });
            const stopLooking = leaving(connections, clock);
          }),
      }),
    );
  });

/** Returns the fault of a server that cannot listen, with the remedy added. */
const notListening = (error: NodeJS.ErrnoException): Error => {
  const cure = listenCures[error.code ?? ''];
  return cure === undefined ? error : new Error(`${error.message}: ${cure}`, { cause: error });
};

const ownAddress = 'set HOST to an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them';
const listenCures: Readonly<Record<string, string>> = {
  EADDRINUSE: 'stop the process that listens there, or set PORT to a free port',
  EACCES: 'this process may not use that port: set PORT to another one, such as 8080',
  ...{ EADDRNOTAVAIL: ownAddress, ENOTFOUND: ownAddress, EAI_AGAIN: ownAddress },
};

interface Connections {
  began(response: ServerResponse): void;
  open(): readonly Socket[];
  stateOf(socket: Socket): 'idle' | 'at work' | 'waiting';
}

/**
 * Idle: all requests of the connection are answered, and nothing has arrived since. At work: a request has arrived
 * completely, and its answer has not begun. Otherwise the connection waits for its client.
 */
const connectionsOf = (server: Server): Connections => {
  /** Maps each connection to the number of bytes that it had received when its last answer had been sent. */
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

/** Closes connections as they become idle, and cuts off those that wait for their clients, until it is stopped. */
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
