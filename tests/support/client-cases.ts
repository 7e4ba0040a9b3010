/**
 * The table of cases for all clients (clients/cases.json), and a server that gives the answers of the table. Each program sends its
 * requests below its own path, `/<program>/<kind>/<number of the case>`, so one server serves programs in several languages.
 */
import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { exampleEvent } from '../../clients/typescript/src/testing';

export interface ScriptedAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly text?: string;
  /** Query parts that the request's URL must contain to get this answer. */
  readonly askedWith?: readonly string[];
  /** A stream that ends: its literal text in `stream`, or this number of events in `events`. */
  readonly stream?: string;
  readonly events?: number;
  readonly breaks?: true;
  /** The beginning of a body. The server announces a longer body, and closes the connection after this beginning. */
  readonly cutOff?: string;
}

export interface Expected {
  /** Null for a success; otherwise the code of the refusal, or LedgerUnreachable. */
  readonly error: string | null;
  readonly mayHaveHappened?: boolean;
  readonly message?: string;
  /** The lower bound of the error's retry time in seconds; null if the error has none. */
  readonly retryAfter?: number | null;
  readonly attempts: number;
}

export interface CallCase extends Expected {
  readonly name: string;
  readonly does: (typeof acts)[number];
  readonly answers: readonly ScriptedAnswer[];
  readonly mcp?: Expected;
  /** The number of distinct idempotency keys in each attempt. All attempts use the same keys. */
  readonly keys?: number;
}

export const acts = [
  ...(['read', 'write', 'write without a key', 'post without a key', 'batch without keys'] as const),
  ...(['post and wait', 'list', 'file'] as const),
] as const;

export interface ClientCases {
  readonly ids: readonly {
    readonly id: string;
    readonly path?: string;
    readonly message?: string;
    readonly mcpMessage?: string;
  }[];
  readonly calls: readonly CallCase[];
  readonly lines: readonly {
    readonly name: string;
    readonly pieces: readonly string[];
    readonly data: readonly string[];
  }[];
  readonly secrets: readonly { readonly name: string; readonly secret: string }[];
  readonly messages: readonly { readonly name: string; readonly body: object; readonly type: string | null }[];
  readonly streams: readonly {
    readonly name: string;
    readonly answers: readonly ScriptedAnswer[];
    readonly events: number;
    readonly error?: string;
    readonly attempts: number;
  }[];
}

const repository = join(__dirname, '..', '..');

interface Documented {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, object>> }>>>
  >;
}

/** The data of an answer, as the OpenAPI document's example shows it. */
const shown = (path: string, method: string, status: string): object => {
  const document = JSON.parse(readFileSync(join(repository, 'docs/openapi.json'), 'utf8')) as Documented;
  const response = document.paths[path]?.[method]?.responses[status] as {
    content: {
      'application/json': { example?: { data: object }; examples?: Record<string, { value: { data: object } }> };
    };
  };
  const { example, examples = {} } = response.content['application/json'];
  const data = example?.data ?? Object.values(examples)[0]?.value.data;
  if (data === undefined) throw new Error(`the document shows no answer of ${method} ${path}`);
  return data;
};

/** The table, with each example's name replaced by the example. */
export const clientCases = (): ClientCases => {
  const examples: Readonly<Record<string, object>> = {
    TRANSACTION: shown('/api/v1/transactions/{transactionId}', 'get', '200'),
    ACCEPTED: shown('/api/v1/transactions', 'post', '202'),
    BATCH: shown('/api/v1/transactions/batch', 'post', '202'),
    EVENT: exampleEvent('account.created'),
  };
  const dates: Readonly<Record<string, string>> = {
    '{past}': 'Wed, 21 Oct 2015 07:28:00 GMT',
    '{later}': 'Fri, 01 Jan 2100 00:00:00 GMT',
  };
  const filled = (value: unknown): unknown => {
    if (typeof value === 'string') return examples[value] ?? dates[value] ?? value;
    if (Array.isArray(value)) return value.map(filled);
    if (typeof value !== 'object' || value === null) return value;
    const { change, ...members } = Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, filled(member)]),
    ) as { readonly change?: object; readonly body?: object };
    if (change === undefined) return members;
    const { body } = members as { readonly body: { readonly data?: object; readonly success?: boolean } };
    const changed =
      body.success === undefined ? { ...body, ...change } : { ...body, data: { ...body.data, ...change } };
    return { ...members, body: changed };
  };
  return filled(JSON.parse(readFileSync(join(repository, 'clients/cases.json'), 'utf8'))) as ClientCases;
};

