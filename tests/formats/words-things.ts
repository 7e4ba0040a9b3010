/** Examples of an amendment and of a note, and the requests that create them or close an account, with all members. */
import type { Amendment, AmendmentRequest, Note, NoteRequest } from '../../src/modules/ledgering/domain/amendment';
import type { CloseRequest } from '../../src/modules/ledgering/domain/closing';
import { at, id, metadata } from './members';

const words = { description: 'Tea', reference: 'INV-7', metadata };

const amendment: Amendment = {
  transactionId: id(17),
  before: words,
  after: { description: 'Tea in tins', reference: null, metadata: null },
  amendedAt: at(10),
};

const amend: AmendmentRequest = { transactionId: id(17), ...words, reason: 'A slip', idempotencyKey: 'amend-7' };
/** A request with null in every nullable member, and without a description. */
const amendNothing: AmendmentRequest = {
  ...{ transactionId: id(17), reference: null, metadata: null },
  ...{ reason: amend.reason, idempotencyKey: amend.idempotencyKey },
};

const close: CloseRequest = {
  ...{ accountId: id(1), sweepToCode: 'BANK', reason: 'No longer used', idempotencyKey: 'close-7' },
};

const annotate: NoteRequest = {
  transactionId: id(17),
  text: 'Signed',
  url: 'https://documents.example/17',
  sha256: 'a'.repeat(64),
  idempotencyKey: 'note-7',
};

const note: Note = {
  ...{ id: id(18), transactionId: id(17), createdAt: at(11) },
  ...{ text: annotate.text, url: annotate.url, sha256: annotate.sha256 },
};

export const wordsThings = { amendment, note, amend, amendNothing, annotate, close };
