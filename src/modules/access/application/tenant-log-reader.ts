/** Reads the logs of tenants, which database triggers write: for lists, for proofs, and for `ledger verify`. */
import type { ActsQuestion } from '../../../kernel/acts';
import type { TenantId } from '../../../kernel/ids';
import type { Page, Slice } from '../../../kernel/page';
import { token } from '../../../kernel/token';
import type { TenantEvent, TenantLogHead } from '../domain/tenant-log';

/** A row that differs from the log's last event about it, or an event without a corresponding row. */
export interface LogBreach {
  readonly where: string;
  readonly detail: string;
}

export interface LogBreaches {
  readonly total: number;
  /** The first hundred of the breaches. */
  readonly named: readonly LogBreach[];
}

/** Reads the logs in one snapshot, in which later writes are not visible. */
export interface TenantLogSnapshot {
  /** Returns the heads of one or all tenants' logs. A log with events but no head has a head of sequence 0 and an empty hash. */
  heads(tenantId: TenantId | undefined): Promise<readonly TenantLogHead[]>;
  /** Returns the events in the order of the log, read in chunks. */
  events(tenantId: TenantId): AsyncIterable<TenantEvent>;
  /** Returns the subjects whose row differs from their last event. */
  disagreements(tenantId: TenantId | undefined): Promise<LogBreaches>;
  /** Returns the rights of the service's role to change the logs; it must have none. */
  openings(): Promise<LogBreaches>;
}

export interface WantedEvents {
  /** The tenant whose log is read; undefined for all logs together. */
  readonly tenantId: TenantId | undefined;
  /** Selects only the events about this subject. */
  readonly subjectId?: string | undefined;
}

export interface TenantLogReader {
  /** Returns a page of events, the newest first: a whole log by its sequence, any other selection by time. */
  page(wanted: WantedEvents, slice: Slice): Promise<Page<TenantEvent>>;
  /** Returns, in any order, the actor's first `limit + 1` acts in one log after the slice's position (kernel/acts). */
  acts(tenantId: TenantId, question: ActsQuestion, slice: Slice): Promise<readonly TenantEvent[]>;
  /** Returns the last event of each log that has one, in any order. */
  ends(): Promise<readonly Omit<TenantLogHead, 'lastHash'>[]>;
  /** Returns the concatenated hashes of at most `limit` events after the sequence; ends at the first missing event. */
  hashes(tenantId: TenantId, after: bigint, limit: number): Promise<Buffer>;
  read<A>(work: (logs: TenantLogSnapshot) => Promise<A>): Promise<A>;
}

export const TENANT_LOG_READER = token<TenantLogReader>('TenantLogReader');
