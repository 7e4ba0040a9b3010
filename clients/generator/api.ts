/** Converts the OpenAPI document to the data from which the clients are generated: models, operations and refusal codes. */
import { adminNaming, isLeftOut, naming, type Naming } from './names';
import { readType, type Model, type Type, type Types } from './types';

export interface Parameter {
  readonly name: string;
  readonly type: Type;
  readonly required: boolean;
  readonly description: string;
}

/** The form of a successful answer: a value, a list that is read page by page, or a file. */
export type Answer =
  | { readonly kind: 'one'; readonly type: Type }
  /** A list that is read page by page with cursors. `meta` is the type of the other members of a page; undefined if there are none. */
  | { readonly kind: 'list'; readonly item: Type; readonly meta: Type | undefined }
  | { readonly kind: 'file' };

export interface Operation {
  readonly resource: string;
  readonly method: string;
  readonly http: string;
  /** The path template, such as `/accounts/{id}`. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly pathParameters: readonly Parameter[];
  readonly query: readonly Parameter[];
  readonly fixedQuery: Readonly<Record<string, string>>;
  readonly body: { readonly type: Type; readonly required: boolean } | undefined;
  readonly answer: Answer;
  /** The type of the answer to a dry run; undefined if the operation has none. */
  readonly tried: Type | undefined;
  /** Whether the answer is also available as CSV. */
  readonly hasCsv: boolean;
  /**
   * The place of the idempotency key: in the header, or in each item of a batch. A request with a key can be repeated without a second
   * effect.
   */
  readonly keyed: 'no' | 'header' | 'items';
  readonly mayWait: boolean;
  readonly mayBeStrict: boolean;
  readonly mayBeBehind: boolean;
  readonly refusals: readonly string[];
}

export interface Api {
  readonly version: string;
  readonly models: readonly Model[];
  readonly operations: readonly Operation[];
  /** The event types, each with the type of its `data`. */
  readonly events: readonly { readonly name: string; readonly data: Type }[];
  readonly codes: readonly string[];
}

type Json = Readonly<Record<string, unknown>>;

interface ParameterObject extends Json {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Json;
}

interface OperationObject extends Json {
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly Json[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, { schema: Json }>> };
  readonly responses: Readonly<Record<string, Json>>;
}

export interface DocumentObject extends Json {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly webhooks?: Readonly<Record<string, { readonly post: OperationObject }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Json>> };
}

/** The base path of each API, with the names of its operations. */
const parts: readonly (readonly [string, Readonly<Record<string, readonly Naming[]>>])[] = [
  ['/api/v1', naming],
  ['/admin/v1', adminNaming],
];

export const readApi = (document: DocumentObject): Api => {
  const types: Types = { schemas: document.components.schemas, models: new Map(), resolve: resolverOf(document) };
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([http, operation]) =>
      isLeftOut(path) ? [] : namesOf(http, path).map((name) => operationOf(name, http, path, operation, types)),
    ),
  );
  if (types.schemas[eventModel]) readType({ $ref: `#/components/schemas/${eventModel}` }, eventModel, 'answer', types);
  return {
    version: document.info.version,
    models: [...types.models.values()].sort((one, other) => (one.name < other.name ? -1 : 1)),
    operations,
    events: Object.entries(document.webhooks ?? {}).map(([name, { post }]) => ({
      name,
      data: readType(dataOf(post), eventModel, 'answer', types),
    })),
    codes: [...new Set(operations.flatMap(({ refusals }) => refusals))].sort(),
  };
};

/** The name of the model for an event of a ledger's log. */
export const eventModel = 'LedgerEvent';

const dataOf = ({ requestBody }: OperationObject): Json => {
  const schema = requestBody?.content['application/json']?.schema;
  const { data } = (schema?.['properties'] ?? {}) as Readonly<Record<string, Json>>;
  if (data === undefined) throw new Error('a webhook of the document does not say the shape of its data');
  return data;
};

