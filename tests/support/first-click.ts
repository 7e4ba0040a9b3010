/** The request that Swagger UI sends when somebody opens an operation, presses "Try it out" and then "Execute". */
import { apiPath } from '../../src/app/server';
import type { JsonSchema } from '../../src/kernel/http/codecs';
import { whatWouldHappen } from '../../src/kernel/http/openapi-responses';
import { contractOf } from './answers';
import type { Answer, Client } from './client';
import type { OpenApiDocument, Operation } from './refusals-page';

export interface Click {
  readonly method: string;
  /** The path with all parameters filled in, and the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export const firstClick = (path: string, method: string, { parameters, requestBody }: Operation): Click => {
  let filled = path;
  const query: [string, string][] = [];
  const headers: Record<string, string> = {};
  for (const { name, in: place, required, schema, example } of parameters) {
    const value = prefilled(schema, example);
    if (value === undefined && required) throw new Error(`${method} ${path}: nobody knows a ${name}`);
    if (value === undefined) continue;
    if (place === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(String(value)));
    else if (place === 'header') headers[name] = String(value);
    // An object is sent in OpenAPI's `style: deepObject`: one parameter for each of its members.
    else if (typeof value === 'object')
      query.push(
        ...Object.entries(value as object).map(([key, one]): [string, string] => [`${name}[${key}]`, `${one}`]),
      );
    else query.push([name, String(value)]);
  }
  const asked = query.length === 0 ? '' : `?${new URLSearchParams(query).toString()}`;
  return { method, path: `${filled}${asked}`, headers, body: requestBody?.content['application/json'].example };
};

/** The schema's example, else its default. For an object without either, Swagger UI invents members. */
const prefilled = (schema: JsonSchema, example: unknown): unknown =>
  example ??
  schema['example'] ??
  schema['default'] ??
  (schema['type'] === 'object' ? { invented: 'string' } : undefined);

/** Every operation, in the order of the document. */
export const operationsOf = (
  document: OpenApiDocument,
): readonly (readonly [operationId: string, method: string, path: string, operation: Operation])[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) => [operation.operationId, method.toUpperCase(), path, operation] as const,
    ),
  );

/** The highest success status that the document lists; with `replayed`, the next lower one. */
export const successOf = ({ responses }: Operation, replayed = false): number | undefined => {
  const [first, second] = Object.keys(responses)
    .map(Number)
    .filter((status) => status < 300)
    .sort((a, b) => b - a);
  return replayed ? second : first;
};

/** Whether status 200 is documented for dry runs only. */
export const answersDryRuns = ({ responses }: Operation): boolean =>
  (responses['200'] as { readonly description?: string } | undefined)?.description === whatWouldHappen;

/** The operations that a key may call. The other operations need a signed-in person, and the examples contain no session. */
export const keyedOperations = operationsOf(contractOf().document)
  .filter(([, , at]) => at.startsWith(apiPath))
  .map(([operationId, method, at]) => [operationId, method, at] as const);

export const click = (
  api: Client,
  document: OpenApiDocument,
  method: string,
  at: string,
  isDryRun = false,
): Promise<Answer> => {
  const { path: filled, headers, body } = firstClick(at, method, operationIn(document, method, at));
  const below = filled.slice(apiPath.length).replace('dry_run=false', `dry_run=${isDryRun}`);
  return body === undefined
    ? api.send(method, below, undefined, headers)
    : api.send(method, below, JSON.stringify(body), { ...headers, 'Content-Type': 'application/json' });
};

export const operationIn = ({ paths }: OpenApiDocument, method: string, at: string): Operation =>
  paths[at]?.[method.toLowerCase()] as Operation;
