/** The JSON of webhook endpoints and deliveries. It never includes a signing secret. */
import type { Principal } from '../../../kernel/principal';
import type { WebhookAnswer } from '../application/ports';
import { isTaken, type Delivery, type Endpoint } from '../domain/endpoint';

export const endpointView =
  ({ ledgerId }: Principal) =>
  (endpoint: Endpoint): object => ({
    id: endpoint.id,
    ledger_id: ledgerId,
    url: endpoint.url,
    description: endpoint.description,
    types: endpoint.types,
    is_active: endpoint.isActive,
    status: !endpoint.isActive ? 'inactive' : endpoint.pausedAt ? 'paused' : 'active',
    pause_reason: endpoint.pauseReason,
    paused_at: endpoint.pausedAt?.toISOString() ?? null,
    max_in_flight: endpoint.maxInFlight,
    delivered_through: Number(endpoint.deliveredThrough),
    created_by: endpoint.createdBy,
    created_at: endpoint.createdAt.toISOString(),
    updated_at: endpoint.updatedAt.toISOString(),
  });

export const deliveryView = (delivery: Delivery): object => ({
  id: delivery.id,
  sequence: Number(delivery.sequence),
  type: delivery.type,
  state: delivery.state,
  attempts: delivery.attempts,
  status: delivery.status,
  answer: delivery.answer,
  fault: delivery.fault,
  milliseconds: delivery.milliseconds,
  last_attempt_at: delivery.lastAttemptAt?.toISOString() ?? null,
  next_attempt_at: delivery.nextAttemptAt?.toISOString() ?? null,
});

export const testView = (answer: WebhookAnswer): object => ({
  delivered: answer.kind === 'answered' && isTaken(answer.status),
  status: answer.kind === 'answered' ? answer.status : null,
  answer: answer.kind === 'answered' ? answer.body : null,
  fault: answer.kind === 'answered' ? null : answer.reason,
  milliseconds: Math.round(answer.milliseconds),
});
