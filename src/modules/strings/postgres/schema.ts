/** The tables of strings in the control plane (migrations/0009-strings.sql). */
import { EntitySchema } from '@mikro-orm/postgresql';
import type { LedgerId, TenantId } from '../../../kernel/ids';
import { boolean, instant, key, text, uuid } from '../../../kernel/postgres/entities';
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
    id: key,
    tenantId: uuid,
    code: text,
    name: text,
    description: { ...text, nullable: true },
    isActive: boolean,
    createdAt: instant,
    updatedAt: instant,
  },
});

export const MemberSchema = new EntitySchema<MemberRow>({
  name: 'StringMember',
  tableName: 'string_members',
  properties: {
    stringId: key,
    // This is a plain column and not a relation, because the ledger belongs to another module.
    ledgerId: key,
    addedAt: instant,
  },
});

export const RateSchema = new EntitySchema<RateRow>({
  name: 'FxRate',
  tableName: 'fx_rates',
  properties: {
    base: { ...text, primary: true },
    quote: { ...text, primary: true },
    rate: text,
    setAt: instant,
  },
});

/** The entities of this context that the ORM manages. */
export const stringEntities: readonly EntitySchema[] = [StringSchema, MemberSchema, RateSchema];
