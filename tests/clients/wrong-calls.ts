/**
 * Calls that must not compile: each line after a directive is an error, and TypeScript complains if it is not. `make types` reads this
 * file, and typescript-package.test.ts reads it again with the types of the packed client. Nothing runs it.
 */
import { isRefusal, outcomeOf, type Amount, type LedgerClient, type LedgerEvent } from '../../clients/typescript/src';

export const wrongCalls = async (ledger: LedgerClient): Promise<void> => {
  const entry = { account_code: 'CASH', type: 'debit', amount: '10.50' } as const;
  const sale = { effective_date: '2026-01-15', description: 'Sale', idempotency_key: 'a', entries: [entry] } as const;
  await ledger.transactions.post(sale);

  // @ts-expect-error: an amount is a string
  await ledger.transactions.post({ ...sale, entries: [{ ...entry, amount: 10.5 }] });
  // The client creates a missing idempotency key.
  const keyless = { effective_date: '2026-01-15', description: 'Sale', entries: [entry] };
  await ledger.transactions.post(keyless);
  await ledger.transactions.postAndWait(keyless, { idempotencyKey: 'a' });
  await ledger.transactions.batch({ transactions: [keyless, { ...keyless, operation: 'post' }] });
  // @ts-expect-error: the effective date is required
  await ledger.transactions.post({ description: 'Sale' });
  // @ts-expect-error: a misspelt member
  await ledger.transactions.post({ ...sale, discription: 'Sale' });
  // @ts-expect-error: an unknown side
  await ledger.transactions.post({ ...sale, entries: [{ ...entry, type: 'debt' }] });
  // @ts-expect-error: an unknown filter
  ledger.transactions.list({ stauts: 'posted' });
  // @ts-expect-error: an unknown status
  ledger.transactions.list({ status: 'done' });
  // @ts-expect-error: an income statement requires a first day
  await ledger.reports.incomeStatement({});
  // @ts-expect-error: a list is an iterator over pages, not a promise of an array
  (await ledger.accounts.list()).length.toFixed();
  // @ts-expect-error: an account has no hold operations
  await ledger.accounts.settle('CASH');
  // @ts-expect-error: opening an account takes no idempotency key
  await ledger.accounts.create({ code: 'A', name: 'A', type: 'asset', category: 'system' }, { idempotencyKey: 'a' });
  // @ts-expect-error: a period lock has no dry run
  await ledger.dryRun.periodLocks.create({ locked_until: '2026-01-31', reason: 'Close' });
  // @ts-expect-error: an unknown event
  ledger.events.list({ types: ['transaction.done'] });

  const balance: Amount = (await ledger.accounts.balance('CASH')).balances.settled;
  // @ts-expect-error: an amount is a string, so it has no arithmetic
  const doubled: number = balance * 2;
  const outcome = await outcomeOf(ledger.transactions.settle('id'));
  // @ts-expect-error: only a success has data, so the result must be checked first
  const settled: string = outcome.data.id;
  if (outcome.ok) return void [outcome.data.id, doubled, settled];
  if (isRefusal(outcome.refusal, 'HOLD_NOT_OPEN')) return void (outcome.refusal.code satisfies 'HOLD_NOT_OPEN');
  // A code of a later version is passed on unchanged, so it can be compared.
  if (outcome.refusal.code === 'HOLD_IS_GONE') return;
  // @ts-expect-error: an unknown code
  if (isRefusal(outcome.refusal, 'HOLD_IS_GONE')) return;
};

export const wrongReadings = (event: LedgerEvent): readonly unknown[] => {
  if (event.type === 'transaction.posted') {
    // @ts-expect-error: a transaction has no account set code
    event.data.member_type satisfies string;
    return [event.data.total_amount satisfies Amount, event.data.status];
  }
  if (event.type === 'account_set.member_added') return [event.data.account_set_id];
  if (event.type === 'period.locked') return [event.data.locked_until];
  if (event.type === 'string_operation.posted') return [event.data.source.amount];
  // @ts-expect-error: an unknown event
  if (event.type === 'transaction.done') return [];
  // @ts-expect-error: the other lists have no total
  return [event.data.total_amount];
};
