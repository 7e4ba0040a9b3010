/**
 * The OpenAPI 3.1 document, derived from the route rows: everything in a row is in the document, and nothing else is.
 */
import { pageBounds, type PageBounds } from '../page';
import { closed, Codec, type AnyCodec, type JsonSchema } from './codecs';
import { headerComponents, requestHeaders } from './openapi-headers';
import { codesOfAll, responseComponents } from './openapi-refusals';
import { responsesOf } from './openapi-responses';
import { createSchemas, sharedSchemas, type Schemas } from './openapi-schemas';
import { administering, bookkeeping } from './openapi-security';
import type { Route } from './route';

export interface DocumentTag {
  readonly name: string;
  readonly description: string;
}

export interface DocumentInfo {
  readonly title: string;
  readonly version: string;
  readonly summary: string;
  /** The introduction of the document, in Markdown. */
  readonly description: string;
  readonly contact: { readonly name: string };
  readonly license: { readonly name: string; readonly identifier: string };
  /** All tags, in reading order; the tag of each operation must be among them. */
  readonly tags: readonly DocumentTag[];
  readonly basePath: string;
  /** The kind of callers; absent for bookkeepers of a ledger. */
  readonly callers?: 'administrators';
}

/** A message that the service sends to webhook endpoints. */
export interface WebhookDescription {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly tag: string;
  readonly body: AnyCodec;
  /** The schema of the body's `data` if the body's `type` is this webhook's name. */
  readonly data: AnyCodec;
  /** A body that the service sent, recorded as an example. */
  readonly example?: unknown;
}

export interface Mounted {
  readonly basePath: string;
  readonly routes: readonly Route[];
}

export const openApiDocument = (
  routes: readonly Route[],
  { title, version, summary, description, contact, license, tags, basePath, callers }: DocumentInfo,
  webhooks: readonly WebhookDescription[] = [],
  /** Routes that are mounted under another path. */
  others: Mounted = { basePath: '', routes: [] },
): object => {
  const schemas = createSchemas(sharedSchemas(codesOfAll([...routes, ...others.routes])));
  const paths: Record<string, Record<string, unknown>> = {};
  for (const part of [{ basePath, routes }, others])
    for (const route of part.routes) {
      const path = part.basePath + route.path.replace(/:(\w+)/g, '{$1}');
      (paths[path] ??= {})[route.method] = operation(route, schemas);
    }
  const sent = webhooks.map((webhook) => [webhook.name, { post: message(webhook, schemas) }]);
  const { security, securitySchemes } = callers ? administering : bookkeeping;
  return {
    openapi: '3.1.0',
    info: { title, version, summary, description, contact, license },
    servers: [{ url: '/', description: 'The service from which this document was read.' }],
    security,
    tags,
    paths: inOrderOf(tags, paths),
    ...(sent.length > 0 ? { webhooks: Object.fromEntries(sent) as object } : {}),
    components: {
      securitySchemes,
      ...usedIn(paths),
      schemas: schemas.components,
    },
  };
};

/** Returns the shared headers and answers that at least one operation refers to. */
const usedIn = (paths: object): { readonly headers: object; readonly responses: object } => {
  const used = <T extends object>(kind: string, components: T, ...places: readonly object[]): object => {
    const text = JSON.stringify(places);
    const isUsed = (name: string): boolean => text.includes(`"#/components/${kind}/${name}"`);
    return Object.fromEntries(Object.entries(components).filter(([name]) => isUsed(name)));
  };
  const responses = used('responses', responseComponents, paths);
  return { headers: used('headers', headerComponents, paths, responses), responses };
};

type Paths = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Sorts the paths by the reading order of their tags; the paths of one tag keep the order of the rows. */
const inOrderOf = (tags: readonly DocumentTag[], paths: Paths): Paths => {
  const placeOf = (operations: Readonly<Record<string, unknown>>): number =>
    Math.min(
      ...Object.values(operations).map((one) =>
        tags.findIndex(({ name }) => name === (one as { readonly tags: readonly string[] }).tags[0]),
      ),
    );
  return Object.fromEntries(Object.entries(paths).sort(([, one], [, other]) => placeOf(one) - placeOf(other)));
};

