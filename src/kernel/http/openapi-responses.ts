/**
 * The answers of the document, by status. An answer that any endpoint may give before, around or instead of its route is
 * written once, below components.
 */
import type { AnyCodec } from './codecs';
import { headersOfCallers, headersOfFailure, headersOfStrangers, headersOfSuccess } from './openapi-headers';
import { codesOf } from './needs';
import { dryRunStatus, type Answers, type Callers, type Route } from './route';
import { eventStream } from './streams';

type Spec = Route['spec'];
type Refer = (codec: AnyCodec) => unknown;

export const responsesOf = (route: Pick<Route, 'spec' | 'method' | 'callers'>, refer: Refer): object => {
  const { spec } = route;
  const success = successOf(route, refer);
  return Object.fromEntries([
    [spec.ok, success],
    ...alsoSuccessful(spec, success, refer),
    ...[...codesByStatus(route)]
      .sort(([a], [b]) => a - b)
      .map(([status, codes]) => [
        status,
        sharedResponse(status, codes) ?? failureResponse(codes, headersOfFailure(spec, status)),
      ]),
  ]) as object;
};

/** Of a replay, and of a dry run. */
const alsoSuccessful = (
  { ok, alsoOk, answer, dryRun }: Spec,
  success: object,
  refer: Refer,
): readonly (readonly [number, object])[] => {
  if (!dryRun) return alsoOk === undefined ? [] : [[alsoOk, { ...success, description: 'The original answer again' }]];
  const shapes = ok === dryRunStatus || alsoOk === dryRunStatus ? [refer(answer), refer(dryRun)] : [refer(dryRun)];
  return [
    [
      dryRunStatus,
      {
        ...success,
        description: shapes.length > 1 ? 'Success, or what would happen (dry_run)' : 'What would happen (dry_run)',
        content: contentOf(shapes.length > 1 ? { anyOf: shapes } : shapes[0]),
      },
    ],
  ];
};

const noContent = 204;

const contentOf = (data: unknown, meta: object = {}, required: readonly string[] = []): object => ({
  'application/json': {
    schema: {
      type: 'object',
      required: ['success', 'data', ...required],
      properties: { success: { const: true }, data, ...meta },
    },
  },
});

const codesByStatus = ({
  spec,
  method,
  callers,
}: Pick<Route, 'spec' | 'method' | 'callers'>): ReadonlyMap<number, readonly string[]> => {
  const byStatus = new Map<number, Set<string>>();
  const add = (status: number, code: string): void => {
    byStatus.set(status, (byStatus.get(status) ?? new Set()).add(code));
  };
  for (const { status, code } of around(callers)) add(status, code);
  if (callers !== 'visitors' && method !== 'get') add(403, 'CSRF_TOKEN_INVALID');
  for (const code of codesOf(spec.needs)) add(403, code);
  if (spec.body) {
    add(400, 'VALIDATION_ERROR');
    add(408, 'REQUEST_TIMEOUT');
    add(413, 'PAYLOAD_TOO_LARGE');
    add(415, 'UNSUPPORTED_MEDIA_TYPE');
    add(spec.invalid ?? 422, 'VALIDATION_ERROR');
  }
  // A query parameter that the endpoint does not know.
  add(422, 'VALIDATION_ERROR');
  if (spec.list) add(422, 'INVALID_CURSOR');
  for (const { status, code } of Object.values(spec.refusals as Answers)) add(status, code);
  return new Map([...byStatus].map(([status, codes]) => [status, [...codes]]));
};

const successOf = ({ spec, callers }: Pick<Route, 'spec' | 'callers'>, refer: Refer): object => {
  const headers = headersOfSuccess(spec, callers);
  if (spec.ok === noContent) return { description: 'Done: there is nothing to say', headers };
  const paged = refer(spec.answer);
  const data = spec.unpaged ? { anyOf: [paged, refer(spec.unpaged)] } : paged;
  return {
    description: 'Success',
    headers,
    content: spec.onlyFiles
      ? filesOf(spec.onlyFiles, data)
      : {
          ...contentOf(
            data,
            spec.list ? { meta: metaOf(spec, refer) } : {},
            spec.list && !spec.unpaged ? ['meta'] : [],
          ),
          ...(spec.streams ? streamed : {}),
          ...Object.fromEntries((spec.files ?? []).map((mediaType) => [mediaType, filed])),
        },
  };
};

