/**
 * The ledger's API for TypeScript: every path, field and code is typed after docs/openapi.json. It sends an idempotency key
 * with every write that takes one, waits and tries again when it is told to, and reads lists to their end.
 */
import createFetchClient, { type Client, type ClientOptions } from 'openapi-fetch';
import type { paths } from './schema';

export type { components, paths } from './schema';

export interface LedgerClientOptions {
  /** Where the service is, without /api/v1. */
  readonly baseUrl: string;
  readonly key: string;
  /** How often a request is sent at the most; 5 when not said. */
  readonly maxAttempts?: number;
  /** Waits longer than this are the caller's business: the answer is returned as it is. */
  readonly maxWaitSeconds?: number;
  readonly fetch?: typeof globalThis.fetch;
}

export type LedgerClient = Client<WritePaths>;
/** Only posts that can be tried, each with the answer of a dry run. */
export type DryRunClient = Client<DryRunPaths>;

const defaultMaxAttempts = 5;
const defaultMaxWaitSeconds = 30;
const reconnectMs = 100;

export const createLedgerClient = (options: LedgerClientOptions): LedgerClient =>
  createFetchClient<WritePaths>(fetchOptions(options));

/** The same requests, tried: each answers what it would do, and nothing is done. */
export const createDryRunClient = (options: LedgerClientOptions): DryRunClient =>
  createFetchClient<DryRunPaths>({ ...fetchOptions(options), querySerializer: () => 'dry_run=true' });

/** For a client of other paths too: waits, tries again, and sends idempotency keys where they are taken. */
export const fetchOptions = ({
  baseUrl,
  key,
  maxAttempts = defaultMaxAttempts,
  maxWaitSeconds = defaultMaxWaitSeconds,
  fetch = globalThis.fetch,
}: LedgerClientOptions): ClientOptions => ({
  baseUrl,
  headers: { Authorization: `Bearer ${key}` },
  fetch: async (given) => {
    const request = await withIdempotencyKeys(given);
    for (let attempt = 1; ; attempt++) {
      // A body can be read once, so each attempt gets a copy.
      const sent = await fetch(request.clone()).catch((error: unknown) => {
        if (attempt >= maxAttempts || !isRepeatable(request)) throw error;
        return undefined;
      });
      const waitSeconds = sent ? waitBefore(sent) : (reconnectMs * attempt) / 1000;
      if (sent && (waitSeconds === undefined || attempt >= maxAttempts || waitSeconds > maxWaitSeconds)) return sent;
      await new Promise((resolve) => setTimeout(resolve, 1000 * (waitSeconds ?? 0)));
    }
  },
});

/** Posts that take a key get one, unless they bring their own: then a repetition can do no harm. */
const takesKey = /\/(settle|release|reverse|convert|transfer)$/;

const withIdempotencyKeys = async (request: Request): Promise<Request> => {
  const { pathname } = new URL(request.url);
  if (request.method !== 'POST') return request;
  if (pathname.endsWith('/transactions/batch')) return withKeysOfItems(request);
  if (!takesKey.test(pathname) || request.headers.has('Idempotency-Key')) return request;
  const text = await request.clone().text();
  if (text !== '' && hasKey(JSON.parse(text) as Keyed)) return request;
  // The header stands for a member of the body, so there has to be one.
  const keyed = new Request(request, text === '' ? { body: '{}' } : {});
  keyed.headers.set('Content-Type', 'application/json');
  keyed.headers.set('Idempotency-Key', crypto.randomUUID());
  return keyed;
};

interface Keyed {
  readonly operation?: string;
  readonly idempotency_key?: string | null;
}

const hasKey = ({ idempotency_key: own }: Keyed): boolean => own !== undefined && own !== null;

/** A post among them brings its own, as it does alone. */
const withKeysOfItems = async (request: Request): Promise<Request> => {
  const body = (await request.clone().json()) as { readonly transactions: readonly Keyed[] };
  const lacksKey = (item: Keyed): boolean => (item.operation ?? 'post') !== 'post' && !hasKey(item);
  if (!body.transactions.some(lacksKey)) return request;
  const transactions = body.transactions.map((item) =>
    lacksKey(item) ? { ...item, idempotency_key: crypto.randomUUID() } : item,
  );
  return new Request(request, { body: JSON.stringify({ ...body, transactions }) });
};

/** Whether it may have been done already without harm, when nobody knows. */
const isRepeatable = ({ method, url, headers }: Request): boolean =>
  method === 'GET' || headers.has('Idempotency-Key') || /\/transactions(\/batch)?$/.test(new URL(url).pathname);

