/** The ports of strings: a store for strings and stored rates, and a source of exchange rates. */
import type { LedgerId, TenantId } from '../../../kernel/ids';
import type { Page, Slice } from '../../../kernel/page';
import type { QuotaReached } from '../../../kernel/quotas';
import type { Outcome } from '../../../kernel/refusal';
import { token } from '../../../kernel/token';
import type { StringCodeTaken } from '../domain/refusals';
import type { LedgerString, StringId } from '../domain/string';

/**
 * Stores strings. Each write commits by itself, so no method takes a transaction. `actor` is the name of the acting person or key in the
 * tenant's log; undefined: the command line.
 */
export interface StringStore {
  /** Inserts the string with its members. Refuses a code that the tenant already has, and a string beyond the tenant's quota. */
  insert(string: LedgerString, actor?: string): Promise<Outcome<StringCodeTaken | QuotaReached, void>>;
  byCode(tenantId: TenantId, code: string): Promise<LedgerString | undefined>;
  /** Returns a page of strings, ordered by code. */
  list(tenantId: TenantId, slice: Slice): Promise<Page<LedgerString>>;
  /** Returns at most `limit` strings of one tenant, or of all, ordered by code. */
  strings(tenantId: TenantId | undefined, limit: number): Promise<readonly LedgerString[]>;
  addMember(stringId: StringId, ledgerId: LedgerId, now: Date, actor?: string): Promise<void>;
  removeMember(stringId: StringId, ledgerId: LedgerId, actor?: string): Promise<void>;
}

/** A rate as of the time at which it was read: one unit of base buys `rate` units of quote. */
export interface RateSnapshot {
  /** The rate as a positive decimal. */
  readonly rate: string;
  readonly source: string;
  readonly at: Date;
}

/** The value of `source` for rates that operators set. */
export const storedRateSource = 'stored';

export interface RateSource {
  /**
   * Returns the rate; undefined if the source does not have this pair of currencies. Throws `Unavailable` if the source has no rate that
   * can be trusted now: the service is down, or its rate is stale.
   */
  rate(base: string, quote: string): Promise<RateSnapshot | undefined>;
}

export interface StoredRate {
  readonly base: string;
  readonly quote: string;
  /** The price of one unit of base in units of quote, a positive decimal. */
  readonly rate: string;
  readonly setAt: Date;
}

/** Stores the rates that operators set by hand. */
export interface RateTable {
  set(base: string, quote: string, rate: string, now: Date, actor?: string): Promise<void>;
  find(base: string, quote: string): Promise<Pick<StoredRate, 'rate' | 'setAt'> | undefined>;
  /** Returns at most `limit` rates, ordered by base and quote. */
  rates(limit: number): Promise<readonly StoredRate[]>;
  /** Returns a page of rates, ordered by base and quote. */
  page(slice: Slice): Promise<Page<StoredRate>>;
}

export const STRING_STORE = token<StringStore>('StringStore');
export const RATE_SOURCE = token<RateSource>('RateSource');
export const RATE_TABLE = token<RateTable>('RateTable');
