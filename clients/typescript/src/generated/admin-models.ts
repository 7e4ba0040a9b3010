/** The models of the API, generated from its OpenAPI document by `make docs`. */

/** An exact decimal in major units, such as `10.50`. It is a string, because a number would round it. */
export type Amount = string;
/** A day, such as `2026-01-31`. */
export type Day = string;
/** An instant, such as `2026-01-31T10:00:00.000Z`. */
export type Instant = string;
/** One of the known values, or a value that a later version of the ledger added. */
export type Open<Choice extends string> = Choice | (string & {});
/** The members of an object that a later version of the ledger added, unchanged. */
export type Unknown = Readonly<Record<string, unknown>>;

/** An act of a key or a person: an event in the log of a ledger, or in the log of the tenant. */
export interface Act {
  /** The ledger whose log has the event; null if it is in the log of the tenant. */
  readonly ledger_id: string | null;
  /** Its sequence in that log. */
  readonly sequence: number;
  /** The act: the type of the event in that log. */
  readonly type: string;
  /** The actor: the requested one, or `link created by` that one if a link was used. */
  readonly actor: string;
  /** The object that the act changed. */
  readonly subject: ActSubject;
  /** The reason that was given; null without one, and in the log of the tenant. */
  readonly reason: string | null;
  /** When it happened, in UTC. */
  readonly occurred_at: Instant;
  /** The hash of the event in its log, in hex. */
  readonly hash: string;
}

/** The subject of an act: its kind and its id. */
export interface ActSubject {
  /** The type of the object, such as `transaction` or `key`. */
  readonly type: string;
  /** The id of that object. */
  readonly id: string;
}

/** A signed statement about a log: how many events it had, and the root of the tree over them. */
export interface Checkpoint {
  /** The sequence of the last event that it covers. */
  readonly tree_size: number;
  /** When it was signed, by the clock of the service. */
  readonly signed_at: Instant;
  /**
   * The checkpoint as a signed note (C2SP signed-note and tlog-checkpoint): origin, number of events, root and time;
   * an empty line; the signatures, first that of the service, then those of the witnesses (tlog-cosignature) that
   * have co-signed it so far.
   */
  readonly note: string;
  /**
   * With `from`: the hashes that prove, by RFC 6962, 2.1.2, that the tree of so many events is the beginning of this
   * one, in hex. Empty without `from`, and if both are the same tree.
   */
  readonly consistency: readonly string[];
}

/** Whether a currency is one of ISO 4217 (`fiat`) or not (`crypto`). */
export type CurrencyType = 'fiat' | 'crypto';

/** A person who was deleted. */
export interface DeletedOperator {
  /** Created by the service, as a UUID of version 7: later ids sort after earlier ones. */
  readonly id: string;
  /** Always true. */
  readonly deleted: boolean;
}

/** Sessions that were ended. */
export interface EndedSessions {
  /** The number of sessions that were ended. */
  readonly ended: number;
}

/** A person who may sign in, with the link by which they set a password. */
export interface InvitedOperator {
  /** Created by the service, as a UUID of version 7: later ids sort after earlier ones. */
  readonly id: string;
  /** The tenant whose ledgers the person may open; null for all tenants. */
  readonly tenant_id: string | null;
  /** The e-mail address with which the person signs in, unique among the operators of the tenant. */
  readonly email: string;
  /** The name of the person. */
  readonly name: string;
  /** The rights of the person. */
  readonly role: Open<OperatorRole>;
  /** Whether the person may sign in. */
  readonly is_active: boolean;
  /** When the person last sent a request, in UTC; null for never. */
  readonly last_seen_at: Instant | null;
  /** When it was created, in UTC. */
  readonly created_at: Instant;
  /** A link that works once: the person sets a password there. It is shown only in this response. */
  readonly invitation_url: string;
  /** When the link expires, in UTC. */
  readonly invitation_expires_at: Instant;
}

