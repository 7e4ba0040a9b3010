/** The control plane's tables of access (migrations/0002-control-plane.sql, 0012-people.sql, 0013-administration.sql,
0022-acts.sql). */
import { ArrayType, EntitySchema } from '@mikro-orm/postgresql';
import type { KeyId, LedgerId, TenantId } from '../../../kernel/ids';
import type { Scope } from '../../../kernel/principal';
import type { TimeZone } from '../../../kernel/time-zone';
import { boolean, instant, key, text, uuid } from '../../../kernel/postgres/entities';
import type { Invitation } from '../application/ports';
import type { AdminKey } from '../domain/admin-key';
import type { Operator } from '../domain/operator';
import type { Session } from '../domain/session';

export interface TenantRow {
  readonly id: TenantId;
  readonly name: string;
  readonly createdAt: Date;
}

export interface KeyRow {
  readonly id: KeyId;
  readonly tenantId: TenantId;
  readonly ledgerId: LedgerId;
  readonly currency: string;
  readonly storageDecimals: number;
  readonly displayDecimals: number;
  readonly timeZone: TimeZone;
  readonly prefix: string;
  readonly secretHash: Buffer;
  readonly name: string | null;
  readonly scopes: readonly Scope[];
  readonly capabilities: readonly string[];
  readonly rateLimitPerSecond: number;
  readonly isActive: boolean;
  readonly expiresAt: Date | null;
  readonly allowedNetworks: readonly string[];
  readonly lastUsedAt: Date | null;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
}

export const TenantSchema = new EntitySchema<TenantRow>({
  name: 'Tenant',
  tableName: 'tenants',
  properties: {
    id: key,
    name: text,
    createdAt: instant,
  },
});

export const KeySchema = new EntitySchema<KeyRow>({
  name: 'ApiKey',
  tableName: 'api_keys',
  properties: {
    id: key,
    tenantId: uuid,
    // This is a plain column and not a relation, because the ledger belongs to another module.
    ledgerId: uuid,
    currency: text,
    storageDecimals: { type: 'smallint' },
    displayDecimals: { type: 'smallint' },
    timeZone: text,
    prefix: text,
    secretHash: { type: 'blob' },
    name: { ...text, nullable: true },
    scopes: { type: ArrayType },
    capabilities: { type: ArrayType },
    rateLimitPerSecond: { type: 'integer' },
    isActive: boolean,
    expiresAt: { ...instant, nullable: true },
    allowedNetworks: { type: ArrayType },
    lastUsedAt: { ...instant, nullable: true },
    createdAt: instant,
    revokedAt: { ...instant, nullable: true },
  },
});

export interface AdminKeyRow extends AdminKey {
  readonly secretHash: Buffer;
}

export const AdminKeySchema = new EntitySchema<AdminKeyRow>({
  name: 'AdminKey',
  tableName: 'admin_keys',
  properties: {
    id: key,
    tenantId: { ...uuid, nullable: true },
    prefix: text,
    secretHash: { type: 'blob' },
    name: text,
    isActive: boolean,
    lastUsedAt: { ...instant, nullable: true },
    createdAt: instant,
    revokedAt: { ...instant, nullable: true },
  },
});

export interface OperatorRow extends Operator {
  readonly passwordHash: string | null;
}

export const OperatorSchema = new EntitySchema<OperatorRow>({
  name: 'Operator',
  tableName: 'operators',
  properties: {
    id: key,
    tenantId: { ...uuid, nullable: true },
    email: text,
    name: text,
    role: text,
    isActive: boolean,
    passwordHash: { ...text, nullable: true },
    lastSeenAt: { ...instant, nullable: true },
    createdAt: instant,
  },
});

export const InvitationSchema = new EntitySchema<Invitation>({
  name: 'Invitation',
  tableName: 'invitations',
  properties: {
    operatorId: key,
    tokenHash: text,
    createdBy: text,
    createdAt: instant,
    expiresAt: instant,
    usedAt: { ...instant, nullable: true },
  },
});

export const SessionSchema = new EntitySchema<Session>({
  name: 'Session',
  tableName: 'sessions',
  properties: {
    id: key,
    tokenHash: text,
    operatorId: uuid,
    beganBy: text,
    linkCreatedBy: { ...text, nullable: true },
    address: text,
    agent: { ...text, nullable: true },
    createdAt: instant,
    seenAt: instant,
    expiresAt: instant,
    endedAt: { ...instant, nullable: true },
    endedBy: { ...text, nullable: true },
  },
});

/** The entities of this module for the ORM. */
export const accessEntities: readonly EntitySchema[] = [
  TenantSchema,
  KeySchema,
  AdminKeySchema,
  OperatorSchema,
  InvitationSchema,
  SessionSchema,
];
