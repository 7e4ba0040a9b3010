/** The OpenAPI 3.1 document, derived from the route rows: what is not in a row is not in the document, and vice versa. */
import type { AnyCodec, JsonSchema } from './codecs';
import { headerComponents, requestHeaders } from './openapi-headers';
import { responseComponents, responsesOf } from './openapi-responses';
import type { Route } from './route';

export interface DocumentInfo {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly basePath: string;
  /** Who calls, where it is not who keeps the books of a ledger. */
  readonly callers?: 'administrators';
}

/** A message that the service sends to others. */
export interface WebhookDescription {
  readonly name: string;
  readonly summary: string;
  readonly tag: string;
  readonly body: AnyCodec;
  /** As the service sent it once. */
  readonly example?: unknown;
}

type Schema = Record<string, unknown>;

export interface Mounted {
  readonly basePath: string;
  readonly routes: readonly Route[];
}

export const openApiDocument = (
  routes: readonly Route[],
  { title, version, description, basePath, callers }: DocumentInfo,
  webhooks: readonly WebhookDescription[] = [],
  /** Routes that are mounted elsewhere. */
  others: Mounted = { basePath: '', routes: [] },
): object => {
  const schemas: Record<string, unknown> = { Failure: failureSchema, Pagination: paginationSchema };
  const paths: Record<string, Record<string, unknown>> = {};
  for (const part of [{ basePath, routes }, others])
    for (const route of part.routes) {
      const path = part.basePath + route.path.replace(/:(\w+)/g, '{$1}');
      (paths[path] ??= {})[route.method] = operation(route, schemas);
    }
  const sent = webhooks.map((webhook) => [webhook.name, { post: message(webhook, schemas) }]);
  return {
    openapi: '3.1.0',
    info: { title, version, description },
    servers: [{ url: '/' }],
    security: callers
      ? [{ adminKey: [] }, { session: [], csrfToken: [] }]
      : [{ apiKey: [] }, { session: [], ledger: [], csrfToken: [] }],
    tags: [...new Set([...routes, ...others.routes].map(({ spec }) => spec.tag))].map((name) => ({ name })),
    paths,
    ...(sent.length > 0 ? { webhooks: Object.fromEntries(sent) as object } : {}),
    components: {
      securitySchemes: callers ? { adminKey, session, csrfToken } : { apiKey, session, ledger, csrfToken },
      headers: headerComponents,
      responses: responseComponents,
      schemas,
    },
  };
};

const apiKey = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'sk_{prefix}_{secret}',
  description: 'An API key opens one ledger.',
};
const adminKey = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'ak_{prefix}_{secret}',
  description: 'The key of an administrator: npx ledger admin-keys create.',
};
const session = {
  type: 'apiKey',
  in: 'cookie',
  name: '__Host-ledger-session',
  description: 'A person who is signed in opens the ledgers of a tenant. It counts where there is no key.',
};
const ledger = {
  type: 'apiKey',
  in: 'header',
  name: 'X-Ledger',
  description: 'Beside a session: the id of the ledger.',
};
const csrfToken = {
  type: 'apiKey',
  in: 'header',
  name: 'X-CSRF-Token',
  description: 'Beside a session, for all but GET: it stands in GET /console/session.',
};

/** After Standard Webhooks, which receivers verify by the libraries of that standard. */
const message = ({ summary, tag, body, example }: WebhookDescription, schemas: Record<string, unknown>): object => ({
  summary,
  tags: [tag],
  parameters: [
    ['webhook-id', 'Names the message: the same for every attempt.'],
    ['webhook-timestamp', 'When it was sent, in seconds since 1970.'],
    ['webhook-signature', 'v1, and HMAC-SHA256 in base64; while a secret takes the place of another, of both.'],
  ].map(([name, description]) => ({ name, description, in: 'header', required: true, schema: { type: 'string' } })),
  requestBody: {
    required: true,
    content: {
      'application/json': { schema: reference(body, schemas), ...(example === undefined ? {} : { example }) },
    },
  },
  responses: {
    '2XX': { description: 'Taken. Anything else, or no answer within 10 s, is tried again.' },
    '410': { description: 'Nothing more is wanted: the endpoint becomes inactive.' },
  },
});

const operation = (route: Route, schemas: Record<string, unknown>): object => ({
  ...operationOf(route.spec, schemas),
  // They judge by themselves who asks: the one who signs in is nobody yet.
  ...(route.callers === 'visitors' ? { security: [{}, { session: [], csrfToken: [] }] } : {}),
  responses: responsesOf(route, (codec) => reference(codec, schemas)),
});

const operationOf = (spec: Route['spec'], schemas: Record<string, unknown>): object => ({
  operationId: spec.operationId,
  summary: spec.summary,
  tags: [spec.tag],
  parameters: [
    ...parameters('path', spec.params, spec.example?.params),
    ...parameters('query', spec.query, spec.example?.query),
    ...(spec.list ? listParameters : []),
    ...(spec.dryRun ? [dryRunParameter] : []),
    ...requestHeaders(spec),
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
});

const parameters = (
  place: 'path' | 'query',
  codec: AnyCodec | undefined,
  examples: Readonly<Record<string, string>> = {},
): readonly object[] => {
  const { properties = {}, required = [] } = (codec?.schema ?? {}) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    // Swagger UI invents members for an object that has no example, and sends them.
    ...(schema['type'] === 'object' ? { style: 'deepObject', explode: true, example: {} } : {}),
    ...(name in examples ? { example: examples[name] } : {}),
    schema,
  }));
};

/** A codec that has a name is written once below components, and referred to. */
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

const dryRunParameter = {
  name: 'dry_run',
  in: 'query',
  required: false,
  schema: { type: 'boolean', default: false },
  description: 'Answers 200 with what would happen, and leaves nothing behind',
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
