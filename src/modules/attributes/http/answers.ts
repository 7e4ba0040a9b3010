/** The codecs of attributes and the responses to their refusals, for all contexts. TypeScript requires an entry for each refusal. */
import { anyObject, Codec, named, type JsonObject } from '../../../kernel/http/codecs';
import { exemplified, type RefusalAnswers, type RefusalExamples } from '../../../kernel/http/status';
import { defaultMaxKeys } from '../application/ports';
import { keyPattern, maxAttributes, maxKeyLength, maxValueLength } from '../domain/admission';
import type { AttributeNotIndexed, AttributeRefusal } from '../domain/refusals';

/** Accepts any object. The rules for keys and values, whose refusals have codes of their own, are checked later. */
export const attributeMap: Codec<JsonObject> = named(
  'Attributes',
  'Searchable texts of your own by key, at most 20, written with the transaction and never changed. Keys are lowercase snake_case of at most 64 characters, and must not be the name of a field of transactions; values have at most 128 characters.',
  new Codec<JsonObject>(
    {
      type: 'object',
      propertyNames: { pattern: keyPattern.source, maxLength: maxKeyLength },
      additionalProperties: { type: 'string', maxLength: maxValueLength },
      maxProperties: maxAttributes,
    },
    (input) => anyObject.decode(input),
  ),
).described('Searchable texts by key; null if there are none.');

const attributeKey = ({ key }: { readonly key: string }): string => JSON.stringify(key.slice(0, 80));

const admissionAnswers = {
  AttributeCountExceeded: {
    status: 422,
    code: 'ATTRIBUTE_COUNT_EXCEEDED',
    when: 'The transaction would have too many attributes.',
    message: ({ max }) => `A transaction may carry at most ${max} attributes. Send fewer.`,
  },
  AttributeInvalidKey: {
    status: 422,
    code: 'ATTRIBUTE_INVALID_KEY',
    when: 'A key is not lowercase snake_case of at most 64 characters.',
    message: (refusal) =>
      `The attribute key ${attributeKey(refusal)} is not lowercase snake_case of at most 64 characters.`,
  },
  AttributeReservedKey: {
    status: 422,
    code: 'ATTRIBUTE_RESERVED_KEY',
    when: 'A key is the name of a field of transactions.',
    message: (refusal) =>
      `The attribute key ${attributeKey(refusal)} is the name of a field of transactions. Use another name.`,
  },
  AttributeInvalidValue: {
    status: 422,
    code: 'ATTRIBUTE_INVALID_VALUE',
    when: 'A value is not a text, or has characters that cannot be stored.',
    message: (refusal) =>
      `The value of the attribute ${attributeKey(refusal)} must be a string without NUL characters and lone surrogates.`,
  },
  AttributeValueTooLong: {
    status: 422,
    code: 'ATTRIBUTE_VALUE_TOO_LONG',
    when: 'A value has more than 128 characters.',
    message: (refusal) =>
      `The value of the attribute ${attributeKey(refusal)} may have at most ${refusal.max} characters.`,
  },
  AttributeNotDeclared: {
    status: 422,
    code: 'ATTRIBUTE_NOT_DECLARED',
    when: 'Strict mode is on, and a key is not declared.',
    message: (refusal) =>
      `Strict mode is on, and the attribute key ${attributeKey(refusal)} is not declared. Declare it with POST /attribute-definitions.`,
  },
  AttributeKeyCapExceeded: {
    status: 422,
    code: 'ATTRIBUTE_KEY_CAP_EXCEEDED',
    when: 'A key would be one more than the tenant may have.',
    message: (refusal) =>
      `The attribute key ${attributeKey(refusal)} would be one too many: a tenant may have ${refusal.max}. Use one of those at GET /attribute-definitions.`,
  },
} as const satisfies RefusalAnswers<AttributeRefusal>;

/** Examples of the refusals for the OpenAPI document. Other contexts that return these refusals use the examples too. */
export const attributeExamples = {
  AttributeCountExceeded: { max: maxAttributes },
  AttributeInvalidKey: { key: 'Sales Region' },
  AttributeReservedKey: { key: 'reference' },
  AttributeInvalidValue: { key: 'channel' },
  AttributeValueTooLong: { key: 'channel', max: maxValueLength },
  AttributeNotDeclared: { key: 'chanel' },
  AttributeKeyCapExceeded: { key: 'sales_region', max: defaultMaxKeys },
} satisfies RefusalExamples<AttributeRefusal>;

export const attributeAnswers = exemplified(admissionAnswers, attributeExamples);

/** The HTTP responses to searches that are refused. */
const searchAnswers = {
  AttributeNotIndexed: {
    status: 422,
    code: 'ATTRIBUTE_NOT_INDEXED',
    when: 'The tenant has no such key, the key is not indexed, or its index is still being built.',
    message: (refusal) => {
      const key = attributeKey(refusal);
      switch (refusal.state) {
        case 'undeclared':
          return `This tenant has no attribute ${key}. GET /attribute-definitions lists those it has; POST /attribute-definitions with "indexed": true declares it.`;
        case 'off':
          return `The attribute ${key} is not indexed. Turn it on with PATCH /attribute-definitions/{key} and {"indexed": true}.`;
        case 'building':
          return `The attribute ${key} is still being indexed, and a search could miss older transactions. Try again in a moment.`;
      }
    },
  },
} as const satisfies RefusalAnswers<AttributeNotIndexed>;

export const attributeSearchExamples = {
  AttributeNotIndexed: { key: 'channel', state: 'off' },
} satisfies RefusalExamples<AttributeNotIndexed>;

export const attributeSearchAnswers = exemplified(searchAnswers, attributeSearchExamples);
