/** What clients of the attribute catalog may send, and the shapes of what they get. */
import { orNull } from '../../../kernel/http/answers';
import {
  boolean,
  clearable,
  id,
  instant,
  integer,
  named,
  nullable,
  object,
  optional,
  text,
  withDefault,
} from '../../../kernel/http/codecs';
import { maxLabelLength } from '../domain/definition';

const label = text({ max: maxLabelLength });

// What a key must look like is the catalog's own rule, with codes of its own.
export const newDefinition = named(
  'NewAttributeDefinition',
  object({ key: text(), label: nullable(label), indexed: withDefault(boolean, false) }),
);

export const definitionChange = named(
  'AttributeDefinitionChange',
  object({ label: clearable(label), indexed: optional(boolean) }),
);

/** Any text: one that is no key is the key of nothing. */
export const definitionPath = object({ key: text() });

export const settings = named('AttributeSettings', object({ strict_mode: boolean }));

export const definitionShape = named(
  'AttributeDefinition',
  object({
    id: id(),
    key: text(),
    label: orNull(text()),
    indexed: boolean,
    searchable: boolean,
    usage_count: integer(0, Number.MAX_SAFE_INTEGER),
    created_at: instant,
    updated_at: instant,
  }),
);
