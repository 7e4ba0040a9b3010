/** Closing an account: the request body from the form, and advice for each refusal. */
import type { Schemas } from '../../api/schemas';

export interface ClosingForm {
  readonly sweep_to_account_code: string;
  readonly reason: string;
}

/** Returns the request body. Empty fields are left out. */
export const closingOf = ({ sweep_to_account_code: target, reason }: ClosingForm): Schemas['AccountClosing'] => ({
  ...(target.trim() === '' ? {} : { sweep_to_account_code: target.trim() }),
  ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
});

/** Returns whether the page offers to close the account. It does not for a closed account or for one that the service needs. */
export const isClosable = ({ is_active: isActive, is_system: isSystem }: Schemas['Account']): boolean =>
  isActive && !isSystem;

const cures: Readonly<Record<string, string>> = {
  ACCOUNT_HAS_HOLDS: 'The account has open holds. Settle or release them first.',
  ACCOUNT_HAS_BALANCE: 'The account has a balance. Name the account that receives it.',
  ACCOUNT_RESERVED: 'The account is the clearing account of a string, and can never be closed.',
  SWEEP_ACCOUNT_UNFIT: 'Name another active account of this ledger, which is not a clearing account.',
  BALANCE_LIMIT_EXCEEDED: 'Name an account whose limits allow the balance, or change its limit first.',
};

/** Returns advice for a refusal; undefined if the refusal's own message is enough. */
export const remedyOf = (code: string): string | undefined => cures[code];
