/**
 * A compiled transaction code: everything is parsed, typed and checked once, so that an expansion only evaluates. All errors are reported
 * at once, by field. `balance.ts` checks whether the entries can balance.
 */
import type { Denomination } from '../../../kernel/money';
import { ok, refuse, refused, type FieldErrors, type Outcome } from '../../../kernel/refusal';
import { remainder } from './amount';
import type { Scope } from './arithmetic-typing';
import { complain, fieldErrorsOf, shown, withLocation, type Complaints } from './complaints';
import type { Condition } from './condition';
import { conditionOf } from './condition-typing';
import { compileEntry, textOrComplaint, type CompiledEntry } from './entry';
import type { ParamsSchema } from './parameter';
import { readParamsSchema } from './params-schema';
import { judgeRepetition } from './repetition';
import { accountParametersOf } from './same-params';
import { parse } from './syntax';
import { compileJson, type JsonTemplate, type TextTemplate } from './text';
import {
  maxDefinitionBytes,
  type EntryTemplate,
  type JsonObject,
  type NewTransactionCode,
  type RuleTemplate,
} from './transaction-code';

export interface CompiledTemplate {
  readonly parameters: ParamsSchema;
  /** The parameters that are used only to name accounts. */
  readonly accountParameters: ReadonlySet<string>;
  readonly denomination: Denomination;
  readonly entries: readonly CompiledEntry[];
  readonly attributes: readonly (readonly [key: string, value: TextTemplate])[];
  readonly rules: readonly CompiledRule[];
  readonly metadata: JsonTemplate | null;
}

export interface CompiledRule {
  readonly condition: Condition;
  readonly message: string;
}

/** The members of a transaction code from which a template is compiled. */
export type Definition = Pick<
  NewTransactionCode,
  'paramsSchema' | 'entriesTemplate' | 'attributesTemplate' | 'validationRules' | 'metadata'
>;

/**
 * Explains why a new transaction code is too large; undefined if it is not. Codes that were stored before there was a limit still compile.
 */
export const oversizeOf = (definition: Definition): FieldErrors | undefined => {
  const { paramsSchema, entriesTemplate, attributesTemplate, validationRules, metadata } = definition;
  const parts = [paramsSchema, entriesTemplate, attributesTemplate, validationRules, metadata];
  const bytes = parts.reduce<number>((sum, part) => sum + (part ? Buffer.byteLength(JSON.stringify(part)) : 0), 0);
  if (bytes <= maxDefinitionBytes) return undefined;
  return {
    entries_template: [
      `must take at most ${maxDefinitionBytes} bytes of JSON together with params_schema, attributes_template, validation_rules and metadata, and they take ${bytes}`,
    ],
  };
};

const maxExpressionCharacters = 5_000;
const maxPlaceholders = 500;

export const compileTemplate = (
  definition: Definition,
  denomination: Denomination,
): Outcome<FieldErrors, CompiledTemplate> => {
  const excess = excessOf(definition);
  if (excess) return refuse(excess);
  const parameters = readParamsSchema(definition.paramsSchema);
  if (refused(parameters)) return parameters;
  const complaints: Complaints = new Map();
  const { storageDecimals } = denomination;
  const scope = { parameters: parameters.right, list: undefined, storageDecimals, allowsAbsent: false };
  const lenient = { ...scope, allowsAbsent: true };
  const entries = compileEntries(definition.entriesTemplate.entries, scope, denomination, complaints);
  const attributes = compileAttributes(definition.attributesTemplate ?? {}, lenient, complaints);
  const rules = (definition.validationRules?.rules ?? []).flatMap(
    (rule, index) => compileRule(rule, `validation_rules.rules.${index}`, lenient, complaints) ?? [],
  );
  const metadata = definition.metadata && compileJson(definition.metadata, 'metadata', lenient, complaints);
  if (complaints.size > 0) return refuse(fieldErrorsOf(complaints));
  const accountParameters = accountParametersOf(definition, entries);
  return ok({ parameters: parameters.right, accountParameters, denomination, entries, attributes, rules, metadata });
};

/** Limits the number and length of all expressions before any of them is parsed, so that the cost of an evaluation is bounded. */
const excessOf = ({
  entriesTemplate,
  attributesTemplate,
  validationRules,
  metadata,
}: Definition): FieldErrors | undefined => {
  const expressions = [
    ...entriesTemplate.entries.map(({ amount }) => amount),
    ...(validationRules?.rules ?? []).map(({ expression }) => expression),
  ];
  if (expressions.reduce((sum, { length }) => sum + length, 0) > maxExpressionCharacters)
    return {
      entries_template: [
        `must have at most ${maxExpressionCharacters} characters in all its amounts and rules together`,
      ],
    };
  const texts = JSON.stringify([entriesTemplate, attributesTemplate, metadata]);
  if (texts.split('params.').length - 1 > maxPlaceholders)
    return { entries_template: [`must have at most ${maxPlaceholders} placeholders in all its texts together`] };
  return undefined;
};

const compileEntries = (
  templates: readonly EntryTemplate[],
  scope: Scope,
  denomination: Denomination,
  complaints: Complaints,
): readonly CompiledEntry[] => {
  const fieldOf = (index: number): string => `entries_template.entries.${index}`;
  const entries = templates.flatMap(
    (template, index) => compileEntry(template, fieldOf(index), scope, denomination, complaints) ?? [],
  );
  if (entries.length < templates.length) return entries;
  const [, ...more] = entries.flatMap(({ amount }, index) => (amount === remainder ? [index] : []));
  for (const index of more)
    complain(complaints, `${fieldOf(index)}.amount`, 'is one remainder too many: a template has at most one');
  judgeRepetition(templates, entries, complaints);
  return entries;
};

const attributeKey = /^[a-z][a-z0-9_]{0,63}$/;

const compileAttributes = (
  attributes: JsonObject,
  scope: Scope,
  complaints: Complaints,
): CompiledTemplate['attributes'] =>
  Object.entries(attributes).flatMap(([key, value]) => {
    const field = `attributes_template.${key}`;
    if (!attributeKey.test(key))
      complain(complaints, field, 'must be named in lowercase snake_case, at most 64 characters');
    const text =
      typeof value === 'string' ? textOrComplaint(value, scope) : refuse(`must be a text, got ${shown(value)}`);
    if (!refused(text)) return [[key, text.right] as const];
    complain(complaints, field, text.left);
    return [];
  });

const compileRule = (
  { expression, message }: RuleTemplate,
  field: string,
  scope: Scope,
  complaints: Complaints,
): CompiledRule | undefined => {
  const syntax = parse(expression, 'rule');
  const condition = refused(syntax) ? syntax : conditionOf(syntax.right, scope);
  if (!refused(condition)) return { condition: condition.right, message };
  complain(complaints, `${field}.expression`, withLocation(condition.left, expression));
  return undefined;
};
