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

const amount = text('A decimal text in major units, such as "10.50", never a number; all that is left when not said');
const reference = text('The description');
const inheritedReference = text('The description; that of the original if it is left out');

export const writingRows: readonly WritingRow[] = [
  {
    name: 'post_transaction',
    title: 'Post a transaction',
    description: 'Posts entries whose debits and credits are equal, or a transaction code with its parameters.',
    path: '/transactions',
    parameters: {
      effective_date: required(text('The day on which it counts, such as 2026-01-31')),
      description: required(text('The description for people')),
      idempotency_key: required(text('Made from what it stands for, such as the order: sent twice, it is posted once')),
      entries: {
        type: 'array',
        description: 'Two or more; debits and credits are equal',
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
      transaction_code: text('Instead of entries: a template'),
      transaction_code_params: { type: 'object', description: 'The parameters of the template' },
      layer: choice('settled when not said; pending makes a hold', ...layers),
      expires_at: text('When a hold ends by itself, such as 2026-01-31T10:00:00Z'),
      reference,
      attributes: { type: 'object', description: 'Texts by which transactions are found' },
    },
    bringsKey: true,
  },
  {
    name: 'settle_hold',
    title: 'Settle a hold',
    description: 'Moves what a hold held, all or a part of it, and gives back the rest unless final is false.',
    path: '/transactions/{transactionId}/settle',
    parameters: {
      transactionId: required(text('The id of the hold')),
      amount,
      date: text(
        'The day on which it counts, not before the hold; today when not said, or the day of the hold if later',
      ),
      final: { type: 'boolean', description: 'false keeps the rest held' },
      allow_excess: { type: 'boolean', description: 'true settles more than is held; limits judge the excess' },
      reference: inheritedReference,
      description: text('The description for people'),
    },
  },
  {
    name: 'release_hold',
    title: 'Release a hold',
    description: 'Gives back what a hold held, all or a part of it.',
    path: '/transactions/{transactionId}/release',
    parameters: {
      transactionId: required(text('The id of the hold')),
      amount,
      reason: text('Why, for the log'),
      reference: inheritedReference,
    },
  },
  {
    name: 'extend_hold',
    title: 'Extend a hold',
    description: 'Raises an open hold, moves its end, or both. The hold keeps its id.',
    path: '/transactions/{transactionId}/extend',
    parameters: {
      transactionId: required(text('The id of the hold')),
      amount: text('The new total, such as "80.00": more than before; as it is when not said'),
      expires_at: text('When what is left ends by itself, such as 2026-01-31T10:00:00Z; as it is when not said'),
      date: text('The day on which the rise counts, such as 2026-01-31; today when not said'),
    },
  },
  {
    name: 'reverse_transaction',
    title: 'Reverse a transaction',
    description: 'Posts the mirror image of a transaction, of all or of a part. Both stay in the books.',
    path: '/transactions/{transactionId}/reverse',
    parameters: {
      transactionId: required(text('The id of the transaction')),
      reason: required(text('Why, for the log')),
      date: required(text('The day on which the reversal counts, such as 2026-01-31; not before the original')),
      amount,
      reference: inheritedReference,
    },
  },
  {
    name: 'amend_transaction',
    title: 'Amend the texts of a transaction',
    description:
      'Changes description, reference or metadata of a transaction, never an amount, an account or a day. A member that is left out stays.',
    path: '/transactions/{transactionId}',
    method: 'patch',
    shows: '/transactions/{transactionId}',
    parameters: {
      transactionId: required(text('The id of the transaction')),
      description: text('The new description for people'),
      reference: text('The new reference'),
      metadata: { type: 'object', description: 'Replaces all metadata' },
      reason: required(text('Why, for the log')),
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
    description: 'Makes an account inactive on which nothing is left, and sweeps its balance to another account first.',
    path: '/accounts/{accountId}/close',
    shows: '/accounts/code/{code}/balance',
    byAccountCode: true,
    parameters: {
      code: required(text('The code of the account')),
      sweep_to_account_code: text('The code of the account that receives the balance'),
      reason: text('Why, for the log'),
    },
  },
];
