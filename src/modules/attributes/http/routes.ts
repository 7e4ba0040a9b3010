/** The routes of attribute definitions and settings. */
import { array } from '../../../kernel/http/codecs';
import { get, pageReply, patch, post, put, type Route } from '../../../kernel/http/route';
import { only } from '../../../kernel/http/status';
import { maxPageLimit } from '../../../kernel/page';
import { ok } from '../../../kernel/refusal';
import type { Attributes, DescribedDefinition } from '../index';
import { definitionChange, definitionPath, definitionShape, newDefinition, settings } from './codecs';
import { definitionAnswers } from './status';

const tag = 'Attributes';

/** Every API key may read definitions; changing them requires this capability. */
const needs = { capability: 'attributes:admin', beside: 'chart', code: 'ATTRIBUTE_ADMIN_CAPABILITY_REQUIRED' } as const;

export const attributeRoutes = (attributes: Attributes): readonly Route[] => [
  get(
    '/attribute-definitions',
    {
      operationId: 'listAttributeDefinitions',
      summary: 'List the attribute keys of the tenant by key',
      description:
        'Lists the attribute keys of the tenant by key: declared keys, and keys that were created by their first use.',
      tag,
      needs: 'read',
      list: true,
      ok: 200,
      refusals: {},
      answer: array(definitionShape, 0, maxPageLimit),
    },
    async ({ caller, slice }) => ok(await attributes.listDefinitions(caller, slice)),
    (page) => pageReply(page, definitionView),
  ),
  post(
    '/attribute-definitions',
    {
      operationId: 'createAttributeDefinition',
      summary: 'Declare an attribute key',
      description:
        'Declares an attribute key. In strict mode, transactions may have only declared keys. A key that exists is 422 `ATTRIBUTE_KEY_EXISTS`, one too many 422 `ATTRIBUTE_KEY_CAP_EXCEEDED`.',
      tag,
      needs,
      body: newDefinition,
      ok: 201,
      refusals: only(
        definitionAnswers,
        'AttributeInvalidKey',
        'AttributeReservedKey',
        'AttributeKeyExists',
        'AttributeKeyCapExceeded',
      ),
      answer: definitionShape,
      example: { body: { key: 'sales_region', label: 'Region of the sale', indexed: true } },
    },
    ({ caller, body: { key, label, indexed } }) => attributes.define(caller, { key, label, isIndexed: indexed }),
    (definition) => ({
      data: definitionView(definition),
      headers: { Location: `/api/v1/attribute-definitions/${definition.key}` },
    }),
  ),
  patch(
    '/attribute-definitions/:key',
    {
      operationId: 'changeAttributeDefinition',
      summary: 'Change the label of an attribute key, or whether transactions can be searched by it',
      description:
        'Changes the label of a key, or whether transactions can be searched by it. When this is turned on, older transactions are indexed in the background, and `searchable` shows when this has finished. The key itself never changes. Can be repeated.',
      tag,
      params: definitionPath,
      missing: 'DefinitionMissing',
      needs,
      body: definitionChange,
      ok: 200,
      refusals: only(definitionAnswers, 'DefinitionMissing'),
      answer: definitionShape,
      example: { params: { key: 'channel' }, body: { label: 'Channel of the sale', indexed: true } },
    },
    ({ caller, params, body: { label, indexed } }) =>
      attributes.changeDefinition(caller, params.key, { label, isIndexed: indexed }),
    (definition) => ({ data: definitionView(definition) }),
  ),
  get(
    '/attribute-settings',
    {
      operationId: 'readAttributeSettings',
      summary: 'Read the attribute settings of the tenant',
      description: 'Shows whether strict mode is on.',
      tag,
      needs: 'read',
      ok: 200,
      refusals: {},
      answer: settings,
    },
    async ({ caller }) => ok(await attributes.isStrict(caller.tenantId)),
    (isStrict) => ({ data: { strict_mode: isStrict } }),
  ),
  put(
    '/attribute-settings',
    {
      operationId: 'changeAttributeSettings',
      summary: 'Turn strict mode on or off',
      description:
        'Turns strict mode on or off for the whole tenant. With it, new transactions may have only declared keys (else 422 `ATTRIBUTE_NOT_DECLARED`); older ones keep their keys. Can be repeated.',
      tag,
      needs,
      body: settings,
      ok: 200,
      refusals: {},
      answer: settings,
      example: { body: { strict_mode: false } },
    },
    async ({ caller, body }) => ok(await attributes.setStrict(caller, body.strict_mode)),
    (isStrict) => ({ data: { strict_mode: isStrict } }),
  ),
];

/** `indexed` is the requested state; `searchable` is true once all older transactions are indexed too. */
const definitionView = (definition: DescribedDefinition): Readonly<Record<string, unknown>> => ({
  id: definition.id,
  key: definition.key,
  label: definition.label,
  indexed: definition.indexState !== 'off',
  searchable: definition.indexState === 'ready',
  usage_count: definition.usageCount,
  created_at: definition.createdAt.toISOString(),
  updated_at: definition.updatedAt.toISOString(),
});
