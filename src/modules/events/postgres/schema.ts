/** The tables of webhooks (migrations/0010-webhooks.sql, 0022-acts.sql, 0031-acts-on-endpoints.sql). */
import { EntitySchema } from '@mikro-orm/postgresql';
import { boolean, instant, key, text, uuid, type InLedger } from '../../../kernel/postgres/entities';
import type { KeptEndpoint } from '../application/ports';
import type { Delivery } from '../domain/endpoint';

/** The row of an endpoint: the types are one text, and sequences are the text of a bigint. */
export interface EndpointRow extends Omit<InLedger<KeptEndpoint>, 'types' | 'deliveredThrough'> {
  readonly types: string | null;
  readonly deliveredThrough: string;
  readonly hasQueued: boolean;
  readonly redelivery: string | null;
  readonly dueAt: Date;
  readonly waitsAfter: string | null;
  readonly leasedBy: string | null;
  readonly leasedUntil: Date;
  readonly version: string;
}

export interface DeliveryRow extends Omit<InLedger<Delivery>, 'sequence'> {
  readonly endpointId: string;
  readonly sequence: string;
}

const number = { type: 'integer' } as const;
const bigint = { type: 'text' } as const;
const orNull = { nullable: true } as const;

export const EndpointSchema = new EntitySchema<EndpointRow>({
  name: 'WebhookEndpoint',
  tableName: 'webhook_endpoints',
  properties: {
    ledgerId: key,
    id: key,
    url: text,
    description: { ...text, ...orNull },
    types: { ...text, ...orNull },
    isActive: boolean,
    maxInFlight: number,
    secret: text,
    formerSecret: { ...text, ...orNull },
    formerUntil: { ...instant, ...orNull },
    deliveredThrough: bigint,
    hasQueued: boolean,
    redelivery: { ...text, ...orNull },
    dueAt: instant,
    waitsAfter: { ...bigint, ...orNull },
    pausedAt: { ...instant, ...orNull },
    pauseReason: { ...text, ...orNull },
    leasedBy: { ...text, ...orNull },
    leasedUntil: instant,
    version: bigint,
    createdBy: text,
    createdAt: instant,
    updatedAt: instant,
  },
});

export const DeliverySchema = new EntitySchema<DeliveryRow>({
  name: 'WebhookDelivery',
  tableName: 'webhook_deliveries',
  properties: {
    ledgerId: key,
    endpointId: key,
    sequence: { ...bigint, primary: true },
    id: uuid,
    type: text,
    state: text,
    attempts: number,
    status: { ...number, ...orNull },
    answer: { ...text, ...orNull },
    fault: { ...text, ...orNull },
    milliseconds: { ...number, ...orNull },
    lastAttemptAt: { ...instant, ...orNull },
    nextAttemptAt: { ...instant, ...orNull },
  },
});

export const toEndpoint = ({ types, deliveredThrough, ...row }: EndpointRow): KeptEndpoint => ({
  id: row.id,
  url: row.url,
  description: row.description,
  types: types === null ? null : types.split(','),
  isActive: row.isActive,
  maxInFlight: row.maxInFlight,
  secret: row.secret,
  formerSecret: row.formerSecret,
  formerUntil: row.formerUntil,
  deliveredThrough: BigInt(deliveredThrough),
  pausedAt: row.pausedAt,
  pauseReason: row.pauseReason,
  createdBy: row.createdBy,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

export const toDelivery = ({ ledgerId: _, endpointId: __, sequence, ...row }: DeliveryRow): Delivery => ({
  ...row,
  sequence: BigInt(sequence),
});

/** The entities of this context that the ORM manages. */
export const eventEntities: readonly EntitySchema[] = [EndpointSchema, DeliverySchema];
