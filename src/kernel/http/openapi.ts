/** The OpenAPI 3.1 document, derived from the route rows: what is not in a row is not in the document, and vice versa. */
import type { AnyCodec, JsonSchema } from './codecs';
import { anyKey, type Answers, type Route } from './route';

export interface DocumentInfo {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly basePath: string;
}

type Schema = Record<string, unknown>;

export const openApiDocument = (
  routes: readonly Route[],
  { title, version, description, basePath }: DocumentInfo,
): object => {
  const schemas: Record<string, unknown> = { Failure: failureSchema, Pagination: paginationSchema };
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = basePath + route.path.replace(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[route.method] = operation(route, schemas);
  }
  return {
    openapi: '3.1.0',
    info: { title, version, description },
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }],
    tags: [...new Set(routes.map(({ spec }) => spec.tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'sk_{prefix}_{secret}',
          description: 'An API key opens one ledger.',
        },
      },
      schemas,
    },
  };
};

const operation = ({ method, path, spec }: Route, schemas: Record<string, unknown>): object => ({
  operationId: operationId(method, path),
  summary: spec.summary,
  tags: [spec.tag],
  parameters: [
    ...parameters('path', spec.params),
    ...parameters('query', spec.query),
    ...(spec.list ? listParameters : []),
    ...(spec.idempotency ? [idempotencyHeader] : []),
  ],
  ...(spec.body
    ? {
        requestBody: {
          required: !spec.body.optional,
          content: {
            'application/json': {
              schema: reference(spec.body, schemas),
              ...(spec.example ? { example: spec.example.body } : {}),
            },
          },
        },
      }
    : {}),
  responses: responses(spec, schemas),
});

/** `POST /accounts/:accountId/entries` → `postAccountsByAccountIdEntries`. */
const operationId = (method: string, path: string): string =>
  method +
  path
    .split('/')
    .filter((part) => part !== '')
    .map((part) => (part.startsWith(':') ? `By${capitalised(part.slice(1))}` : capitalised(part)))
    .join('');

const capitalised = (word: string): string =>
  word.replace(/(^|-)(\w)/g, (_, __, letter: string) => letter.toUpperCase());

const parameters = (place: 'path' | 'query', codec: AnyCodec | undefined): readonly object[] => {
  const { properties = {}, required = [] } = (codec?.schema ?? {}) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema,
  }));
};

/** A codec with a name of its own is written down once and referred to. */
const reference = (codec: AnyCodec, schemas: Record<string, unknown>): unknown =>
  inline(codec.schema as Schema, schemas);

const inline = (schema: unknown, schemas: Record<string, unknown>): unknown => {
  if (Array.isArray(schema)) return schema.map((member: unknown) => inline(member, schemas));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { title, ...rest } = schema as Schema;
  const resolved = Object.fromEntries(Object.entries(rest).map(([name, member]) => [name, inline(member, schemas)]));
  if (typeof title !== 'string') return title === undefined ? resolved : { ...resolved, title: inline(title, schemas) };
  schemas[title] = resolved;
  return { $ref: `#/components/schemas/${title}` };
};

const responses = (spec: Route['spec'], schemas: Record<string, unknown>): object => {
  const byStatus = new Map<number, Set<string>>();
  const add = (status: number, code: string): void => {
    byStatus.set(status, (byStatus.get(status) ?? new Set()).add(code));
  };
  add(400, 'MALFORMED_REQUEST');
  add(401, 'UNAUTHORIZED');
  add(429, 'RATE_LIMIT_EXCEEDED');
  add(500, 'INTERNAL_ERROR');
  add(503, 'SERVICE_UNAVAILABLE');
  if (spec.needs !== anyKey) add(403, spec.needs.code);
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
  const paged = reference(spec.answer, schemas);
  const data = spec.unpaged ? { anyOf: [paged, reference(spec.unpaged, schemas)] } : paged;
  const success = {
    description: 'Success',
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['success', 'data', ...(spec.list && !spec.unpaged ? ['meta'] : [])],
          properties: { success: { const: true }, data, ...(spec.list ? { meta: metaOf(spec, schemas) } : {}) },
        },
      },
    },
  };
  return Object.fromEntries([
    [spec.ok, success],
    ...(spec.alsoOk === undefined ? [] : [[spec.alsoOk, { ...success, description: 'The original answer again' }]]),
    ...[...byStatus].sort(([a], [b]) => a - b).map(([status, codes]) => [status, failureResponse([...codes])]),
  ]) as object;
};

/** What stands beside a page; an answer without pages has none of it. */
const metaOf = ({ heading }: Route['spec'], schemas: Record<string, unknown>): object => {
  const pagination = { $ref: '#/components/schemas/Pagination' };
  const paged = { type: 'object', required: ['pagination'], properties: { pagination } };
  return heading
    ? {
        type: 'object',
        required: ['account', 'pagination'],
        properties: { account: reference(heading, schemas), pagination: paged },
      }
    : paged;
};

const failureResponse = (codes: readonly string[]): object => ({
  description: codes.join(', '),
  content: {
    'application/json': {
      schema: { allOf: [{ $ref: '#/components/schemas/Failure' }, { properties: { code: { enum: codes } } }] },
    },
  },
});

const failureSchema = {
  type: 'object',
  required: ['success', 'message', 'code'],
  properties: {
    success: { const: false },
    message: { type: 'string', description: 'Cause and cure' },
    code: { type: 'string', description: 'Stable: branch on it' },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    data: {},
    meta: { type: 'object' },
  },
};

const paginationSchema = {
  type: 'object',
  required: ['limit', 'has_more', 'next_cursor', 'previous_cursor'],
  properties: {
    limit: { type: 'integer' },
    has_more: { type: 'boolean' },
    next_cursor: { type: ['string', 'null'] },
    previous_cursor: { type: ['string', 'null'] },
  },
};

const listParameters = [
  { name: 'limit', in: 'query', required: false, schema: { type: 'integer', minimum: 1, maximum: 100, default: 25 } },
  {
    name: 'cursor',
    in: 'query',
    required: false,
    schema: { type: 'string' },
    description: 'From meta.pagination of a previous answer',
  },
];

const idempotencyHeader = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};
