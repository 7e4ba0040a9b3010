/** Sends one POST to one address, and reads the beginning of its answer. */
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { StringDecoder } from 'node:string_decoder';
import type { WebhookRequest } from '../application/ports';
import type { Connections } from './connections';
import type { Target } from './target';

const maxHeaderBytes = 16_384;

export interface Limits {
  readonly maxAnswerBytes: number;
  /** If this signal is aborted, the attempt ends, whatever its stage. */
  readonly late: AbortSignal;
  /** A certificate authority to trust instead of those of the system; undefined: those of the system. */
  readonly ca: string | undefined;
}

export interface Answer {
  readonly status: number;
  readonly body: string;
}

/** Thrown if the server closed an idle connection just as the request was sent on it. Servers may close idle connections at any time. */
class ClosedWhileIdle extends Error {}

class CutOff extends Error {
  readonly code = 'ECONNRESET';
}

/** Sends the request and returns the answer. Throws if there is no answer. */
export const exchange = async (
  target: Target,
  request: WebhookRequest,
  connections: Connections,
  limits: Limits,
): Promise<Answer> => {
  try {
    return await post(target, request, connections, limits);
  } catch (error) {
    if (!(error instanceof ClosedWhileIdle)) throw error;
    // The request is sent again over a new connection. Receivers recognise a message by its id, so a second copy does no harm.
    return post(target, request, undefined, limits);
  }
};

const post = (
  target: Target,
  { headers, body, url: endpoint }: WebhookRequest,
  connections: Connections | undefined,
  { maxAnswerBytes, late, ca }: Limits,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { url, address, name } = target;
    const isSecure = url.protocol === 'https:';
    const content = Buffer.from(body, 'utf8');
    const options: RequestOptions & { readonly endpoint: string } = {
      method: 'POST',
      // Connects to the checked address, so that the name is not resolved again.
      host: address,
      port: url.port === '' ? (isSecure ? 443 : 80) : Number(url.port),
      path: url.pathname + url.search,
      headers: { ...headers, host: url.host, 'content-length': content.length },
      servername: name ?? '',
      // These options are set explicitly, because environment variables can change their defaults for the whole process.
      rejectUnauthorized: true,
      insecureHTTPParser: false,
      maxHeaderSize: maxHeaderBytes,
      signal: late,
      endpoint,
      agent: connections?.[isSecure ? 'secure' : 'plain'] ?? false,
      ca,
    };
    const request = (isSecure ? httpsRequest : httpRequest)(options);
    let isAnswered = false;
    request.on('response', (response) => {
      isAnswered = true;
      read(request, response, maxAnswerBytes, { resolve, reject });
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      const isStale = request.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
      reject(isStale && !late.aborted ? new ClosedWhileIdle() : error);
    });
    // The connection closed without an error, for example because the server switches to a different protocol. An answer may still arrive
    // later.
    request.on('close', () => isAnswered || reject(new CutOff()));
    request.end(content);
  });

interface Settling {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (cause: Error) => void;
}

const read = (
  request: ClientRequest,
  response: IncomingMessage,
  maxBytes: number,
  { resolve, reject }: Settling,
): void => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const answered = (): void =>
    // The decoder drops the last character if the limit has cut it in half.
    resolve({ status: response.statusCode ?? 0, body: new StringDecoder('utf8').write(Buffer.concat(chunks)) });
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk.subarray(0, maxBytes - bytes));
    bytes += chunk.length;
    if (bytes <= maxBytes) return;
    answered();
    request.destroy();
  });
  response.on('end', () => {
    answered();
    // The server answered without reading the whole body. The connection is closed, because the unread rest would keep it open.
    if (!request.writableFinished) request.destroy();
  });
  response.on('error', reject);
  response.on('close', () => reject(new CutOff()));
};
