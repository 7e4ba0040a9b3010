/** Sends items as a batch. If one item makes the ledger refuse the whole batch, smaller batches find that item. */
import { isTransient, ok, refused, type Outcome } from '../../../src/kernel/refusal';
import { withErrors, type LedgerCalls } from './ledger-calls';
import { because, type Reason } from './rows';

interface BatchResult {
  readonly id: string | null;
  readonly replayed: boolean;
  /** The result of the item in a dry run. */
  readonly would?: string;
  readonly transaction?: { readonly id: string } | null;
  readonly code: string | null;
  readonly message: string | null;
  readonly errors: Readonly<Record<string, readonly string[]>> | null;
}

/**
 * The transaction of an item, which this request or an earlier one created. In a dry run `id` is null unless an earlier request created it.
 */
export type SendResult = Outcome<Reason, { readonly id: string | null; readonly replayed: boolean }>;

export type Send = (items: readonly object[], isTrial: boolean) => Promise<readonly SendResult[]>;

export const createSending = (calls: LedgerCalls): Send => {
  const sendTogether: Send = async (items, isTrial) => {
    const sent = await calls.call<{ readonly results: readonly BatchResult[] }>('createTransactions', {
      body: { transactions: items },
      isDryRun: isTrial,
    });
    if (refused(sent)) return items.map(() => sent);
    return sent.right.results.map((result): SendResult => {
      const { would, code, message, errors, transaction } = result;
      if (code !== null) return because(code, withErrors(message ?? '', errors));
      if (would === undefined) return ok(result);
      const isThere = would === 'replayed';
      return ok({ id: isThere ? (transaction?.id ?? null) : null, replayed: isThere });
    });
  };

  const send: Send = async (items, isTrial) => {
    if (items.length === 0) return [];
    try {
      return await sendTogether(items, isTrial);
    } catch (error) {
      if (isTransient(error)) throw error;
      if (items.length === 1) return [because('POSTING_FAULT', `It could not be posted: ${(error as Error).message}.`)];
      const half = Math.ceil(items.length / 2);
      const first = await send(items.slice(0, half), isTrial);
      return [...first, ...(await send(items.slice(half), isTrial))];
    }
  };
  return send;
};
