/** The HTTP answers to refusals to close an account. */
import type { RefusalAnswers } from '../../../../kernel/http/status';
import type { AccountHasBalance, AccountHasHolds, AccountNotClosable, SweepAccountUnfit } from '../../domain/closing';

export const closingAnswers = {
  AccountNotClosable: {
    status: 409,
    code: 'ACCOUNT_NOT_CLOSABLE',
    when: 'The account is inactive or a system account, accounts below it are active, pending transactions name it, or the sweep would be larger than an amount can be, or fall in a locked period or a closed journal.',
    message: ({ because, cure }) => `The account cannot be closed, because ${because}. ${cure}`,
  },
  AccountHasHolds: {
    status: 409,
    code: 'ACCOUNT_HAS_HOLDS',
    when: 'The account has open holds, on the layers pending or encumbrance.',
    message: () =>
      'The account has open holds and cannot be closed. Settle or release them first: GET /transactions?account_id=…&hold_state=open lists them.',
  },
  AccountHasBalance: {
    status: 409,
    code: 'ACCOUNT_HAS_BALANCE',
    when: 'The sum of all settled entries of the account, on all days, is not zero, and the request names no account that receives this balance.',
    message: ({ balance }) =>
      `The account has a settled balance of ${balance} over all days and cannot be closed. Send sweep_to_account_code, or post the balance elsewhere first.`,
  },
  SweepAccountUnfit: {
    status: 422,
    code: 'SWEEP_ACCOUNT_UNFIT',
    when: '`sweep_to_account_code` names no account of the ledger, the account itself, a clearing account, an account that only groups others, or an inactive account.',
    message: ({ account, because }) =>
      `The balance cannot be swept to the account ${JSON.stringify(account)}, because ${because}. Name another account.`,
    errors: ({ because }) => ({
      sweep_to_account_code: [`names an account that cannot receive the balance: ${because}`],
    }),
  },
} as const satisfies RefusalAnswers<AccountNotClosable | AccountHasHolds | AccountHasBalance | SweepAccountUnfit>;
