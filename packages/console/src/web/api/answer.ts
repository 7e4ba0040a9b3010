/** The answer of the service as a value: data, or a problem that a page can show. No function here throws. */

/** A refusal or a fault, as the API returns it. */
export interface Problem {
  /** The HTTP status; 0 if no answer arrived. */
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** Maps the name of each invalid field to its errors. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** The data of a refusal that offers the person a choice, such as one of several tenants. */
  readonly data?: unknown;
  /** The seconds to wait before the request is repeated. */
  readonly retryAfterSeconds?: number;
  readonly requestId?: string;
  /** Why the write may have happened although it has no answer, and how to find out; undefined if it did not happen. */
  readonly doubt?: string;
}

/**
 * Returns whether a write with this answer may have happened: no answer arrived (0), the service or a proxy failed (500 and above), or an
 * earlier try of the same request is still running.
 */
export const mayHaveHappened = ({ status, code }: Pick<Problem, 'status' | 'code'>): boolean =>
  status === 0 || status >= 500 || code === 'idempotency_key_in_use';

const answersToWrites = new WeakSet<object>();

/** Marks the response to a write, or the error in its place. A dry run is not a write. */
export const markWrite = (answer: object): void => void answersToWrites.add(answer);

const doubtAbout = (answer: unknown, problem: Problem): Problem =>
  typeof answer === 'object' && answer !== null && answersToWrites.has(answer) && mayHaveHappened(problem)
    ? {
        ...problem,
        doubt: 'This may have happened all the same. Reload the page and look whether it did, before you try again.',
      }
    : problem;

export interface Pagination {
  readonly limit: number;
  readonly has_more: boolean;
  readonly next_cursor: string | null;
  readonly previous_cursor: string | null;
}

export type Answer<Data> =
  | {
      readonly ok: true;
      readonly data: Data;
      readonly pagination: Pagination | undefined;
      /** The member `meta` of the answer, for example the statement of an account. */
      readonly meta: object | undefined;
    }
  | { readonly ok: false; readonly problem: Problem };

/**
 * The result of a call to openapi-fetch. By its type, `data` may be a string, because some routes can answer with CSV. Requests through
 * `ask` never ask for CSV.
 */
export interface Fetched<Data> {
  readonly data?: { readonly data: Data; readonly meta?: object } | string;
  readonly error?: unknown;
  readonly response: Response;
}

/** Sends a request, as in `await ask(client.GET('/api/v1/ledger'))`. Resolves to the data of the envelope, or to the problem. */
export const ask = async <Data>(call: Promise<Fetched<Data>>): Promise<Answer<Data>> => {
  try {
    const { data, error, response } = await call;
    // Some answers, such as 204, have no body.
    if (response.ok) {
      const body = typeof data === 'object' ? data : undefined;
      const meta = body?.meta;
      return { ok: true, data: body?.data as Data, pagination: paginationOf(meta), meta };
    }
    return { ok: false, problem: problemOf(error, response) };
  } catch (error) {
    return { ok: false, problem: unreachable(error) };
  }
};

/** The service's own message is for programs, which send the token themselves. */
const otherSession =
  'Nothing was sent, because another person has signed in in this browser. Reload the page to continue as this person.';

interface Failure {
  readonly code?: string;
  readonly message?: string;
  readonly errors?: Problem['errors'];
  readonly data?: unknown;
}

export const problemOf = (error: unknown, response: Response): Problem => {
  const { status, headers } = response;
  const { code, message, errors, data } = (typeof error === 'object' && error !== null ? error : {}) as Failure;
  const wait = headers.get('Retry-After');
  const requestId = headers.get('X-Request-Id');
  return doubtAbout(response, {
    status,
    code: code ?? `HTTP_${status}`,
    message:
      code === 'CSRF_TOKEN_INVALID'
        ? otherSession
        : (message ?? 'The service sent a response that its API does not define.'),
    errors: errors ?? {},
    ...(data === undefined || data === null ? {} : { data }),
    ...(wait === null ? {} : { retryAfterSeconds: Number(wait) }),
    ...(requestId === null ? {} : { requestId }),
  });
};

/** Returns the problem for a request without an answer. */
export const unreachable = (error: unknown): Problem =>
  doubtAbout(error, {
    status: 0,
    code: 'UNREACHABLE',
    message: `The service did not answer (${error instanceof Error ? error.message : 'no reason is known'}).`,
    errors: {},
  });

interface Wrapped {
  readonly pagination?: Wrapped | Pagination;
}

/** Returns the pagination of an answer. The API nests the pagination of an account's entries in a second `pagination`. */
const paginationOf = (meta: object | undefined): Pagination | undefined => {
  const { pagination } = (meta ?? {}) as Wrapped;
  if (pagination === undefined) return undefined;
  return 'has_more' in pagination ? pagination : (pagination.pagination as Pagination | undefined);
};
