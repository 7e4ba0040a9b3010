/**
 * The refusals of the document, by status. All have one shape (`Failure`), so that a client has one type too; the codes
 * that an endpoint may answer with a status are listed beside the reference. A refusal that any endpoint may answer is
 * written once, below components.
 */
import type { JsonSchema } from './codecs';
import { headersOfCallers, headersOfFailure, headersOfStrangers } from './openapi-headers';
import { referenceTo } from './openapi-schemas';
import { lacksOf, passwordRequired } from './needs';
import type { Answers, Callers, Route } from './route';
import { invalidAnswer } from './status';

type Answering = Pick<Route, 'spec' | 'method' | 'callers'>;

/** When each refusal is answered, by its code. */
export type Codes = ReadonlyMap<string, string>;

export const refusalResponses = (route: Answering): readonly (readonly [status: number, response: object])[] =>
  [...codesByStatus(route)]
    .sort(([a], [b]) => a - b)
    .map(([status, codes]) => [
      status,
      sharedResponse(status, codes) ?? failureResponse(codes, headersOfFailure(route.spec, status)),
    ]);

/** The codes of answers to a path that does not exist, and to a method that a path does not have. */
const ofNoOperation = ['NOT_FOUND', 'METHOD_NOT_ALLOWED'];

/** Returns every code that any of the routes may answer, in alphabetical order. */
export const codesOfAll = (routes: readonly Answering[]): readonly string[] =>
  [
    ...new Set([
      ...ofNoOperation,
      ...shared.map(({ code }) => code),
      ...routes.flatMap((route) => [...codesByStatus(route).values()].flatMap((codes) => [...codes.keys()])),
    ]),
  ].sort();

/** Returns the codes of a failure, which its schema lists beside the shared shape; undefined for a success. */
export const codesIn = ({ properties }: JsonSchema): readonly string[] | undefined => {
  const { code } = (properties ?? {}) as { readonly code?: { readonly enum?: readonly string[] } };
  return code?.enum;
};

/** Returns the codes that a route may answer, by status, with the descriptions from the rows. */
export const codesByStatus = ({ spec, method, callers }: Answering): ReadonlyMap<number, Codes> => {
  const byStatus = new Map<number, Map<string, string>>();
  const add = (status: number, code: string, when: string): void => {
    const codes = byStatus.get(status) ?? new Map<string, string>();
    const said = codes.get(code);
    byStatus.set(status, codes.set(code, said === undefined ? when : said.includes(when) ? said : `${said} ${when}`));
  };
  for (const { status, code, when } of around(callers)) add(status, code, when);
  if (callers !== 'visitors' && method !== 'get') add(403, 'CSRF_TOKEN_INVALID', foreignPage);
  for (const { code, when } of lacksOf(spec.needs)) add(403, code, when);
  if (spec.makesWayIn) add(403, passwordRequired, oldPassword);
  if (spec.body) {
    for (const { status, code, when } of aroundBodies) add(status, code, when);
    for (const when of [notJson, invalidAnswer.when]) add(spec.invalid ?? 422, invalidAnswer.code, when);
  }
  if (spec.unknown) add(spec.unknown, invalidAnswer.code, unknownMember);
  add(422, invalidAnswer.code, unknownParameter);
  if (spec.list) add(422, 'INVALID_CURSOR', foreignCursor);
  for (const { status, code, when } of Object.values(spec.refusals as Answers)) add(status, code, when);
  return byStatus;
};

const foreignPage =
  'A request with a session cookie would change something, but has no valid X-CSRF-Token, or comes from a page of another origin.';
const oldPassword =
  'The person of this session entered the password more than ten minutes ago: `POST /console/session`, and repeat the request.';
const notJson =
  'The body is not JSON, is nested more than 16 levels deep, has an object with more than 4,096 members, or has a member twice.';
const unknownParameter = 'A query parameter is invalid, occurs twice, or is unknown to this endpoint.';
const unknownMember = 'The body has members that this endpoint does not know; `errors` names each.';
const foreignCursor = 'The cursor is damaged, or belongs to another list, other filters or another ledger.';

