/** One POST to one address, and the beginning of its answer. */
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { StringDecoder } from 'node:string_decoder';
import type { WebhookRequest } from '../application/ports';
import type { Connections } from './connections';
import type { Target } from './target';

const maxHeaderBytes = 16_384;

export interface Limits {
  readonly maxAnswerBytes: number;
  /** Ends the attempt, wherever it is. */
  readonly late: AbortSignal;
  /** An authority that is trusted instead of those of the system. */
  readonly ca: string | undefined;
}

export interface Answer {
  readonly status: number;
  readonly body: string;
}

/** The server closed a connection that was kept open, as it may at any time, and our request met it on the way. */
class ClosedWhileIdle extends Error {}

class CutOff extends Error {
  readonly code = 'ECONNRESET';
}

/** Throws where there is no answer. */
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
    // Receivers know a message by its id: one that comes twice does no harm.
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
      // The address that was judged, so that the name is not resolved again.
      host: address,
      port: url.port === '' ? (isSecure ? 443 : 80) : Number(url.port),
      path: url.pathname + url.search,
      headers: { ...headers, host: url.host, 'content-length': content.length },
      servername: name ?? '',
      // Written out, because the environment can say otherwise for all of the process.
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
    // Without an error, as when the server goes over to another protocol. An answer may be read after this.
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
    // The decoder leaves out a character that is cut in half.
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
    // It answered without reading: the connection would stay open for what it never takes.
    if (!request.writableFinished) request.destroy();
  });
  response.on('error', reject);
  response.on('close', () => reject(new CutOff()));
};
