/**
 * Checks every answer that a test receives against the OpenAPI document: its status and code must be documented, a success must have the
 * members of its route's shape and no others, and a failure must have the members of the envelope. Notes the outcomes of each test file
 * (notes.ts).
 */
import { basename } from 'node:path';
import { isLeft } from 'fp-ts/Either';
import { decodeCollecting, fieldErrors, type AnyCodec, type JsonSchema } from '../../src/kernel/http/codecs';
import type { Route } from '../../src/kernel/http/route';
import { contractOf, documentedPath, documentOf, endpointOf, isPlaced, keyOf, routeOf, type Outcome } from './contract';
import { faultsOfFile, isFile } from './file-answers';
import { faultsIn } from './json-schema';
import { noteOf } from './notes';
import { mediaOf, responsesOf, type Response } from './refusals-page';

export { belowApi, contractOf, documentOf, endpointOf, keyOf, pathOf, type Outcome } from './contract';

/** An HTTP answer as the test received it. */
export interface Received {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Headers;
}

type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns the outcome that the answer shows, and the answer's faults; undefined for paths and answers that the document does not describe.
 */
export const judge = (
  answer: Received,
): { readonly outcome: Outcome; readonly faults: readonly string[] } | undefined => {
  const { pathname, searchParams } = new URL(answer.url);
  if (!isPlaced(pathname)) return undefined;
  const route = routeOf(answer.method, pathname);
  const { status, body } = answer;
  // Node's HTTP parser itself sends these statuses, and without the documented body.
  if (!route || (body === undefined && [400, 408, 431].includes(status))) return undefined;
  const { success, code } = isMembers(body) && !isFile(route, answer) ? body : {};
  const outcome = { endpoint: endpointOf(route), status, code: typeof code === 'string' ? code : '' };
  const documented = responseOf(route, status);
  if (documented && isFile(route, answer))
    return { outcome, faults: [...faultsOfFile(answer), ...faultsOfHeaders(answer.headers, documented)] };
  if (documented && !documented.content)
    return {
      outcome,
      faults: [...(body === undefined ? [] : ['has a body']), ...faultsOfHeaders(answer.headers, documented)],
    };
  const faults = !isMembers(body)
    ? ['the body is not a JSON object']
    : success === true
      ? faultsOfSuccess(route, body, searchParams)
      : faultsOfFailure(route, body);
  return {
    outcome,
    faults: [
      ...(contractOf().documented.has(keyOf(outcome)) ? [] : ['is not in the document']),
      ...(documented?.content ? faultsIn(documentOf(route), mediaOf(documented.content).schema, body) : []),
      ...(documented ? faultsOfHeaders(answer.headers, documented) : []),
      ...faults,
    ],
  };
};

/** The response for this status in the route's document. A client of the ledger knows only the document. */
const responseOf = (route: Route, status: number): Response | undefined => {
  const responses = responsesOfRoute.get(route) ?? new Map(documentedFor(route));
  responsesOfRoute.set(route, responses);
  return responses.get(status);
};

const responsesOfRoute = new WeakMap<Route, ReadonlyMap<number, Response>>();

const documentedFor = (route: Route): ReturnType<typeof responsesOf> => {
  const document = documentOf(route);
  const operation = document.paths[documentedPath(route)]?.[route.method];
  return operation ? responsesOf(document, operation) : [];
};

/** Headers of HTTP itself, and headers that protect a browser. The document must describe every other header. */
const commonHeaders = new Set([
  ...['cache-control', 'connection', 'content-length', 'content-type', 'date', 'keep-alive', 'transfer-encoding'],
  ...['content-security-policy', 'cross-origin-opener-policy', 'cross-origin-resource-policy', 'origin-agent-cluster'],
  ...['referrer-policy', 'strict-transport-security', 'x-content-type-options', 'x-dns-prefetch-control'],
  ...['x-download-options', 'x-frame-options', 'x-permitted-cross-domain-policies', 'x-xss-protection'],
]);

const faultsOfHeaders = (sent: Headers | undefined, { headers = {} }: Partial<Response>): readonly string[] => {
  const declared = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  return [...(sent?.keys() ?? [])]
    .filter((name) => !commonHeaders.has(name) && !declared.has(name))
    .map((name) => `the header ${name} is not documented`);
};

const faultsOfSuccess = ({ path, spec }: Route, body: Members, query: URLSearchParams): readonly string[] => {
  const { data, meta } = body;
  const isTree = path === '/accounts' && query.get('tree') === 'true';
  const shape: AnyCodec =
    (isTree ? spec.unpaged : query.get('dry_run') === 'true' ? spec.dryRun : undefined) ?? spec.answer;
  const { outcome, ignored } = decodeCollecting(shape, data);
  return [
    ...strangers(body, ['success', 'data', 'meta']),
    ...(isLeft(outcome)
      ? Object.entries(fieldErrors(outcome.left)).map(([field, [text]]) => `data.${field} ${text}`)
      : []),
    ...[...ignored].map((name) => `data has the member ${name}, which is not documented`),
    ...missingIn(shape.schema, data, 'data').map((path) => `data${path} is missing`),
    ...(spec.list && !isTree
      ? faultsOfPagination(meta)
      : meta === undefined || isTree
        ? []
        : ['meta stands on what is no list']),
  ];
};

/** An answer shows the entries template of a transaction code as the client wrote it, so optional members may be missing in it. */
const asWritten = 'entries_template';

/**
 * Codecs accept a missing member as null, but an answer must contain it. Returns the paths of the members that are missing in the value.
 */
