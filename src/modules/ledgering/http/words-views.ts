/** How amendments and notes are printed: instants in UTC, names in snake_case. */
import type { AmendmentRow, NoteRow } from '../application/words-reader';
import type { Amendment, Note, Words } from '../domain/amendment';

export const amendmentTold = ({ transactionId, before, after, amendedAt }: Amendment): object => ({
  transaction_id: transactionId,
  before: wordsView(before),
  after: wordsView(after),
  amended_at: amendedAt.toISOString(),
});

const wordsView = ({ description, reference, metadata }: Words): object => ({ description, reference, metadata });

export const amendmentView = ({ reason, sequence, actor, ...amendment }: AmendmentRow): object => ({
  ...amendmentTold(amendment),
  ...{ reason, sequence: Number(sequence), actor },
});

export const noteTold = ({ id, transactionId, text, url, sha256, createdAt }: Note): object => ({
  ...{ id, transaction_id: transactionId },
  ...{ text, url, sha256 },
  created_at: createdAt.toISOString(),
});

export const noteView = ({ sequence, actor, ...note }: NoteRow): object => ({
  ...noteTold(note),
  ...{ sequence: Number(sequence), actor },
});
