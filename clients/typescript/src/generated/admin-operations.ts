/** The operations of the API by resource, generated from its OpenAPI document by `make docs`. */
import { segment } from '../asking.ts';
import type {
  Asked,
  Call,
  Sending,
} from '../asking.ts';
import type {
  Listing,
} from '../listing.ts';
import type {
  Act,
  Checkpoint,
  DeletedOperator,
  EndedSessions,
  Instant,
  InvitedOperator,
  IssuedKey,
  Key,
  KeyChange,
  KeyRotation,
  Ledger,
  LedgerChange,
  LedgerClock,
  LedgerClockChange,
  NewKey,
  NewLedger,
  NewOperator,
  NewRate,
  NewStringMember,
  NewTenant,
  NewTenantQuota,
  NewVerification,
  Operator,
  OperatorChange,
  OperatorSession,
  Rate,
  RemovedStringMember,
  RotatedKey,
  ScheduledVerification,
  StringMember,
  System,
  Tenant,
  TenantEvent,
  TenantQuota,
  Verification,
} from './admin-models.ts';

export interface TenantsListQuery {
  /** The maximum number of items in a page. A page also ends when its body reaches 1 MiB. */
  readonly limit?: number;
  /**
   * The position from which to continue: `next_cursor` or `previous_cursor` of an earlier answer to the same list
   * with the same filters. Without it, the list starts at the beginning.
   */
  readonly cursor?: string;
}

export interface LedgersListQuery {
  /** Only the ledgers of this tenant. */
  readonly tenant_id?: string;
  /** The maximum number of items in a page. A page also ends when its body reaches 1 MiB. */
  readonly limit?: number;
  /**
   * The position from which to continue: `next_cursor` or `previous_cursor` of an earlier answer to the same list
   * with the same filters. Without it, the list starts at the beginning.
   */
  readonly cursor?: string;
}

export interface KeysListQuery {
  /** Returns only the keys of this ledger. */
  readonly ledger_id?: string;
  /** The maximum number of items in a page. A page also ends when its body reaches 1 MiB. */
  readonly limit?: number;
  /**
   * The position from which to continue: `next_cursor` or `previous_cursor` of an earlier answer to the same list
   * with the same filters. Without it, the list starts at the beginning.
   */
  readonly cursor?: string;
}

export interface OperatorsListQuery {
  /** Returns only the operators of this tenant. */
  readonly tenant_id?: string;
  /** The maximum number of items in a page. A page also ends when its body reaches 1 MiB. */
  readonly limit?: number;
  /**
   * The position from which to continue: `next_cursor` or `previous_cursor` of an earlier answer to the same list
   * with the same filters. Without it, the list starts at the beginning.
   */
  readonly cursor?: string;
}

export interface OperatorsSessionsQuery {
  /** The maximum number of items in a page. A page also ends when its body reaches 1 MiB. */
  readonly limit?: number;
  /**
   * The position from which to continue: `next_cursor` or `previous_cursor` of an earlier answer to the same list
   * with the same filters. Without it, the list starts at the beginning.
   */
  readonly cursor?: string;
}

export interface StringsMembersQuery {
  /** The tenant of the string, if the caller administers all tenants. */
  readonly tenant_id?: string;
  /** The maximum number of items in a page. A page also ends when its body reaches 1 MiB. */
  readonly limit?: number;
  /**
   * The position from which to continue: `next_cursor` or `previous_cursor` of an earlier answer to the same list
   * with the same filters. Without it, the list starts at the beginning.
   */
  readonly cursor?: string;
}

export interface StringsRemoveMemberQuery {
  /** The ledger to remove. */
  readonly ledger_id: string;
}

export interface RatesListQuery {
  /** The maximum number of items in a page. A page also ends when its body reaches 1 MiB. */
  readonly limit?: number;
  /**
   * The position from which to continue: `next_cursor` or `previous_cursor` of an earlier answer to the same list
   * with the same filters. Without it, the list starts at the beginning.
   */
  readonly cursor?: string;
}