/** A key of one ledger, shown this once. */
export interface IssuedKey {
  /** Created by the service, as a UUID of version 7: later ids sort after earlier ones. */
  readonly id: string;
  /** The tenant of its ledger. */
  readonly tenant_id: string;
  /** The ledger to which it gives access. */
  readonly ledger_id: string;
  /** The public part of the key, by which logs and events name it. */
  readonly prefix: string;
  /** The name for people; null if none was given. */
  readonly name: string | null;
  /** Its rights. */
  readonly scopes: readonly Open<Scope>[];
  /** Its rights beyond its scopes, such as `periods:admin`. */
  readonly capabilities: readonly string[];
  /** The number of requests per second that it may send. */
  readonly rate_limit_per_second: number;
  /** Whether it is active: false once it is revoked. An expired key stays true. */
  readonly is_active: boolean;
  /** When it expires, in UTC; null for never. */
  readonly expires_at: Instant | null;
  /** The networks from which it may be used, such as `10.1.0.0/16`; empty for all. */
  readonly allowed_networks: readonly string[];
  /** When it was last used, in UTC, within a minute or so; null for never. */
  readonly last_used_at: Instant | null;
  /** When it was created, in UTC. */
  readonly created_at: Instant;
  /** When it was revoked, in UTC; null if it was not. */
  readonly revoked_at: Instant | null;
  /** The key itself, which is shown only in this response. */
  readonly key: string;
}

/** A key of one ledger, without the key itself. */
export interface Key {
  /** Created by the service, as a UUID of version 7: later ids sort after earlier ones. */
  readonly id: string;
  /** The tenant of its ledger. */
  readonly tenant_id: string;
  /** The ledger to which it gives access. */
  readonly ledger_id: string;
  /** The public part of the key, by which logs and events name it. */
  readonly prefix: string;
  /** The name for people; null if none was given. */
  readonly name: string | null;
  /** Its rights. */
  readonly scopes: readonly Open<Scope>[];
  /** Its rights beyond its scopes, such as `periods:admin`. */
  readonly capabilities: readonly string[];
  /** The number of requests per second that it may send. */
  readonly rate_limit_per_second: number;
  /** Whether it is active: false once it is revoked. An expired key stays true. */
  readonly is_active: boolean;
  /** When it expires, in UTC; null for never. */
  readonly expires_at: Instant | null;
  /** The networks from which it may be used, such as `10.1.0.0/16`; empty for all. */
  readonly allowed_networks: readonly string[];
  /** When it was last used, in UTC, within a minute or so; null for never. */
  readonly last_used_at: Instant | null;
  /** When it was created, in UTC. */
  readonly created_at: Instant;
  /** When it was revoked, in UTC; null if it was not. */
  readonly revoked_at: Instant | null;
}

/** A change to a key: fields that are left out stay unchanged. */
export interface KeyChange {
  /** The name for people, such as the program that uses it. */
  readonly name?: string;
  /** The number of requests per second that it may send, 1 to 1,000,000. */
  readonly rate_limit_per_second?: number;
}

/** How the key is replaced. */
export interface KeyRotation {
  /** How long the current key remains valid, in seconds; one day if left out. */
  readonly grace_seconds?: number;
}

/** A set of books in one currency. */
export interface Ledger {
  /** Created by the service, as a UUID of version 7: later ids sort after earlier ones. */
  readonly id: string;
  /** The tenant that it belongs to. */
  readonly tenant_id: string;
  /** The code in entries, unique within the tenant. */
  readonly code: string;
  /** The name for people. */
  readonly name: string;
  /** The currency of every amount in it, such as `USD`. */
  readonly currency: string;
  /** Whether the currency is one of ISO 4217. */
  readonly currency_type: Open<CurrencyType>;
  /** The number of decimals that are stored; an amount with more is refused. */
  readonly storage_decimals: number;
  /** The minimum number of decimals of displayed amounts. */
  readonly display_decimals: number;
  /** The IANA name of the ledger’s time zone. It decides which day is today, and on which day a hold expires. */
  readonly time_zone: string;
  /**
   * The month and the day on which its fiscal year begins, such as `04-01`. It separates the earnings of prior years
   * from those of this one.
   */
  readonly fiscal_year_start: string;
  /** Whether the ledger is in use. */
  readonly is_active: boolean;
  /** Whether its time can be advanced, for tests of programs that use it; other ledgers have real time. */
  readonly test_clock: boolean;
  /** Data of your own, stored with it and returned unchanged; null if there is none. */
  readonly metadata: Metadata | null;
  /** When it was created, in UTC. */
  readonly created_at: Instant;
  /** When it was last changed, in UTC; initially, when it was created. */
  readonly updated_at: Instant;
}

