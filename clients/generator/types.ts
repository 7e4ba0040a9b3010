/** Converts JSON Schema to the types of the clients. An object without a name gets the name of its parent and its field. */
export type Type =
  /** `isChoice` is true if the model is an alias for a choice between texts. */
  | { readonly kind: 'model'; readonly name: string; readonly isChoice?: boolean }
  | { readonly kind: 'text' | 'amount' | 'day' | 'instant' | 'integer' | 'boolean' | 'anything' }
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | { readonly kind: 'list' | 'map' | 'nullable'; readonly of: Type }
  | { readonly kind: 'either'; readonly of: readonly Type[] };

export interface Field {
  readonly name: string;
  readonly type: Type;
  readonly required: boolean;
  readonly description: string;
}

export interface Model {
  readonly name: string;
  readonly description: string;
  readonly fields: readonly Field[];
  /** An alias for another type, such as a choice. An alias has no fields. */
  readonly alias?: Type;
  /** Whether a request or an answer contains the model. Models in requests reject unknown fields, and models in answers keep them. */
  readonly uses: Set<Use>;
}

export type Use = 'request' | 'answer';

type Json = Readonly<Record<string, unknown>>;

export interface Types {
  readonly schemas: Readonly<Record<string, Json>>;
  readonly models: Map<string, Model>;
  readonly resolve: (schema: Json) => Json;
}

/** Returns the type of a schema, and adds its models to `types.models`. An object without a name is called `name`. */
export const readType = (schema: Json, name: string, use: Use, types: Types): Type => {
  if (typeof schema['$ref'] === 'string') {
    const referred = schema['$ref'].split('/').at(-1) ?? '';
    const resolved = types.resolve(schema);
    if (resolved['properties']) return modelOf({ ...resolved, $name: referred }, referred, use, types);
    const alias = readType(resolved, referred, use, types);
    const uses = types.models.get(referred)?.uses ?? new Set<Use>();
    uses.add(use);
    types.models.set(referred, { name: referred, description: descriptionOf(resolved), fields: [], alias, uses });
    return { kind: 'model', name: referred, isChoice: alias.kind === 'choice' };
  }
  const either = (schema['anyOf'] ?? schema['oneOf']) as readonly Json[] | undefined;
  if (either) return eitherOf(either, name, use, types);
  if (typeof schema['const'] === 'string') return { kind: 'choice', values: [schema['const']] };
  const of = schema['type'];
  if (Array.isArray(of))
    return eitherOf(
      of.map((each: unknown) => ({ ...schema, type: each })),
      name,
      use,
      types,
    );
  if (of === 'string') return textOf(schema);
  if (of === 'integer' || of === 'boolean') return { kind: of };
  if (of === 'array') {
    const items = schema['items'] as Json;
    return { kind: 'list', of: readType(items, singular(name), use, types) };
  }
  if (of === 'object' && schema['properties']) return modelOf(schema, name, use, types);
  if (of === 'object') {
    const values = schema['additionalProperties'];
    const isSaid = typeof values === 'object' && values !== null;
    return { kind: 'map', of: isSaid ? readType(values as Json, `${name}Value`, use, types) : { kind: 'anything' } };
  }
  if (of === 'number') throw new Error(`${name} is a number with a fraction: amounts are decimal texts`);
  return { kind: 'anything' };
};

const eitherOf = (schemas: readonly Json[], name: string, use: Use, types: Types): Type => {
  const isNull = (schema: Json): boolean => schema['type'] === 'null';
  const members = schemas.filter((schema) => !isNull(schema)).map((schema) => readType(schema, name, use, types));
  const [first] = members;
  if (first === undefined) return { kind: 'anything' };
  const type: Type = members.length === 1 ? first : { kind: 'either', of: members };
  return schemas.some(isNull) ? { kind: 'nullable', of: type } : type;
};

const textOf = ({ enum: values, format, pattern }: Json): Type => {
  if (Array.isArray(values)) return { kind: 'choice', values: values as readonly string[] };
  if (format === 'decimal' || (typeof pattern === 'string' && pattern.includes('\\d+(\\.\\d+)?')))
    return { kind: 'amount' };
  if (format === 'date') return { kind: 'day' };
  return { kind: format === 'date-time' ? 'instant' : 'text' };
};

const modelOf = (schema: Json, name: string, use: Use, types: Types): Type => {
  const known = types.models.get(name);
  const isNamed = typeof schema['$name'] === 'string';
  if (known && (known.uses.has(use) || !isNamed)) {
    if (!isNamed && known.uses.has(use) && !isSame(known, schema)) throw new Error(`two models are called ${name}`);
    known.uses.add(use);
    return { kind: 'model', name };
  }
  const uses = known?.uses ?? new Set<Use>();
  uses.add(use);
  const required = new Set((schema['required'] ?? []) as readonly string[]);
  const fields: Field[] = [];
  // The model is added before its fields are read, because a field may refer to the model.
  types.models.set(name, { name, description: descriptionOf(schema), fields, uses });
  for (const [field, value] of Object.entries(schema['properties'] as Readonly<Record<string, Json>>)) {
    const isCreated = use === 'request' && field === createdByClients && required.has(field);
    fields.push({
      name: field,
      type: readType(value, name + capitalised(field), use, types),
      required: required.has(field) && !isCreated,
      description: `${descriptionOf(value)}${isCreated ? ' The client creates one if you leave it out.' : ''}`,
    });
  }
  return { kind: 'model', name };
};

/** A field that the API requires, but that callers of the clients may leave out: the clients then create its value. */
const createdByClients = 'idempotency_key';

const isSame = (known: Model, schema: Json): boolean =>
  known.fields.map(({ name }) => name).join() === Object.keys(schema['properties'] as object).join();

const descriptionOf = (schema: Json): string => String(schema['description'] ?? '');

const capitalised = (field: string): string =>
  field.replace(/(^|_)([a-z0-9])/g, (_, __, letter: string) => letter.toUpperCase());

const singular = (name: string): string => name.replace(/ies$/, 'y').replace(/([^s])s$/, '$1');
