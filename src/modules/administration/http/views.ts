/** The JSON of administration's records. It never contains the hash of a secret; only the answer that issues a key contains its text. */
import { quotaNames, quotas } from '../../../kernel/quotas';
import { dayIn } from '../../../kernel/time-zone';
import type {
  ApiKey,
  IssuedKey,
  ListedSession,
  Operator,
  RotatedKey,
  Tenant,
  TenantEvent,
  TenantQuota,
} from '../../access';
import type { Ledger } from '../../ledgering';
import type { MemberLedger, StoredRate } from '../../strings';
import type { SystemReport } from '../application/system';
import type { ScheduledVerification } from '../domain/schedule';
import type { Verification, VerifiedFinding } from '../domain/verification';

const instantOf = (at: Date | null): string | null => at?.toISOString() ?? null;

export const tenantView = ({ id, name, createdAt }: Tenant): object => ({
  id,
  name,
  created_at: createdAt.toISOString(),
});

export const tenantQuotaView = ({ tenantId, requestsPerSecond, limits, setAt }: TenantQuota): object => ({
  tenant_id: tenantId,
  requests_per_second: requestsPerSecond,
  limits: Object.fromEntries(
    quotaNames.map((name) => [name, { most: limits[name] ?? quotas[name].usual, is_usual: limits[name] === null }]),
  ),
  set_at: instantOf(setAt),
});

export const ledgerClockView = ({ id, timeZone }: Ledger, now: Date): object => ({
  ledger_id: id,
  now: now.toISOString(),
  today: dayIn(timeZone, now),
});

export const keyView = (key: ApiKey): object => ({
  id: key.id,
  tenant_id: key.tenantId,
  ledger_id: key.ledgerId,
  prefix: key.prefix,
  name: key.name,
  scopes: key.scopes,
  capabilities: key.capabilities,
  rate_limit_per_second: key.rateLimitPerSecond,
  is_active: key.isActive,
  expires_at: instantOf(key.expiresAt),
  allowed_networks: key.allowedNetworks,
  last_used_at: instantOf(key.lastUsedAt),
  created_at: key.createdAt.toISOString(),
  revoked_at: instantOf(key.revokedAt),
});

export const issuedKeyView = ({ key, ...issued }: IssuedKey): object => ({ ...keyView(issued), key });

export const rotatedKeyView = ({ successor, old }: RotatedKey): object => ({
  ...issuedKeyView(successor),
  replaces: { id: old.id, prefix: old.prefix, expires_at: instantOf(old.expiresAt) },
});

export const operatorView = (operator: Operator): object => ({
  id: operator.id,
  tenant_id: operator.tenantId,
  email: operator.email,
  name: operator.name,
  role: operator.role,
  is_active: operator.isActive,
  last_seen_at: instantOf(operator.lastSeenAt),
  created_at: operator.createdAt.toISOString(),
});

export const operatorSessionView = (session: ListedSession): object => ({
  id: session.id,
  operator_id: session.operatorId,
  status: session.isOpen ? 'open' : session.endedAt ? 'ended' : 'expired',
  began_by: session.beganBy,
  link_created_by: session.linkCreatedBy,
  address: session.address,
  agent: session.agent,
  created_at: session.createdAt.toISOString(),
  last_seen_at: session.seenAt.toISOString(),
  expires_at: session.expiresAt.toISOString(),
  ended_at: instantOf(session.endedAt),
  ended_by: session.endedBy,
});

export const memberView = ({ id, code, name, denomination }: MemberLedger): object => ({
  ledger_id: id,
  code,
  name,
  currency: denomination.currency,
});

export const rateView = ({ base, quote, rate, setAt }: StoredRate): object => ({
  base,
  quote,
  rate,
  set_at: setAt.toISOString(),
});

export const tenantEventView = (event: TenantEvent): object => ({
  tenant_id: event.tenantId,
  sequence: Number(event.sequence),
  type: event.type,
  actor: event.actor,
  subject: { type: event.subjectType, id: event.subjectId },
  content: JSON.parse(event.content) as unknown,
  occurred_at: event.occurredAt.toISOString(),
  previous_hash: event.previousHash.toString('hex'),
  hash: event.hash.toString('hex'),
});

export const systemView = (state: SystemReport): object => ({
  version: state.version,
  node_version: state.nodeVersion,
  role: state.role,
  started_at: state.startedAt.toISOString(),
  migrations: state.migrations,
  database_version: state.databaseVersion,
  pool: { in_use: state.pool.inUse, open: state.pool.open, waiting: state.pool.waiting, max: state.pool.max },
  poster_lag_seconds: state.posterLagSeconds.toFixed(3),
  settings: state.settings.map(({ name, isSet, value }) => ({ name, is_set: isSet, value })),
});

const findingView = ({ check, ledgerId, where, detail }: VerifiedFinding): object => ({
  ...{ check, where, detail },
  ledger_id: ledgerId,
});

export const scheduledVerificationView = ({ runningSince, last }: ScheduledVerification): object => ({
  running_since: instantOf(runningSince),
  last: last && {
    finished_at: last.finishedAt.toISOString(),
    status: last.result === 'broken off' ? 'broken_off' : last.result,
    ...{ ledgers: last.ledgers, events: last.events, findings_count: last.findings },
    findings: last.named.map(findingView),
  },
});

export const verificationView = (verification: Verification): object => ({
  id: verification.id,
  tenant_id: verification.tenantId,
  ledger_id: verification.ledgerId,
  status: verification.status,
  done: verification.done,
  of: verification.of,
  checks: verification.verdict.checks.map(({ name, promise, findings }) => ({
    ...{ name, promise, findings },
    status: findings === 0 ? 'passed' : 'failed',
  })),
  findings: verification.verdict.findings.map(findingView),
  notes: verification.verdict.notes.map(findingView),
  broken_off: verification.brokenOff,
  started_at: verification.startedAt.toISOString(),
  finished_at: instantOf(verification.finishedAt),
});
