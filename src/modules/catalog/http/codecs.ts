/** What clients of the catalog may send, and the shapes of what they get. */
import { entryTypes, layers } from '../../../kernel/accounting';
import { money, orNull } from '../../../kernel/http/answers';
import {
  anyObject,
  array,
  boolean,
  clearable,
  Codec,
  id,
  instant,
  integer,
  named,
  nullable,
  object,
  oneOf,
  optional,
  text,
  withDefault,
  type Decoded,
  type JsonObject,
} from '../../../kernel/http/codecs';
import { metadata } from '../../../kernel/http/metadata';
import { maxExpressionLength } from '../domain/syntax';
import {
  maxDescriptionLength,
  maxExpandedEntries,
  maxTemplateEntries,
  minExpandedEntries,
  minTemplateEntries,
  transactionCodePattern,
  transactionCodeStatuses,
} from '../domain/transaction-code';

const maxRules = 50;
const maxTextLength = 255;

const description = text({ max: maxDescriptionLength });
const shortText = text({ min: 1, max: maxTextLength });

// Optional members stay absent, so that a template reads back as it was written.
const entryTemplate = object({
  repeat: clearable(
    text({
      min: 1,
      max: maxTextLength,
      description:
        'params.<name> of a list: an entry for each of its items, in which {item.<name>} is what the item has',
    }),
  ),
  account: text({ min: 1, max: maxTextLength, description: 'Code or id of an account, or text with {params.<name>}' }),
  type: text({ min: 1, max: maxTextLength, description: 'debit, credit, or text with {params.<name>}' }),
  amount: text({
    min: 1,
    max: maxExpressionLength + '{}'.length,
    description:
      'A decimal string; or arithmetic in braces: {round(params.amount * 0.029 + 0.30, 2)}; or, in one entry that does not repeat, {remainder}: what makes debits and credits equal',
  }),
  layer: clearable(
    text({ min: 1, max: maxTextLength, description: 'settled, pending, encumbrance, or text with {params.<name>}' }),
  ),
  description: clearable(description),
  metadata: clearable(metadata),
});

const paramsSchema: Codec<JsonObject> = new Codec<JsonObject>(
  {
    ...metadata.schema,
    description:
      'Parameters by name: {"amount": {"type": "decimal", "min": "0.01"}}, or as a JSON Schema with properties. Types: string, integer, decimal, boolean, date, uuid, account_code, and list: {"type": "list", "items": {"amount": {"type": "decimal"}}, "min_items": 1, "max_items": 100}',
  },
  (input) => metadata.decode(input),
);

const rule = object({
  expression: text({ min: 1, max: maxExpressionLength, description: 'params.amount > 0 and params.currency == "USD"' }),
  message: shortText,
});

export const newTransactionCode = named(
  'NewTransactionCode',
  object({
    code: text({ max: 50, pattern: transactionCodePattern, shape: '1 to 50 of the characters A-Z 0-9 - _' }),
    name: shortText,
    description: nullable(description),
    status: withDefault(oneOf(transactionCodeStatuses), 'active'),
    params_schema: nullable(paramsSchema),
    entries_template: object({ entries: array(entryTemplate, minTemplateEntries, maxTemplateEntries) }),
    attributes_template: nullable(metadata),
    validation_rules: nullable(object({ rules: array(rule, 0, maxRules) })),
    metadata: nullable(metadata),
  }),
);
export type NewTransactionCodeBody = Decoded<typeof newTransactionCode>;

export const givenParams = named('TransactionCodeParams', object({ params: anyObject }));

export const transactionCodeFilter = object({
  status: optional(oneOf(transactionCodeStatuses)),
  search: optional(text({ max: maxTextLength })),
});

// The shapes of answers: for the document and for the tests.

const uuid = id();

export const transactionCodeShape = named(
  'TransactionCode',
  object({
    id: uuid,
    ledger_id: uuid,
    code: text(),
    name: text(),
    description: orNull(text()),
    status: oneOf(transactionCodeStatuses),
    version: integer(1, Number.MAX_SAFE_INTEGER),
    params_schema: orNull(anyObject),
    entries_template: object({ entries: array(entryTemplate, minTemplateEntries, maxTemplateEntries) }),
    attributes_template: orNull(anyObject),
    validation_rules: orNull(anyObject),
    metadata: orNull(anyObject),
    created_at: instant,
    updated_at: instant,
  }),
);

const renderedEntry = object({
  account_code: orNull(text()),
  account_id: orNull(uuid),
  type: oneOf(entryTypes),
  layer: oneOf(layers),
  amount: money,
  description: orNull(text()),
  metadata: orNull(anyObject),
});

export const validParamsShape = named(
  'ValidTransactionCodeParams',
  object({
    valid: boolean,
    message: text(),
    rendered: object({
      entries: array(renderedEntry, minExpandedEntries, maxExpandedEntries),
      attributes: anyObject,
      metadata: orNull(anyObject),
    }),
  }),
);
