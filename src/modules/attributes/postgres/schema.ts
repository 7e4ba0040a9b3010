/** The control plane's tables of attributes (migrations/0008-attributes.sql), as the ORM reads them. */
import { EntitySchema } from '@mikro-orm/postgresql';
import type { TenantId } from '../../../kernel/ids';
import type { AttributeDefinition } from '../domain/definition';

export interface SettingsRow {
  readonly tenantId: TenantId;
  readonly strictMode: boolean;
}

export interface DefinitionRow extends AttributeDefinition {
  readonly tenantId: TenantId;
}

export const SettingsSchema = new EntitySchema<SettingsRow>({
  name: 'AttributeSettings',
  tableName: 'attribute_settings',
  properties: {
    tenantId: { type: 'uuid', primary: true, fieldName: 'tenant_id' },
    strictMode: { type: 'boolean', fieldName: 'strict_mode' },
  },
});

export const DefinitionSchema = new EntitySchema<DefinitionRow>({
  name: 'AttributeDefinition',
  tableName: 'attribute_definitions',
  properties: {
    tenantId: { type: 'uuid', primary: true, fieldName: 'tenant_id' },
    key: { type: 'text', primary: true },
    id: { type: 'uuid' },
    label: { type: 'text', nullable: true },
    indexState: { type: 'text', fieldName: 'index_state' },
    indexRound: { type: 'integer', fieldName: 'index_round' },
    createdAt: { type: 'datetime', fieldName: 'created_at', columnType: 'timestamptz' },
    updatedAt: { type: 'datetime', fieldName: 'updated_at', columnType: 'timestamptz' },
  },
});

/** What the ORM must know of to serve this context. */
export const attributeEntities: readonly EntitySchema[] = [SettingsSchema, DefinitionSchema];
