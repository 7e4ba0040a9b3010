/** The close of an account: what a form sends, and the cure of each refusal. */
import type { Schemas } from '../../api/schemas';

export interface ClosingForm {
  readonly sweep_to_account_code: string;
  readonly reason: string;
}

/** The body without empty members. */
export const closingOf = ({ sweep_to_account_code: target, reason }: ClosingForm): Schemas['AccountClosing'] => ({
  ...(target.trim() === '' ? {} : { sweep_to_account_code: target.trim() }),
  ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
});

/** An account that is closed already, or that the service needs, is not offered to be closed. */
export const isClosable = ({ is_active: isActive, is_system: isSystem }: Schemas['Account']): boolean =>
  isActive && !isSystem;

const cures: Readonly<Record<string, string>> = {
  ACCOUNT_HAS_HOLDS: 'The account has open holds. Settle or release them first.',
  ACCOUNT_HAS_BALANCE: 'The account has a balance. Name the account that receives it.',
  ACCOUNT_NOT_CLOSABLE:
    'Close or move the accounts below it first. If transactions are pending, try again in a moment. If the period is locked, unlock it, or close the account in the next period.',
  ACCOUNT_RESERVED: 'The account is the clearing account of a string. It cannot be closed while the string uses it.',
  SWEEP_ACCOUNT_UNFIT: 'Name another active account of this ledger, which is not a clearing account.',
  BALANCE_LIMIT_EXCEEDED: 'Name an account whose limits allow the balance, or change its limit first.',
};

/** The sentence that says how to go on after a refusal; undefined if the refusal says it itself. */
export const remedyOf = (code: string): string | undefined => cures[code];
