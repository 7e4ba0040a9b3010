/** The requests and responses of attribute definitions and settings. */
import { createdAt, orNull, recordId, updatedAt } from '../../../kernel/http/answers';
import {
  boolean,
  clearable,
  integer,
  named,
  nullable,
  object,
  optional,
  text,
  withDefault,
  wording,
} from '../../../kernel/http/codecs';
import { maxLabelLength } from '../domain/definition';

const label = wording({ max: maxLabelLength }).described('The name of the key for people; null if none was given.');
const indexed = boolean.described('Whether transactions can be searched by this key.');

// The domain checks the form of a key, because its refusals have codes of their own.
export const newDefinition = named(
  'NewAttributeDefinition',
  'An attribute key to declare.',
  object({
    key: text().described('Lowercase snake_case of at most 64 characters, unique within the tenant. It never changes.'),
    label: nullable(label),
    indexed: withDefault(indexed, false),
  }),
);

export const definitionChange = named(
  'AttributeDefinitionChange',
  'A change to an attribute key: fields that are left out stay unchanged.',
  object({ label: clearable(label), indexed: optional(indexed) }),
);

/** Accepts any text: a text that is not a valid key is answered like an unknown key. */
export const definitionPath = object({ key: text().described('The attribute, by its key.') });

export const settings = named(
  'AttributeSettings',
  'The attribute settings of the tenant.',
  object({ strict_mode: boolean.described('Whether new transactions may have only declared keys.') }),
);

export const definitionShape = named(
  'AttributeDefinition',
  'An attribute key of the tenant, which was declared or created by its first use.',
  object({
    id: recordId,
    key: text().described('The name of the attribute in transactions.'),
    label: orNull(text()).described('The name for people; null if none was given.'),
    indexed: boolean.described('Whether transactions can be searched by it.'),
    searchable: boolean.described(
      'Whether the index is complete: false while older transactions are still being indexed.',
    ),
    usage_count: integer(0, Number.MAX_SAFE_INTEGER).described('The number of posted transactions that have it.'),
    created_at: createdAt,
    updated_at: updatedAt,
  }),
);
