/**
 * The schemas of the document. Each named schema is written once below components and referred to from everywhere else.
 */
import { canonicalJson } from '../canonical-json';
import type { AnyCodec, JsonSchema } from './codecs';
import { errorsByField } from './errors-by-field';

export interface Schemas {
  readonly components: Readonly<Record<string, unknown>>;
  /** Returns the schema of a codec for the place where it is used: a reference if it has a name. */
  readonly refer: (codec: AnyCodec) => unknown;
  /** Stores a schema under a name, and returns a reference to it. */
  readonly name: (name: string, schema: JsonSchema) => JsonSchema;
}

export const createSchemas = (given: Readonly<Record<string, JsonSchema>>): Schemas => {
  const components: Record<string, unknown> = {};
  const name = (title: string, schema: JsonSchema): JsonSchema => {
    // Two different shapes with one name would overwrite each other, so they are refused.
    if (title in components && canonicalJson(components[title]) !== canonicalJson(schema))
      throw new Error(`the document has two schemas of the name ${title}`);
    components[title] = schema;
    return referenceTo(title);
  };
  const inline = (schema: unknown): unknown => {
    if (Array.isArray(schema)) return schema.map(inline);
    if (typeof schema !== 'object' || schema === null) return schema;
    const { title, beside, ...rest } = schema as JsonSchema;
    const members = typeof title === 'string' ? rest : (schema as JsonSchema);
    const resolved = Object.fromEntries(Object.entries(members).map(([member, its]) => [member, inline(its)]));
    return typeof title === 'string' ? { ...name(title, resolved), ...(beside as object | undefined) } : resolved;
  };
  for (const [title, schema] of Object.entries(given)) name(title, schema);
  inline(errorsByField.schema);
  return { components, refer: (codec) => inline(codec.schema), name };
};

export const referenceTo = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** Returns the name of a shape in clients. For a list of shapes, `ofMany` is added to the name. */
export const schemaNameOf = ({ schema }: AnyCodec, ofMany = ''): string | undefined => {
  if (typeof schema['title'] === 'string') return schema['title'];
  const { title } = (schema['items'] ?? {}) as JsonSchema;
  return typeof title === 'string' ? `${title}${ofMany}` : undefined;
};

export const successMember = { const: true, description: 'Whether the request succeeded: true in every such answer.' };

/** The shapes that every API shares: the refusal, and the members beside a page. */
export const sharedSchemas = (codes: readonly string[]): Readonly<Record<string, JsonSchema>> => ({
  RefusalCode: {
    type: 'string',
    enum: codes,
    description: 'Why a request was refused. A code never changes its meaning; later versions may add codes.',
  },
  Failure: {
    type: 'object',
    description: 'A request that was refused: nothing was written, unless the message says that it may have been.',
    required: ['success', 'message', 'code'],
    properties: {
      success: { const: false, description: 'Whether the request succeeded: false in every refusal.' },
      message: {
        type: 'string',
        description:
          'The cause and the remedy in one or two sentences, for people. The text may change: branch on `code`.',
      },
      code: { ...referenceTo('RefusalCode'), description: 'Why it was refused. Programs branch on this code.' },
      errors: {
        ...referenceTo('FieldErrors'),
        description: 'The faults of each field; absent if no field has one.',
      },
      data: {
        description: 'More about the refusal. Only BATCH_REJECTED has it: `results`, one for each item of the batch.',
      },
      meta: { ...referenceTo('FailureMeta'), description: 'Only with RATE_LIMIT_EXCEEDED.' },
    },
  },
  FailureMeta: {
    type: 'object',
    description: 'When to try again.',
    required: ['retry_after'],
    properties: {
      retry_after: {
        type: 'integer',
        minimum: 0,
        description: 'Seconds to wait before the next attempt, the same as in the header Retry-After.',
      },
    },
  },
  Pagination: {
    type: 'object',
    description: 'The position of a page in its list.',
    required: ['limit', 'has_more', 'next_cursor', 'previous_cursor'],
    properties: {
      limit: {
        type: 'integer',
        minimum: 1,
        description:
          'The maximum number of items that was requested. A page of large items may have fewer, but always has at least one.',
      },
      has_more: {
        type: 'boolean',
        description: 'Whether more items follow: a client that reads the whole list stops when it is false.',
      },
      next_cursor: {
        type: ['string', 'null'],
        description: 'The `cursor` of the next page; null on the last page.',
      },
      previous_cursor: {
        type: ['string', 'null'],
        description: 'The `cursor` of the previous page; null on the first page.',
      },
    },
  },
  PageMeta: {
    type: 'object',
    description: 'The part of a page other than its items.',
    required: ['pagination'],
    properties: { pagination: { ...referenceTo('Pagination'), description: 'The position of the page in its list.' } },
  },
});