export interface LogListQuery {
  /** Returns only the log of this tenant; the nil UUID stands for the log of the installation. */
  readonly tenant_id?: string;
  /**
   * Only acts on this object: a key, a person, a ledger, a webhook endpoint or any other subject of the log, by the
   * `subject.id` of its events.
   */
  readonly subject_id?: string;
  /** The maximum number of items in a page. A page also ends when its body reaches 1 MiB. */
  readonly limit?: number;
  /**
   * The position from which to continue: `next_cursor` or `previous_cursor` of an earlier answer to the same list
   * with the same filters. Without it, the list starts at the beginning.
   */
  readonly cursor?: string;
}

export interface LogCheckpointQuery {
  /** The tenant; the nil UUID for the log of the installation. An administrator of all tenants must name it. */
  readonly tenant_id?: string;
  /** The `tree_size` of an earlier checkpoint. */
  readonly from?: number;
}

export interface ActsListQuery {
  /**
   * The key or the person, as logs name it: the prefix of a key, `ak_` and the prefix of an administrator’s key, or
   * `operator:` and an id.
   */
  readonly actor: string;
  /** Only acts at this instant or later. */
  readonly since?: Instant;
  /**
   * The tenant in which it acted; if left out, the caller's own. An administrator of all tenants names it; the nil
   * UUID is that of no tenant.
   */
  readonly tenant_id?: string;
  /** The maximum number of items in a page. A page also ends when its body reaches 1 MiB. */
  readonly limit?: number;
  /**
   * The position from which to continue: `next_cursor` or `previous_cursor` of an earlier answer to the same list
   * with the same filters. Without it, the list starts at the beginning.
   */
  readonly cursor?: string;
}

export class TenantsResource {
  /** @internal */
  protected readonly sending: Sending;

  constructor(sending: Sending) {
    this.sending = sending;
  }

  /**
   * List the tenants, oldest first; an administrator of one tenant sees only that tenant.
   *
   * Lists tenants, oldest first. Administrators of one tenant see that one.
   *
   * Refused with TOO_MANY_HEADERS.
   */
  list(query: TenantsListQuery = {}, call: Call = {}): Listing<Tenant> {
    const asked: Asked = { method: 'GET', path: '/admin/v1/tenants', query: { ...query } };
    return this.sending.list(asked, call);
  }

  /**
   * Create a tenant.
   *
   * Creates a tenant, whose ledgers, keys and operators are separate from those of all others. Only an administrator
   * of all tenants may do this. If it is sent twice, two tenants are created.
   *
   * Refused with TOO_MANY_HEADERS.
   */
  create(body: NewTenant, call: Call = {}): Promise<Tenant> {
    const asked: Asked = { method: 'POST', path: '/admin/v1/tenants', body };
    return this.sending.one(asked, call);
  }

  /**
   * Read a tenant.
   *
   * Returns one tenant.
   *
   * Refused with TENANT_NOT_FOUND, TOO_MANY_HEADERS.
   */
  read(tenantId: string, call: Call = {}): Promise<Tenant> {
    const asked: Asked = { method: 'GET', path: `/admin/v1/tenants/${segment(tenantId)}` };
    return this.sending.one(asked, call);
  }

  /**
   * Read the request rate and the limits of a tenant.
   *
   * Returns the request rate and the numbers of objects that a tenant is allowed, whatever rates its own
   * administrators give its keys.
   *
   * Refused with TENANT_NOT_FOUND, TOO_MANY_HEADERS.
   */
  readQuota(tenantId: string, call: Call = {}): Promise<TenantQuota> {
    const asked: Asked = { method: 'GET', path: `/admin/v1/tenants/${segment(tenantId)}/quota` };
    return this.sending.one(asked, call);
  }

  /**
   * Set the request rate and the limits of a tenant.
   *
   * Sets the number of requests per second that all keys and people of a tenant together may send to its books,
   * effective within a second in every process; further requests are answered 429 `RATE_LIMIT_EXCEEDED`, and the rate
   * budget of each key applies as well. Administration has another budget. `limits` sets the maximum numbers of the
   * tenant's objects; one more is answered 409 `QUOTA_REACHED`. What the request leaves out stays unchanged. Requires
   * an administrator of all tenants, and can be repeated.
   *
   * Refused with TENANT_NOT_FOUND, TOO_MANY_HEADERS.
   */
  setQuota(tenantId: string, body?: NewTenantQuota, call: Call = {}): Promise<TenantQuota> {
    const asked: Asked = { method: 'PUT', path: `/admin/v1/tenants/${segment(tenantId)}/quota`, body };
    return this.sending.one(asked, call);
  }
}

