/** Every field of a route's path, query and body, derived from the route's definition, and a way to put a different value into it. */
import type { JsonSchema } from '../../src/kernel/http/codecs';
import type { Route } from '../../src/kernel/http/route';
import { amountPattern } from '../../src/kernel/money';
import type { GoodRequest } from './good-requests';
import { RawJson, type Aim } from './hostile-values';
import type { Fields } from './requests';

export interface Field {
  readonly place: 'params' | 'query' | 'body';
  readonly path: readonly (string | number)[];
  readonly aim: Aim;
}

export const fieldsOf = ({ spec }: Route): readonly Field[] => [
  ...membersOf(spec.params?.schema).map(([name, schema]): Field => ({
    place: 'params',
    path: [name],
    aim: aimOf(schema, name),
  })),
  ...membersOf(spec.query?.schema).map(([name, schema]): Field => ({
    place: 'query',
    path: [name],
    aim: aimOf(schema, name),
  })),
  ...(spec.list
    ? ([
        { place: 'query', path: ['limit'], aim: 'number' },
        { place: 'query', path: ['cursor'], aim: 'text' },
      ] as const)
    : []),
  ...(spec.body ? bodyFields(spec.body.schema, []) : []),
];

const bodyFields = (schema: JsonSchema, path: readonly (string | number)[]): readonly Field[] =>
  membersOf(schema).flatMap(([name, member]) => {
    const here = [...path, name];
    const { items, properties } = withoutNull(member) as { items?: JsonSchema; properties?: object };
    const inner = items ? bodyFields(items, [...here, 0]) : properties ? bodyFields(withoutNull(member), here) : [];
    return [{ place: 'body' as const, path: here, aim: aimOf(member, name) }, ...inner];
  });

const membersOf = (schema: JsonSchema | undefined): readonly (readonly [string, JsonSchema])[] =>
  Object.entries((schema?.['properties'] ?? {}) as Record<string, JsonSchema>);

const withoutNull = (schema: JsonSchema): JsonSchema => (schema['anyOf'] as JsonSchema[] | undefined)?.[0] ?? schema;

const aimOf = (given: JsonSchema, name: string): Aim => {
  const { type, format, pattern, enum: values } = withoutNull(given) as Record<string, string>;
  if (values) return 'enum';
  if (format === 'uuid') return 'id';
  if (format === 'date') return 'date';
  if (pattern === amountPattern.source || name === 'rate') return 'money';
  if (['amount', 'expression', 'account'].includes(name)) return 'expression';
  if (type === 'integer') return 'number';
  if (type === 'boolean') return 'boolean';
  if (type === 'array') return 'list';
  return type === 'object' ? 'data' : 'text';
};

/** Returns the request with a different value in one field. Missing objects on the path are created. */
export const withValue = (request: GoodRequest, { place, path }: Field, value: unknown): GoodRequest =>
  place === 'body'
    ? { ...request, body: replaced(request.body ?? {}, path, value) as Fields }
    : { ...request, [place]: { ...request[place], [String(path[0])]: asText(value) } };

const replaced = (target: unknown, [name, ...rest]: readonly (string | number)[], value: unknown): unknown => {
  if (name === undefined) return value;
  if (typeof name === 'number') {
    const list = Array.isArray(target) ? [...(target as unknown[])] : [{}];
    list[name] = replaced(list[name], rest, value);
    return list;
  }
  const inner = (target as Fields | null | undefined)?.[name];
  return Object.assign(Object.create(null) as Fields, target, { [name]: replaced(inner, rest, value) });
};

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : value instanceof RawJson ? value.text : (JSON.stringify(value) ?? '');

const token = '\u0010raw\u0010';
const tokens = /"\\u0010raw\\u0010((?:[^"\\]|\\.)*)"/g;

/** Serialises the body as JSON. Raw parts are inserted unchanged. */
export const jsonOf = (body: unknown): string =>
  JSON.stringify(body, (_, value: unknown) => (value instanceof RawJson ? token + value.text : value)).replace(
    tokens,
    (_, escaped: string) => JSON.parse(`"${escaped}"`) as string,
  );
