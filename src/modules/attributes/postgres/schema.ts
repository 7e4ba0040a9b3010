/** The tables of attributes (migrations/0008-attributes.sql). */
import { EntitySchema } from '@mikro-orm/postgresql';
import type { TenantId } from '../../../kernel/ids';
import { boolean, instant, key, text, uuid } from '../../../kernel/postgres/entities';
import type { AttributeDefinition } from '../domain/definition';

export interface SettingsRow {
  readonly tenantId: TenantId;
  readonly strictMode: boolean;
  /** A bigint, which the driver returns as text. */
  readonly version: string;
  readonly updatedAt: Date;
}

export interface DefinitionRow extends AttributeDefinition {
  readonly tenantId: TenantId;
}

export const SettingsSchema = new EntitySchema<SettingsRow>({
  name: 'AttributeSettings',
  tableName: 'attribute_settings',
  properties: { tenantId: key, strictMode: boolean, version: text, updatedAt: instant },
});

export const DefinitionSchema = new EntitySchema<DefinitionRow>({
  name: 'AttributeDefinition',
  tableName: 'attribute_definitions',
  properties: {
    tenantId: key,
    key: { ...text, primary: true },
    id: uuid,
    label: { ...text, nullable: true },
    indexState: text,
    indexRound: { type: 'integer' },
    createdAt: instant,
    updatedAt: instant,
  },
});

export const toDefinition = ({ tenantId: _, ...definition }: DefinitionRow): AttributeDefinition => definition;

/** The entities of this context that the ORM manages. */
export const attributeEntities: readonly EntitySchema[] = [SettingsSchema, DefinitionSchema];
