/**
 * The HTTP responses to refused changes to definitions. answers.ts has those to refused transactions. TypeScript requires an entry for each
 * refusal.
 */
import { exemplified, only, type RefusalAnswers, type RefusalExamples } from '../../../kernel/http/status';
import type { DefineRefusal, DefinitionMissing } from '../domain/refusals';
import { attributeAnswers, attributeExamples } from './answers';

const answers = {
  DefinitionMissing: {
    status: 404,
    code: 'ATTRIBUTE_DEFINITION_NOT_FOUND',
    when: 'The tenant has no attribute with this key.',
    message: () => 'This tenant has no attribute with that key. GET /attribute-definitions lists those it has.',
  },
  ...only(attributeAnswers, 'AttributeInvalidKey', 'AttributeReservedKey'),
  AttributeKeyExists: {
    status: 422,
    code: 'ATTRIBUTE_KEY_EXISTS',
    when: 'The tenant already has this key: it was declared, or created by its first use.',
    message: ({ key }) =>
      `This tenant already has an attribute with the key ${key}: it was declared, or created by its first use. Change it with PATCH.`,
  },
  ...only(attributeAnswers, 'AttributeKeyCapExceeded'),
} as const satisfies RefusalAnswers<DefineRefusal | DefinitionMissing>;

const examples = {
  ...only(attributeExamples, 'AttributeInvalidKey', 'AttributeReservedKey', 'AttributeKeyCapExceeded'),
  AttributeKeyExists: { key: 'channel' },
} satisfies RefusalExamples<DefineRefusal | DefinitionMissing>;

export const definitionAnswers = exemplified(answers, examples);
