/**
 * Puts an example beside every request and every answer of the document: successes from their schema, failures from the
 * very functions that answer them. A test decodes them all, so that none shows what cannot be.
 */
import { failure, type Failure } from './envelope';
import { internalError, malformedRequest, rateLimited, unauthorized, unavailable } from './failures';
import { anyKey, type Answers, type Route } from './route';
import { sampleId, sampleOf, type Schema } from './samples';

interface Media {
  schema: Schema;
  example?: unknown;
  /** Written once below components: most failures are those of many endpoints. */
  examples?: Record<string, { readonly $ref: string }>;
}
interface Operation {
  readonly parameters: readonly { readonly name: string; readonly schema: Schema; example?: unknown }[];
  readonly requestBody?: { readonly content: { readonly 'application/json': Media } };
  readonly responses: Readonly<Record<string, { readonly content: { readonly 'application/json': Media } }>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    examples?: Record<string, { readonly value: Failure }>;
  };
}

export const withExamples = (document: object, routes: readonly Route[], basePath: string): object => {
  const copy = structuredClone(document) as Document;
  const shared: Record<string, { readonly value: Failure }> = (copy.components.examples = {});
  const componentOf = (reference: string): Schema =>
    copy.components.schemas[reference.slice('#/components/schemas/'.length)] ?? {};
  for (const route of routes) {
    const path = basePath + route.path.replace(/:(\w+)/g, '{$1}');
    const operation = copy.paths[path]?.[route.method];
    if (!operation) throw new Error(`${route.method} ${path} is not in the document`);
    for (const parameter of operation.parameters)
      parameter.example = sampleOf(parameter.schema, componentOf, parameter.name);
    const request = operation.requestBody?.content['application/json'];
    if (request) request.example ??= sampleOf(request.schema, componentOf);
    for (const [status, { content }] of Object.entries(operation.responses)) {
      const media = content['application/json'];
      if (Number(status) < 300) media.example = sampleOf(media.schema, componentOf);
      else media.examples = failuresOf(route, Number(status), codesOf(media.schema), shared);
    }
  }
  return copy;
};

const codesOf = ({ allOf }: Schema): readonly string[] =>
  (allOf as readonly [unknown, { properties: { code: { enum: readonly string[] } } }])[1].properties.code.enum;

const failuresOf = (
  route: Route,
  status: number,
  codes: readonly string[],
  shared: Record<string, { readonly value: Failure }>,
): Media['examples'] =>
  Object.fromEntries(
    codes.map((code) => [code, { $ref: `#/components/examples/${share(failureOf(route, status, code), shared)}` }]),
  );

/** The name of the example; endpoints that say the same under one code share it. */
const share = (value: Failure, shared: Record<string, { readonly value: Failure }>): string => {
  const text = JSON.stringify(value);
  for (let number = 1; ; number++) {
    const name = number === 1 ? value.code : `${value.code}_${number}`;
    const found = shared[name];
    if (found && JSON.stringify(found.value) !== text) continue;
    shared[name] = { value };
    return name;
  }
};

const failureOf = ({ spec }: Route, status: number, code: string): Failure => {
  const row = Object.values(spec.refusals as Answers).find((one) => one.status === status && one.code === code);
  if (!row) {
    const standing = spec.needs !== anyKey && spec.needs.code === code ? lacksCapability(code) : standingFailures[code];
    if (!standing) throw new Error(`there is no example of ${code}`);
    return standing;
  }
  const errors = row.errors?.(sampleRefusal);
  const data = row.data?.(sampleRefusal);
  return failure(code, row.message(sampleRefusal), {
    ...(errors ? { errors } : {}),
    ...(data === undefined ? {} : { data }),
  });
};

const retryAfterSeconds = 1;

const lacksCapability = (code: string): Failure =>
  failure(code, 'This key lacks the capability that this takes. Ask an operator for a key that has it.');

/** What is refused before a call is made, or instead of one. */
const standingFailures: Readonly<Record<string, Failure>> = {
  MALFORMED_REQUEST: malformedRequest('Idempotency-Key'),
  UNAUTHORIZED: unauthorized(),
  RATE_LIMIT_EXCEEDED: rateLimited(retryAfterSeconds),
  INTERNAL_ERROR: internalError(sampleId),
  SERVICE_UNAVAILABLE: unavailable(),
  VALIDATION_ERROR: failure(
    'VALIDATION_ERROR',
    'The request is not valid: limit must be a whole number from 1 to 100.',
    {
      errors: { limit: ['must be a whole number from 1 to 100'] },
    },
  ),
  INVALID_CURSOR: failure(
    'INVALID_CURSOR',
    'The cursor was not issued for this list and these filters. Start again without a cursor.',
  ),
  PAYLOAD_TOO_LARGE: failure('PAYLOAD_TOO_LARGE', 'The body may take at most 1048576 bytes. Send less at a time.'),
  UNSUPPORTED_MEDIA_TYPE: failure(
    'UNSUPPORTED_MEDIA_TYPE',
    'The body must be sent as Content-Type: application/json, in UTF-8.',
  ),
};

/** Has whatever any refusal tells, so that every message can be written out. */
const sampleRefusal = {
  ...{ field: 'amount', index: 0, storageDecimals: 2, key: 'sale-2026-001', code: 'CASH', account: 'CASH' },
  ...{ parent: 'ASSETS', journalId: sampleId, sourceId: sampleId, lockedUntil: '2025-12-31', layer: 'settled' },
  ...{ debits: '10.50', credits: '10.00', max: 20, capability: 'strings:participate:EUROPE', ledgerCode: 'EUR-MAIN' },
  ...{ limit: 'max_balance', bound: '100.00', balance: '110.50' },
  ...{ because: 'its state does not allow it', explanation: 'the debits are 10.50 and the credits 10.00' },
  errors: { amount: ['must be a decimal string such as "10.50"'] },
  results: [],
};
