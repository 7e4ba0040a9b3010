/** The ports of strings: a store for its own small tables, and a source of exchange rates. */
import type { LedgerId, TenantId } from '../../../kernel/ids';
import type { Page, Slice } from '../../../kernel/page';
import type { QuotaReached } from '../../../kernel/quotas';
import type { Outcome } from '../../../kernel/refusal';
import { token } from '../../../kernel/token';
import type { StringCodeTaken } from '../domain/refusals';
import type { LedgerString, StringId } from '../domain/string';

/**
 * Each write is complete by itself, so none takes a transaction. `actor` is who acts, as the log of the tenant names it; where it is
 * left out, the command line.
 */
export interface StringStore {
  /** With its members. Refuses a code that the tenant has already, and one more than its quota of strings. */
  insert(string: LedgerString, actor?: string): Promise<Outcome<StringCodeTaken | QuotaReached, void>>;
  byCode(tenantId: TenantId, code: string): Promise<LedgerString | undefined>;
  /** By code. */
  list(tenantId: TenantId, slice: Slice): Promise<Page<LedgerString>>;
  /** The strings of one tenant, or of all, by code, at most `limit`. */
  strings(tenantId: TenantId | undefined, limit: number): Promise<readonly LedgerString[]>;
  addMember(stringId: StringId, ledgerId: LedgerId, now: Date, actor?: string): Promise<void>;
  removeMember(stringId: StringId, ledgerId: LedgerId, actor?: string): Promise<void>;
}

/** A rate as it was when it was asked for: one unit of base buys `rate` units of quote. */
export interface RateSnapshot {
  /** A positive decimal. */
  readonly rate: string;
  readonly source: string;
  readonly at: Date;
}

/** The source of rates that operators set. */
export const storedRateSource = 'stored';

export interface RateSource {
  /**
   * Undefined when the source knows no such rate, and will not before somebody tells it one. Throws `Unavailable` when
   * there is none that can be trusted now: the source is down, or what it knows is stale.
   */
  rate(base: string, quote: string): Promise<RateSnapshot | undefined>;
}

export interface StoredRate {
  readonly base: string;
  readonly quote: string;
  /** A positive decimal. */
  readonly rate: string;
  readonly setAt: Date;
}

/** Rates that operators set by hand. */
export interface RateTable {
  set(base: string, quote: string, rate: string, now: Date, actor?: string): Promise<void>;
  find(base: string, quote: string): Promise<Pick<StoredRate, 'rate' | 'setAt'> | undefined>;
  /** By base and quote, at most `limit`. */
  rates(limit: number): Promise<readonly StoredRate[]>;
  /** By base and quote. */
  page(slice: Slice): Promise<Page<StoredRate>>;
}

export const STRING_STORE = token<StringStore>('StringStore');
export const RATE_SOURCE = token<RateSource>('RateSource');
export const RATE_TABLE = token<RateTable>('RateTable');
