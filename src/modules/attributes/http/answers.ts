/** How refused attributes are answered, by every context that takes them. A missing row does not compile. */
import { exemplified, type RefusalAnswers, type RefusalExamples } from '../../../kernel/http/status';
import { defaultMaxKeys } from '../application/ports';
import { maxAttributes, maxValueLength } from '../domain/admission';
import type { AttributeNotIndexed, AttributeRefusal } from '../domain/refusals';

const attributeKey = ({ key }: { readonly key: string }): string => JSON.stringify(key.slice(0, 80));

const admissionAnswers = {
  AttributeCountExceeded: {
    status: 422,
    code: 'ATTRIBUTE_COUNT_EXCEEDED',
    message: ({ max }) => `A transaction may carry at most ${max} attributes. Send fewer.`,
  },
  AttributeInvalidKey: {
    status: 422,
    code: 'ATTRIBUTE_INVALID_KEY',
    message: (refusal) =>
      `The attribute key ${attributeKey(refusal)} is not lowercase snake_case of at most 64 characters.`,
  },
  AttributeReservedKey: {
    status: 422,
    code: 'ATTRIBUTE_RESERVED_KEY',
    message: (refusal) =>
      `The attribute key ${attributeKey(refusal)} is the name of a field of transactions. Use another name.`,
  },
  AttributeInvalidValue: {
    status: 422,
    code: 'ATTRIBUTE_INVALID_VALUE',
    message: (refusal) =>
      `The value of the attribute ${attributeKey(refusal)} must be a string without NUL characters and lone surrogates.`,
  },
  AttributeValueTooLong: {
    status: 422,
    code: 'ATTRIBUTE_VALUE_TOO_LONG',
    message: (refusal) =>
      `The value of the attribute ${attributeKey(refusal)} may have at most ${refusal.max} characters.`,
  },
  AttributeNotDeclared: {
    status: 422,
    code: 'ATTRIBUTE_NOT_DECLARED',
    message: (refusal) =>
      `Strict mode is on, and the attribute key ${attributeKey(refusal)} is not declared. Declare it with POST /attribute-definitions.`,
  },
  AttributeKeyCapExceeded: {
    status: 422,
    code: 'ATTRIBUTE_KEY_CAP_EXCEEDED',
    message: (refusal) =>
      `The attribute key ${attributeKey(refusal)} would be one too many: a tenant may have ${refusal.max}. Use one of those at GET /attribute-definitions.`,
  },
} as const satisfies RefusalAnswers<AttributeRefusal>;

/** What they tell in the document; those who answer them in tables of their own need it too. */
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

/** How a search is refused. */
const searchAnswers = {
  AttributeNotIndexed: {
    status: 422,
    code: 'ATTRIBUTE_NOT_INDEXED',
    message: (refusal) =>
      refusal.isBuilding
        ? `The attribute ${attributeKey(refusal)} is still being indexed, and a search could miss older transactions. Try again in a moment.`
        : `The attribute ${attributeKey(refusal)} is not indexed. Turn it on with PATCH /attribute-definitions/{key} and {"indexed": true}.`,
  },
} as const satisfies RefusalAnswers<AttributeNotIndexed>;

export const attributeSearchExamples = {
  AttributeNotIndexed: { key: 'channel', isBuilding: false },
} satisfies RefusalExamples<AttributeNotIndexed>;

export const attributeSearchAnswers = exemplified(searchAnswers, attributeSearchExamples);