export class LedgersResource {
  /** @internal */
  protected readonly sending: Sending;

  constructor(sending: Sending) {
    this.sending = sending;
  }

  /**
   * List ledgers, oldest first: of one tenant, or of all.
   *
   * Lists ledgers, oldest first: those of one tenant, or of all that the caller administers.
   *
   * Refused with TENANT_NOT_FOUND, TOO_MANY_HEADERS.
   */
  list(query: LedgersListQuery = {}, call: Call = {}): Listing<Ledger> {
    const asked: Asked = { method: 'GET', path: '/admin/v1/ledgers', query: { ...query } };
    return this.sending.list(asked, call);
  }

  /**
   * Open a ledger with its journal DEFAULT; its first transaction fixes its currency and decimals.
   *
   * Opens a ledger in one currency, with a journal called DEFAULT. A currency is one of ISO 4217, unless
   * `currency_type` is `crypto`. Currency and decimals are fixed by the first transaction. A code that the tenant has
   * already is 409 `LEDGER_CODE_EXISTS`.
   *
   * Refused with LEDGER_CODE_EXISTS, QUOTA_REACHED, TENANT_NOT_FOUND, TEST_CLOCKS_DISABLED, TOO_MANY_HEADERS.
   */
  create(body: NewLedger, call: Call = {}): Promise<Ledger> {
    const asked: Asked = { method: 'POST', path: '/admin/v1/ledgers', body };
    return this.sending.one(asked, call);
  }

  /**
   * Read a ledger.
   *
   * Returns one ledger, with its currency and its number of stored decimals.
   *
   * Refused with TOO_MANY_HEADERS.
   */
  read(ledgerId: string, call: Call = {}): Promise<Ledger> {
    const asked: Asked = { method: 'GET', path: `/admin/v1/ledgers/${segment(ledgerId)}` };
    return this.sending.one(asked, call);
  }

  /**
   * Change the time zone or the fiscal year of a ledger.
   *
   * Changes the time zone of a ledger, or the first day of its fiscal year. The time zone determines which day is
   * today: the default day of balances, reports, settlements, releases and reversals, and the day on which a hold
   * expires. Posted transactions keep their day. The change takes effect within a second. The fiscal year divides the
   * earnings of the balance sheet, and the quarters and years of report columns.
   *
   * Refused with TOO_MANY_HEADERS.
   */
  change(ledgerId: string, body?: LedgerChange, call: Call = {}): Promise<Ledger> {
    const asked: Asked = { method: 'PATCH', path: `/admin/v1/ledgers/${segment(ledgerId)}`, body };
    return this.sending.one(asked, call);
  }

  /**
   * Advance the time of a ledger with a test clock.
   *
   * Advances the time of a ledger that was created with `test_clock: true` ahead, so that holds expire and months
   * pass in a test. The holds that are due by then are released before it answers, where the process that answers
   * also posts; another process follows within a second. Time never goes back. A repeated request advances it again;
   * after a lost answer, `PT0S` returns the time without advancing it. Entries, default dates and what is due follow
   * the ledger’s time; keys, sessions, rate limits and webhooks keep the real time.
   *
   * Refused with TEST_CLOCKS_DISABLED, TEST_CLOCK_MISSING, TEST_CLOCK_TOO_LATE, TOO_MANY_HEADERS.
   */
  advanceClock(ledgerId: string, body: LedgerClockChange, call: Call = {}): Promise<LedgerClock> {
    const asked: Asked = { method: 'POST', path: `/admin/v1/ledgers/${segment(ledgerId)}/clock`, body };
    return this.sending.one(asked, call);
  }
}

export class KeysResource {
  /** @internal */
  protected readonly sending: Sending;

  constructor(sending: Sending) {
    this.sending = sending;
  }

  /**
   * List API keys, oldest first: of one ledger, or of all.
   *
   * Lists API keys, oldest first, including revoked and expired ones: those of one ledger, or of all ledgers that the
   * caller administers. The key itself is never shown again.
   *
   * Refused with TOO_MANY_HEADERS.
   */
  list(query: KeysListQuery = {}, call: Call = {}): Listing<Key> {
    const asked: Asked = { method: 'GET', path: '/admin/v1/keys', query: { ...query } };
    return this.sending.list(asked, call);
  }