const failureResponse = (codes: Codes, headers: object): object => ({
  description: [...codes].map(([code, when]) => `${codes.size > 1 ? '- ' : ''}\`${code}\`: ${when}`).join('\n'),
  headers,
  content: {
    'application/json': {
      schema: { ...referenceTo('Failure'), properties: { code: { enum: [...codes.keys()] } } },
    },
  },
});

interface Shared {
  readonly name: string;
  readonly status: number;
  readonly code: string;
  readonly when: string;
  readonly headers: object;
}

/** Refusals that may be answered before, around or instead of any route. */
const aroundEverything: readonly Shared[] = [
  {
    ...{ name: 'MalformedRequest', status: 400, code: 'MALFORMED_REQUEST', headers: headersOfCallers() },
    when: 'A header is sent more than once or is malformed, or a session names no ledger.',
  },
  {
    ...{ name: 'TooManyHeaders', status: 431, code: 'TOO_MANY_HEADERS', headers: headersOfStrangers() },
    when: 'The request has more than 100 headers, or a head of more than 16 KiB. The request was not read.',
  },
  {
    ...{ name: 'RateLimited', status: 429, code: 'RATE_LIMIT_EXCEEDED', headers: headersOfCallers('Retry-After') },
    when: 'The key has reached its requests per second, or has too many requests in progress. Wait Retry-After seconds.',
  },
  {
    ...{ name: 'InternalError', status: 500, code: 'INTERNAL_ERROR', headers: headersOfCallers('X-Ignored-Fields') },
    when: 'Something went wrong in the service. Give X-Request-Id to its operators.',
  },
  {
    ...{ name: 'Unavailable', status: 503, code: 'SERVICE_UNAVAILABLE' },
    headers: headersOfCallers('Retry-After', 'X-Ignored-Fields'),
    when: 'The service cannot do this right now, for example because its database does not answer. Try again after Retry-After seconds, with the same idempotency key.',
  },
];

/** Refusals of routes whose callers must be known. */
const unauthorized: Shared = {
  ...{ name: 'Unauthorized', status: 401, code: 'UNAUTHORIZED', headers: headersOfStrangers('WWW-Authenticate') },
  when: 'The key is missing, unknown, expired or revoked, or the session has ended.',
};
/** Refusals of routes on which a signed-in person must name the ledger. */
const ledgerNotFound: Shared = {
  ...{ name: 'LedgerNotFound', status: 404, code: 'LEDGER_NOT_FOUND', headers: headersOfCallers() },
  when: 'There is no such ledger, or it belongs to another tenant.',
};

const around = (callers: Callers): readonly Shared[] => [
  ...aroundEverything,
  ...(callers === 'visitors' ? [] : [unauthorized]),
  ...(callers === 'bookkeepers' ? [ledgerNotFound] : []),
];

const aroundBodies: readonly Shared[] = [
  {
    ...{ name: 'RequestTimeout', status: 408, code: 'REQUEST_TIMEOUT', headers: headersOfCallers() },
    when: 'The body did not arrive in time. Nothing was written.',
  },
  {
    ...{ name: 'PayloadTooLarge', status: 413, code: 'PAYLOAD_TOO_LARGE', headers: headersOfCallers() },
    when: 'The body is larger than 1 MiB.',
  },
  {
    ...{ name: 'UnsupportedMediaType', status: 415, code: 'UNSUPPORTED_MEDIA_TYPE', headers: headersOfCallers() },
    when: 'The body is not sent as `application/json` in UTF-8.',
  },
];

const shared: readonly Shared[] = [...around('bookkeepers'), ...aroundBodies];

/** Returns when a shared refusal is answered. */
export const whenOfShared = (code: string): string => shared.find((one) => one.code === code)?.when ?? '';

export const responseComponents: object = Object.fromEntries(
  shared.map(({ name, code, when, headers }) => [name, failureResponse(new Map([[code, when]]), headers)]),
);

/** Returns the shared answer of a status, if the status has a single meaning. */
const sharedResponse = (status: number, codes: Codes): object | undefined => {
  const found = shared.find((one) => one.status === status && [...codes].every(([code]) => code === one.code));
  return found && { $ref: `#/components/responses/${found.name}` };
};
