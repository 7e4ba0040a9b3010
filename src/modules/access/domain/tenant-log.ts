/**
 * The log of a tenant: what was done to it, its ledgers, keys, people, webhook endpoints and strings, and by whom. Triggers of the
 * database write it (migrations/0013-administration.sql, 0022-acts.sql), so that nobody acts without it; here it is read and proven.
 */
import { hash } from 'node:crypto';
import { dateMember, formatsOf, membersText } from '../../../kernel/formats';
import type { TenantId } from '../../../kernel/ids';

export interface TenantEvent {
  readonly tenantId: TenantId;
  readonly sequence: bigint;
  /** Such as `key.created`. */
  readonly type: string;
  /** `operator:<id>`, the public part of a key, `command line`, or `migration` of what was there before there was a log. */
  readonly actor: string;
  readonly subjectType: string;
  readonly subjectId: string;
  /** JSON: the subject as the event left it, or as it was before it went. No secret, nor the hash of one. */
  readonly content: string;
  readonly occurredAt: Date;
  readonly previousHash: Buffer;
  readonly hash: Buffer;
}

export interface TenantLogHead {
  readonly tenantId: TenantId;
  readonly lastSequence: bigint;
  readonly lastHash: Buffer;
}

/** What the service does, each with its event. Statements of the owner may be told by other names. */
export const tenantEventTypes = [
  ...(['tenant.created', 'quota.set', 'ledger.created', 'ledger.updated'] as const),
  ...(['key.created', 'key.updated', 'key.revoked', 'key.secret_set'] as const),
  ...(['admin_key.created', 'admin_key.revoked', 'admin_key.secret_set'] as const),
  ...(['operator.created', 'operator.updated', 'operator.password_set', 'operator.deleted'] as const),
  ...(['invitation.created', 'invitation.used', 'invitation.withdrawn', 'session.started', 'session.ended'] as const),
  ...(['webhook_endpoint.created', 'webhook_endpoint.updated'] as const),
  ...(['webhook_endpoint.secret_set', 'webhook_endpoint.redelivered', 'webhook_endpoint.deleted'] as const),
  ...(['attribute_definition.created', 'attribute_definition.updated', 'attribute_settings.set'] as const),
  ...(['string.created', 'string_member.added', 'string_member.removed', 'rate.set'] as const),
] as const;

/** Whose log tells of what belongs to no tenant: rates, and those who administer all tenants. */
export const installationLog = '00000000-0000-0000-0000-000000000000' as TenantId;

/** Format 1. It has been written, by the database too, so it never changes; golden vectors pin it (tests/formats). */
const tenantGenesisV1 = (tenantId: TenantId): string => membersText(['tenant genesis', '1', tenantId]);

const tenantEventV1 = (event: Omit<TenantEvent, 'hash'>): string =>
  membersText([
    'tenant event',
    '1',
    event.previousHash.toString('hex'),
    event.tenantId,
    event.sequence.toString(),
    event.type,
    event.actor,
    event.subjectType,
    event.subjectId,
    hash('sha256', event.content),
    dateMember(event.occurredAt),
  ]);

/** What the first event of a log continues. */
export const tenantGenesisFormats = formatsOf(1, { 1: tenantGenesisV1 });
export const tenantEventFormats = formatsOf(1, { 1: tenantEventV1 });