  /**
   * Create a key for one ledger; it is shown only in this response.
   *
   * Creates a key for one ledger. The `key` in this response is shown only once: only a hash of it is stored. It may
   * be restricted by scopes, by networks and by time. If it is sent twice, two keys are created.
   *
   * Refused with PASSWORD_REQUIRED, QUOTA_REACHED, TOO_MANY_HEADERS.
   */
  create(body: NewKey, call: Call = {}): Promise<IssuedKey> {
    const asked: Asked = { method: 'POST', path: '/admin/v1/keys', body };
    return this.sending.one(asked, call);
  }

  /**
   * Read what a key may do, and when it was last used.
   *
   * Returns the rights of a key, and when it was last used. The key itself is never shown again.
   *
   * Refused with KEY_NOT_FOUND, TOO_MANY_HEADERS.
   */
  read(keyId: string, call: Call = {}): Promise<Key> {
    const asked: Asked = { method: 'GET', path: `/admin/v1/keys/${segment(keyId)}` };
    return this.sending.one(asked, call);
  }

  /**
   * Change the name or the rate limit of a key; to change its rights, create another key.
   *
   * Changes the name or the rate limit of a key, within a second. Its rights never change: create another key, or
   * rotate it. Can be repeated.
   *
   * Refused with KEY_NOT_FOUND, TOO_MANY_HEADERS.
   */
  change(keyId: string, body?: KeyChange, call: Call = {}): Promise<Key> {
    const asked: Asked = { method: 'PATCH', path: `/admin/v1/keys/${segment(keyId)}`, body };
    return this.sending.one(asked, call);
  }

  /**
   * Replace a key by a new one with the same rights; the old key expires after the grace period.
   *
   * Creates a key with the same rights, and lets the current key expire after `grace_seconds`, so that its users can
   * switch to the new one. A key that was revoked or has expired is 409 `KEY_NOT_ACTIVE`. If it is sent twice, two
   * successors are created.
   *
   * Refused with KEY_NOT_ACTIVE, KEY_NOT_FOUND, PASSWORD_REQUIRED, QUOTA_REACHED, TOO_MANY_HEADERS.
   */
  rotate(keyId: string, body?: KeyRotation, call: Call = {}): Promise<RotatedKey> {
    const asked: Asked = { method: 'POST', path: `/admin/v1/keys/${segment(keyId)}/rotate`, body };
    return this.sending.one(asked, call);
  }

  /**
   * Revoke a key permanently, within a second.
   *
   * Revokes a key permanently, within a second. If it is sent again, it returns the revoked key unchanged.
   *
   * Refused with KEY_NOT_FOUND, TOO_MANY_HEADERS.
   */
  revoke(keyId: string, call: Call = {}): Promise<Key> {
    const asked: Asked = { method: 'POST', path: `/admin/v1/keys/${segment(keyId)}/revoke` };
    return this.sending.one(asked, call);
  }
}

export class OperatorsResource {
  /** @internal */
  protected readonly sending: Sending;

  constructor(sending: Sending) {
    this.sending = sending;
  }

  /**
   * List operators, oldest first: of one tenant, or all.
   *
   * Lists the people who may sign in, oldest first: those of one tenant, or all that the caller administers.
   *
   * Refused with TENANT_NOT_FOUND, TOO_MANY_HEADERS.
   */
  list(query: OperatorsListQuery = {}, call: Call = {}): Listing<Operator> {
    const asked: Asked = { method: 'GET', path: '/admin/v1/operators', query: { ...query } };
    return this.sending.list(asked, call);
  }

  /**
   * Create an operator, and the link by which the person sets a password; it is shown only in this response.
   *
   * Creates an operator, and the link by which that person sets a password, which is shown only in this response. An
   * e-mail address that is already in use in the tenant is 409 `OPERATOR_EXISTS`. An operator of all tenants can be
   * created only by an administrator of all tenants, who sends `tenant_id: null`.
   *
   * Refused with OPERATOR_EXISTS, PASSWORD_REQUIRED, QUOTA_REACHED, TENANT_NOT_FOUND, TOO_MANY_HEADERS.
   */
  create(body: NewOperator, call: Call = {}): Promise<InvitedOperator> {
    const asked: Asked = { method: 'POST', path: '/admin/v1/operators', body };
    return this.sending.one(asked, call);
  }

