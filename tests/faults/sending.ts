/** Sends one random request of a client. */
import type { LeanAnswer, LeanClient } from '../model/lean-client';
import type { Wish } from './diary';

export const send = (api: LeanClient, wish: Wish): Promise<LeanAnswer> => {
  switch (wish.kind) {
    case 'post':
      return wish.batch === 'none'
        ? api.post('/transactions', wish.items[0]?.asSent)
        : api.post('/transactions/batch', {
            transactions: wish.items.map(({ asSent }) => asSent),
            atomic: wish.batch === 'atomic',
          });
    case 'reverse':
      return api.post(`/transactions/${wish.target}/reverse`, {
        reason: 'a mistake',
        date: wish.day,
        ...(wish.amount === undefined ? {} : { amount: wish.amount }),
        ...(wish.key === undefined ? {} : { idempotency_key: wish.key }),
      });
    case 'settle':
      return api.post(`/transactions/${wish.target}/settle`, {
        ...(wish.amount === undefined ? {} : { amount: wish.amount }),
        final: wish.isFinal,
        allow_excess: wish.allowsExcess,
        idempotency_key: wish.key,
      });
    case 'release':
      return api.post(`/transactions/${wish.target}/release`, {
        ...(wish.amount === undefined ? {} : { amount: wish.amount }),
        idempotency_key: wish.key,
      });
    case 'extend':
      return api.post(`/transactions/${wish.target}/extend`, {
        ...(wish.amount === undefined ? {} : { amount: wish.amount }),
        ...(wish.end === undefined ? {} : { expires_at: wish.end }),
        idempotency_key: wish.key,
      });
    case 'deprecate':
      return api.post(`/trancodes/${wish.codeId}/deprecate`);
    case 'administer':
      return api.ask(wish.method, `/admin/v1${wish.path}`, wish.body);
    case 'void':
      return api.post(`/transactions/${wish.target}/void`, { reason: wish.reason });
    case 'change':
      return api.put(`/accounts/${wish.accountId}`, wish.change);
    case 'journal':
      return api.put(`/journals/${wish.journalId}`, { status: wish.status });
    case 'lock':
      return api.post('/period-locks', {
        locked_until: wish.lockedUntil,
        reason: 'closed books',
        includes_open_days: true,
      });
    case 'unlock':
      return api.post(`/period-locks/${wish.lockId}/release`, { reason: 'opened again' });
    case 'move':
      return api.post(`/strings/${wish.source.string}/${wish.operation}`, {
        source_ledger_code: wish.source.code,
        target_ledger_code: wish.target.code,
        account_code: wish.accountCode,
        reference: 'moved',
        effective_date: '2026-02-02',
        idempotency_key: wish.key,
        ...(wish.operation === 'transfer'
          ? { amount: wish.sourceAmount }
          : { source_amount: wish.sourceAmount, target_amount: wish.targetAmount, rate: '1' }),
      });
  }
};