/** The members of a ledger that can change: its time zone and its fiscal year. */
export interface LedgerChange {
  /** The IANA name of its time zone, such as `Europe/Zurich`. */
  readonly time_zone?: string;
  /** The month and the day on which its fiscal year begins, such as `04-01`. */
  readonly fiscal_year_start?: string;
}

/** The time of a ledger with a test clock. */
export interface LedgerClock {
  /** The ledger whose time was advanced. */
  readonly ledger_id: string;
  /** Its new time, in UTC. */
  readonly now: Instant;
  /** Its day, which is the default of dates. */
  readonly today: Day;
}

/** By how much the time of a ledger is advanced. */
export interface LedgerClockChange {
  /**
   * The advance, as an ISO 8601 duration: `P1M` a month of the calendar, `P30D`, `PT36H`, with whole numbers of at
   * most five digits. Several advances add up.
   */
  readonly advance: string;
}

/**
 * Structured data of your own, at most 16 KiB as JSON and 1,000 values: the ledger stores and returns it, and does
 * not interpret it. A number that a double cannot represent exactly is refused: send it as a string.
 */
export type Metadata = Readonly<Record<string, unknown>>;

/** A key to create. */
export interface NewKey {
  /** The ledger to which it gives access. */
  readonly ledger_id: string;
  /** The name for people, such as the program that uses it. */
  readonly name?: string | null;
  /** The scopes of the key. */
  readonly scopes: readonly Scope[];
  /**
   * Its further rights: `strings:participate:{code}`, `attributes:admin`, `periods:admin`, `events:admin`,
   * `limits:override`.
   */
  readonly capabilities?: readonly string[];
  /** The number of requests per second that it may send; 10 if left out. */
  readonly rate_limit_per_second?: number;
  /** When it expires; null for never. */
  readonly expires_at?: Instant | null;
  /** The networks from which it may be used, such as `10.1.0.0/16` or `2001:db8::/32`; empty for all. */
  readonly allowed_networks?: readonly string[];
}

/** A ledger to be opened. */
export interface NewLedger {
  /** The tenant to which it will belong. */
  readonly tenant_id: string;
  /** The code for people and strings: 1 to 50 of the characters A-Z a-z 0-9 . _ -, unique within the tenant. */
  readonly code: string;
  /** The name for people, at most 255 characters. */
  readonly name: string;
  /** The currency of every amount in it: one of ISO 4217, unless `currency_type` is `crypto`. */
  readonly currency: string;
  /** Whether the currency is one of ISO 4217; `fiat` if left out. */
  readonly currency_type?: CurrencyType;
  /** The number of decimals that are stored. If left out: those of ISO 4217, or 8 for a crypto currency. */
  readonly storage_decimals?: number;
  /** The minimum number of decimals of displayed amounts, at most `storage_decimals`, which is also the default. */
  readonly display_decimals?: number;
  /** The IANA name of the ledger’s time zone, such as `Europe/Zurich`; UTC if it is left out. */
  readonly time_zone?: string;
  /** The month and the day on which its fiscal year begins, such as `04-01`; 01-01 if it is left out. */
  readonly fiscal_year_start?: string;
  /**
   * True: the time of the ledger can be moved ahead, for tests of programs that use it (`LEDGER_TEST_CLOCKS`). By
   * default, ledgers use the real time, and so do real books.
   */
  readonly test_clock?: boolean;
}

/** The person to create. */
export interface NewOperator {
  /** The e-mail address with which the person signs in, unique among the operators of the tenant. */
  readonly email: string;
  /** The name of the person. */
  readonly name: string;
  /** The rights of the person. */
  readonly role: OperatorRole;
  /**
   * The tenant whose ledgers the person may open; null for all tenants. Required from an administrator of all
   * tenants; for an administrator of one tenant, the default is that tenant.
   */
  readonly tenant_id?: string | null;
}