const namesOf = (http: string, path: string): readonly Naming[] => {
  const [prefix, names] = parts.find(([each]) => path.startsWith(`${each}/`)) ?? ['', {}];
  const found = names[`${http} ${path.slice(prefix.length)}`];
  if (found === undefined)
    throw new Error(`${http} ${path} has no name in clients/generator/names.ts. Say there what the clients call it.`);
  return found;
};

/** Returns a function that resolves a `$ref`, or a chain of them, to the schema that it refers to. */
const resolverOf =
  (document: DocumentObject) =>
  (value: Json): Json => {
    let resolved = value;
    while (typeof resolved['$ref'] === 'string') {
      const steps = resolved['$ref'].slice('#/'.length).split('/');
      resolved = steps.reduce<Json>((place, step) => place[step] as Json, document);
    }
    return resolved;
  };

const operationOf = (name: Naming, http: string, path: string, operation: OperationObject, types: Types): Operation => {
  const owner = pascal(`${name.resource}.${name.method}`);
  const parameters = (operation.parameters ?? []).map((each) => types.resolve(each) as ParameterObject);
  const header = (wanted: string): ParameterObject | undefined =>
    parameters.find((each) => each.in === 'header' && each.name.toLowerCase() === wanted);
  const preferences = header('prefer')?.description ?? '';
  const hidden = new Set([...(name.without ?? []), 'dry_run']);
  const read = (each: ParameterObject): Parameter => {
    const listed = name.lists?.[each.name];
    const type = readType(each.schema, owner + pascal(each.name), 'request', types);
    return {
      name: each.name,
      type: listed === undefined ? type : { kind: 'list', of: fieldNamed(listed, types) },
      required: each.required === true,
      description: each.description ?? '',
    };
  };
  const succeeded = Object.entries(operation.responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, response]) => (types.resolve(response)['content'] ?? {}) as Readonly<Record<string, { schema: Json }>>);
  const canBeTried = parameters.some((each) => each.name === 'dry_run');
  const body = operation.requestBody && (types.resolve(operation.requestBody) as OperationObject['requestBody']);
  const bodySchema = body?.content['application/json']?.schema;
  const enveloped = succeeded.flatMap(({ 'application/json': json }) => (json ? alternatives(json.schema, types) : []));
  return {
    resource: name.resource,
    method: name.method,
    http: http.toUpperCase(),
    path,
    summary: operation.summary ?? '',
    description: operation.description ?? '',
    pathParameters: parameters.filter((each) => each.in === 'path').map(read),
    query: parameters.filter((each) => each.in === 'query' && !hidden.has(each.name)).map(read),
    fixedQuery: name.fixed ?? {},
    body: bodySchema && {
      type: readType(bodySchema, `${owner}Body`, 'request', types),
      required: body?.required === true,
    },
    answer: answerOf(name, owner, enveloped, types),
    tried: canBeTried ? triedOf(enveloped, types) : undefined,
    hasCsv: enveloped.length > 0 && succeeded.some((content) => 'text/csv' in content),
    keyed: path.endsWith('/transactions/batch') ? 'items' : header('idempotency-key') ? 'header' : 'no',
    mayWait: preferences.includes('wait=N'),
    mayBeStrict: preferences.includes('handling=strict'),
    mayBeBehind: preferences.includes('consistency=eventual'),
    refusals: codesIn(operation, types),
  };
};

/** Returns the type of a field, given as `LedgerEvent.type`. Reads the model of the field first if it is not read yet. */
const fieldNamed = (place: string, types: Types): Type => {
  const [model = '', field = ''] = place.split('.');
  readType({ $ref: `#/components/schemas/${model}` }, model, 'answer', types);
  const found = types.models.get(model)?.fields.find(({ name }) => name === field)?.type;
  if (found === undefined) throw new Error(`there is no ${place}`);
  return found;
};

const membersOf = (schema: Json | undefined): Readonly<Record<string, Json>> =>
  (schema?.['properties'] ?? {}) as Readonly<Record<string, Json>>;

