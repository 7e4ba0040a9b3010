/** The requests and responses of the catalog. */
import { createdAt, ledgerId, money, orNull, recordId, updatedAt } from '../../../kernel/http/answers';
import {
  anyObject,
  array,
  boolean,
  clearable,
  Codec,
  id,
  integer,
  named,
  nullable,
  object,
  oneOf,
  optional,
  text,
  withDefault,
  wording,
  type Decoded,
  type JsonObject,
} from '../../../kernel/http/codecs';
import { metadata } from '../../../kernel/http/metadata';
import { entryType, layer } from '../../../kernel/http/vocabulary';
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

const description = wording({ max: maxDescriptionLength }).described(
  'The purpose, in at most 1,000 characters; null if none was given.',
);
const shortText = wording({ min: 1, max: maxTextLength });
const nameText = shortText.described('The name for people, at most 255 characters.');

// Absent optional members stay absent, so that a template is returned exactly as the client wrote it.
const entryTemplate = named(
  'EntryTemplate',
  'An entry of a template. Its texts may contain placeholders such as `{params.order}`.',
  object({
    repeat: clearable(text({ min: 1, max: maxTextLength })).described(
      '`params.<name>` of a list: an entry for each of its items, in which `{item.<name>}` is a member of the item. Left out or null: one entry.',
    ),
    account: text({ min: 1, max: maxTextLength }).described(
      'Code or id of an account, or text with `{params.<name>}`.',
    ),
    type: text({ min: 1, max: maxTextLength }).described('`debit`, `credit`, or text with `{params.<name>}`.'),
    amount: text({ min: 1, max: maxExpressionLength + '{}'.length }).described(
      'A decimal string; or arithmetic in braces, such as `{round(params.amount * 0.029 + 0.30, 2)}`, where `round(x, decimals, mode)` takes the modes half_even (the default), half_up, half_down, up, down, floor and ceiling; or, in one entry that does not repeat, `{remainder}`: the amount that makes debits and credits equal.',
    ),
    optional: clearable(boolean).described(
      'Whether the entry is left out if its amount is zero; at least two entries must remain. If left out or null, an amount of zero is refused.',
    ),
    layer: clearable(text({ min: 1, max: maxTextLength })).described(
      '`settled`, `pending`, `encumbrance`, or text with `{params.<name>}`. Left out or null: that of the request. All entries of a transaction are of one layer.',
    ),
    description: clearable(wording({ max: maxDescriptionLength })).described(
      'The purpose of the entry, with placeholders.',
    ),
    metadata: clearable(metadata),
  }),
);

const entriesTemplate = named(
  'EntriesTemplate',
  'The entries that a transaction code creates.',
  object({
    entries: array(entryTemplate, minTemplateEntries, maxTemplateEntries).described(
      '2 to 100 entries, whose debits and credits are equal once parameters are put in.',
    ),
  }),
);

const paramsSchema: Codec<JsonObject> = named(
  'ParamsSchema',
  'Parameters by name: `{"amount": {"type": "decimal", "min": "0.01"}}`, or as a JSON Schema with `properties`. Types are string, integer, decimal, boolean, date, uuid, account_code, and list: `{"type": "list", "items": {"amount": {"type": "decimal"}}, "min_items": 1, "max_items": 100}`. A parameter may also say required, default, enum, min, max, pattern, max_length and description.',
  new Codec<JsonObject>({ type: 'object', additionalProperties: true }, (input) => metadata.decode(input)),
);

const rule = named(
  'ValidationRule',
  'A condition on several parameters.',
  object({
    expression: text({ min: 1, max: maxExpressionLength }).described(
      'A comparison over parameters, such as `params.amount > 0 and params.currency == "USD"`.',
    ),
    message: shortText.described('The error message if the rule is violated, under `errors.rules`.'),
  }),
);

const validationRules = named(
  'ValidationRules',
  'Rules over all parameters.',
  object({ rules: array(rule, 0, maxRules).described('At most 50 rules, each of which must hold.') }),
);

const transactionCodeStatus = named(
  'TransactionCodeStatus',
  'Whether new transactions may name the code: `active`, or `deprecated` permanently.',
  oneOf(transactionCodeStatuses),
);

