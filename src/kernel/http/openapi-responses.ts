/** The answers of the document, by status. Each successful answer has one shape, written once below components. */
import type { AnyCodec, JsonSchema } from './codecs';
import { headersOfSuccess } from './openapi-headers';
import { refusalResponses } from './openapi-refusals';
import { schemaNameOf, referenceTo, successMember, type Schemas } from './openapi-schemas';
import { dryRunStatus, type Route } from './route';
import { eventStream } from './streams';

type Spec = Route['spec'];
type Answering = Pick<Route, 'spec' | 'method' | 'callers'>;

export const responsesOf = (route: Answering, schemas: Schemas): object => {
  const success = successOf(route, schemas);
  return Object.fromEntries([
    [route.spec.ok, success],
    ...alsoSuccessful(route.spec, success, schemas),
    ...refusalResponses(route),
  ]) as object;
};

const replayed = 'The answer to an earlier identical request with the same idempotency key, which is returned again.';
export const whatWouldHappen = 'With `dry_run`: what would happen. Nothing was written.';

/** The answers of a replay and of a dry run. */
const alsoSuccessful = (
  { ok, alsoOk, answer, dryRun }: Spec,
  success: object,
  schemas: Schemas,
): readonly (readonly [number, object])[] => {
  if (!dryRun) return alsoOk === undefined ? [] : [[alsoOk, { ...success, description: replayed }]];
  const isBoth = dryRun !== answer && (ok === dryRunStatus || alsoOk === dryRunStatus);
  const description = [
    ...(alsoOk === dryRunStatus ? [replayed] : ok === dryRunStatus ? [wordsOf(answer)] : []),
    whatWouldHappen,
  ].join(' ');
  const content = contentOf(isBoth ? eitherEnvelope(answer, dryRun, schemas) : envelope(dryRun, schemas));
  return [[dryRunStatus, { ...success, description, content }]];
};

const noContent = 204;

const successOf = ({ spec, callers }: Answering, schemas: Schemas): object => {
  const headers = headersOfSuccess(spec, callers);
  if (spec.ok === noContent) return { description: 'Done; the response has no body.', headers };
  if (spec.onlyFiles)
    return { description: wordsOf(spec.answer), headers, content: filesOf(spec.onlyFiles, schemas.refer(spec.answer)) };
  const answer = spec.list ? pageEnvelope(spec, schemas) : envelope(spec.answer, schemas);
  return {
    description: spec.list ? page : wordsOf(spec.answer),
    headers,
    content: {
      // The list may be answered in pages or as a whole; only a page has `meta`.
      ...contentOf(spec.unpaged ? { oneOf: [answer, envelope(spec.unpaged, schemas, false)] } : answer),
      ...(spec.streams ? streamed : {}),
      ...Object.fromEntries((spec.files ?? []).map((mediaType) => [mediaType, filed])),
    },
  };
};

const page = 'A page of the list; `meta.pagination` has the cursors of the next and previous pages.';

const wordsOf = ({ schema }: AnyCodec): string => {
  const { description } = schema;
  if (typeof description !== 'string')
    throw new Error(`the shape of an answer has no description: ${JSON.stringify(schema).slice(0, 200)}`);
  return description;
};

const contentOf = (schema: unknown): object => ({ 'application/json': { schema } });

/** Wraps a shape in `{success, data}`. */
const envelope = (shape: AnyCodec, schemas: Schemas, additionalProperties?: false): JsonSchema => {
  const name = schemaNameOf(shape, 'List');
  if (name === undefined) throw new Error('the shape of an answer has no name');
  return schemas.name(`${name}Answer`, {
    type: 'object',
    description: `The answer to a successful request, with ${name} as its data.`,
    required: ['success', 'data'],
    properties: { success: successMember, data: dataOf(shape, schemas) },
    ...(additionalProperties === undefined ? {} : { additionalProperties }),
  });
};

