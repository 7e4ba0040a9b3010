/** The shapes of administration's responses, for the OpenAPI document and for the tests. */
import { all, orNull, recordId } from '../../../kernel/http/answers';
import { anyObject, boolean, day, id, instant, integer, named, object, oneOf, text } from '../../../kernel/http/codecs';
import { scope } from '../../../kernel/http/vocabulary';
import { maxSessionsOfOperator, roles, tenantEventTypes } from '../../access';

const uuid = id();
const createdAt = instant.described('When it was created, in UTC.');

export const tenantShape = named(
  'Tenant',
  'An organisation whose ledgers, keys and operators are separate from those of all others.',
  object({ id: recordId, name: text().described('The name for people.'), created_at: createdAt }),
);

export const ledgerClockShape = named(
  'LedgerClock',
  'The time of a ledger with a test clock.',
  object({
    ledger_id: uuid.described('The ledger whose time was advanced.'),
    now: instant.described('Its new time, in UTC.'),
    today: day.described('Its day, which is the default of dates.'),
  }),
);

const key = {
  id: recordId,
  tenant_id: uuid.described('The tenant of its ledger.'),
  ledger_id: uuid.described('The ledger to which it gives access.'),
  prefix: text().described('The public part of the key, by which logs and events name it.'),
  name: orNull(text()).described('The name for people; null if none was given.'),
  scopes: all(scope).described('Its rights.'),
  capabilities: all(text()).described('Its rights beyond its scopes, such as `periods:admin`.'),
  rate_limit_per_second: integer(1, 1_000_000).described('The number of requests per second that it may send.'),
  is_active: boolean.described('Whether it is active: false once it is revoked. An expired key stays true.'),
  expires_at: orNull(instant).described('When it expires, in UTC; null for never.'),
  allowed_networks: all(text()).described(
    'The networks from which it may be used, such as `10.1.0.0/16`; empty for all.',
  ),
  last_used_at: orNull(instant).described('When it was last used, in UTC, within a minute or so; null for never.'),
  created_at: createdAt,
  revoked_at: orNull(instant).described('When it was revoked, in UTC; null if it was not.'),
};

export const keyShape = named('Key', 'A key of one ledger, without the key itself.', object(key));

const secret = { key: text().described('The key itself, which is shown only in this response.') };
export const issuedKeyShape = named(
  'IssuedKey',
  'A key of one ledger, shown this once.',
  object({ ...key, ...secret }),
);
export const rotatedKeyShape = named(
  'RotatedKey',
  'The key that replaces another; it is shown only in this response.',
  object({
    ...key,
    ...secret,
    replaces: named(
      'ReplacedKey',
      'The key that ends.',
      object({
        id: uuid.described('The former key.'),
        prefix: text().described('The public part of the former key.'),
        expires_at: instant.described('When the former key expires, in UTC.'),
      }),
    ).described('The key that it replaces.'),
  }),
);

export const operatorRole = named(
  'OperatorRole',
  'The role of a person: a `viewer` reads, a `bookkeeper` also writes, an `admin` also administers.',
  oneOf(roles),
);

const operator = {
  id: recordId,
  tenant_id: orNull(uuid).described('The tenant whose ledgers the person may open; null for all tenants.'),
  email: text().described(
    'The e-mail address with which the person signs in, unique among the operators of the tenant.',
  ),
  name: text().described('The name of the person.'),
  role: operatorRole.described('The rights of the person.'),
  is_active: boolean.described('Whether the person may sign in.'),
  last_seen_at: orNull(instant).described('When the person last sent a request, in UTC; null for never.'),
  created_at: createdAt,
};

export const operatorShape = named('Operator', 'A person who may sign in.', object(operator));
export const invitedOperatorShape = named(
  'InvitedOperator',
  'A person who may sign in, with the link by which they set a password.',
  object({
    ...operator,
    invitation_url: text().described(
      'A link that works once: the person sets a password there. It is shown only in this response.',
    ),
    invitation_expires_at: instant.described('When the link expires, in UTC.'),
  }),
);

export const operatorSessionShape = named(
  'OperatorSession',
  'A session of a person.',
  object({
    id: id<'session'>().described('The session.'),
    operator_id: uuid.described('The person.'),
    status: oneOf(['open', 'ended', 'expired']).described(
      'The state of the session: `ended`: somebody ended it; `expired`: its time is over.',
    ),
    began_by: oneOf(['sign_in', 'link']).described('How it began: with the password, or with a link that set one.'),
    link_created_by: orNull(text()).described(
      'The actor who created the link; null if the session did not begin with a link.',
    ),
    address: text().described(
      'The address that the person signed in from; the address of the proxy if the proxy is not trusted.',
    ),
    agent: orNull(text()).described('The `User-Agent` that the browser sent.'),
    created_at: instant.described('When the person signed in, in UTC.'),
    last_seen_at: instant.described('When the session was last used, in UTC: up to a minute early.'),
    expires_at: instant.described('When the session ends at the latest, in UTC.'),
    ended_at: orNull(instant).described('When a person ended it, in UTC; null if nobody did.'),
    ended_by: orNull(text()).described('The actor who ended it; null if nobody did.'),
  }),
);
export const endedSessionsShape = named(
  'EndedSessions',
  'Sessions that were ended.',
  object({ ended: integer(0, maxSessionsOfOperator).described('The number of sessions that were ended.') }),
);

export const deletedOperatorShape = named(
  'DeletedOperator',
  'A person who was deleted.',
  object({ id: recordId, deleted: boolean.described('Always true.') }),
);