export interface ScriptedServer {
  readonly url: string;
  /** The requests of a case, such as `GET /api/v1/accounts`. `place` is for example `typescript/calls/3`. */
  asked(place: string): readonly string[];
  /** The idempotency keys of each request of a case: the key in the header, or the keys of the items of a batch. */
  keys(place: string): readonly (readonly string[])[];
  close(): Promise<void>;
}

const eventText = (event: object): string => {
  const { sequence } = event as { readonly sequence: number };
  return `id: ${sequence}\ndata: ${JSON.stringify(event)}\n\n`;
};

/** Serves the cases. `more` are events that any program may read at `/random/api/v1/events`, as a page or as a stream in small pieces. */
export const serveCases = async (cases: ClientCases, more: readonly object[] = []): Promise<ScriptedServer> => {
  const asked = new Map<string, string[]>();
  const keys = new Map<string, (readonly string[])[]>();
  const server = createServer((request, response) => void answer(request, response));
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [, program = '', kind = '', number = '', ...rest] = (request.url ?? '').split('/');
    const sent = await textOf(request);
    if (program === 'table') return void json(response, 200, cases);
    if (program === 'random') return void random(request, response);
    const place = `${program}/${kind}/${number}`;
    if (rest[0] === 'asked') return void json(response, 200, asked.get(place) ?? []);
    if (rest[0] === 'keys') return void json(response, 200, keys.get(place) ?? []);
    keys.set(place, [...(keys.get(place) ?? []), keysIn(request, sent)]);
    const before = asked.get(place) ?? [];
    asked.set(place, [...before, `${request.method} /${rest.join('/')}`]);
    const answers = (kind === 'streams' ? cases.streams : cases.calls)[Number(number)]?.answers ?? [];
    const script = kind === 'ids' ? { status: 404, text: '' } : (answers[before.length] ?? answers.at(-1) ?? {});
    const isAsked = script.askedWith?.every((part) => request.url?.includes(part)) ?? true;
    if (isAsked) perform(response, script);
    else json(response, 400, { success: false, code: 'ASKED_WITHOUT', message: `It lacks ${script.askedWith}.` });
  };
  const random = (request: IncomingMessage, response: ServerResponse): void => {
    if (request.headers.accept !== 'text/event-stream') {
      const pagination = { next_cursor: null, previous_cursor: null };
      const meta = {
        pagination,
        through_sequence: 1,
        through_hash: '01'.repeat(33),
        head_sequence: 1,
        log_epoch: 'epoch',
      };
      return json(response, 200, { success: true, data: more, meta });
    }
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    const bytes = Buffer.from(more.map(eventText).join(''));
    // Sends pieces of many lengths, so that lines, characters and CRLF are cut between pieces.
    for (let at = 0, length = 1; at < bytes.length; at += length, length = (length * 7 + 3) % 4_093)
      response.write(bytes.subarray(at, at + length));
    response.end();
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked: (place) => asked.get(place) ?? [],
    keys: (place) => keys.get(place) ?? [],
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

const textOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

const keysIn = ({ headers }: IncomingMessage, sent: string): readonly string[] => {
  const { transactions = [] } = (sent === '' ? {} : JSON.parse(sent)) as {
    readonly transactions?: readonly { readonly idempotency_key?: string }[];
  };
  const header = headers['idempotency-key'];
  return [...(typeof header === 'string' ? [header] : []), ...transactions.map((item) => item.idempotency_key ?? '')];
};

const json = (response: ServerResponse, status: number, body: object, headers = {}): void => {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', ...headers });
  response.end(JSON.stringify(body));
};

const perform = (
  response: ServerResponse,
  { status = 200, headers = {}, body, text, stream, events, breaks, cutOff }: ScriptedAnswer,
): void => {
  if (breaks) return void response.destroy();
  if (cutOff !== undefined) {
    response.writeHead(status, { 'Content-Length': 2 * cutOff.length });
    return void response.write(cutOff, () => response.destroy());
  }
  if (body !== undefined) return json(response, status, body, headers);
  const many = Array.from({ length: events ?? 0 }, (_, index) =>
    eventText({ ...exampleEvent('account.created'), sequence: index + 1 }),
  );
  const isStream = stream !== undefined || events !== undefined;
  response.writeHead(status, { ...(isStream ? { 'Content-Type': 'text/event-stream' } : {}), ...headers });
  response.end(text ?? stream ?? many.join(''));
};