/** A rate to be set. */
export interface NewRate {
  /** The base currency: that of the source, such as `USD`. */
  readonly base: string;
  /** The quote currency: that of the target, such as `EUR`. */
  readonly quote: string;
  /**
   * The units of the quote currency for one unit of the base currency: a positive decimal, with at most 18 decimals.
   */
  readonly rate: string;
}

/** A ledger that is to be a member of a string. */
export interface NewStringMember {
  /** The ledger, of the tenant of the string. */
  readonly ledger_id: string;
}

/** A tenant to create. */
export interface NewTenant {
  /** The name for people, at most 255 characters. */
  readonly name: string;
}

/** The limits of a tenant's objects from now on. */
export interface NewTenantLimits {
  /** The tenant's maximum number of ledgers, 0 to 100000; null for the usual 1000. */
  readonly ledgers?: number | null;
  /** The tenant's maximum number of API keys that are active, 0 to 100000; null for the usual 1000. */
  readonly keys?: number | null;
  /** The tenant's maximum number of people who may sign in, 0 to 100000; null for the usual 500. */
  readonly people?: number | null;
  /** The tenant's maximum number of strings, 0 to 10000; null for the usual 200. */
  readonly strings?: number | null;
  /** The maximum number of webhook endpoints in each ledger of the tenant, 0 to 1000; null for the usual 20. */
  readonly webhook_endpoints?: number | null;
  /** The maximum number of account sets in each ledger of the tenant, 0 to 100000; null for the usual 10000. */
  readonly account_sets?: number | null;
  /** The maximum number of journals in each ledger of the tenant, 0 to 10000; null for the usual 1000. */
  readonly journals?: number | null;
  /** The maximum number of transaction codes in each ledger of the tenant, 0 to 10000; null for the usual 1000. */
  readonly transaction_codes?: number | null;
  /**
   * The maximum number of period locks in force in each ledger of the tenant, 0 to 10000; null for the usual 1000.
   */
  readonly period_locks?: number | null;
}

/**
 * The request rate and the numbers of objects that a tenant is allowed from now on. A limit that is left out stays
 * unchanged.
 */
export interface NewTenantQuota {
  /**
   * The number of requests per second that all its keys and people together may send, 1 to 1,000,000; null for no
   * limit.
   */
  readonly requests_per_second?: number | null;
  /**
   * The maximum numbers of its objects. Members that are left out stay unchanged; null sets the default. Existing
   * objects are kept.
   */
  readonly limits?: NewTenantLimits;
}

/** The ledgers to verify. */
export interface NewVerification {
  /** One ledger; if left out, all ledgers that the caller administers. */
  readonly ledger_id?: string;
}

/** A person who may sign in. */
export interface Operator {
  /** Created by the service, as a UUID of version 7: later ids sort after earlier ones. */
  readonly id: string;
  /** The tenant whose ledgers the person may open; null for all tenants. */
  readonly tenant_id: string | null;
  /** The e-mail address with which the person signs in, unique among the operators of the tenant. */
  readonly email: string;
  /** The name of the person. */
  readonly name: string;
  /** The rights of the person. */
  readonly role: Open<OperatorRole>;
  /** Whether the person may sign in. */
  readonly is_active: boolean;
  /** When the person last sent a request, in UTC; null for never. */
  readonly last_seen_at: Instant | null;
  /** When it was created, in UTC. */
  readonly created_at: Instant;
}

/** A change to an operator: fields that are left out stay unchanged. */
export interface OperatorChange {
  /** The name of the person. */
  readonly name?: string;
  /** The new rights of the person. All sessions end. */
  readonly role?: OperatorRole;
  /** Whether the person may sign in. With `false` all sessions end. */
  readonly is_active?: boolean;
}

/** The role of a person: a `viewer` reads, a `bookkeeper` also writes, an `admin` also administers. */
export type OperatorRole = 'viewer' | 'bookkeeper' | 'admin';

