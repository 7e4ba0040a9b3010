/**
 * Builds a form from the `params_schema` of a transaction code. The schema has one of two notations: names with declarations, or a JSON
 * Schema with `properties`. The API checks the values.
 */
import { amountFrom, compareAmounts } from '../../parts/amount';

export type ScalarType = 'string' | 'integer' | 'decimal' | 'boolean' | 'date' | 'uuid' | 'account_code';

export interface ScalarField {
  readonly kind: 'scalar';
  readonly name: string;
  readonly type: ScalarType;
  readonly isRequired: boolean;
  /** The parameter's default value; undefined if it has none. */
  readonly fallback?: string;
  readonly choices?: readonly string[];
  readonly min?: string;
  readonly max?: string;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly description?: string;
}

export interface ListField {
  readonly kind: 'list';
  readonly name: string;
  readonly isRequired: boolean;
  readonly hasFallback: boolean;
  readonly items: readonly ScalarField[];
  readonly minItems: number;
  readonly maxItems: number;
  readonly description?: string;
}

export type SchemaField = ScalarField | ListField;

export type ItemValues = Readonly<Record<string, string>>;
/** The typed values by parameter. The value of a list is an array of its items. */
export type FormValues = Readonly<Record<string, string | readonly ItemValues[]>>;

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The maximum number of items in a list: more items would create more entries than a transaction may have. */
const mostItems = 100;

export const fieldsOf = (schema: Json | null | undefined): readonly SchemaField[] =>
  declarationsOf(schema ?? {}).map(({ name, declaration, isListed }): SchemaField => {
    if (declaration.type !== 'list' && declaration.type !== 'array') return scalarOf(name, declaration, isListed);
    const { description } = declaration;
    return {
      kind: 'list',
      name,
      isRequired: requiredOf(declaration, isListed),
      hasFallback: Array.isArray(declaration.default),
      items: isObject(declaration.items)
        ? declarationsOf(declaration.items).map((item) => scalarOf(item.name, item.declaration, item.isListed))
        : [],
      minItems: countOf(declaration.min_items ?? declaration.minItems, 1),
      maxItems: countOf(declaration.max_items ?? declaration.maxItems, mostItems),
      ...(typeof description === 'string' ? { description } : {}),
    };
  });

interface Declared {
  readonly name: string;
  readonly declaration: Json;
  /**
   * Whether the JSON Schema lists the parameter in `required`. In the notation with names, `required` or `default` of the declaration
   * decides.
   */
  readonly isListed?: boolean;
}

const declarationsOf = (schema: Json): readonly Declared[] => {
  const { properties, required } = schema;
  // A schema in the notation with names may have a parameter called `properties`. It is recognised by its member `type`, which is a text.
  if (!isObject(properties) || typeof properties.type === 'string')
    return Object.entries(schema).map(([name, one]) => ({ name, declaration: isObject(one) ? one : {} }));
  const names = Array.isArray(required) ? (required as unknown[]) : [];
  return Object.entries(properties).map(([name, one]) => ({
    name,
    declaration: isObject(one) ? one : {},
    isListed: names.includes(name),
  }));
};

const requiredOf = (declaration: Json, isListed: boolean | undefined): boolean =>
  typeof declaration.required === 'boolean'
    ? declaration.required
    : (isListed ?? (declaration.default === undefined || declaration.default === null));

const countOf = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise);

const types: readonly ScalarType[] = ['string', 'integer', 'decimal', 'boolean', 'date', 'uuid', 'account_code'];

const typeOf = ({ type, format }: Json): ScalarType => {
  if (type === 'number') return 'decimal';
  const named = type === 'string' && format !== undefined ? format : type;
  return types.find((one) => one === named) ?? 'string';
};

const textOf = (value: unknown): string | undefined =>
  value === undefined || value === null ? undefined : String(value);

const scalarOf = (name: string, declaration: Json, isListed?: boolean): ScalarField => {
  const { enum: allowed, pattern, description } = declaration;
  const fallback = textOf(declaration.default);
  const min = textOf(declaration.min ?? declaration.minimum);
  const max = textOf(declaration.max ?? declaration.maximum);
  const maxLength = declaration.max_length ?? declaration.maxLength;
  return {
    kind: 'scalar',
    name,
    type: typeOf(declaration),
    isRequired: requiredOf(declaration, isListed),
    ...(fallback === undefined ? {} : { fallback }),
    ...(Array.isArray(allowed) ? { choices: allowed.map(String) } : {}),
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(typeof maxLength === 'number' ? { maxLength } : {}),
    ...(typeof pattern === 'string' ? { pattern } : {}),
    ...(typeof description === 'string' ? { description } : {}),
  };
};

/** Returns empty values for all fields. A list begins with the minimum number of items. */
export const emptyValues = (fields: readonly SchemaField[]): FormValues =>
  Object.fromEntries(
    fields.map((field) => [
      field.name,
      field.kind === 'scalar' ? '' : Array.from({ length: firstItems(field) }, () => ({})),
    ]),
  );