export const memberShape = named(
  'StringMember',
  'A ledger that is a member of a string.',
  object({
    ledger_id: uuid.described('The ledger that it is about.'),
    code: text().described('The code of the ledger, unique within the tenant.'),
    name: text().described('The name of the ledger.'),
    currency: text().described('The currency of the ledger.'),
  }),
);
export const removedMemberShape = named(
  'RemovedStringMember',
  'A ledger that is not a member of a string.',
  object({ ledger_id: uuid.described('The ledger that it is about.'), is_member: boolean.described('Always false.') }),
);

export const rateShape = named(
  'Rate',
  'The value of one unit of a currency in another, for conversions that name no rate.',
  object({
    base: text().described('The base currency: that of the source.'),
    quote: text().described('The quote currency: that of the target.'),
    rate: text().described('The units of the quote currency for one unit of the base currency, as an exact decimal.'),
    set_at: instant.described('When it was set, in UTC. It is valid for a day.'),
  }),
);

export const tenantEventShape = named(
  'TenantEvent',
  "An act on a tenant: a line of the tenant's log.",
  object({
    tenant_id: text().described('The tenant; the nil UUID for acts that belong to no tenant.'),
    sequence: integer(1, Number.MAX_SAFE_INTEGER).described(
      "Its sequence in the tenant's log: 1, 2, 3, …, without a gap.",
    ),
    type: text().described(
      `The act. The service records ${tenantEventTypes.map((type) => `\`${type}\``).join(', ')}; later versions may do more.`,
    ),
    actor: text().described(
      'The actor: the prefix of a key, `operator:` and an id, or `link created by` one of them if a link was used.',
    ),
    subject: named(
      'TenantEventSubject',
      'The subject of an act.',
      object({
        type: text().described('The kind of the subject, such as `key`.'),
        id: text().described('Which one it is.'),
      }),
    ).described('The subject of the act.'),
    content: anyObject.described('The subject as it was after the act, without secrets; its members depend on `type`.'),
    occurred_at: instant.described('When it happened, in UTC.'),
    previous_hash: text().described('The hash of the previous line, in hex, which makes the lines a chain.'),
    hash: text().described('The hash of this line and of all before it, in hex.'),
  }),
);

const count = integer(0, Number.MAX_SAFE_INTEGER);

export const systemShape = named(
  'System',
  'The state of the service, as the process that answers knows it.',
  object({
    version: text().described('The version of this service.'),
    node_version: text().described('The version of Node.js on which it runs.'),
    role: text().described('The role of this process: `all`, `api` or `worker`.'),
    started_at: instant.described('When this process started, in UTC.'),
    migrations: named(
      'SystemMigrations',
      'The state of the database schema.',
      object({
        applied: all(text()).described('The migrations that have run, in their order.'),
        pending: all(text()).described('The migrations of this version that have not run.'),
      }),
    ).described('The state of the database schema.'),
    database_version: text().described('The version of PostgreSQL.'),
    pool: named(
      'SystemPool',
      'The connections of this process to the database.',
      object({
        in_use: count.described('The number in use.'),
        open: count.described('The number of open ones.'),
        waiting: count.described('The number of requests that wait for one.'),
        max: count.described('The maximum number.'),
      }),
    ).described('The connections of this process to the database.'),
    poster_lag_seconds: text().described(
      'How long the oldest accepted transaction has waited to be posted, in seconds; `0.000` if none is waiting.',
    ),
    settings: all(
      named(
        'SystemSetting',
        'A variable of the environment that this process knows.',
        object({
          name: text().described('The name of the variable.'),
          is_set: boolean.described('Whether it is set.'),
          value: orNull(text()).described('The value; null if it is not set, or may contain a secret.'),
        }),
      ),
    ).described('The variables of the environment that this process knows.'),
  }),
);

const checkStatus = oneOf(['passed', 'failed']);

export const findingShape = named(
  'VerificationFinding',
  'A violation of a check.',
  object({
    check: text().described('The check that found it.'),
    ledger_id: orNull(text()).described('The ledger to which it belongs; null if none.'),
    where: text().described('The subject of the violation, such as a transaction or an account.'),
    detail: text().described('The value found, and the value expected.'),
  }),
);

export const verificationShape = named(
  'Verification',
  'The progress and the findings of a verification.',
  object({
    id: recordId,
    tenant_id: orNull(uuid).described('The tenant that is verified; null for all tenants.'),
    ledger_id: orNull(uuid).described('The one ledger that is verified; null for all of them.'),
    status: named(
      'VerificationStatus',
      'The state of a verification: it is `running`, found no fault (`passed`), or found one (`failed`).',
      oneOf(['running', 'passed', 'failed']),
    ).described('Its state.'),
    done: count.described('The number of finished steps.'),
    of: count.described('The number of all steps.'),
    checks: all(
      named(
        'VerificationCheck',
        'An invariant, and whether it holds.',
        object({
          name: text().described('The name of the check, such as `nothing-stays-pending`.'),
          promise: text().described('The sentence that must always be true.'),
          status: checkStatus.described('Whether it holds.'),
          findings: count.described('The number of violations.'),
        }),
      ),
    ).described('The checks that are done so far.'),
    findings: all(findingShape).described('The violations found, at most 200.'),
    notes: all(findingShape).described(
      'Remarks that are not violations, such as an account that was beyond a limit before the limit was set.',
    ),
    broken_off: orNull(text()).described('Why it ended early; null if it did not.'),
    started_at: instant.described('When it began, in UTC.'),
    finished_at: orNull(instant).described('When it ended, in UTC; null while it runs.'),
  }),
);