/** What the service asks to wait: it says so when the budget is used up, and when it cannot work; nothing is written then. */
const waitBefore = ({ status, headers }: Response): number | undefined =>
  status === 429 || status === 503 ? Number(headers.get('Retry-After') ?? 1) : undefined;

/** The service said no. Branch on `code`: docs/refusals.md lists them. */
export class LedgerRefusal extends Error {
  override readonly name = 'LedgerRefusal';
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    /** Field → what is wrong with it. */
    readonly errors: Readonly<Record<string, readonly string[]>> = {},
  ) {
    super(message);
  }
}

interface Answered<Data> {
  readonly data?: { readonly data: Data };
  readonly error?: unknown;
  readonly response: Response;
}

/** The data of an answer; throws a `LedgerRefusal` where there is none. */
export const dataOf = <Data>({ data, error, response }: Answered<Data>): Data => {
  if (data !== undefined) return data.data;
  const { code, message, errors } = (error ?? {}) as {
    code?: string;
    message?: string;
    errors?: LedgerRefusal['errors'];
  };
  throw new LedgerRefusal(response.status, code ?? 'UNKNOWN', message ?? `answered ${response.status}`, errors);
};

interface Paged<Item> {
  readonly data?: { readonly data: readonly Item[]; readonly meta?: object };
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * Every item of a list, page after page:
 * `for await (const account of everyItem((cursor) => client.GET('/api/v1/accounts', { params: { query: { cursor } } })))`
 */
export async function* everyItem<Item>(
  read: (cursor: string | undefined) => Promise<Paged<Item>>,
): AsyncGenerator<Item> {
  for (let cursor: string | undefined; ;) {
    const page = await read(cursor);
    yield* dataOf<readonly Item[]>(page);
    const next = nextCursor(page.data?.meta);
    if (next === undefined) return;
    cursor = next;
  }
}

interface Pagination {
  readonly next_cursor?: string | null;
  readonly pagination?: Pagination;
}

/** The entries of an account wrap their pagination once more. */
const nextCursor = (meta: object | undefined): string | undefined => {
  const { pagination } = (meta ?? {}) as { pagination?: Pagination };
  return (pagination?.pagination ?? pagination)?.next_cursor ?? undefined;
};

/** What a dry run answers: nothing else has a list of balances. */
interface Tried {
  readonly balances: readonly unknown[];
}

interface Success<Data> {
  readonly content: { readonly 'application/json': { readonly success: true; readonly data: Data } };
}

/** Answers as they are where nothing is tried. */
type Done<Response> =
  Response extends Success<infer Data>
    ? [Extract<Data, Tried>] extends [never]
      ? Response
      : [Exclude<Data, Tried>] extends [never]
        ? never
        : Omit<Response, 'content'> & Success<Exclude<Data, Tried>>
    : Response;

type OfDryRun<Response> =
  Response extends Success<infer Data>
    ? [Extract<Data, Tried>] extends [never]
      ? never
      : Omit<Response, 'content'> & Success<Extract<Data, Tried>>
    : Response;

type CanBeTried<Operation> = Operation extends { parameters: { query?: infer Query } }
  ? 'dry_run' extends keyof NonNullable<Query>
    ? true
    : false
  : false;

type Untried<Operation> = Operation extends { parameters: object } ? Omit<Operation['parameters'], 'query'> : never;

type WriteOperation<Operation> =
  CanBeTried<Operation> extends true
    ? Operation extends { responses: infer Responses }
      ? Omit<Operation, 'parameters' | 'responses'> & {
          parameters: Untried<Operation>;
          responses: { [Status in keyof Responses as Kept<Status, Done<Responses[Status]>>]: Done<Responses[Status]> };
        }
      : never
    : Operation;

type DryRunOperation<Operation> = Operation extends { responses: infer Responses }
  ? Omit<Operation, 'parameters' | 'responses'> & {
      parameters: Untried<Operation>;
      responses: {
        [Status in keyof Responses as Kept<Status, OfDryRun<Responses[Status]>>]: OfDryRun<Responses[Status]>;
      };
    }
  : never;

type Kept<Status, Response> = [Response] extends [never] ? never : Status;

type WritePaths = {
  [Path in keyof paths]: { [Method in keyof paths[Path]]: WriteOperation<paths[Path][Method]> };
};

type DryRunPaths = {
  [
    Path in keyof paths as paths[Path] extends { post: infer Operation }
      ? CanBeTried<Operation> extends true
        ? Path
        : never
      : never
  ]: paths[Path] extends { post: infer Operation } ? { post: DryRunOperation<Operation> } : never;
};
