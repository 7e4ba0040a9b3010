/** docs/reference/refusals.md: every code that a client may receive, with its meaning and its endpoints. Generated from the OpenAPI document. */
import { apiPath } from '../../src/app/server';
import type { JsonSchema } from '../../src/kernel/http/codecs';

interface Media {
  readonly schema: JsonSchema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly $ref: string }>>;
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

export interface Response {
  readonly headers: Readonly<Record<string, { readonly $ref: string }>>;
  /** Absent if the response has no body. */
  readonly content?: Readonly<Record<string, Media>>;
}

export interface Operation {
  readonly operationId: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: { readonly 'application/json': Media } };
  readonly responses: Readonly<Record<string, Response | { readonly $ref: string }>>;
}

export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly headers: Readonly<Record<string, object>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly examples: Readonly<
      Record<string, { readonly summary: string; readonly value: { readonly code: string; readonly message: string } }>
    >;
  };
}

interface Refusal {
  readonly code: string;
  readonly status: string;
  readonly message: string;
  /** A sentence that says when the service returns this code. */
  readonly when: string;
  readonly endpoints: string[];
}

/** The responses of an operation by status, with shared ones resolved. */
export const responsesOf = (
  { components }: OpenApiDocument,
  { responses }: Operation,
): readonly (readonly [status: number, response: Response])[] =>
  Object.entries(responses).map(([status, response]) => {
    if (!('$ref' in response)) return [Number(status), response];
    const shared = components.responses[response.$ref.split('/').at(-1) ?? ''];
    if (!shared) throw new Error(`the document lacks ${response.$ref}`);
    return [Number(status), shared];
  });

/** The JSON media type of a response, or else its first media type. */
export const mediaOf = (content: Response['content']): Media => {
  const [media] = [content?.['application/json'], ...Object.values(content ?? {})].filter((one) => one !== undefined);
  if (!media) throw new Error('an answer of the document has no media type');
  return media;
};

/** The bodies of the response's examples. */
export const bodiesOf = (document: OpenApiDocument, media: Media): readonly unknown[] =>
  media.examples ? refusedIn(document, media).map(({ value }) => value) : [media.example];

/** The refusals among the examples of a response, each with the case in which it occurs. */
export const refusedIn = (
  { components }: OpenApiDocument,
  { examples = {} }: Media,
): readonly OpenApiDocument['components']['examples'][string][] =>
  Object.values(examples).map(({ $ref }) => {
    const example = components.examples[$ref.split('/').at(-1) ?? ''];
    if (!example) throw new Error(`the document lacks ${$ref}`);
    return example;
  });

export const refusalsPage = (...documents: readonly OpenApiDocument[]): string => {
  const refusals = new Map<string, Refusal>();
  let operations = 0;
  for (const document of documents)
    for (const [path, methods] of Object.entries(document.paths))
      for (const [method, operation] of Object.entries(methods)) {
        operations += 1;
        for (const [status, { content }] of responsesOf(document, operation))
          for (const { summary: when, value } of status < 300 ? [] : refusedIn(document, mediaOf(content))) {
            const key = `${status} ${value.code}`;
            const found = refusals.get(key) ?? {
              code: value.code,
              status: String(status),
              message: value.message,
              when,
              endpoints: [],
            };
            found.endpoints.push(
              `${method.toUpperCase()} ${path.startsWith(apiPath) ? path.slice(apiPath.length) : path}`,
            );
            refusals.set(key, found);
          }
      }
  const sorted = [...refusals.values()].sort(
    (a, b) => a.code.localeCompare(b.code, 'en') || a.status.localeCompare(b.status),
  );
  return `${heading}\n${sorted.map((refusal) => section(refusal, operations)).join('\n')}`;
};

const heading = `# Every code a request may be refused with

Generated from the routes (\`make docs\`). Branch on \`code\`, show \`message\`. Messages name what was sent;
those that are quoted below are examples.
`;

const section = ({ code, status, when, message, endpoints }: Refusal, operations: number): string =>
  [
    `## ${code} (${status})`,
    '',
    when,
    '',
    `> ${message}`,
    '',
    ...(endpoints.length === operations ? ['- every endpoint'] : endpoints.map((endpoint) => `- \`${endpoint}\``)),
    '',
  ].join('\n');