/** A session of a person. */
export interface OperatorSession {
  /** The session. */
  readonly id: string;
  /** The person. */
  readonly operator_id: string;
  /** The state of the session: `ended`: somebody ended it; `expired`: its time is over. */
  readonly status: Open<'open' | 'ended' | 'expired'>;
  /** How it began: with the password, or with a link that set one. */
  readonly began_by: Open<'sign_in' | 'link'>;
  /** The actor who created the link; null if the session did not begin with a link. */
  readonly link_created_by: string | null;
  /** The address that the person signed in from; the address of the proxy if the proxy is not trusted. */
  readonly address: string;
  /** The `User-Agent` that the browser sent. */
  readonly agent: string | null;
  /** When the person signed in, in UTC. */
  readonly created_at: Instant;
  /** When the session was last used, in UTC: up to a minute early. */
  readonly last_seen_at: Instant;
  /** When the session ends at the latest, in UTC. */
  readonly expires_at: Instant;
  /** When a person ended it, in UTC; null if nobody did. */
  readonly ended_at: Instant | null;
  /** The actor who ended it; null if nobody did. */
  readonly ended_by: string | null;
}

/** The value of one unit of a currency in another, for conversions that name no rate. */
export interface Rate {
  /** The base currency: that of the source. */
  readonly base: string;
  /** The quote currency: that of the target. */
  readonly quote: string;
  /** The units of the quote currency for one unit of the base currency, as an exact decimal. */
  readonly rate: string;
  /** When it was set, in UTC. It is valid for a day. */
  readonly set_at: Instant;
}

/** A ledger that is not a member of a string. */
export interface RemovedStringMember {
  /** The ledger that it is about. */
  readonly ledger_id: string;
  /** Always false. */
  readonly is_member: boolean;
}

/** The key that ends. */
export interface ReplacedKey {
  /** The former key. */
  readonly id: string;
  /** The public part of the former key. */
  readonly prefix: string;
  /** When the former key expires, in UTC. */
  readonly expires_at: Instant;
}

/** The key that replaces another; it is shown only in this response. */
export interface RotatedKey {
  /** Created by the service, as a UUID of version 7: later ids sort after earlier ones. */
  readonly id: string;
  /** The tenant of its ledger. */
  readonly tenant_id: string;
  /** The ledger to which it gives access. */
  readonly ledger_id: string;
  /** The public part of the key, by which logs and events name it. */
  readonly prefix: string;
  /** The name for people; null if none was given. */
  readonly name: string | null;
  /** Its rights. */
  readonly scopes: readonly Open<Scope>[];
  /** Its rights beyond its scopes, such as `periods:admin`. */
  readonly capabilities: readonly string[];
  /** The number of requests per second that it may send. */
  readonly rate_limit_per_second: number;
  /** Whether it is active: false once it is revoked. An expired key stays true. */
  readonly is_active: boolean;
  /** When it expires, in UTC; null for never. */
  readonly expires_at: Instant | null;
  /** The networks from which it may be used, such as `10.1.0.0/16`; empty for all. */
  readonly allowed_networks: readonly string[];
  /** When it was last used, in UTC, within a minute or so; null for never. */
  readonly last_used_at: Instant | null;
  /** When it was created, in UTC. */
  readonly created_at: Instant;
  /** When it was revoked, in UTC; null if it was not. */
  readonly revoked_at: Instant | null;
  /** The key itself, which is shown only in this response. */
  readonly key: string;
  /** The key that it replaces. */
  readonly replaces: ReplacedKey;
}

/** The complete verification that a worker runs on schedule. */
export interface ScheduledVerification {
  /** When the running one began, in UTC; null if none is running. */
  readonly running_since: Instant | null;
  /** The last one that ended; null if none has. */
  readonly last: ScheduledVerificationEnd | null;
}

/** The result of a scheduled verification. */
export interface ScheduledVerificationEnd {
  /** When it ended, in UTC. */
  readonly finished_at: Instant;
  /** How it ended. */
  readonly status: Open<ScheduledVerificationStatus>;
  /** The number of verified ledgers. */
  readonly ledgers: number;
  /** The number of their events. */
  readonly events: number;
  /** The number of violations. */
  readonly findings_count: number;
  /** The first of the findings, at most 200. */
  readonly findings: readonly VerificationFinding[];
}

/**
 * Its result: everything holds (`passed`), something does not (`failed`), or it could not be finished (`broken_off`).
 */
export type ScheduledVerificationStatus = 'passed' | 'failed' | 'broken_off';

