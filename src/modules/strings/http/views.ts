/** The JSON of strings and of operations through them. */
import { dryRunStatus, type Reply } from '../../../kernel/http/route';
import type { Principal } from '../../../kernel/principal';
import { balanceChangeView } from '../../ledgering/http/answers';
import type { Operated, OperatedLeg } from '../application/operate';
import type { ListedAccount } from '../application/string-accounts';
import type { DescribedString } from '../domain/string';

export const stringView = (string: DescribedString): object => ({
  id: string.id,
  code: string.code,
  name: string.name,
  description: string.description,
  is_active: string.isActive,
  ledgers: string.members.map(({ id, code, name, denomination }) => ({
    id,
    code,
    name,
    currency: denomination.currency,
    storage_decimals: denomination.storageDecimals,
    display_decimals: denomination.displayDecimals,
  })),
  created_at: string.createdAt.toISOString(),
  updated_at: string.updatedAt.toISOString(),
});

export const stringAccountView = ({ ledger, ...account }: ListedAccount): object => ({
  id: account.id,
  ledger_id: ledger.id,
  ledger_code: ledger.code,
  currency: ledger.denomination.currency,
  code: account.code,
  name: account.name,
  type: account.type,
  category: account.category,
  normal_balance: account.normalBalance,
  is_active: account.isActive,
  materialized: account.materialized,
});

/**
 * Responds 201 to a new operation, and 200 with the same data but `replayed: true` to a replay. A dry run returns what would have been
 * done.
 */
export const operatedReply = (operated: Operated, { caller, isDryRun }: OperatedInput): Reply =>
  isDryRun
    ? {
        status: dryRunStatus,
        data: {
          would: operated.replayed ? 'replayed' : 'posted',
          operation: operatedView(operated),
          balances: operated.balances?.map(balanceChangeView(caller)) ?? [],
        },
      }
    : {
        status: operated.replayed ? 200 : 201,
        data: operatedView(operated),
        headers: {
          Location: `/api/v1/transactions/${operated.source.transactionId}`,
          ...(operated.replayed ? { 'Idempotency-Replayed': 'true' } : {}),
        },
      };

interface OperatedInput {
  readonly caller: Principal;
  readonly isDryRun: boolean;
}

const operatedView = (operated: Operated): object => ({
  operation: operated.operation,
  string_code: operated.stringCode,
  correlation_id: operated.correlationId,
  replayed: operated.replayed,
  source: legView(operated.source),
  target: legView(operated.target),
  rate: operated.rate,
});

const legView = (leg: OperatedLeg): object => ({
  ledger_code: leg.ledgerCode,
  ledger_id: leg.ledgerId,
  transaction_id: leg.transactionId,
  reference: leg.reference,
  amount: leg.amount,
});
