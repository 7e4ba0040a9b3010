/** The requests of the writing tools, one row for each. */
import { choice, layers, required, text, type Parameter } from './tool';

export interface WritingRow {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly path: string;
  readonly parameters: Readonly<Record<string, Parameter>>;
  /** True if the body contains an idempotency key. Otherwise the confirmation is used as the key. */
  readonly bringsKey?: true;
  /** The path that the first call reads, for a request that has no dry run in the API. Undefined: the first call is a dry run. */
  readonly shows?: string;
  /** The HTTP method; undefined: POST. */
  readonly method?: 'post' | 'patch';
  /** True if the path needs an account's id but the tool takes the account's code, because people know codes. Undefined: false. */
  readonly byAccountCode?: true;
}

const amount = text(
  'A decimal text in major units, such as "10.50", never a number; default: the whole remaining amount',
);
const reference = text('The reference, such as the number of the invoice');
const inheritedReference = text('The reference; default: that of the original');

export const writingRows: readonly WritingRow[] = [
  {
    name: 'post_transaction',
    title: 'Post a transaction',
    description: 'Posts entries whose debits and credits are equal, or a transaction code with its parameters.',
    path: '/transactions',
    parameters: {
      effective_date: required(text('The effective date, such as 2026-01-31')),
      description: required(text('The description that people read')),
      idempotency_key: required(
        text(
          'A key that identifies the business event, such as the number of the order. The ledger posts once for each key, however often it is sent',
        ),
      ),
      entries: {
        type: 'array',
        description: 'At least two entries, whose debits and credits are equal',
        items: {
          type: 'object',
          required: ['account_code', 'type', 'amount'],
          properties: {
            account_code: { type: 'string' },
            type: { type: 'string', enum: ['debit', 'credit'] },
            amount: { type: 'string', description: 'A decimal text such as "10.50", never a number' },
            description: { type: 'string' },
          },
        },
      },
      transaction_code: text('The code of a template, instead of entries'),
      transaction_code_params: { type: 'object', description: 'The parameters of the template' },
      layer: choice('Default: settled. pending creates a hold', ...layers),
      expires_at: text('The time at which a hold expires, such as 2026-01-31T10:00:00Z'),
      reference,
      attributes: { type: 'object', description: 'Texts by which transactions can be searched' },
    },
    bringsKey: true,
  },
  {
    name: 'settle_hold',
    title: 'Settle a hold',
    description: 'Settles the amount of a hold or a part of it, and releases the rest unless final is false.',
    path: '/transactions/{transactionId}/settle',
    parameters: {
      transactionId: required(text('The id of the hold')),
      amount,
      date: text(
        'The effective date, not before that of the hold; default: today, or the date of the hold if that is later',
      ),
      final: { type: 'boolean', description: 'false: the rest stays held' },
      allow_excess: {
        type: 'boolean',
        description: 'true: more than the held amount may be settled; balance limits apply to the excess',
      },
      reference: inheritedReference,
      description: text('The description that people read'),
    },
  },
  {
    name: 'release_hold',
    title: 'Release a hold',
    description: 'Releases the amount of a hold or a part of it.',
    path: '/transactions/{transactionId}/release',
    parameters: {
      transactionId: required(text('The id of the hold')),
      amount,
      reason: text('The reason, for the log'),
      reference: inheritedReference,
    },
  },
  {
    name: 'extend_hold',
    title: 'Extend a hold',
    description: 'Raises the amount of an open hold, changes its expiry, or both. The hold keeps its id.',
    path: '/transactions/{transactionId}/extend',
    parameters: {
      transactionId: required(text('The id of the hold')),
      amount: text('The new total, such as "80.00", which must be more than the present one; default: no change'),
      expires_at: text(
        'The time at which the remaining amount expires, such as 2026-01-31T10:00:00Z; default: no change',
      ),
      date: text('The effective date of the added amount, such as 2026-01-31; default: today'),
    },
  },
  {
    name: 'reverse_transaction',
    title: 'Reverse a transaction',
    description: 'Posts the mirror image of a transaction or of a part of it. Both transactions stay in the books.',
    path: '/transactions/{transactionId}/reverse',
    parameters: {
      transactionId: required(text('The id of the transaction')),
      reason: required(text('The reason, for the log')),
      date: required(text('The effective date of the reversal, such as 2026-01-31; not before that of the original')),
      amount,
      reference: inheritedReference,
    },
  },
  {
    name: 'amend_transaction',
    title: 'Amend the texts of a transaction',
    description:
      'Changes the description, reference or metadata of a transaction, never an amount, an account or a day. Members that are left out do not change.',
    path: '/transactions/{transactionId}',
    method: 'patch',
    shows: '/transactions/{transactionId}',
    parameters: {
      transactionId: required(text('The id of the transaction')),
      description: text('The new description'),
      reference: text('The new reference'),
      metadata: { type: 'object', description: 'Replaces all metadata' },
      reason: required(text('The reason, for the log')),
    },
  },
  {
    name: 'add_note',
    title: 'Attach a note',
    description: 'Attaches a note, or a reference to a document, to a transaction. It is never changed or deleted.',
    path: '/transactions/{transactionId}/notes',
    shows: '/transactions/{transactionId}',
    parameters: {
      transactionId: required(text('The id of the transaction')),
      text: required(text('The text of the note')),
      url: text('The address of a document'),
      sha256: text('The SHA-256 of the bytes of the document, in lower-case hex'),
    },
  },
  {
    name: 'close_account',
    title: 'Close an account',
    description: 'Sweeps the balance of an account to another account, and deactivates the account.',
    path: '/accounts/{accountId}/close',
    shows: '/accounts/code/{code}/balance',
    byAccountCode: true,
    parameters: {
      code: required(text('The code of the account')),
      sweep_to_account_code: text('The code of the account that receives the balance'),
      reason: text('The reason, for the log'),
    },
  },
];
