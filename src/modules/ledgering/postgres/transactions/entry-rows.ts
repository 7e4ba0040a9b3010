/** The rows of entries: entries of posted transactions, and entries in drafts. */
import type { Minor } from '../../../../kernel/money';
import type { EntryRow } from '../../application/reader';
import type { QueuedDraft } from '../posting/written-columns';

export interface EntrySqlRow {
  readonly sequence: string;
  readonly id: string;
  readonly account_id: string;
  readonly account_code: string;
  readonly account_name: string;
  readonly amount: string;
  readonly type: EntryRow['type'];
  readonly layer: EntryRow['layer'];
  readonly description: string | null;
  readonly metadata: EntryRow['metadata'];
  /** The bytes of the entry's description and metadata. */
  readonly weight: number;
}

export interface DraftSqlRow {
  readonly id: string;
  readonly draft: QueuedDraft | null;
  readonly weight: number;
}

export interface AccountName {
  readonly id: string;
  readonly code: string;
  readonly name: string;
}

export const toEntry = (row: EntrySqlRow): EntryRow => ({
  id: row.id,
  accountId: row.account_id,
  accountCode: row.account_code,
  accountName: row.account_name,
  amount: BigInt(row.amount) as Minor,
  type: row.type,
  layer: row.layer,
  description: row.description,
  metadata: row.metadata,
});

export const intendedEntries = (
  draft: QueuedDraft | null,
  names: ReadonlyMap<string, AccountName>,
): readonly EntryRow[] =>
  (draft?.entries ?? []).map((entry) => ({
    id: entry.id,
    accountId: entry.accountId,
    accountCode: names.get(entry.accountId)?.code ?? '',
    accountName: names.get(entry.accountId)?.name ?? '',
    amount: BigInt(entry.amount) as Minor,
    type: entry.type,
    layer: entry.layer,
    description: entry.description,
    metadata: entry.metadata,
  }));