  /**
   * Read an operator.
   *
   * Returns one operator.
   *
   * Refused with OPERATOR_NOT_FOUND, TOO_MANY_HEADERS.
   */
  read(operatorId: string, call: Call = {}): Promise<Operator> {
    const asked: Asked = { method: 'GET', path: `/admin/v1/operators/${segment(operatorId)}` };
    return this.sending.one(asked, call);
  }

  /**
   * Change the name or the role, or deactivate the person; another role ends all sessions.
   *
   * Changes the fields that are sent. Another role, or `is_active: false`, ends all sessions of the person at once.
   * The last administrator who can sign in must remain one: 409 `LAST_ADMINISTRATOR`, unless an administrator of all
   * tenants changes one of a tenant. Can be repeated.
   *
   * Refused with LAST_ADMINISTRATOR, OPERATOR_NOT_FOUND, PASSWORD_REQUIRED, TOO_MANY_HEADERS.
   */
  change(operatorId: string, body?: OperatorChange, call: Call = {}): Promise<Operator> {
    const asked: Asked = { method: 'PATCH', path: `/admin/v1/operators/${segment(operatorId)}`, body };
    return this.sending.one(asked, call);
  }

  /**
   * Delete an operator, and end all their sessions; their acts stay in the logs.
   *
   * Deletes an operator and ends all sessions and links at once. The acts of the person stay in the logs under their
   * id. Another person may have the e-mail afterwards. The last administrator who can sign in cannot be deleted: 409
   * `LAST_ADMINISTRATOR`, unless an administrator of all tenants deletes one of a tenant. If it is sent again, it
   * answers 404.
   *
   * Refused with LAST_ADMINISTRATOR, OPERATOR_NOT_FOUND, TOO_MANY_HEADERS.
   */
  delete(operatorId: string, call: Call = {}): Promise<DeletedOperator> {
    const asked: Asked = { method: 'DELETE', path: `/admin/v1/operators/${segment(operatorId)}` };
    return this.sending.one(asked, call);
  }

  /**
   * Create another link, in place of any earlier one; it is shown only in this response.
   *
   * Creates another link by which the person sets a password, which replaces any earlier one; it is shown only in
   * this response. An inactive operator is 409 `OPERATOR_INACTIVE`; a person who asks for a link for themselves
   * changes the password instead (409 `OWN_LINK`).
   *
   * Refused with OPERATOR_INACTIVE, OPERATOR_NOT_FOUND, OWN_LINK, PASSWORD_REQUIRED, TOO_MANY_HEADERS.
   */
  invite(operatorId: string, call: Call = {}): Promise<InvitedOperator> {
    const asked: Asked = { method: 'POST', path: `/admin/v1/operators/${segment(operatorId)}/invite` };
    return this.sending.one(asked, call);
  }

  /**
   * List the sessions of an operator, newest first, with the address, the start and the last use of each.
   *
   * Lists the sessions of one person, newest first, including ended ones. The address of a sign-in is kept for 90
   * days.
   *
   * Refused with OPERATOR_NOT_FOUND, TOO_MANY_HEADERS.
   */
  sessions(operatorId: string, query: OperatorsSessionsQuery = {}, call: Call = {}): Listing<OperatorSession> {
    const asked: Asked = { method: 'GET', path: `/admin/v1/operators/${segment(operatorId)}/sessions`, query: { ...query } };
    return this.sending.list(asked, call);
  }

  /**
   * End all sessions of an operator.
   *
   * Ends all sessions of one person within a second, in every process. The person may sign in again. Can be repeated.
   *
   * Refused with OPERATOR_NOT_FOUND, TOO_MANY_HEADERS.
   */
  endSessions(operatorId: string, call: Call = {}): Promise<EndedSessions> {
    const asked: Asked = { method: 'DELETE', path: `/admin/v1/operators/${segment(operatorId)}/sessions` };
    return this.sending.one(asked, call);
  }

