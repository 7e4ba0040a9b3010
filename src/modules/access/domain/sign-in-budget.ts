/**
 * How often signing in may fail within a quarter of an hour. Three budgets count failures: of one account from one address, of one account
 * from all addresses, and of all accounts from one address. A person who knows the password, and has not mistyped it five times from this
 * address, can sign in until other addresses have caused a hundred failures. Each judgement costs a tenth of a second of a core, even a
 * successful one. So an account also has a budget of successes, which only those who know the password can use up.
 */
import { hash } from 'node:crypto';
import { addressBlock } from '../../../kernel/network';
import { emailOf } from './operator';

export const failureWindowMs = 15 * 60_000;
export const maxFailuresOfPair = 5;
export const maxFailuresOfAddress = 30;
export const maxFailuresOfAccount = 100;
/** The maximum number of successful sign-ins and password changes of one account within the window. */
export const maxGoodOfAccount = 30;

export interface FailureBudget {
  /** A hash of the account or address. The typed text is not stored, because people sometimes type a password in place of an e-mail. */
  readonly subject: string;
  readonly limit: number;
}

export interface GuessBudget extends FailureBudget {
  /** Whether the budget counts wrong guesses (`bad`) or correct ones (`good`), once they are judged. */
  readonly counts: 'bad' | 'good';
}

export const budgetsOf = (email: string, address: string): readonly GuessBudget[] => {
  const [account, block] = [emailOf(email), addressBlock(address)];
  return [
    { subject: subjectOf('pair', account, block), limit: maxFailuresOfPair, counts: 'bad' },
    { subject: subjectOf('address', block), limit: maxFailuresOfAddress, counts: 'bad' },
    { subject: subjectOf('account', account), limit: maxFailuresOfAccount, counts: 'bad' },
    { subject: subjectOf('good', account), limit: maxGoodOfAccount, counts: 'good' },
  ];
};

const subjectOf = (...parts: readonly string[]): string => hash('sha256', JSON.stringify(parts), 'hex');
