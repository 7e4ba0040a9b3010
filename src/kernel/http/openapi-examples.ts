/**
 * Adds an example to every answer of the document: for successes, the recorded answers to the example requests; for
 * failures, the output of the functions that answer them.
 */
import { isLeft } from 'fp-ts/Either';
import { maxBodyBytes } from './body';
import { fieldErrors, type AnyCodec, type JsonSchema } from './codecs';
import { failure, type Failure } from './envelope';
import { exampleId } from './examples';
import {
  bodyTooSlow,
  csrfTokenInvalid,
  internalError,
  invalidRequest,
  ledgerNotFound,
  malformedRequest,
  payloadTooLarge,
  rateLimited,
  tooManyHeaders,
  unauthorized,
  unavailable,
} from './failures';
import { unknownParameters } from './query';
import { lackOfCapability, lackOfScope, passwordIsOld } from './needs';
import { codesByStatus, codesIn, whenOfShared, type Codes } from './openapi-refusals';
import { type Answers, type Route } from './route';
import { invalidAnswer, refusalBody } from './status';

interface Media {
  readonly schema: JsonSchema;
  example?: unknown;
  /** References to shared examples, which are written once below components, because most failures belong to many endpoints. */
  examples?: Record<string, { readonly $ref: string }>;
}
interface Response {
  /** The body, by media type; absent if the answer has none. */
  readonly content?: Readonly<Record<string, Media>>;
}
interface Operation {
  readonly requestBody?: { readonly content: { readonly 'application/json': Media } };
  readonly responses: Readonly<Record<string, Response | { readonly $ref: string }>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly responses: Readonly<Record<string, Response>>;
    examples?: Record<string, SharedExample>;
  };
}

interface SharedExample {
  /** States when the answer is sent. */
  readonly summary: string;
  readonly value: Failure;
}

/** The recorded answers, by operation and status. An operation that was not recorded yet has no example. */
export type RecordedAnswers = Readonly<Record<string, unknown>>;

export interface ExampleSources {
  readonly basePath: string;
  readonly recorded: RecordedAnswers;
  /** The time in which a body must arrive, which the example of a late body states. */
  readonly maxBodySeconds: number;
}

export const recordedAs = ({ operationId }: Pick<Route['spec'], 'operationId'>, status: number): string =>
  `${operationId} ${status}`;

export const withExamples = (
  document: object,
  routes: readonly Route[],
  { basePath, recorded, maxBodySeconds }: ExampleSources,
): object => {
  const copy = structuredClone(document) as Document;
  // If the document already has examples of other routes, the new ones are added to them.
  const shared: Record<string, SharedExample> = (copy.components.examples ??= {});
  const nameOf = namesIn(shared);
  const exemplify = (media: Media, codes: Codes, failureOf: (code: string) => Failure): void => {
    media.examples = Object.fromEntries(
      [...codes].map(([code, summary]) => [
        code,
        { $ref: `#/components/examples/${nameOf({ summary, value: failureOf(code) })}` },
      ]),
    );
  };
  const commonFailure = commonFailures(maxBodySeconds);
  for (const { content } of Object.values(copy.components.responses))
    if (content) exemplify(mediaOf(content), commonCodes(mediaOf(content).schema), commonFailure);
  for (const route of routes) {
    const path = basePath + route.path.replace(/:(\w+)/g, '{$1}');
    const operation = copy.paths[path]?.[route.method];
    if (!operation) throw new Error(`${route.method} ${path} is not in the document`);
    const { spec } = route;
    const refusals = codesByStatus(route);
    const request = operation.requestBody?.content['application/json'];
    if (request && spec.example) request.example = spec.example.body;
    for (const [status, response] of Object.entries(operation.responses)) {
      if ('$ref' in response || !response.content) continue;
      const media = mediaOf(response.content);
      const answer = recorded[recordedAs(spec, Number(status))];
      const codes = refusals.get(Number(status));
      if (codes) exemplify(media, codes, (code) => failureOf(spec, Number(status), code) ?? commonFailure(code));
      else if (answer !== undefined) media.example = answer;
    }
  }
  return copy;
};

/** Returns the content of type JSON; if the answer has none, its first content. */
const mediaOf = (content: Readonly<Record<string, Media>>): Media => {
  const [media] = [content['application/json'], ...Object.values(content)].filter((one) => one !== undefined);
  if (!media) throw new Error('an answer of the document has no media type');
  return media;
};

const commonCodes = (schema: JsonSchema): Codes =>
  new Map((codesIn(schema) ?? []).map((code) => [code, whenOfShared(code)]));