  /**
   * End one session of an operator.
   *
   * Ends one session of a person within a second, in every process. If the session had already ended, `ended` is 0.
   * Can be repeated.
   *
   * Refused with OPERATOR_NOT_FOUND, SESSION_NOT_FOUND, TOO_MANY_HEADERS.
   */
  endSession(operatorId: string, sessionId: string, call: Call = {}): Promise<EndedSessions> {
    const asked: Asked = { method: 'DELETE', path: `/admin/v1/operators/${segment(operatorId)}/sessions/${segment(sessionId)}` };
    return this.sending.one(asked, call);
  }
}

export class StringsResource {
  /** @internal */
  protected readonly sending: Sending;

  constructor(sending: Sending) {
    this.sending = sending;
  }

  /**
   * List the ledgers of a string, by code; an administrator of all tenants must name the tenant, because codes are
   * unique only within a tenant.
   *
   * Lists the member ledgers of a string, by code. Administrators of all tenants must name one, because codes of
   * strings are unique within a tenant.
   *
   * Refused with STRING_NOT_FOUND, TENANT_NOT_FOUND, TOO_MANY_HEADERS.
   */
  members(code: string, query: StringsMembersQuery = {}, call: Call = {}): Listing<StringMember> {
    const asked: Asked = { method: 'GET', path: `/admin/v1/strings/${segment(code)}/members`, query: { ...query } };
    return this.sending.list(asked, call);
  }

  /**
   * Add a ledger to a string of its tenant; a ledger that is already a member stays one.
   *
   * Adds a ledger to a string of its tenant. A ledger that is already a member stays one. Can be repeated.
   *
   * Refused with STRING_NOT_FOUND, TOO_MANY_HEADERS.
   */
  addMember(code: string, body: NewStringMember, call: Call = {}): Promise<StringMember> {
    const asked: Asked = { method: 'PUT', path: `/admin/v1/strings/${segment(code)}/members`, body };
    return this.sending.one(asked, call);
  }

  /**
   * Remove a ledger from a string; a ledger that is not a member is not an error.
   *
   * Removes a ledger from a string. Past conversions and transfers stay. If the ledger is not a member, the response
   * is the same. Can be repeated.
   *
   * Refused with STRING_NOT_FOUND, TOO_MANY_HEADERS.
   */
  removeMember(code: string, query: StringsRemoveMemberQuery, call: Call = {}): Promise<RemovedStringMember> {
    const asked: Asked = { method: 'DELETE', path: `/admin/v1/strings/${segment(code)}/members`, query: { ...query } };
    return this.sending.one(asked, call);
  }
}

export class RatesResource {
  /** @internal */
  protected readonly sending: Sending;

  constructor(sending: Sending) {
    this.sending = sending;
  }

  /**
   * List the rates, by base and quote.
   *
   * Lists the rates, by base and quote, including expired ones. Requires an administrator of all tenants.
   *
   * Refused with TOO_MANY_HEADERS.
   */
  list(query: RatesListQuery = {}, call: Call = {}): Listing<Rate> {
    const asked: Asked = { method: 'GET', path: '/admin/v1/rates', query: { ...query } };
    return this.sending.list(asked, call);
  }

  /**
   * Set a rate, which is valid for a day: the units of the quote currency for one unit of the base currency.
   *
   * Sets a rate, and replaces an earlier rate of the same pair. For a day, conversions that name no rate record it.
   * Requires an administrator of all tenants. Can be repeated.
   *
   * Refused with TOO_MANY_HEADERS.
   */
  set(body: NewRate, call: Call = {}): Promise<Rate> {
    const asked: Asked = { method: 'PUT', path: '/admin/v1/rates', body };
    return this.sending.one(asked, call);
  }
}

export class LogResource {
  /** @internal */
  protected readonly sending: Sending;

  constructor(sending: Sending) {
    this.sending = sending;
  }

  /**
   * List the acts on a tenant, its ledgers, keys, operators and strings, newest first; for all tenants together if
   * none is named.
   *
   * Lists the acts on a tenant, its ledgers, keys, operators and strings, newest first, as a chain of hashes. Without
   * `tenant_id` it lists all tenants that the caller administers together; the nil UUID names the log of the
   * installation, which belongs to no tenant.
   *
   * Refused with TENANT_NOT_FOUND, TOO_MANY_HEADERS.
   */
  list(query: LogListQuery = {}, call: Call = {}): Listing<TenantEvent> {
    const asked: Asked = { method: 'GET', path: '/admin/v1/log', query: { ...query } };
    return this.sending.list(asked, call);
  }

