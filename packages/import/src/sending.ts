/** Sends items as a batch. If one item makes the ledger refuse the whole batch, smaller batches find that item. */
import type { ProcessTime } from '../../../src/kernel/clock';
import { isTransient, ok, refused, Unavailable, type Outcome } from '../../../src/kernel/refusal';
import { pausesMs, withErrors, type LedgerCalls } from './ledger-calls';
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

/**
 * The code of the refusal if an earlier request with this key has not ended, such as one whose commit is in doubt. That request may still
 * post the item, so it is not a rejection.
 */
const keyInUse = 'idempotency_key_in_use';
const stillInUse =
  'It is not known whether some rows were posted, because the outcome of an earlier request is still open. The import stopped there: import the file again later. If its rows were declared new, remove the posted rows first.';

export const createSending = (calls: LedgerCalls, clock: Pick<ProcessTime, 'sleep'>): Send => {
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

  /** Sends items whose key is in use again, until the ledger knows what became of them. */
  const sendUntilKnown: Send = async (items, isTrial) => {
    const results = [...(await sendTogether(items, isTrial))];
    for (let attempt = 0; ; attempt++) {
      const open = [...results.entries()].filter(([, result]) => refused(result) && result.left.code === keyInUse);
      if (open.length === 0) return results;
      const pauseMs = pausesMs[attempt];
      if (pauseMs === undefined) throw new Unavailable(stillInUse);
      await clock.sleep(pauseMs);
      const again = await sendTogether(
        open.map(([index]) => items[index] as object),
        isTrial,
      );
      for (const [place, [index, before]] of open.entries()) results[index] = again[place] ?? before;
    }
  };

  const send: Send = async (items, isTrial) => {
    if (items.length === 0) return [];
    try {
      return await sendUntilKnown(items, isTrial);
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