/** Returns the alternatives of `anyOf` or `oneOf`, or the schema itself if it has none. */
const alternatives = (schema: Json, types: Types): readonly Json[] => {
  const resolved = types.resolve(schema);
  const either = (resolved['anyOf'] ?? resolved['oneOf']) as readonly Json[] | undefined;
  return either ? either.flatMap((each) => alternatives(each, types)) : [schema];
};

/** Returns the schemas of the member `data` in these envelopes. Each alternative of `anyOf` or `oneOf` is a schema of its own. */
const dataSchemas = (envelopes: readonly Json[], types: Types): readonly Json[] =>
  envelopes.flatMap((envelope) => {
    const { data } = membersOf(types.resolve(envelope));
    return data ? alternatives(data, types) : [];
  });

/** Returns the name of a schema in the document. For a list it is the name of the items' schema. */
const nameOf = (schema: Json, types: Types): string => {
  const items = types.resolve(schema)['items'] as Json | undefined;
  return (
    String((items ?? schema)['$ref'] ?? '')
      .split('/')
      .at(-1) ?? ''
  );
};
const isOfDryRun = (schema: Json, types: Types): boolean => nameOf(schema, types).endsWith('DryRun');

const triedOf = (envelopes: readonly Json[], types: Types): Type | undefined => {
  const schema = dataSchemas(envelopes, types).find((each) => isOfDryRun(each, types));
  return schema && readType(schema, nameOf(schema, types), 'answer', types);
};

const answerOf = (name: Naming, owner: string, envelopes: readonly Json[], types: Types): Answer => {
  if (envelopes.length === 0) return { kind: 'file' };
  const schemas = dataSchemas(envelopes, types).filter((each) => !isOfDryRun(each, types));
  const schema = schemas.find((each) => name.answers === undefined || nameOf(each, types) === name.answers);
  if (schema === undefined) throw new Error(`${owner}: the document says no answer`);
  const type = readType(types.resolve(schema)['items'] ? types.resolve(schema) : schema, owner, 'answer', types);
  const meta = types.resolve(membersOf(types.resolve(envelopes[0] ?? {}))['meta'] ?? {});
  const isPaged = 'pagination' in membersOf(meta) && !name.without?.includes('cursor');
  if (type.kind !== 'list' || !isPaged) return { kind: 'one', type };
  const { pagination: _, ...rest } = membersOf(meta);
  const told = Object.keys(rest).length === 0 ? undefined : { type: 'object', properties: rest };
  const required = Object.keys(rest);
  return {
    kind: 'list',
    item: type.of,
    meta: told && readType({ ...told, required }, `${owner}Meta`, 'answer', types),
  };
};

/** Returns all refusal codes of an operation, collected from the schemas of its 4xx and 5xx responses. */
const codesIn = ({ responses }: OperationObject, types: Types): readonly string[] => {
  const found = new Set<string>();
  const search = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(search);
    if (typeof value !== 'object' || value === null) return;
    const schema = types.resolve(value as Json);
    // A schema may set `code` next to a `$ref`, to narrow the referenced schema.
    for (const { code } of [membersOf(value as Json), membersOf(schema)])
      for (const each of [...((code?.['enum'] ?? []) as readonly unknown[]), code?.['const']])
        if (typeof each === 'string') found.add(each);
    for (const part of [schema['allOf'], schema['anyOf'], schema['oneOf']]) search(part);
  };
  for (const [status, response] of Object.entries(responses)) {
    if (!/^[45]/.test(status)) continue;
    const content = (types.resolve(response)['content'] ?? {}) as Readonly<Record<string, { schema: Json }>>;
    search(content['application/json']?.schema);
  }
  return [...found].sort();
};

/** Converts `accounts.change` or `as_of_date` to `AccountsChange` or `AsOfDate`. */
export const pascal = (name: string): string =>
  name.replace(/(^|[^a-zA-Z0-9]+)([a-zA-Z])/g, (_, __, letter: string) => letter.toUpperCase()).replace(/\W/g, '');