const missingIn = (schema: JsonSchema, value: unknown, name: string): readonly string[] => {
  const { anyOf, items, properties } = schema as {
    anyOf?: readonly JsonSchema[];
    items?: JsonSchema;
    properties?: Record<string, JsonSchema>;
  };
  const missing: string[] = [];
  if (value === null || value === undefined || name === asWritten) return missing;
  if (anyOf) {
    // If the value may have one of several shapes, takes the shape with the fewest missing members.
    const shapes = anyOf.filter(({ type }) => type !== 'null').map((one) => missingIn(one, value, name));
    return shapes.reduce((least, one) => (one.length < least.length ? one : least));
  }
  const look = (member: JsonSchema, inner: unknown, at: string | number): void => {
    for (const below of missingIn(member, inner, String(at))) missing.push(`.${at}${below}`);
  };
  if (items && Array.isArray(value)) for (const [index, item] of value.entries()) look(items, item, index);
  else
    for (const [member, its] of Object.entries(properties ?? {}))
      if (Object.hasOwn(value, member)) look(its, (value as Members)[member], member);
      else missing.push(`.${member}`);
  return missing;
};

const faultsOfPagination = (meta: unknown): readonly string[] => {
  const { pagination, account } = isMembers(meta) ? meta : {};
  const found = account === undefined ? pagination : isMembers(pagination) ? pagination['pagination'] : undefined;
  if (!isMembers(found)) return ['meta.pagination is missing'];
  const isCursor = (cursor: unknown): boolean => cursor === null || typeof cursor === 'string';
  return [
    ...strangers(found, ['limit', 'has_more', 'next_cursor', 'previous_cursor']),
    ...(Number.isInteger(found['limit']) && found['has_more'] === (found['next_cursor'] !== null)
      ? []
      : ['meta.pagination contradicts itself']),
    ...(isCursor(found['next_cursor']) && isCursor(found['previous_cursor'])
      ? []
      : ['meta.pagination has a cursor that is none']),
  ];
};

/** Error messages that may name a member which the endpoint does not define. */
const ofAnyMember =
  /^(is not known|must not nest|must not be sent twice|must not have more than|must not be the number)/;

/** Errors must name members that the request may have, and may name the whole body only if no single member is wrong. */
const faultsOfNames = ({ query, body, list, dryRun }: Route['spec'], errors: Members): readonly string[] => {
  const membersOf = (codec: AnyCodec | undefined) => Object.keys((codec?.schema['properties'] ?? {}) as object);
  const paging = list ? ['limit', 'cursor'] : [];
  const known = new Set([...membersOf(query), ...membersOf(body), ...paging, ...(dryRun ? ['dry_run'] : [])]);
  const wrong = Object.entries(errors).filter(([name, texts]) => {
    const [member = ''] = name.split('.');
    const isSaid = known.has(member) || member === 'Idempotency-Key' || ofAnyMember.test(String(texts));
    return !isSaid && !(name === 'body' && /^must be (an object|valid JSON)|twice/.test(String(texts)));
  });
  return wrong.map(([name, texts]) => `errors name ${name}, which no request sends (${String(texts)})`);
};

const faultsOfFailure = ({ spec }: Route, body: Members): readonly string[] => {
  const { success, message, code, errors, data, meta } = body;
  const isText = (text: unknown): boolean => typeof text === 'string' && text !== '';
  const isTexts = (texts: unknown): boolean => Array.isArray(texts) && texts.length > 0 && texts.every(isText);
  const carriesData = Object.values(spec.refusals).some((row) => row.code === code && row.data);
  return [
    ...strangers(body, ['success', 'message', 'code', 'errors', 'data', 'meta']),
    ...(success === false && isText(message) && isText(code) ? [] : ['is not the error envelope']),
    ...(errors === undefined || (isMembers(errors) && Object.values(errors).every(isTexts))
      ? []
      : ['errors are not texts by field']),
    ...(code === 'VALIDATION_ERROR' && isMembers(errors) ? faultsOfNames(spec, errors) : []),
    ...((data !== undefined) === carriesData ? [] : ['data stands where it should not, or is missing']),
    ...((meta !== undefined) === (code === 'RATE_LIMIT_EXCEEDED')
      ? []
      : ['meta stands where it should not, or is missing']),
  ];
};

const strangers = (body: Members, known: readonly string[]): readonly string[] =>
  Object.keys(body)
    .filter((name) => !known.includes(name))
    .map((name) => `the member ${name} is not documented`);

const maxShownCharacters = 2_000;

/** The outcomes that each test file of this process has produced so far. */
const noted = new Set<string>();

/** Throws if the document does not allow the answer; otherwise notes the outcome. */
export const record = (answer: Received): void => {
  const judged = judge(answer);
  if (!judged) return;
  const { outcome, faults } = judged;
  const key = keyOf(outcome);
  const test = basename(expect.getState().testPath ?? '', '.test.ts');
  if (faults.length > 0) {
    // Some tests use a client that takes every exception for a dead service and goes on. So the contradiction between answer and document
    // is also noted, and the note fails the run.
    const contradiction = `${key} contradicts the document: ${faults.join('; ')}`;
    noteOf({ test, contradiction });
    throw new Error(`${contradiction}\n${JSON.stringify(answer.body)?.slice(0, maxShownCharacters)}`);
  }
  if (!noted.has(`${test} ${key}`)) noteOf({ test, ...outcome });
  noted.add(`${test} ${key}`);
};
