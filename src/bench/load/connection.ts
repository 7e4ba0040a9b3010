/**
 * One keep-alive HTTP/1.1 connection that sends the same request with ever new bodies, one at a time, straight on a
 * socket: the generator shares two cores with what it measures, and a general client would cost more than the service.
 * Anything but the answer hoped for is an error; nothing is sent twice.
 */
import { connect, type Socket } from 'node:net';

export interface Target {
  readonly host: string;
  readonly port: number;
  readonly path: string;
  readonly key: string;
}

export interface Connection {
  /** Sends the body and answers once it was accepted, in full, with 202. */
  send(body: string): Promise<void>;
}

const receiveBytes = 65_536;
const shownCharacters = 600;

/** `confirms` is what the body of an answer must contain besides its status of 202. */
export const openConnection = (target: Target, confirms: string): Promise<Connection> =>
  new Promise((resolve, reject) => {
    const head = `POST ${target.path} HTTP/1.1\r\nHost: ${target.host}:${target.port}\r\nAuthorization: Bearer ${target.key}\r\nContent-Type: application/json\r\nContent-Length: `;
    const buffer = Buffer.allocUnsafe(receiveBytes);
    let pending: { readonly resolve: () => void; readonly reject: (error: Error) => void } | undefined;
    let received = '';

    const fail = (error: Error): void => {
      socket.destroy();
      reject(error);
      pending?.reject(error);
      pending = undefined;
    };

    const receive = (bytes: number): boolean => {
      received += buffer.toString('latin1', 0, bytes);
      const length = lengthOf(received);
      if (length === undefined || received.length < length) return true;
      const answer = received;
      received = '';
      const waiting = pending;
      pending = undefined;
      if (waiting && answer.length === length && answer.startsWith('HTTP/1.1 202 ') && answer.includes(confirms))
        waiting.resolve();
      else fail(new Error(`the service answered ${target.path} with\n${answer.slice(0, shownCharacters)}`));
      return true;
    };

    const socket: Socket = connect({
      host: target.host,
      port: target.port,
      noDelay: true,
      onread: { buffer, callback: receive },
    });
    socket.once('error', fail);
    socket.once('close', () => fail(new Error('the service closed a connection')));
    socket.once('connect', () =>
      resolve({
        send: (body) =>
          new Promise((done, failed) => {
            pending = { resolve: done, reject: failed };
            socket.write(`${head}${body.length}\r\n\r\n${body}`, 'latin1');
          }),
      }),
    );
  });

const lengthHeader = '\r\nContent-Length: ';

/** The length of a whole answer, headers and body, or undefined while its headers are not all there. */
const lengthOf = (answer: string): number | undefined => {
  const end = answer.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const at = answer.indexOf(lengthHeader);
  if (at < 0 || at > end) throw new Error(`an answer without a Content-Length:\n${answer.slice(0, shownCharacters)}`);
  const start = at + lengthHeader.length;
  return end + 4 + Number(answer.slice(start, answer.indexOf('\r\n', start)));
};
