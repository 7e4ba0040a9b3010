/** Raw HTTP for requests that no client would send: the bytes of a request, and everything that the server sends back. */
import { once } from 'node:events';
import { connect } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  /** Head and body as received. */
  readonly text: string;
}

/** Sends the lines, then the body, and reads until the server closes the connection. */
export const sendRaw = async (
  baseUrl: string,
  lines: readonly string[],
  body: string | Buffer = '',
): Promise<RawAnswer> => {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  const parts: Buffer[] = [];
  socket.on('data', (part: Buffer) => parts.push(part));
  await once(socket, 'connect');
  socket.write(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  socket.write(body);
  await once(socket, 'close');
  const text = Buffer.concat(parts).toString();
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]), text };
};
