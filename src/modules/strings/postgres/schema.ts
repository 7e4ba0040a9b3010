/** The control plane's tables of strings (migrations/0009-strings.sql), small and cold enough for an ORM. */
import { EntitySchema } from '@mikro-orm/postgresql';
import type { LedgerId, TenantId } from '../../../kernel/ids';
import type { StringId } from '../domain/string';

export interface StringRow {
  readonly id: StringId;
  readonly tenantId: TenantId;
  readonly code: string;
  readonly name: string;
  readonly description: string | null;
  readonly isActive: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface MemberRow {
  readonly stringId: StringId;
  readonly ledgerId: LedgerId;
  readonly addedAt: Date;
}

export interface RateRow {
  readonly base: string;
  readonly quote: string;
  readonly rate: string;
  readonly setAt: Date;
}

export const StringSchema = new EntitySchema<StringRow>({
  name: 'String',
  tableName: 'strings',
  properties: {
    id: { type: 'uuid', primary: true },
    tenantId: { type: 'uuid', fieldName: 'tenant_id' },
    code: { type: 'text' },
    name: { type: 'text' },
    description: { type: 'text', nullable: true },
    isActive: { type: 'boolean', fieldName: 'is_active' },
    createdAt: { type: 'datetime', fieldName: 'created_at', columnType: 'timestamptz' },
    updatedAt: { type: 'datetime', fieldName: 'updated_at', columnType: 'timestamptz' },
  },
});

export const MemberSchema = new EntitySchema<MemberRow>({
  name: 'StringMember',
  tableName: 'string_members',
  properties: {
    stringId: { type: 'uuid', primary: true, fieldName: 'string_id' },
    // Plain, no relation: the ledger belongs to another context.
    ledgerId: { type: 'uuid', primary: true, fieldName: 'ledger_id' },
    addedAt: { type: 'datetime', fieldName: 'added_at', columnType: 'timestamptz' },
  },
});

export const RateSchema = new EntitySchema<RateRow>({
  name: 'FxRate',
  tableName: 'fx_rates',
  properties: {
    base: { type: 'text', primary: true },
    quote: { type: 'text', primary: true },
    rate: { type: 'text' },
    setAt: { type: 'datetime', fieldName: 'set_at', columnType: 'timestamptz' },
  },
});

/** What the ORM must know of to serve this context. */
export const stringEntities: readonly EntitySchema[] = [StringSchema, MemberSchema, RateSchema];