/**
 * The scope of a caller: `read` every GET; `post` post, settle, release, convert and transfer; `undo` reverse and
 * void; `chart` change accounts, sets, journals, transaction codes, attributes and strings; `admin` webhook endpoints
 * and administration.
 */
export type Scope = 'read' | 'post' | 'undo' | 'chart' | 'admin';

/** A ledger that is a member of a string. */
export interface StringMember {
  /** The ledger that it is about. */
  readonly ledger_id: string;
  /** The code of the ledger, unique within the tenant. */
  readonly code: string;
  /** The name of the ledger. */
  readonly name: string;
  /** The currency of the ledger. */
  readonly currency: string;
}

/** The state of the service, as the process that answers knows it. */
export interface System {
  /** The version of this service. */
  readonly version: string;
  /** The version of Node.js on which it runs. */
  readonly node_version: string;
  /** The role of this process: `all`, `api` or `worker`. */
  readonly role: string;
  /** When this process started, in UTC. */
  readonly started_at: Instant;
  /** The state of the database schema. */
  readonly migrations: SystemMigrations;
  /** The version of PostgreSQL. */
  readonly database_version: string;
  /** The connections of this process to the database. */
  readonly pool: SystemPool;
  /** How long the oldest accepted transaction has waited to be posted, in seconds; `0.000` if none is waiting. */
  readonly poster_lag_seconds: string;
  /** The variables of the environment that this process knows. */
  readonly settings: readonly SystemSetting[];
}

/** The state of the database schema. */
export interface SystemMigrations {
  /** The migrations that have run, in their order. */
  readonly applied: readonly string[];
  /** The migrations of this version that have not run. */
  readonly pending: readonly string[];
}

/** The connections of this process to the database. */
export interface SystemPool {
  /** The number in use. */
  readonly in_use: number;
  /** The number of open ones. */
  readonly open: number;
  /** The number of requests that wait for one. */
  readonly waiting: number;
  /** The maximum number. */
  readonly max: number;
}

/** A variable of the environment that this process knows. */
export interface SystemSetting {
  /** The name of the variable. */
  readonly name: string;
  /** Whether it is set. */
  readonly is_set: boolean;
  /** The value; null if it is not set, or may contain a secret. */
  readonly value: string | null;
}

/** An organisation whose ledgers, keys and operators are separate from those of all others. */
export interface Tenant {
  /** Created by the service, as a UUID of version 7: later ids sort after earlier ones. */
  readonly id: string;
  /** The name for people. */
  readonly name: string;
  /** When it was created, in UTC. */
  readonly created_at: Instant;
}

/** An act on a tenant: a line of the tenant's log. */
export interface TenantEvent {
  /** The tenant; the nil UUID for acts that belong to no tenant. */
  readonly tenant_id: string;
  /** Its sequence in the tenant's log: 1, 2, 3, …, without a gap. */
  readonly sequence: number;
  /**
   * The act. The service records `tenant.created`, `quota.set`, `ledger.created`, `ledger.updated`, `key.created`,
   * `key.updated`, `key.revoked`, `key.secret_set`, `admin_key.created`, `admin_key.revoked`, `admin_key.secret_set`,
   * `operator.created`, `operator.updated`, `operator.password_set`, `operator.deleted`, `invitation.created`,
   * `invitation.used`, `invitation.withdrawn`, `session.started`, `session.ended`, `webhook_endpoint.created`,
   * `webhook_endpoint.updated`, `webhook_endpoint.secret_set`, `webhook_endpoint.redelivered`,
   * `webhook_endpoint.deleted`, `attribute_definition.created`, `attribute_definition.updated`,
   * `attribute_settings.set`, `string.created`, `string_member.added`, `string_member.removed`, `rate.set`,
   * `verification.passed`, `verification.failed`, `verification.broken_off`, `log_epoch.begun`; later versions may do
   * more.
   */
  readonly type: string;
  /** The actor: the prefix of a key, `operator:` and an id, or `link created by` one of them if a link was used. */
  readonly actor: string;
  /** The subject of the act. */
  readonly subject: TenantEventSubject;
  /** The subject as it was after the act, without secrets; its members depend on `type`. */
  readonly content: Readonly<Record<string, unknown>>;
  /** When it happened, in UTC. */
  readonly occurred_at: Instant;
  /** The hash of the previous line, in hex, which makes the lines a chain. */
  readonly previous_hash: string;
  /** The hash of this line and of all before it, in hex. */
  readonly hash: string;
}