/** Describes a webhook. Its headers follow Standard Webhooks, so that receivers can verify messages with the libraries of that standard. */
const message = (
  { name, summary, description, tag, body, data, example }: WebhookDescription,
  { refer }: Schemas,
): object => ({
  operationId: `receive${pascal(name)}`,
  summary,
  description,
  tags: [tag],
  parameters: [
    [
      'webhook-id',
      'Identifies the message: the same for every attempt to deliver one event to one endpoint, so that a receiver can recognize repetitions.',
    ],
    ['webhook-timestamp', 'When this attempt was sent, in seconds since 1970. It is signed with the rest.'],
    [
      'webhook-signature',
      '`v1,` and the HMAC-SHA256 of id, timestamp and body in base64. While a secret is being replaced there are two, separated by a space.',
    ],
    [
      'ledger-log-epoch',
      'The epoch of the log. If it differs from that of the previous message, the ledger was restored: go back to the last event that both logs have (docs/use/events.md). It is not signed.',
    ],
  ].map(([header, words]) => ({
    name: header,
    description: words,
    in: 'header',
    required: true,
    schema: { type: 'string' },
  })),
  requestBody: {
    description: 'The event, as GET /events returns it.',
    required: true,
    content: {
      'application/json': {
        schema: { allOf: [refer(body)], properties: { type: { const: name }, data: refer(data) } },
        ...(example === undefined ? {} : { example }),
      },
    },
  },
  responses: {
    '2XX': { description: 'Accepted. After any other answer, or none within 10 s, the delivery is retried.' },
    '410': { description: 'No more events are wanted: the endpoint becomes inactive.' },
  },
});

const pascal = (name: string): string =>
  name
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

const operation = (route: Route, schemas: Schemas): object => ({
  ...operationOf(route.spec, schemas),
  // No credentials are required here: the routes check the caller themselves, because a person who is signing in is not known yet.
  ...(route.callers === 'visitors' ? { security: [{}, { session: [], csrfToken: [] }] } : {}),
  responses: responsesOf(route, schemas),
});

const operationOf = (spec: Route['spec'], schemas: Schemas): object => ({
  operationId: spec.operationId,
  summary: spec.summary,
  description: spec.description,
  tags: [spec.tag],
  parameters: [
    ...parameters('path', spec.params, schemas, spec.example?.params),
    ...parameters('query', spec.query, schemas, spec.example?.query),
    ...(spec.list ? listParameters(spec.list === true ? pageBounds : spec.list) : []),
    ...(spec.dryRun ? [dryRunParameter] : []),
    ...requestHeaders(spec),
  ],
  ...(spec.body
    ? {
        requestBody: {
          required: isRequired(spec.body),
          content: {
            'application/json': {
              schema: schemas.refer(spec.strict ? new Codec(closed(spec.body.schema), spec.body.decode) : spec.body),
              ...(spec.example ? { example: spec.example.body } : {}),
            },
          },
        },
      }
    : {}),
});

/** A request without a body is read as `{}`, so a body is required only if one of its members is. */
const isRequired = ({ schema }: AnyCodec): boolean => schema['required'] !== undefined;

const parameters = (
  place: 'path' | 'query',
  codec: AnyCodec | undefined,
  { refer }: Schemas,
  examples: Readonly<Record<string, string>> = {},
): readonly object[] => {
  const { properties = {}, required = [] } = (codec ? refer(codec) : {}) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description === undefined ? {} : { description }),
    // Without an example, Swagger UI would invent members for the object and send them.
    ...(schema['type'] === 'object' ? { style: 'deepObject', explode: true, example: {} } : {}),
    ...(name in examples ? { example: examples[name] } : {}),
    schema,
  }));
};

const dryRunParameter = {
  name: 'dry_run',
  in: 'query',
  required: false,
  schema: { type: 'boolean', default: false },
  description:
    'Answers 200 with what would happen, checked by the same rules, and stores nothing: no record, and no used idempotency key.',
};

const listParameters = ({ usual, max, maxBytes }: PageBounds): readonly object[] => [
  {
    name: 'limit',
    in: 'query',
    required: false,
    schema: { type: 'integer', minimum: 1, maximum: max, default: usual },
    description: `The maximum number of items in a page. ${maxBytes === undefined ? 'A page of large items has fewer.' : 'A page also ends when its body reaches 1 MiB.'}`,
  },
  {
    name: 'cursor',
    in: 'query',
    required: false,
    schema: { type: 'string', maxLength: 2000 },
    description:
      'The position from which to continue: `next_cursor` or `previous_cursor` of an earlier answer to the same list with the same filters. Without it, the list starts at the beginning.',
  },
];
