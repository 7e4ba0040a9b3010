/** The responses to dry runs. */
import { dryRunStatus, type Reply } from '../../../../kernel/http/route';
import type { Principal } from '../../../../kernel/principal';
import type { PerformedOperation } from '../../application/operations/operation';
import type { TransactionRow } from '../../application/reader';
import type { Rehearsed } from '../../application/rehearsal';
import { balanceChangeView } from '../answers';
import { transactionView } from '../../domain/formats/records';

/** Returns the response to a dry run of a post, settlement, release, extension, reversal or void. */
export const rehearsalReply = (
  caller: Principal,
  { transactions, balances }: Rehearsed,
  made: Pick<PerformedOperation, 'replayed' | 'decision'>,
): Reply => ({
  status: dryRunStatus,
  data: {
    ...wouldView(made),
    transaction: transactionView(caller)(transactions[0] as TransactionRow),
    balances: balances.map(balanceChangeView(caller)),
  },
});

export const wouldView = ({ replayed, decision }: Pick<PerformedOperation, 'replayed' | 'decision'>): object => ({
  would: replayed ? 'replayed' : decision?.status === 'failed' ? 'failed' : 'posted',
  code: decision?.failure?.code ?? null,
  message: decision?.failure?.message ?? null,
});
