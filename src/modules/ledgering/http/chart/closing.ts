/** The route that closes an account. */
import { orNull } from '../../../../kernel/http/answers';
import { id, named, nullable, object, text } from '../../../../kernel/http/codecs';
import { exampleId } from '../../../../kernel/http/examples';
import { post, type Route } from '../../../../kernel/http/route';
import { only } from '../../../../kernel/http/status';
import type { Bookkeeping } from '../../application/bookkeeping';
import type { AccountId } from '../../domain/account';
import { accountView } from '../../domain/formats/records';
import { accountShape } from './chart-shapes';
import { idempotencyKey, reason } from '../transactions/codecs';
import { ledgeringAnswers } from '../status';

const closing = named(
  'AccountClosing',
  'The close of an account.',
  object({
    sweep_to_account_code: nullable(text({ min: 1, max: 36 })).described(
      'The code of the account that receives the settled balance, in the same commit; null if the account has none.',
    ),
    reason: nullable(reason),
    idempotency_key: nullable(idempotencyKey),
  }),
);

const closedShape = named(
  'ClosedAccount',
  'An account that was closed.',
  object({
    account: accountShape.described('The account, which is inactive.'),
    sweep_transaction_id: orNull(id()).described(
      'The transaction that moved its balance to another account; null if it had none.',
    ),
  }),
);

export const closingRoutes = ({ close }: Pick<Bookkeeping, 'close'>): readonly Route[] => [
  post(
    '/accounts/:accountId/close',
    {
      operationId: 'closeAccount',
      summary: 'Close an account',
      description:
        'Deactivates an account whose balances are zero. A settled balance is refused (409 `ACCOUNT_HAS_BALANCE`) unless `sweep_to_account_code` names the account that receives it, for which the key needs the scope `post` too: it is then moved there in the same commit, on the later of today and the latest day of the account. Open holds (409 `ACCOUNT_HAS_HOLDS`), active accounts below it and pending transactions (409 `ACCOUNT_NOT_CLOSABLE`) are refused. `PUT /accounts/{accountId}` activates it again. With an idempotency key it is done once.',
      tag: 'Accounts',
      needs: 'chart',
      params: object({ accountId: id<'account'>().described('The account, by its id.') }),
      missing: 'AccountMissing',
      body: closing,
      strict: true,
      idempotency: 'header must agree',
      ok: 200,
      refusals: only(
        ledgeringAnswers,
        'ScopeMissing',
        'IdempotencyKeyInUse',
        'IdempotencyKeyReused',
        'AccountMissing',
        'AccountReserved',
        'AccountNotClosable',
        'AccountHasHolds',
        'SweepAccountUnfit',
        'AccountHasBalance',
        'BalanceLimitExceeded',
      ),
      answer: closedShape,
      example: { params: { accountId: exampleId('account TILL') }, body: { reason: 'No longer used' } },
    },
    ({ caller, params, body }) =>
      close(caller, {
        accountId: params.accountId as AccountId,
        sweepToCode: body.sweep_to_account_code,
        reason: body.reason,
        idempotencyKey: body.idempotency_key,
      }),
    ({ account, sweepId, replayed }, { caller }) => ({
      data: { account: accountView(caller)(account), sweep_transaction_id: sweepId },
      headers: replayed ? { 'Idempotency-Replayed': 'true' } : undefined,
    }),
  ),
];
