/** As much of JSON Schema as the document uses, read from the document itself: what a client's own validator would say. */
import type { JsonSchema } from '../../src/kernel/http/codecs';
import type { OpenApiDocument } from './refusals-page';

const known = new Set([
  ...['$ref', 'type', 'enum', 'const', 'anyOf', 'allOf', 'required', 'properties', 'additionalProperties', 'items'],
  ...['minItems', 'maxItems', 'minLength', 'maxLength', 'pattern', 'minimum', 'maximum', 'maxProperties', 'format'],
  ...['title', 'description', 'default', 'example', 'examples'],
]);

const formats: Readonly<Record<string, RegExp>> = {
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  date: /^\d{4}-\d\d-\d\d$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  decimal: /^-?\d+(\.\d+)?$/,
};

/** What is wrong with a value, each with the path to it; empty when it fits. */
export const faultsIn = (document: OpenApiDocument, schema: JsonSchema, value: unknown, at = ''): readonly string[] => {
  const inside = (member: unknown, inner: unknown, name: string | number): readonly string[] =>
    faultsIn(document, member as JsonSchema, inner, `${at}/${name}`);
  const here = (isFault: boolean, what: string): readonly string[] => (isFault ? [`${at || '/'} ${what}`] : []);
  const rules = schema as Readonly<Record<string, never>> & {
    $ref?: string;
    anyOf?: readonly JsonSchema[];
    allOf?: readonly JsonSchema[];
    enum?: readonly unknown[];
    required?: readonly string[];
    properties?: Readonly<Record<string, JsonSchema>>;
    items?: JsonSchema;
    type?: string | readonly string[];
    additionalProperties?: unknown;
  };
  for (const rule of Object.keys(rules)) if (!known.has(rule)) throw new Error(`nobody checks the rule ${rule}`);
  if (rules.$ref !== undefined)
    return faultsIn(document, document.components.schemas[rules.$ref.split('/').at(-1) ?? ''] ?? {}, value, at);
  const types = rules.type === undefined ? undefined : [rules.type].flat();
  if (types && !types.some((type) => isOfType(type, value))) return here(true, `is no ${types.join(' or ')}`);
  return [
    ...here(
      rules.anyOf?.every((one) => faultsIn(document, one, value, at).length > 0) ?? false,
      'fits none of its alternatives',
    ),
    ...(rules.allOf ?? []).flatMap((one) => faultsIn(document, one, value, at)),
    ...here(rules.enum !== undefined && !rules.enum.includes(value), 'is none of its values'),
    ...here('const' in rules && rules['const'] !== value, 'is not its one value'),
    ...(typeof value === 'string' ? textFaults(rules, value).flatMap((fault) => here(true, fault)) : []),
    ...(typeof value === 'number'
      ? here(value < (rules['minimum'] ?? -Infinity) || value > (rules['maximum'] ?? Infinity), 'is out of range')
      : []),
    ...(Array.isArray(value)
      ? [
          ...here(
            value.length < (rules['minItems'] ?? 0) || value.length > (rules['maxItems'] ?? Infinity),
            'has another length',
          ),
          ...value.flatMap((item, index) => (rules.items ? inside(rules.items, item, index) : [])),
        ]
      : []),
    ...(typeof value === 'object' && value !== null && !Array.isArray(value)
      ? [
          ...(rules.required ?? []).flatMap((name) => here(!Object.hasOwn(value, name), `lacks ${name}`)),
          ...Object.entries(rules.properties ?? {}).flatMap(([name, member]) =>
            Object.hasOwn(value, name) ? inside(member, (value as Record<string, unknown>)[name], name) : [],
          ),
        ]
      : []),
  ];
};

const textFaults = (rules: Readonly<Record<string, unknown>>, value: string): readonly string[] => {
  const { minLength = 0, maxLength = Infinity, pattern, format } = rules as Record<string, number & string>;
  const length = [...value].length;
  return [
    ...(length < minLength || length > maxLength ? ['has another length'] : []),
    ...(pattern !== undefined && !new RegExp(pattern, 'u').test(value) ? [`is not like ${pattern}`] : []),
    ...(format !== undefined && formats[format]?.test(value) === false ? [`is no ${format}`] : []),
  ];
};

const isOfType = (type: string, value: unknown): boolean => {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
};
