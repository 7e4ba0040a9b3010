/** Connections that are kept open for the next webhook to the same endpoint. */
import { Agent as HttpAgent, type AgentOptions, type ClientRequestArgs } from 'node:http';
import { Agent as HttpsAgent, type RequestOptions } from 'node:https';

const maxConnectionsEach = 32;

/** Options of a request, which its connection is found by. */
interface OfEndpoint {
  readonly endpoint?: string;
}

/**
 * Node keeps connections by address, port and name of the certificate. The URL is added, so that an endpoint has its own:
 * it waits for no other on the same host, and what it leaves in a connection is for itself. These agents know no proxy.
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
  // The time limit ends connections that are idle, never one that waits for an answer.
  const options: AgentOptions = { keepAlive: true, maxSockets: maxConnectionsEach, timeout: idleMs };
  return { plain: new PlainConnections(options), secure: new SecureConnections(options) };
};
