/** Connections that are kept open for the next webhook to the same endpoint. */
import { Agent as HttpAgent, type AgentOptions, type ClientRequestArgs } from 'node:http';
import { Agent as HttpsAgent, type RequestOptions } from 'node:https';

const maxConnectionsEach = 32;

/** The option by which each endpoint gets connections of its own. */
interface OfEndpoint {
  readonly endpoint?: string;
}

/**
 * Node finds an open connection by address, port and name of the certificate. These agents also compare the URL, so that each endpoint has
 * its own connections: it waits for no other endpoint on the same host, and leftover bytes in a connection reach no other endpoint. The
 * agents use no proxy.
 */
class PlainConnections extends HttpAgent {
  override getName(options?: ClientRequestArgs & OfEndpoint): string {
    return `${super.getName(options)}:${options?.endpoint}`;
  }
}

class SecureConnections extends HttpsAgent {
  override getName(options?: RequestOptions & OfEndpoint): string {
    return `${super.getName(options)}:${options?.endpoint}`;
  }
}

export interface Connections {
  readonly plain: HttpAgent;
  readonly secure: HttpsAgent;
}

export const createConnections = (idleMs: number): Connections => {
  // The timeout closes idle connections, never one that waits for an answer.
  const options: AgentOptions = { keepAlive: true, maxSockets: maxConnectionsEach, timeout: idleMs };
  return { plain: new PlainConnections(options), secure: new SecureConnections(options) };
};