const firstItems = ({ minItems, isRequired, hasFallback }: ListField): number =>
  hasFallback || !isRequired ? 0 : minItems;

/** Returns values with which a person can try a code: its defaults and choices, and otherwise typical values. */
export const sampleValues = (fields: readonly SchemaField[], day: string): FormValues =>
  Object.fromEntries(
    fields.map((field) => [
      field.name,
      field.kind === 'scalar'
        ? sampleOf(field, day)
        : Array.from({ length: Math.max(firstItems(field), Math.min(1, field.maxItems)) }, () =>
            Object.fromEntries(field.items.map((item) => [item.name, sampleOf(item, day)])),
          ),
    ]),
  );

const likelyNumbers = ['100', '10', '1', '0.1', '0.01'];

const sampleOf = ({ type, fallback, choices, min, max, maxLength, pattern }: ScalarField, day: string): string => {
  // The field stays empty: the API then uses the default.
  if (fallback !== undefined) return '';
  const [first] = choices ?? [];
  if (first !== undefined) return first;
  if (type === 'decimal' || type === 'integer') {
    const fits = (number: string): boolean =>
      (type === 'decimal' || !number.includes('.')) &&
      (min === undefined || compareAmounts(number, min) >= 0) &&
      (max === undefined || compareAmounts(number, max) <= 0);
    return likelyNumbers.find(fits) ?? min ?? max ?? '';
  }
  // A guessed text would rarely match the parameter's pattern, so the field stays empty.
  if (pattern !== undefined) return '';
  const samples: Readonly<Record<Exclude<typeof type, 'decimal' | 'integer'>, string>> = {
    ...{ boolean: 'true', date: day, account_code: 'ACCOUNT', string: 'A-17' },
    uuid: '00000000-0000-4000-8000-000000000000',
  };
  return samples[type].slice(0, maxLength);
};

/** Returns the parameters for the API. Empty fields are left out: the API uses their defaults, or reports them as missing. */
export const paramsOf = (fields: readonly SchemaField[], values: FormValues): Record<string, unknown> =>
  Object.fromEntries(
    fields.flatMap((field): readonly (readonly [string, unknown])[] => {
      const value = values[field.name];
      if (field.kind === 'scalar') {
        const given = typeof value === 'string' ? valueOf(field, value) : undefined;
        return given === undefined ? [] : [[field.name, given]];
      }
      const items = Array.isArray(value) ? (value as readonly ItemValues[]) : [];
      if (items.length === 0 && (!field.isRequired || field.hasFallback)) return [];
      return [[field.name, items.map((item) => itemOf(field, item))]];
    }),
  );

const itemOf = ({ items }: ListField, values: ItemValues): Record<string, unknown> =>
  Object.fromEntries(
    items.flatMap((field) => {
      const given = valueOf(field, values[field.name] ?? '');
      return given === undefined ? [] : [[field.name, given] as const];
    }),
  );

const valueOf = ({ type }: ScalarField, typed: string): unknown => {
  const text = typed.trim();
  if (text === '') return undefined;
  if (type === 'boolean') return text === 'true';
  // Numbers are sent as strings, so that no digit is lost.
  return type === 'decimal' || type === 'integer' ? amountFrom(text) : text;
};

/** Returns whether all required parameters have a value. Before that, no request is sent. */
export const isComplete = (fields: readonly SchemaField[], values: FormValues): boolean =>
  fields.every((field) => {
    const value = values[field.name];
    if (field.kind === 'scalar') return !field.isRequired || (typeof value === 'string' && value.trim() !== '');
    const items = Array.isArray(value) ? (value as readonly ItemValues[]) : [];
    if (items.length < field.minItems && field.isRequired && !field.hasFallback) return false;
    return items.every((item) => field.items.every((one) => !one.isRequired || (item[one.name] ?? '').trim() !== ''));
  });

/** Describes the allowed values of a field in a few words, which are shown below it. */
export const hintOf = ({
  type,
  min,
  max,
  maxLength,
  pattern,
  fallback,
  isRequired,
  description,
}: ScalarField): string =>
  [
    ...(description === undefined ? [] : [description.replace(/\.$/, '')]),
    ...(type === 'uuid' ? ['a UUID'] : type === 'integer' ? ['a whole number'] : []),
    ...(min !== undefined && max !== undefined
      ? [`${min} to ${max}`]
      : min !== undefined
        ? [`at least ${min}`]
        : max !== undefined
          ? [`at most ${max}`]
          : []),
    ...(maxLength === undefined ? [] : [`at most ${maxLength} characters`]),
    ...(pattern === undefined ? [] : [`like ${pattern}`]),
    ...(fallback !== undefined ? [`default: ${fallback}`] : isRequired ? [] : ['optional']),
  ].join(' · ');

/** Converts a parameter's name to a label: `max_amount` becomes `Max amount`. */
export const labelOf = (name: string): string => {
  const text = name.replaceAll('_', ' ').trim();
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
};
