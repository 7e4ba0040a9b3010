/** The control plane's tables of access (migrations/0002-control-plane.sql), small and cold enough for an ORM. */
import { ArrayType, EntitySchema } from '@mikro-orm/postgresql';
import type { KeyId, LedgerId, TenantId } from '../../../kernel/ids';

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
  readonly prefix: string;
  readonly secretHash: Buffer;
  readonly name: string | null;
  readonly capabilities: readonly string[];
  readonly rateLimitPerSecond: number;
  readonly isActive: boolean;
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
}

export const TenantSchema = new EntitySchema<TenantRow>({
  name: 'Tenant',
  tableName: 'tenants',
  properties: {
    id: { type: 'uuid', primary: true },
    name: { type: 'text' },
    createdAt: { type: 'datetime', fieldName: 'created_at', columnType: 'timestamptz' },
  },
});

export const KeySchema = new EntitySchema<KeyRow>({
  name: 'ApiKey',
  tableName: 'api_keys',
  properties: {
    id: { type: 'uuid', primary: true },
    tenantId: { type: 'uuid', fieldName: 'tenant_id' },
    // Plain, no relation: the ledger belongs to another context.
    ledgerId: { type: 'uuid', fieldName: 'ledger_id' },
    currency: { type: 'text' },
    storageDecimals: { type: 'smallint', fieldName: 'storage_decimals' },
    displayDecimals: { type: 'smallint', fieldName: 'display_decimals' },
    prefix: { type: 'text' },
    secretHash: { type: 'blob', fieldName: 'secret_hash' },
    name: { type: 'text', nullable: true },
    capabilities: { type: ArrayType },
    rateLimitPerSecond: { type: 'integer', fieldName: 'rate_limit_per_second' },
    isActive: { type: 'boolean', fieldName: 'is_active' },
    expiresAt: { type: 'datetime', fieldName: 'expires_at', columnType: 'timestamptz', nullable: true },
    lastUsedAt: { type: 'datetime', fieldName: 'last_used_at', columnType: 'timestamptz', nullable: true },
    createdAt: { type: 'datetime', fieldName: 'created_at', columnType: 'timestamptz' },
    revokedAt: { type: 'datetime', fieldName: 'revoked_at', columnType: 'timestamptz', nullable: true },
  },
});

/** What the ORM must know of to serve this context. */
export const accessEntities: readonly EntitySchema[] = [TenantSchema, KeySchema];
