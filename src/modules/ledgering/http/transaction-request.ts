/** From the body of POST /transactions to the request of the application: the rules of shape that span several fields. */
import { refuse, ok, type Outcome } from '../../../kernel/refusal';
import { minEntries } from '../domain/draft';
import type { CorrelationPairIncomplete, Invalid, PostingModeConflict } from '../domain/refusals';
import type { EntryRequest, TransactionRequest } from '../domain/transaction';
import type { NewTransactionBody } from './codecs';

type ShapeRefusal = Invalid | PostingModeConflict | CorrelationPairIncomplete;

const invalid = (field: string, message: string): Outcome<Invalid, never> =>
  refuse({ kind: 'Invalid', errors: { [field]: [message] } });

export const toTransactionRequest = (body: NewTransactionBody): Outcome<ShapeRefusal, TransactionRequest> => {
  const { entries, transaction_code: code, transaction_code_params: params } = body;
  if (entries !== undefined && code !== null) return refuse({ kind: 'PostingModeConflict' });
  if ((body.correlation_type === null) !== (body.correlation_source_id === null))
    return refuse({ kind: 'CorrelationPairIncomplete' });
  const request = {
    effectiveDate: body.effective_date,
    description: body.description,
    idempotencyKey: body.idempotency_key,
    reference: body.reference,
    layer: body.layer,
    journalId: body.journal_id,
    correlationId: body.correlation_id,
    correlationType: body.correlation_type,
    correlationSourceId: body.correlation_source_id,
    metadata: body.metadata,
    attributes: body.attributes,
  };
  if (code !== null)
    return params === null
      ? invalid('transaction_code_params', 'is required with transaction_code')
      : ok({ mode: { kind: 'code', code, params }, ...request });
  if (entries === undefined) return invalid('entries', 'is required, unless transaction_code is given');
  if (entries.length < minEntries) return invalid('entries', `must have at least ${minEntries} items`);
  const requested: EntryRequest[] = [];
  for (const [index, { account_id, account_code, type, amount, description, metadata }] of entries.entries()) {
    if (account_id !== null && account_code === null)
      requested.push({ account: { id: account_id }, type, amount, description, metadata });
    else if (account_code !== null && account_id === null)
      requested.push({ account: { code: account_code }, type, amount, description, metadata });
    else return invalid(`entries.${index}`, 'must have either account_code or account_id');
  }
  return ok({ mode: { kind: 'entries', entries: requested }, ...request });
};