const declared = 'The parameters that it takes, by name; null if it takes none.';
const template = 'The entries that it creates.';
const attributesTemplate =
  'Attributes of the transactions that it creates, as texts that may contain placeholders; attributes of a request take precedence. Null for none.';
const rules = 'The condition on all parameters; null if there is none.';
const given = 'Metadata of the transactions that it creates; members in a request take precedence. Null for none.';

export const newTransactionCode = named(
  'NewTransactionCode',
  'A transaction code to create.',
  object({
    code: text({
      max: 50,
      pattern: transactionCodePattern,
      shape: '1 to 50 of the characters A-Z 0-9 - _',
    }).described('The code in requests: 1 to 50 of the characters A-Z 0-9 - _, unique within the ledger, permanently.'),
    name: nameText,
    description: nullable(description),
    status: withDefault(transactionCodeStatus, 'active').described('Whether it may be used at once.'),
    params_schema: nullable(paramsSchema).described(declared),
    entries_template: entriesTemplate.described(template),
    attributes_template: nullable(metadata).described(attributesTemplate),
    validation_rules: nullable(validationRules).described(rules),
    metadata: nullable(metadata).described(given),
  }),
);
export type NewTransactionCodeBody = Decoded<typeof newTransactionCode>;

export const givenParams = named(
  'TransactionCodeParams',
  'Parameters to try.',
  object({ params: anyObject.described('Values by the names that `params_schema` declares.') }),
);

export const transactionCodeFilter = object({
  status: optional(transactionCodeStatus).described('Only transaction codes of this status.'),
  search: optional(text({ max: maxTextLength })).described(
    'Only those whose code, name or description contains this text; upper and lower case are the same. There are no wildcards.',
  ),
});

// The shapes of responses, for the OpenAPI document and for the tests.

export const transactionCodeShape = named(
  'TransactionCode',
  'A template of entries with parameters, from which transactions are created.',
  object({
    id: recordId,
    ledger_id: ledgerId,
    code: text().described('The code in requests. It never changes.'),
    name: text().described('The name for people.'),
    description: orNull(description),
    status: transactionCodeStatus.described('Whether new transactions may name it.'),
    version: integer(1, Number.MAX_SAFE_INTEGER).described('The version of the template, from 1.'),
    params_schema: orNull(paramsSchema).described(declared),
    entries_template: entriesTemplate.described(template),
    attributes_template: orNull(metadata).described(attributesTemplate),
    validation_rules: orNull(validationRules).described(rules),
    metadata: orNull(metadata).described(given),
    created_at: createdAt,
    updated_at: updatedAt,
  }),
);

const textsByKey = new Codec<JsonObject>({ type: 'object', additionalProperties: { type: 'string' } }, (input) =>
  anyObject.decode(input),
);

const renderedEntry = named(
  'RenderedEntry',
  'An entry that results from the parameters.',
  object({
    account_code: orNull(text()).described('The code of the account; null if the template names its id.'),
    account_id: orNull(id()).described('The id of the account; null if the template names its code.'),
    type: entryType.described('Whether the account would be debited or credited.'),
    layer: layer.described('The layer that the entry would have.'),
    amount: money.described('The amount, in major units.'),
    description: orNull(text()).described('The purpose that the entry would have; null if the template supplies none.'),
    metadata: orNull(metadata),
  }),
);

export const validParamsShape = named(
  'ValidTransactionCodeParams',
  'Valid parameters, and what results from them.',
  object({
    valid: boolean.described('Always true: invalid parameters are refused.'),
    message: text().described('A message for people.'),
    rendered: named(
      'RenderedTransaction',
      'The transaction that would be posted.',
      object({
        entries: array(renderedEntry, minExpandedEntries, maxExpandedEntries).described(
          'The entries, 2 to 100, with one for each item of a list.',
        ),
        attributes: textsByKey.described('The attributes that the template supplies.'),
        metadata: orNull(metadata).described('The metadata that the template supplies; null for none.'),
      }),
    ).described('The transaction that would be posted with them.'),
  }),
);
