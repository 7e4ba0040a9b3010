/** What posting locks, claims and reads. */
import type { LedgerId } from '../../../kernel/ids';
import { sqlBeside, taking } from '../../../kernel/postgres/sql-file';
import type { DecidedRow, DraftRow, HeadRow, PostingFactsRow, QueueRow } from './posting-rows';

export const reads = sqlBeside(__filename, {
  lock_head_at: taking('ledger_id', 'last_sequence', 'last_hash', 'keys'),
  lock_head: taking('ledger_id').giving<HeadRow>(),
  claim_pending: taking('ledger_id', 'limit').giving<QueueRow>(),
  read_drafts: taking('ledger_id', 'transaction_ids').giving<DraftRow>(),
  read_posting_facts: taking('ledger_id', 'account_ids', 'journal_ids').giving<PostingFactsRow>(),
  read_decided: taking('ledger_id', 'transaction_id').giving<DecidedRow>(),
  find_pending_work: taking().giving<{ ledger_id: LedgerId }>(),
});
