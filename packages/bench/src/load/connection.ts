/**
 * A keep-alive HTTP/1.1 connection directly on a socket, with one request at a time. The load generator shares two cores with the measured
 * service, and a general HTTP client would use more CPU than the service. A request is never repeated.
 */
import { connect, type Socket } from 'node:net';

export interface Target {
  readonly host: string;
  readonly port: number;
  readonly key: string;
}

export interface Connection {
  /** Sends the whole text of a request, and resolves to the whole text of the response. */
  ask(request: string): Promise<string>;
  close(): void;
}

/** The size of the receive buffer; a longer response is read in several pieces. */
const usualReceiveBytes = 65_536;
const shownCharacters = 600;

export const openConnection = ({ host, port }: Target, receiveBytes: number = usualReceiveBytes): Promise<Connection> =>
  new Promise((resolve, reject) => {
    const buffer = Buffer.allocUnsafe(receiveBytes);
    let pending: { readonly resolve: (answer: string) => void; readonly reject: (error: Error) => void } | undefined;
    let received = '';
    /**
     * The length of the current response, once its headers are complete. It is stored so that the headers are not searched again for each
     * piece of a long response.
     */
    let length: number | undefined;
    let broken: Error | undefined;

    const fail = (error: Error): void => {
      broken ??= error;
      socket.destroy();
      reject(error);
      pending?.reject(error);
      pending = undefined;
    };

    const receive = (bytes: number): boolean => {
      received += buffer.toString('latin1', 0, bytes);
      length ??= lengthOf(received);
      if (length === undefined || received.length < length) return true;
      const [answer, wanted] = [received, length];
      [received, length] = ['', undefined];
      const waiting = pending;
      pending = undefined;
      if (waiting && answer.length === wanted) waiting.resolve(answer);
      else {
        waiting?.reject(unexpected(answer));
        fail(unexpected(answer));
      }
      return true;
    };

    const socket: Socket = connect({ host, port, noDelay: true, onread: { buffer, callback: receive } });
    socket.once('error', fail);
    socket.once('close', () => fail(new Error('the service closed a connection')));
    socket.once('connect', () =>
      resolve({
        ask: (request) =>
          new Promise((answered, failed) => {
            if (broken) return failed(broken);
            pending = { resolve: answered, reject: failed };
            socket.write(request, 'latin1');
          }),
        close: () => {
          broken ??= new Error('the connection is closed');
          socket.destroy();
        },
      }),
    );
  });

/** Returns a function that composes POST requests to `path` with an ASCII body; `more` are further header lines, each with its line end. */
export const postingTo = ({ host, port, key }: Target, path: string): ((body: string, more?: string) => string) => {
  const head = `POST ${path} HTTP/1.1\r\nHost: ${host}:${port}\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: `;
  return (body, more = '') => `${head}${body.length}\r\n${more}\r\n${body}`;
};

export const requestFor = ({ host, port, key }: Target, path: string): string =>
  `GET ${path} HTTP/1.1\r\nHost: ${host}:${port}\r\nAuthorization: Bearer ${key}\r\n\r\n`;

const statusStart = 'HTTP/1.1 '.length;

export const statusOf = (answer: string): number => Number(answer.slice(statusStart, statusStart + 3));

export const bodyOf = (answer: string): string => answer.slice(answer.indexOf('\r\n\r\n') + 4);

export const unexpected = (answer: string): Error =>
  new Error(`the service answered with\n${answer.slice(0, shownCharacters)}`);

const lengthHeader = '\r\nContent-Length: ';

/**
 * Returns the length of the whole response, headers and body: undefined while its headers are incomplete, NaN if they do not contain the
 * length.
 */
const lengthOf = (answer: string): number | undefined => {
  const end = answer.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const at = answer.indexOf(lengthHeader);
  if (at < 0 || at > end) return NaN;
  const start = at + lengthHeader.length;
  return end + 4 + Number(answer.slice(start, answer.indexOf('\r\n', start)));
};