/** Returns a function that returns the name of an example. Equal examples of several endpoints have the same name. */
const namesIn = (shared: Record<string, SharedExample>): ((example: SharedExample) => string) => {
  const names = new Map(Object.entries(shared).map(([name, example]) => [JSON.stringify(example), name]));
  return (example) => {
    const text = JSON.stringify(example);
    const known = names.get(text);
    if (known !== undefined) return known;
    const { code } = example.value;
    let name: string = code;
    for (let number = 2; shared[name]; number++) name = `${code}_${number}`;
    shared[name] = example;
    names.set(text, name);
    return name;
  };
};

const failureOf = (spec: Route['spec'], status: number, code: string): Failure | undefined => {
  const [kind, row] =
    Object.entries(spec.refusals as Answers).find(([, one]) => one.status === status && one.code === code) ?? [];
  const failed = row && refusalBody(row, { kind, ...(row.example as object) });
  if (failed && (code !== invalidAnswer.code || isSent(spec, failed))) return failed;
  if (typeof spec.needs !== 'string' && spec.needs.code === code) return lackOfCapability(spec.needs);
  const scope = typeof spec.needs === 'string' ? spec.needs : spec.needs.beside;
  if (code === 'FORBIDDEN' && scope && scope !== 'nothing') return lackOfScope(scope);
  return code === invalidAnswer.code ? notValid(spec, status) : undefined;
};

/**
 * Returns whether the endpoint has the members that the example of a failure names. Several endpoints share one example, but not all of
 * them have these members.
 */
const isSent = ({ query, body }: Route['spec'], { errors = {} }: Failure): boolean => {
  const members = [query, body].flatMap((codec) => (codec ? Object.keys(invalidInputOf(codec)) : []));
  return Object.keys(errors).every((name) => members.includes(name.split('.')[0] ?? ''));
};

/**
 * Returns the errors of the endpoint's own codecs for an invalid page size, invalid filters, and a body with missing or
 * invalid members.
 */
const notValid = ({ list, query, body, invalid }: Route['spec'], status: number): Failure => {
  if (body && status === (invalid ?? 422))
    return invalidRequest(
      complaintsOf(body, {}) ?? complaintsOf(body, invalidInputOf(body)) ?? complaintsOf(body, []) ?? {},
    );
  if (list) return invalidRequest({ limit: ['must be a whole number from 1 to 100'] });
  return invalidRequest(
    query ? (complaintsOf(query, invalidInputOf(query)) ?? {}) : unknownParameters({ limit: '10' }),
  );
};

const complaintsOf = (codec: AnyCodec, input: unknown): ReturnType<typeof fieldErrors> | undefined => {
  const decoded = codec.decode(input);
  return isLeft(decoded) ? fieldErrors(decoded.left) : undefined;
};

const invalidInputOf = ({ schema }: AnyCodec): object =>
  Object.fromEntries(Object.keys((schema['properties'] ?? {}) as object).map((name) => [name, '?']));

const retryAfterSeconds = 1;

/** Returns the failures that are answered before a route's call, or instead of it. */
const commonFailures = (maxBodySeconds: number): ((code: string) => Failure) => {
  const failures: Readonly<Record<string, Failure>> = {
    MALFORMED_REQUEST: malformedRequest('Idempotency-Key'),
    TOO_MANY_HEADERS: tooManyHeaders(),
    PASSWORD_REQUIRED: passwordIsOld(),
    UNAUTHORIZED: unauthorized(),
    CSRF_TOKEN_INVALID: csrfTokenInvalid(),
    LEDGER_NOT_FOUND: ledgerNotFound(),
    RATE_LIMIT_EXCEEDED: rateLimited(retryAfterSeconds),
    INTERNAL_ERROR: internalError(exampleId('request')),
    SERVICE_UNAVAILABLE: unavailable(),
    INVALID_CURSOR: failure(
      'INVALID_CURSOR',
      'The cursor was not issued for this list and these filters. Start again without a cursor.',
    ),
    REQUEST_TIMEOUT: bodyTooSlow(maxBodySeconds),
    PAYLOAD_TOO_LARGE: payloadTooLarge(maxBodyBytes),
    UNSUPPORTED_MEDIA_TYPE: failure(
      'UNSUPPORTED_MEDIA_TYPE',
      'The body must be sent as Content-Type: application/json, in UTF-8.',
    ),
  };
  return (code) => {
    const found = failures[code];
    if (!found) throw new Error(`there is no example of ${code}`);
    return found;
  };
};
