/** The answer of the service as a value: data, or a problem that a page can show. Nothing here throws. */

/** A refusal or a fault, as the API returns it. */
export interface Problem {
  /** The HTTP status; 0 if no answer came. */
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** The errors of each field, by the field's name. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** Data of the refusal, if it offers a choice. */
  readonly data?: unknown;
  /** The seconds after which the request may be repeated. */
  readonly retryAfterSeconds?: number;
  readonly requestId?: string;
}

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
      /** Members of the answer besides the data, such as the statement of an account. */
      readonly meta: object | undefined;
    }
  | { readonly ok: false; readonly problem: Problem };

/** The value that openapi-fetch resolves with. A report may be CSV, which is a text, if the request asks for it; `ask` never does. */
export interface Fetched<Data> {
  readonly data?: { readonly data: Data; readonly meta?: object } | string;
  readonly error?: unknown;
  readonly response: Response;
}

/** `await ask(client.GET('/api/v1/ledger'))`: the data of the envelope, or the problem. */
export const ask = async <Data>(call: Promise<Fetched<Data>>): Promise<Answer<Data>> => {
  try {
    const { data, error, response } = await call;
    // 204 and its like have no body.
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

interface Failure {
  readonly code?: string;
  readonly message?: string;
  readonly errors?: Problem['errors'];
  readonly data?: unknown;
}

export const problemOf = (error: unknown, { status, headers }: Response): Problem => {
  const { code, message, errors, data } = (typeof error === 'object' && error !== null ? error : {}) as Failure;
  const wait = headers.get('Retry-After');
  const requestId = headers.get('X-Request-Id');
  return {
    status,
    code: code ?? `HTTP_${status}`,
    message: message ?? 'The service sent a response that its API does not define.',
    errors: errors ?? {},
    ...(data === undefined || data === null ? {} : { data }),
    ...(wait === null ? {} : { retryAfterSeconds: Number(wait) }),
    ...(requestId === null ? {} : { requestId }),
  };
};

/** The problem when no answer came. */
export const unreachable = (error: unknown): Problem => ({
  status: 0,
  code: 'UNREACHABLE',
  message: `The service did not answer (${error instanceof Error ? error.message : 'no reason is known'}). Try again.`,
  errors: {},
});

interface Wrapped {
  readonly pagination?: Wrapped | Pagination;
}

/** Returns the pagination of an answer. The entries of an account have it one level deeper. */
const paginationOf = (meta: object | undefined): Pagination | undefined => {
  const { pagination } = (meta ?? {}) as Wrapped;
  if (pagination === undefined) return undefined;
  return 'has_more' in pagination ? pagination : (pagination.pagination as Pagination | undefined);
};
