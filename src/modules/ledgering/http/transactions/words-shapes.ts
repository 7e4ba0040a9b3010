/** The shapes of amendments and notes in lists and in events, for the OpenAPI document and for the tests. */
import { createdAt, orNull, recordId } from '../../../../kernel/http/answers';
import { id, instant, integer, named, object, text } from '../../../../kernel/http/codecs';
import { metadata } from '../../../../kernel/http/metadata';

const wordsShape = named(
  'TransactionWords',
  'The texts of a transaction, which have no effect on balances.',
  object({
    description: text().described('A description for people.'),
    reference: orNull(text()).described('Your own reference; null if it has none.'),
    metadata: orNull(metadata),
  }),
);

const amendmentMembers = {
  transaction_id: id().described('The transaction that it amended.'),
  before: wordsShape.described('The texts before the change.'),
  after: wordsShape.described('The texts after the change.'),
  amended_at: instant.described('When it was amended, in UTC.'),
};

const sequence = integer(1, Number.MAX_SAFE_INTEGER).described("The sequence of its event in the ledger's log.");
const actor = text().described('The actor: the prefix of a key, or `operator:` and an id.');

export const amendmentShape = named(
  'Amendment',
  'A change to the texts of a transaction. It is stored permanently, and so are the texts that it replaced.',
  object({
    ...amendmentMembers,
    reason: text().described('Why it was amended.'),
    sequence,
    actor,
  }),
);

export const amendmentToldShape = named(
  'EventAmendment',
  'A change to the texts of a transaction, as its event shows it.',
  object(amendmentMembers),
);

const noteMembers = {
  id: recordId,
  transaction_id: id().described('The transaction to which it is attached.'),
  text: text().described('The text of the note.'),
  url: orNull(text()).described('The address of a document; null without one.'),
  sha256: orNull(text()).described('The SHA-256 of the bytes of that document, in lower-case hex; null without one.'),
  created_at: createdAt,
};

export const noteShape = named(
  'TransactionNote',
  'A note that is attached to a transaction, or a reference to a document. It is kept permanently.',
  object({ ...noteMembers, sequence, actor }),
);

export const noteToldShape = named(
  'EventTransactionNote',
  'A note that was attached to a transaction, as its event shows it.',
  object(noteMembers),
);