/** As they are, in no envelope. */
const filesOf = (mediaTypes: readonly string[], schema: unknown): object =>
  Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, { schema }]));

/** Server-Sent Events: each has its id, its type, and in `data` what stands in a page. */
const streamed = {
  [eventStream]: { schema: { type: 'string', description: 'Server-Sent Events, until the reader hangs up' } },
};

/** The same as a file, where it is asked for (`Accept`). */
const filed = { schema: { type: 'string', description: 'The same as a file' } };

/** What stands beside a page; absent where an answer has no pages. */
const metaOf = ({ heading, beside = {} }: Spec, refer: Refer): object => {
  const pagination = { $ref: '#/components/schemas/Pagination' };
  const others = Object.fromEntries(Object.entries(beside).map(([name, shape]) => [name, refer(shape)]));
  const paged = {
    type: 'object',
    required: [...Object.keys(others), 'pagination'],
    properties: { ...others, pagination },
  };
  return heading
    ? {
        type: 'object',
        required: ['account', 'pagination'],
        properties: { account: refer(heading), pagination: paged },
      }
    : paged;
};

const failureResponse = (codes: readonly string[], headers: object): object => ({
  description: codes.join(', '),
  headers,
  content: {
    'application/json': {
      schema: { allOf: [{ $ref: '#/components/schemas/Failure' }, { properties: { code: { enum: codes } } }] },
    },
  },
});

interface Shared {
  readonly name: string;
  readonly status: number;
  readonly code: string;
  readonly headers: object;
}

/** Before, around or instead of any route. */
const aroundEverything: readonly Shared[] = [
  { name: 'MalformedRequest', status: 400, code: 'MALFORMED_REQUEST', headers: headersOfCallers() },
  { name: 'RateLimited', status: 429, code: 'RATE_LIMIT_EXCEEDED', headers: headersOfCallers('Retry-After') },
  { name: 'InternalError', status: 500, code: 'INTERNAL_ERROR', headers: headersOfCallers('X-Ignored-Fields') },
  {
    name: 'Unavailable',
    status: 503,
    code: 'SERVICE_UNAVAILABLE',
    headers: headersOfCallers('Retry-After', 'X-Ignored-Fields'),
  },
];

/** The same of routes whose callers must be known. */
const unauthorized = {
  ...{ name: 'Unauthorized', status: 401, code: 'UNAUTHORIZED' },
  headers: headersOfStrangers('WWW-Authenticate'),
};
/** Of those whose callers name a ledger where they are people. */
const ledgerNotFound = {
  ...{ name: 'LedgerNotFound', status: 404, code: 'LEDGER_NOT_FOUND' },
  headers: headersOfCallers(),
};

const around = (callers: Callers): readonly Shared[] => [
  ...aroundEverything,
  ...(callers === 'visitors' ? [] : [unauthorized]),
  ...(callers === 'bookkeepers' ? [ledgerNotFound] : []),
];

const shared: readonly Shared[] = [
  ...around('bookkeepers'),
  { name: 'MethodNotAllowed', status: 405, code: 'METHOD_NOT_ALLOWED', headers: headersOfCallers('Allow') },
  { name: 'RequestTimeout', status: 408, code: 'REQUEST_TIMEOUT', headers: headersOfCallers() },
  { name: 'PayloadTooLarge', status: 413, code: 'PAYLOAD_TOO_LARGE', headers: headersOfCallers() },
  { name: 'UnsupportedMediaType', status: 415, code: 'UNSUPPORTED_MEDIA_TYPE', headers: headersOfCallers() },
];

export const responseComponents: object = Object.fromEntries(
  shared.map(({ name, code, headers }) => [name, failureResponse([code], headers)]),
);

/** Where a status has one meaning only. */
const sharedResponse = (status: number, codes: readonly string[]): object | undefined => {
  const found = shared.find((one) => one.status === status && codes.every((code) => code === one.code));
  return found && { $ref: `#/components/responses/${found.name}` };
};