/** Wraps one of two shapes in `{success, data}`; each shape lacks a member that the other requires. */
const eitherEnvelope = (one: AnyCodec, other: AnyCodec, schemas: Schemas): JsonSchema =>
  schemas.name(`${schemaNameOf(one)}Or${schemaNameOf(other)}Answer`, {
    type: 'object',
    description: `The answer to a successful request, with ${schemaNameOf(one)} as its data, or to a dry run, with ${schemaNameOf(other)}.`,
    required: ['success', 'data'],
    properties: {
      success: successMember,
      data: {
        oneOf: [schemas.refer(one), schemas.refer(other)],
        description: `${wordsOf(one)} With \`dry_run\`: ${wordsOf(other)}`,
      },
    },
  });

/** Wraps a page of a list in `{success, data, meta}`. */
const pageEnvelope = (spec: Spec, schemas: Schemas): JsonSchema => {
  const name = pageNameOf(spec);
  if (name === undefined) throw new Error('the items of a list have no name');
  return schemas.name(`${name}Page`, {
    type: 'object',
    description: `A page of a list, with an array of ${schemaNameOf(spec.answer)} as its data.`,
    required: ['success', 'data', 'meta'],
    properties: {
      success: successMember,
      data: dataOf(spec.answer, schemas),
      meta: { ...metaOf(spec, schemas), description: 'The part of the response other than the items.' },
    },
  });
};

/**
 * Returns the name of the schema of a page: the name of its items, and the name of the first member beside them if that is an object,
 * because other lists of the same items lack it. A number or a text adds nothing to the name.
 */
const pageNameOf = ({ answer, heading, beside = {} }: Spec): string | undefined => {
  const [first] = Object.entries(beside);
  const items = schemaNameOf(answer);
  if (!first || heading || items === undefined) return items;
  const [member, shape] = first;
  if (typeof shape.schema['type'] === 'string' && shape.schema['type'] !== 'object') return items;
  return schemaNameOf(shape) ?? `${items}${member.charAt(0).toUpperCase()}${member.slice(1)}`;
};

const dataOf = (shape: AnyCodec, { refer }: Schemas): JsonSchema => ({
  ...(refer(shape) as JsonSchema),
  ...('description' in shape.schema ? {} : { description: 'The items of this page, in the order of the list.' }),
});

/** Returns the shape of `meta` beside a page. For the list of one account, `pagination` is nested one level deeper. */
const metaOf = ({ heading, beside = {} }: Spec, { refer }: Schemas): JsonSchema => {
  const others = Object.fromEntries(Object.entries(beside).map(([name, shape]) => [name, refer(shape)]));
  const pagination = { ...referenceTo('Pagination'), description: 'The position of the page in its list.' };
  if (heading)
    return {
      type: 'object',
      required: ['account', ...Object.keys(others), 'pagination'],
      properties: {
        account: refer(heading),
        ...others,
        pagination: { ...referenceTo('PageMeta'), description: 'The pagination, in an object.' },
      },
    };
  if (Object.keys(others).length === 0) return referenceTo('PageMeta');
  return { type: 'object', required: [...Object.keys(others), 'pagination'], properties: { ...others, pagination } };
};

/** The content of an answer that is a file, without the envelope. */
const filesOf = (mediaTypes: readonly string[], schema: unknown): object =>
  Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, { schema }]));

/** The content of a stream of Server-Sent Events: each has an id, a type, and as `data` the same item that a page would contain. */
const streamed = {
  [eventStream]: {
    schema: {
      type: 'string',
      description:
        'Server-Sent Events until the reader hangs up: `id` is the sequence, `event` the type, `data` the event as JSON. A comment comes every few seconds.',
    },
  },
};

/** The content of the same answer as a file, if the request asks for one (`Accept`). */
const filed = { schema: { type: 'string', description: 'The same as a file, if `Accept` requests it.' } };