  /**
   * Read the latest signed checkpoint of a tenant's log.
   *
   * Returns the last signed checkpoint of a tenant's log: store its `note` outside the service, and `ledger verify
   * --checkpoints` detects every later change of the log up to it. An administrator of all tenants names the tenant;
   * the nil UUID is the log of the installation. With `from`, the size of a checkpoint that you kept, it also proves
   * that the log has only grown since.
   *
   * Refused with CHECKPOINT_NOT_FOUND, TENANT_NOT_FOUND, TOO_MANY_HEADERS.
   */
  checkpoint(query: LogCheckpointQuery = {}, call: Call = {}): Promise<Checkpoint> {
    const asked: Asked = { method: 'GET', path: '/admin/v1/log/checkpoint', query: { ...query } };
    return this.sending.one(asked, call);
  }
}

export class ActsResource {
  /** @internal */
  protected readonly sending: Sending;

  constructor(sending: Sending) {
    this.sending = sending;
  }

  /**
   * List the acts of a key or a person, newest first: in all ledgers, and in the log of the tenant.
   *
   * Lists the acts of one key or one person, newest first: those in the logs of all ledgers of the tenant, and those
   * in the log of the tenant itself. Reads, dry runs and refused requests change nothing and are not in a log. A
   * transaction is listed when it is posted or has failed. An administrator of all tenants names one; the nil UUID
   * names the log of the installation.
   *
   * Refused with TENANT_NOT_FOUND, TOO_MANY_HEADERS.
   */
  list(query: ActsListQuery, call: Call = {}): Listing<Act> {
    const asked: Asked = { method: 'GET', path: '/admin/v1/acts', query: { ...query } };
    return this.sending.list(asked, call);
  }
}

export class SystemResource {
  /** @internal */
  protected readonly sending: Sending;

  constructor(sending: Sending) {
    this.sending = sending;
  }

  /**
   * Read the state of the installation: versions, migrations, connections and settings.
   *
   * Returns the state of the installation: versions, migrations, connections, the delay of posting, and the names of
   * the settings in use. It shows no value that may contain a secret. Requires an administrator of all tenants.
   *
   * Refused with TOO_MANY_HEADERS.
   */
  read(call: Call = {}): Promise<System> {
    const asked: Asked = { method: 'GET', path: '/admin/v1/system' };
    return this.sending.one(asked, call);
  }
}

export class VerificationsResource {
  /** @internal */
  protected readonly sending: Sending;

  constructor(sending: Sending) {
    this.sending = sending;
  }

  /**
   * Re-derive everything that must always be true: of one ledger, of all that the caller administers. In this
   * process, one at a time.
   *
   * Starts to verify one ledger, or all ledgers that the caller administers, in this process, and answers at once;
   * `GET /verifications/{id}` returns the progress. A tenant has one at a time (409 `VERIFICATION_RUNNING`); others
   * wait for their turn.
   *
   * Refused with TOO_MANY_HEADERS, VERIFICATION_RUNNING.
   */
  create(body?: NewVerification, call: Call = {}): Promise<Verification> {
    const asked: Asked = { method: 'POST', path: '/admin/v1/verifications', body };
    return this.sending.one(asked, call);
  }

  /**
   * Read the progress and the findings of a verification; this process remembers the last twenty.
   *
   * Returns the progress and the findings of a verification. A process remembers only the last twenty that it ran
   * itself.
   *
   * Refused with TOO_MANY_HEADERS, VERIFICATION_NOT_FOUND.
   */
  read(verificationId: string, call: Call = {}): Promise<Verification> {
    const asked: Asked = { method: 'GET', path: `/admin/v1/verifications/${segment(verificationId)}` };
    return this.sending.one(asked, call);
  }

  /**
   * Read the result of the last scheduled verification, and whether one is running.
   *
   * Returns the result of the last complete verification that a worker ran on schedule (`LEDGER_VERIFY_EVERY`), in
   * any process, and whether one is running. It is stored in the database. Requires an administrator of all tenants.
   *
   * Refused with TOO_MANY_HEADERS.
   */
  scheduled(call: Call = {}): Promise<ScheduledVerification> {
    const asked: Asked = { method: 'GET', path: '/admin/v1/scheduled-verification' };
    return this.sending.one(asked, call);
  }
}

