/** The shapes of answers of administration: for the document and for the tests. */
import { all, orNull } from '../../../kernel/http/answers';
import { anyObject, boolean, id, instant, integer, named, object, oneOf, text } from '../../../kernel/http/codecs';
import { scopes } from '../../../kernel/principal';
import { roles } from '../../access';

const uuid = id();

export const tenantShape = named('Tenant', object({ id: uuid, name: text(), created_at: instant }));

const key = {
  id: uuid,
  tenant_id: uuid,
  ledger_id: uuid,
  prefix: text({ description: 'The public part of the key: logs name it by that' }),
  name: orNull(text()),
  scopes: all(oneOf(scopes)),
  capabilities: all(text()),
  rate_limit_per_second: integer(1, 1_000_000),
  is_active: boolean,
  expires_at: orNull(instant),
  allowed_networks: all(text()),
  last_used_at: orNull(instant),
  created_at: instant,
  revoked_at: orNull(instant),
};

export const keyShape = named('Key', object(key));

const secret = { key: text({ description: 'The key itself, in this answer and nowhere else' }) };
export const issuedKeyShape = named('IssuedKey', object({ ...key, ...secret }));
export const rotatedKeyShape = named(
  'RotatedKey',
  object({ ...key, ...secret, replaces: object({ id: uuid, prefix: text(), expires_at: instant }) }),
);

const operator = {
  id: uuid,
  tenant_id: orNull(uuid),
  email: text(),
  name: text(),
  role: oneOf(roles),
  is_active: boolean,
  last_seen_at: orNull(instant),
  created_at: instant,
};

export const operatorShape = named('Operator', object(operator));
export const invitedOperatorShape = named(
  'InvitedOperator',
  object({
    ...operator,
    invitation_url: text({
      description: 'Good once: the person sets a password there. In this answer and nowhere else',
    }),
    invitation_expires_at: instant,
  }),
);

export const memberShape = named(
  'StringMember',
  object({ ledger_id: uuid, code: text(), name: text(), currency: text() }),
);
export const removedMemberShape = named('RemovedStringMember', object({ ledger_id: uuid, is_member: boolean }));

export const rateShape = named('Rate', object({ base: text(), quote: text(), rate: text(), set_at: instant }));

export const tenantEventShape = named(
  'TenantEvent',
  object({
    tenant_id: text({ description: 'The nil UUID: of no tenant' }),
    sequence: integer(1, Number.MAX_SAFE_INTEGER),
    type: text({ description: 'Such as key.created' }),
    actor: text(),
    subject: object({ type: text(), id: text() }),
    content: anyObject,
    occurred_at: instant,
    previous_hash: text(),
    hash: text(),
  }),
);

const count = integer(0, Number.MAX_SAFE_INTEGER);

export const systemShape = named(
  'System',
  object({
    version: text(),
    node_version: text(),
    role: text(),
    started_at: instant,
    migrations: object({ applied: all(text()), pending: all(text()) }),
    database_version: text(),
    pool: object({ in_use: count, open: count, waiting: count, max: count }),
    poster_lag_seconds: text({ description: 'How long the oldest transaction waits; 0.000 where none does' }),
    settings: all(
      object({
        name: text(),
        is_set: boolean,
        value: orNull(text({ description: 'Null of all that may hold a secret' })),
      }),
    ),
  }),
);

export const verificationShape = named(
  'Verification',
  object({
    id: uuid,
    tenant_id: orNull(uuid),
    ledger_id: orNull(uuid),
    status: oneOf(['running', 'passed', 'failed']),
    done: count,
    of: count,
    checks: all(object({ name: text(), promise: text(), status: oneOf(['passed', 'failed']), findings: count })),
    findings: all(object({ check: text(), ledger_id: orNull(text()), where: text(), detail: text() })),
    broken_off: orNull(text()),
    started_at: instant,
    finished_at: orNull(instant),
  }),
);
