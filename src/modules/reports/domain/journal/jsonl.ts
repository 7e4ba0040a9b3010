/** Writes the journal as one JSON object per line, with the same member names as the API's transactions. */
import { jsonLine } from '../../../../kernel/json-line';
import { formatAmount } from '../../../../kernel/money';
import { accountIn, undoneBy, type JournalFormat } from './told';

export const jsonl: JournalFormat = {
  mediaType: 'application/x-ndjson',
  write: ({ denomination }, chart) => ({
    beginning: '',
    transaction: (transaction) => {
      const { reverses, releases, extends: extended } = undoneBy(transaction);
      const text = jsonLine({
        id: transaction.id,
        sequence: Number(transaction.sequence),
        effective_date: transaction.effectiveDate,
        posted_at: transaction.postedAt.toISOString(),
        journal_code: transaction.journalCode,
        description: transaction.description,
        reference: transaction.reference,
        layer: transaction.layer,
        correlation_id: transaction.correlationId,
        correlation_type: transaction.correlationType,
        correlation_source_id: transaction.correlationSourceId,
        reverses_transaction_id: reverses,
        releases_transaction_id: releases,
        settles_transaction_id: transaction.settlesTransactionId,
        extends_transaction_id: extended,
        expires_at: transaction.expiresAt?.toISOString() ?? null,
        attributes: transaction.attributes,
        metadata: transaction.metadata,
        entries: transaction.entries.map(({ accountId, type, amount, layer, description, metadata }) => ({
          account_code: accountIn(chart, accountId).code,
          type,
          amount: formatAmount(amount, denomination),
          layer,
          description,
          metadata,
        })),
      });
      return [`${text}\n`];
    },
    end: () => '',
  }),
};