/** The subject of an act. */
export interface TenantEventSubject {
  /** The kind of the subject, such as `key`. */
  readonly type: string;
  /** Which one it is. */
  readonly id: string;
}

/** The limit of a tenant's objects of one kind. */
export interface TenantLimit {
  /** The maximum number. */
  readonly most: number;
  /** Whether this is the default, because no other number was set for this tenant. */
  readonly is_usual: boolean;
}

/** The limits of a tenant's objects. */
export interface TenantLimits {
  /** The tenant's maximum number of ledgers; usually 1000. */
  readonly ledgers: TenantLimit;
  /** The tenant's maximum number of API keys that are active; usually 1000. */
  readonly keys: TenantLimit;
  /** The tenant's maximum number of people who may sign in; usually 500. */
  readonly people: TenantLimit;
  /** The tenant's maximum number of strings; usually 200. */
  readonly strings: TenantLimit;
  /** The maximum number of webhook endpoints in each ledger of the tenant; usually 20. */
  readonly webhook_endpoints: TenantLimit;
  /** The maximum number of account sets in each ledger of the tenant; usually 10000. */
  readonly account_sets: TenantLimit;
  /** The maximum number of journals in each ledger of the tenant; usually 1000. */
  readonly journals: TenantLimit;
  /** The maximum number of transaction codes in each ledger of the tenant; usually 1000. */
  readonly transaction_codes: TenantLimit;
  /** The maximum number of period locks in force in each ledger of the tenant; usually 1000. */
  readonly period_locks: TenantLimit;
}

/**
 * The request rate and the numbers of objects that a tenant is allowed, whatever rates its own administrators give
 * its keys.
 */
export interface TenantQuota {
  /** The tenant to which the quota applies. */
  readonly tenant_id: string;
  /** The number of requests per second that all its keys and people together may send; null for no limit. */
  readonly requests_per_second: number | null;
  /** The limits of the tenant's objects; one more is 409 `QUOTA_REACHED`. */
  readonly limits: TenantLimits;
  /** When it was last set, in UTC; null if it never was. */
  readonly set_at: Instant | null;
}

/** The progress and the findings of a verification. */
export interface Verification {
  /** Created by the service, as a UUID of version 7: later ids sort after earlier ones. */
  readonly id: string;
  /** The tenant that is verified; null for all tenants. */
  readonly tenant_id: string | null;
  /** The one ledger that is verified; null for all of them. */
  readonly ledger_id: string | null;
  /** Its state. */
  readonly status: Open<VerificationStatus>;
  /** The number of finished steps. */
  readonly done: number;
  /** The number of all steps. */
  readonly of: number;
  /** The checks that are done so far. */
  readonly checks: readonly VerificationCheck[];
  /** The violations found, at most 200. */
  readonly findings: readonly VerificationFinding[];
  /** Remarks that are not violations, such as an account that was beyond a limit before the limit was set. */
  readonly notes: readonly VerificationFinding[];
  /** Why it ended early; null if it did not. */
  readonly broken_off: string | null;
  /** When it began, in UTC. */
  readonly started_at: Instant;
  /** When it ended, in UTC; null while it runs. */
  readonly finished_at: Instant | null;
}

/** An invariant, and whether it holds. */
export interface VerificationCheck {
  /** The name of the check, such as `nothing-stays-pending`. */
  readonly name: string;
  /** The sentence that must always be true. */
  readonly promise: string;
  /** Whether it holds. */
  readonly status: Open<'passed' | 'failed'>;
  /** The number of violations. */
  readonly findings: number;
}

/** A violation of a check. */
export interface VerificationFinding {
  /** The check that found it. */
  readonly check: string;
  /** The ledger to which it belongs; null if none. */
  readonly ledger_id: string | null;
  /** The subject of the violation, such as a transaction or an account. */
  readonly where: string;
  /** The value found, and the value expected. */
  readonly detail: string;
}

/** The state of a verification: it is `running`, found no fault (`passed`), or found one (`failed`). */
export type VerificationStatus = 'running' | 'passed' | 'failed';
