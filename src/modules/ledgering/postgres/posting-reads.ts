/** What posting locks, claims and postingReads. */
import type { LedgerId } from '../../../kernel/ids';
import { loadStatements, parameters } from '../../../kernel/postgres/sql-file';
import type { DecidedRow, DraftRow, HeadRow, PostingFactsRow, QueueRow } from './posting-rows';

export const postingReads = loadStatements(__filename, {
  lock_head_at: parameters('ledger_id', 'last_sequence', 'last_hash', 'keys'),
  lock_head: parameters('ledger_id').rows<HeadRow>(),
  claim_pending: parameters('ledger_id', 'limit').rows<QueueRow>(),
  read_drafts: parameters('ledger_id', 'transaction_ids').rows<DraftRow>(),
  read_posting_facts: parameters('ledger_id', 'account_ids', 'journal_ids').rows<PostingFactsRow>(),
  read_decided: parameters('ledger_id', 'transaction_id').rows<DecidedRow>(),
  find_pending_work: parameters().rows<{ ledger_id: LedgerId }>(),
});
