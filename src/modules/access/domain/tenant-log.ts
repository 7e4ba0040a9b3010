/**
 * The log of a tenant: all changes to the tenant, its ledgers, keys, people, webhook endpoints and strings, each with
 * its actor. Triggers of the database write it (migrations/0013-administration.sql, 0022-acts.sql), so that no change
 * goes unlogged; this module reads and verifies it.
 */
import { hash } from 'node:crypto';
import { dateMember, formatsOf, membersText } from '../../../kernel/formats';
import type { TenantId } from '../../../kernel/ids';

export interface TenantEvent {
  readonly tenantId: TenantId;
  readonly sequence: bigint;
  /** The type of the event, such as `key.created`. */
  readonly type: string;
  /**
   * `operator:<id>`, the public part of a key, `command line`, or `migration` for records that are older than the log.
   */
  readonly actor: string;
  readonly subjectType: string;
  readonly subjectId: string;
  /** The subject as JSON: after the event, or before it if the event deleted the subject. Contains no secret, and no hash of a secret. */
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

/** The types of events for acts of the service. Statements that the tables' owner runs may be logged with other types. */
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
  ...(['verification.passed', 'verification.failed', 'verification.broken_off', 'log_epoch.begun'] as const),
] as const;

/** The id of the log for records that belong to no tenant: rates, and administrators of all tenants. */
export const installationLog = '00000000-0000-0000-0000-000000000000' as TenantId;

/**
 * Format 1 of the hashed text. Stored events have it, and database triggers write it too, so it must never change; golden vectors pin it
 * (tests/formats).
 */
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

/** The text before the first event: the hash chain of a log begins with the hash of this text. */
export const tenantGenesisFormats = formatsOf(1, { 1: tenantGenesisV1 });
export const tenantEventFormats = formatsOf(1, { 1: tenantEventV1 });
